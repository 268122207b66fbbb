fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let Point { x, y } = fold(start, add, xs);
        x + y
    }
}

fn main() {}
