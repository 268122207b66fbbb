fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let kept = filter(|x| x > 0.0, xs);
        max(kept)
    }
}

fn main() {}
