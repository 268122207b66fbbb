fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        generate([1..h, w], |i, j| (i * j) as f64)
    }
}

fn main() {}
