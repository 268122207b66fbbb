use fusus::cnf;

cnf! {
    #[cnf(grain = 0)]
    fn doubled(xs: &[f64]) -> Vec<f64> {
        map(|x| 2.0 * x, xs)
    }

    #[cnf(grain = "fine")]
    fn tripled(xs: &[f64]) -> Vec<f64> {
        map(|x| 3.0 * x, xs)
    }
}

fn main() {}
