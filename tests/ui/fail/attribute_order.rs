fusus::cnf! {
    #[cnf(order = "given")]
    fn one(xs: &[f64], ys: &[f64]) -> f64 { sum(|i, j| xs[i] * ys[j]) }

    #[cnf(sizes(i = 0, k = 10))]
    fn two(xs: &[f64], ys: &[f64]) -> f64 { sum(|i, j| xs[i] * ys[j]) }

    #[cnf(sizes(n = 10))]
    fn three(xs: &[f64]) -> Vec<f64> { map(|x| x + 1.0, xs) }
}

fn main() {}
