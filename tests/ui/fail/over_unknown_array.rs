fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        sum(|k| ys[k])
    }
}

fn main() {}
