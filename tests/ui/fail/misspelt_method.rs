fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ys = xs.mpa(|x| x > 0.0);
        ys
    }
}

fn main() {}
