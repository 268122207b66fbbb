fusus::cnf! {
    fn program(xs: &[f64], up: bool) -> Vec<f64> {
        if up { map(|x| x + 1.0, xs) } else { map(|x| x - 1.0, xs) }
    }
}

fn main() {}
