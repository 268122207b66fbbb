fusus::cnf! {
    fn states(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (a, b) = recurrence(0.0, |(a, b), x| (a + x, a + b), xs);
        (a, b)
    }

    fn over_an_index(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (a, b) = recurrence(-1.0, |(a, b), i| (a[i - 1] + xs[i], b[i - 1]));
        (a, b)
    }

    fn pairs(xs: &[(f64, f64)]) -> (f64, f64) {
        fold(0.0, |(a, b), (c, d)| (a + c, b + d), xs)
    }
}

fn main() {}
