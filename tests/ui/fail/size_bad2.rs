fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let gts = filter(|x| x > 0.0, xs);
        let lts = filter(|x| x < 0.0, xs);
        map(|gt, lt| gt + lt, gts, lts)
    }
}

fn main() {}
