fusus::cnf! {
    fn program(n: usize, m: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, 3]);
        let b = reshape(ys, [n, m]);
        generate(|row, column| a[[row, column]] + b[[row, column]])
    }
}

fn main() {}
