fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let Some(x) = fold(None, first, xs) else { return 0.0 };
        x
    }
}

fn main() {}
