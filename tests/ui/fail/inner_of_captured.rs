fn scaled(ws: Vec<f64>, xs: &[f64]) -> Vec<f64> {
    fusus::cnf! { map(|x| ws.map(|w| w * x), xs) }
}

fn weighted(ws: Vec<f64>, xs: &[f64]) -> Vec<f64> {
    fusus::cnf! { map(|x| x * ws.fold(0.0, |a, b| a + b), xs) }
}

fn main() {}
