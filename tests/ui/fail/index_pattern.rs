fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        generate(|(i, j)| xs[i])
    }
}

fn main() {}
