fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let squares = map(|x| x * x, xs);
        if xs.is_empty() {
            return 0.0;
        }
        fold(0.0, |a, b| a + b, squares)
    }
}

fn main() {}
