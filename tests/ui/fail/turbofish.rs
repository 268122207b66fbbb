fusus::cnf! {
    fn squares(xs: &[f64]) -> f64 {
        xs.map(|x| x * x).sum::<f64>()
    }

    fn total(xs: &[f64]) -> f64 {
        xs.sum::<f64>()
    }

    fn of_bound(xs: &[f64]) -> f64 {
        let ys = map(|x| x + 1.0, xs);
        sum::<f64>(ys)
    }
}

fn main() {}
