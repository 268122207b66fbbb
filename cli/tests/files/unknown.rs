fusus::cnf! {
    fn near(xs: &[f64]) -> Vec<f64> {
        fliter(|x| x > 0.0, xs)
    }

    fn far(xs: &[f64]) -> Vec<f64> {
        flitre(|x| x > 0.0, xs)
    }

    fn other(xs: &[f64]) -> Vec<f64> {
        transform(|x| x + 1.0, xs)
    }

    fn reduced(xs: &[f64]) -> f64 {
        let s = product(xs);
        s
    }

    fn known(xs: &[f64]) -> f64 {
        let scale = total(xs) + imported(xs);
        fold(0.0, |a, b| a + b, map(|x| scale * x, xs))
    }
}

fusus::cnf! {
    fn helper(n: usize) -> Vec<f64> {
        gneerat(n, |i| i as f64)
    }
}

use elsewhere::{imported, more};

fn total(xs: &[f64]) -> f64 {
    xs.iter().product()
}

fn main() {
    let xs = [1.0, 2.0];
    let _: Vec<f64> = fusus::cnf! { mpa(|x| x + 1.0, xs) };
}
