fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let gts = filter(|x| x > 0.0, xs);
        map(|x, gt| x + gt, xs, gts)
    }
}

fn main() {}
