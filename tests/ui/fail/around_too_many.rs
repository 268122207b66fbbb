fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|a, c| a + c, around(xs))
    }
}

fn main() {}
