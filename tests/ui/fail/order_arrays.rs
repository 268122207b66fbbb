fusus::cnf! {
    fn scattered(xs: &[f64], at: &[usize], values: &[f64]) -> Vec<f64> {
        scatter(xs, values, at)
    }

    fn rotated(xs: &[f64], at: &[usize], values: &[f64]) -> Vec<f64> {
        scatter(at, xs, values)
    }

    fn written(xs: &mut [f64], at: &[usize]) {
        *xs = scatter(xs, map(|x| x * 2.0, xs), at);
    }

    fn gathered(xs: &[f64], at: &[usize]) -> Vec<f64> {
        gather(at, xs)
    }
}

fn captured(xs: &[f64], at: &[usize], values: &[f64]) -> Vec<f64> {
    fusus::cnf! { scatter(xs, map(|v| v + 1.0, values), map(|i| i + 1, at)) }
}

fn main() {}
