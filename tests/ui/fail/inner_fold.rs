fusus::cnf! {
    fn program(qs: &[f64], xs: &[f64]) -> Vec<f64> {
        map(|q| fold(f64::INFINITY, f64::min, map(|x| (x - q).abs(), xs)), qs)
    }
}

fn main() {}
