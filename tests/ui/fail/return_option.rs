fusus::cnf! {
    fn f(xs: &[f64]) -> Option<Vec<f64>> { map(|x| 2.0 * x, xs) }
}

fn main() {}
