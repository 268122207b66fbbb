fusus::cnf! {
    fn program(xs: &[f64], plain: bool) -> Vec<f64> {
        if plain {
            return map(|x| x + 1.0, xs);
        }
        scan(1.0, |a, b| a * b, xs)
    }
}

fn main() {}
