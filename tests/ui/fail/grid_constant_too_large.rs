fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, 3]);
        generate(|i| a[[i, 3]])
    }
}

fn main() {}
