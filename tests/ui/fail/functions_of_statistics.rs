fusus::cnf! {
    fn mean_of(xs: &[f64]) -> f64 {
        let ys = map(|x| x * x, xs);
        average(ys)
    }

    fn deviation(xs: &[f64]) -> f64 {
        let ys = map(|x| x * x, xs);
        std(ys)
    }

    fn middle(xs: &[f64]) -> f64 {
        let ys = map(|x| x * x, xs);
        let m = median(ys);
        m + 1.0
    }

    fn roots(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| x * x, xs);
        sqrt(ys)
    }
}

fn main() {}
