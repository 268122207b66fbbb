fusus::cnf! {
    fn program(a: &[f64], n: usize, s: usize, t: usize) -> Vec<f64> {
        let a = reshape(a, [n, n]);
        let b = generate(|i, j| a[[i, j - s]]);
        let c = generate(|i, j| a[[i, j - t]]);
        map(|row, other| map(|x, y| x - y, row, other), rows(b), rows(c))
    }
}

fn main() {}
