fusus::cnf! {
    fn of_inputs(xs: &[f64]) -> Vec<f64> {
        map(|a, b| b - a, &xs[..xs.len() - 1], &xs[1..])
    }

    fn of_results(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| 2.0 * x, xs);
        map(|a, b| b - a, ys, ys[1..])
    }
}

fn main() {}
