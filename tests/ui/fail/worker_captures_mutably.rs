fusus::cnf! {
    fn program(xs: &[f64], total: &mut f64) -> Vec<f64> {
        map(|x| { *total += x; x }, xs)
    }
}

fn main() {}
