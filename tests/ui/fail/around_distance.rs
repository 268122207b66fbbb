fusus::cnf! {
    fn program(n: usize, xs: &[f64]) -> Vec<f64> {
        map(mean, around(xs, n))
    }

    fn mean(near: [f64; 3]) -> f64 {
        (near[0] + near[1] + near[2]) / 3.0
    }
}

fn main() {}
