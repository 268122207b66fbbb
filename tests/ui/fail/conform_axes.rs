fusus::cnf! {
    fn program(n: usize, m: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, m]);
        conform(ys, a)
    }
}

fn main() {}
