fusus::cnf! {
    fn f(xs: &[f64]) -> (Vec<f64>, Vec<f64>) { map(|x| (x, 2.0 * x), xs) }
}

fn main() {}
