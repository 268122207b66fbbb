fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let ys = map(|x| x + 1.0, xs);
        let first = *ys.first().unwrap();
        first
    }

    fn ends(xs: &[f64]) -> f64 {
        let ys = map(|x| x + 1.0, xs);
        mean(ys) - ys[0]
    }
}

fn mean(xs: &[f64]) -> f64 {
    xs.iter().sum::<f64>() / xs.len() as f64
}

fn main() {}
