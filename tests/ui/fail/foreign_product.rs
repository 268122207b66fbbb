fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let n = len(xs) as f64;
        xs.product() / n
    }
}

fn main() {}
