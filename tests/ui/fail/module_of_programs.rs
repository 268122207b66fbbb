fusus::cnf! {
    mod inside {
        fn f(xs: &[f64]) -> Vec<f64> { map(|x| 2.0 * x, xs) }
    }
}

fn main() {}
