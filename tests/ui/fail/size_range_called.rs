fusus::cnf! {
    fn of_length(xs: &[f64]) -> Vec<f64> {
        map(|i, x| x + i as f64, range(0, xs.len()), xs)
    }

    fn of_number(xs: &[f64]) -> Vec<f64> {
        let n = xs.len();
        map(|i, x| x + i as f64, range(0, n), xs)
    }

    fn of_results(xs: &[f64]) -> Vec<f64> {
        let kept = filter(|x| x > 0.0, xs);
        let n = kept.len();
        map(|i, x| x + i as f64, iota(n), kept)
    }
}

fn main() {}
