fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        map(|a, c| a + c, around(xs))
    }

    fn two_arrays(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(|[a, _, c]| a + c, around(xs), ys)
    }
}

fn main() {}
