fusus::cnf! {
    fn program(flag: bool, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let zs = if flag { xs } else { ys };
        map(|z| z + 1.0, zs)
    }
}

fn main() {}
