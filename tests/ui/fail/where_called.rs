fusus::cnf! {
    fn chosen(cs: &[bool], xs: &[f64], ys: &[f64]) -> Vec<f64> {
        where(cs, xs, ys)
    }
}

fn main() {}
