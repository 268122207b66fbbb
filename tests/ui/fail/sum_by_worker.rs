fusus::cnf! {
    fn squares(xs: &[f64]) -> f64 {
        sum(|x| x * x, xs)
    }

    fn by_method(xs: &[f64]) -> f64 {
        xs.sum(|x| x * x)
    }

    fn product(xs: &[f64], ys: &[f64]) -> f64 {
        sum(|x, y| x * y, xs, ys)
    }
}

fn main() {}
