fusus::cnf! {
    fn program(a: &[f64], n: usize) -> Vec<f64> {
        let a = reshape(a, [n, n]);
        let b = generate(|i, j| a[[i - 1, j]]);
        let c = generate(|i, j| a[[i - 2, j]]);
        map(|row, other| sum(map(|x, y| x * y, row, other)), rows(b), rows(c))
    }
}

fn main() {}
