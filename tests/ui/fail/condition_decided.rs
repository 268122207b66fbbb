fusus::cnf! {
    fn before(xs: &[f64]) -> Vec<f64> {
        generate(|i| if i > 0 { xs[i - 1] } else { 0.0 })
    }

    fn behind(xs: &[f64]) -> Vec<f64> {
        generate(|i| if i + 1 < len(xs) { xs[i + 1] } else { 0.0 })
    }

    fn corner(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i, j| {
            if i == 0 || j == w - 1 {
                0.0
            } else {
                a[[i - 1, j + 1]]
            }
        })
    }

    fn folded(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(|y| sum(|k| if k >= 1 { xs[k - 1] * y } else { 100.0 }), ys)
    }

    fn in_order(xs: &[f64]) -> Vec<f64> {
        recurrence(0.0, |y, i| if i != 0 { y[i - 1] + xs[i - 1] } else { xs[i] })
    }

    fn by_arms(xs: &[f64]) -> Vec<f64> {
        generate(|i| match i {
            0 => 0.0,
            _ => xs[i - 1],
        })
    }

    fn by_arms_of_two(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i, j| match (i, j) {
            (_, 0 | 1) => 0.0,
            _ => a[[i, j - 2]],
        })
    }

    fn behind_casts(xs: &[f64]) -> Vec<f64> {
        generate(|i| if (i as i64) - 1 >= 0 { xs[i - 1] } else { 0.0 })
    }

    fn of_floats(xs: &[f64]) -> Vec<f64> {
        generate(|i| if i as f64 > 0.0 { xs[i - 1] } else { 0.0 })
    }

    fn narrow(xs: &[f64]) -> Vec<f64> {
        generate(|i| if i as u8 > 0 { xs[i - 1] } else { 0.0 })
    }
}

fn main() {}
