fusus::cnf! {
    fn sums_of_bins(bins: &[usize], xs: &[f64]) -> Vec<f64> {
        let zeros = generate(10, |_| 0.0);
        scatter_with(|a, b| a + b, zeros, bins, xs)
    }

    fn prefixes(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| x * 2.0, xs);
        cumsum(ys)
    }

    fn mean_and_place(xs: &[f64]) -> f64 {
        let ys = map(|x| x * 2.0, xs);
        mean(ys) + argmax(ys)
    }
}

fn main() {}
