fusus::cnf! {
    fn parallel(xs: &[f64]) -> Vec<f64> {
        map(|x| x + 1.0, xs)
    }

    fn scanned(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |a, b| a + b, xs)
    }

    #[cnf(strict)]
    fn strict(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    #[backend(sequential)]
    fn sequential(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    fn unbounded(xs: &[f64]) -> Vec<f64> {
        map(|x| outside(x), xs)
    }

    #[cnf(grain = 100)]
    fn grained(xs: &[f64]) -> Vec<f64> {
        map(|x| outside(x), xs)
    }
}
