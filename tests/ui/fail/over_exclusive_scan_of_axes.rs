fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        scan_exclusive(0.0, |a, b| a + b, generate(|i, j| a[[j, i]]))
    }
}

fn main() {}
