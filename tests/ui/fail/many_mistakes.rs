fusus::cnf! {
    fn program(xs: &[f64], ys: &mut [f64]) -> (Vec<f64>, f64) {
        let gts = fliter(|x| x > 0.0, xs);
        let lts = filter(|x| x < 0.0, xs);
        let sum = fold(|a, b| a + b, xs);
        let both = map(|x, lt| x + lt, xs, lts);
        let mut shifted = map(|x| x + sum, values);
        let bad = map(|x| x +, xs);
        *xs = map(|x| x + 1.0, xs);
        let pairs = xs.zip(ys);
        (map(|g| g / sum, gts), total)
    }

    fn right(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }
}

fn main() {
    let (ys, sum): (Vec<f64>, f64) = program(&[1.0], &mut [2.0]);
    let total: f64 = right(&ys) + sum;
}
