fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ys;
        xs
    }
}

fn main() {}
