fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let ns = around(xs);
        map(|[a, b, c]| a + b + c, ns)
    }
}

fn main() {}
