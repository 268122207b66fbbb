fusus::cnf! {
    fn first(xs: &[f64]) -> Vec<f64> {
        fn twice(x: f64) -> f64 { 2.0 * x }
        map(twice, xs)
    }

    fn last(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| 2.0 * x, xs);
        fn twice(x: f64) -> f64 { 2.0 * x }
    }
}

fn main() {}
