fusus::cnf! {
    fn program(energy: &[f64], at: &[u8], xs: &[f64]) -> Vec<f64> {
        reduce_by_index(energy, |e, x| e + x * x, at, xs)
    }
}

fn main() {}
