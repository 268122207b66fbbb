fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<(usize, f64)> {
        zip_with_index(xs, ys)
    }
}

fn main() {}
