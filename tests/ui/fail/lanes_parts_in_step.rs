fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row| map(|x, d| x - d, row, generate(|j| row[j + 1] - row[j])), rows(a))
    }
}

fn main() {}
