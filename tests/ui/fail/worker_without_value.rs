fusus::cnf! {
    fn mapped(xs: &[f64]) -> Vec<f64> { map(|x| { x * 2.0; }, xs) }
}

fn folded(xs: &[f64]) -> f64 {
    fusus::cnf! { fold(0.0, |a, b| { let c = a + b; c; }, xs) }
}

fn main() {}
