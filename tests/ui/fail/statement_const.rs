use fusus::cnf;

cnf! {
    fn scaled(xs: &[f64]) -> Vec<f64> {
        const BY: f64 = 3.0;
        map(|x| x * BY, xs)
    }

    fn circle(xs: &[f64]) -> Vec<f64> {
        use std::f64::consts::PI;
        map(|x| x * PI, xs)
    }
}

fn main() {}
