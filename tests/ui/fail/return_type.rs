fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f32> {
        map(|x| x + 1.0, xs)
    }
}

fn main() {}
