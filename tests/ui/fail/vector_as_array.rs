fusus::cnf! {
    fn written(xs: &mut Vec<f64>) {
        *xs = map(|x| x * 2.0, xs);
    }

    fn owned(xs: Vec<f64>) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    fn method(xs: &[f64; 3]) -> Vec<f64> {
        xs.filter(|x| x > 0.0)
    }
}

fn main() {}
