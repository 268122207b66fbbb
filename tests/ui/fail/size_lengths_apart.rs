fusus::cnf! {
    fn one_more(xs: &[f64]) -> Vec<f64> {
        map(|x, i| x + i as f64, xs, 0..len(xs) + 1)
    }

    fn two_less(xs: &[f64]) -> Vec<f64> {
        let n = len(xs) - 2;
        map(|i, x| x * i as f64, 0..n, xs)
    }

    fn padded(xs: &[f64]) -> Vec<f64> {
        let p = pad(0.0, xs);
        generate([len(xs) + 1], |i| p[i - 1] + p[i])
    }

    fn maybe_empty(xs: &[f64]) -> Vec<f64> {
        map(|x, i| x + i as f64, xs, 0..len(xs).saturating_sub(1))
    }
}

fn main() {}
