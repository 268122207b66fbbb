fusus::cnf! {
    fn program(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let kept = filter(|x| x > 0.0, xs);
        generate(|i| xs[i] * kept[i + 1])
    }
}

fn main() {}
