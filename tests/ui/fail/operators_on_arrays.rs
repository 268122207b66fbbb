fusus::cnf! {
    fn sums(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        xs + ys
    }

    fn scaled(xs: &[f64]) -> Vec<f64> {
        let zs = 2.0 * xs;
        zs
    }

    fn negated(xs: &[f64]) -> Vec<f64> {
        -xs
    }

    fn equal(xs: &[f64], ys: &[f64]) -> bool {
        xs == ys
    }

    fn shifted(xs: &[f64]) -> Vec<f64> {
        xs - sum(xs)
    }

    fn positive(xs: &[f64]) -> Vec<f64> {
        xs[xs > 0.0]
    }

    fn centred(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row| row - sum(row), rows(a))
    }

    fn squares(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row| sum(row * row), rows(a))
    }
}

fn main() {}
