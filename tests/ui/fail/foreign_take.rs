fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let kept = filter(|x| x > 0.0, xs);
        take(3, kept)
    }
}

fn main() {}
