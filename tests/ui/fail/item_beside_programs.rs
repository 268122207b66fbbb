fusus::cnf! {
    use std::f64::consts::PI;

    struct Point { x: f64 }

    fn f(xs: &[f64]) -> Vec<f64> { map(|x| x * PI, xs) }
}

fn main() {}
