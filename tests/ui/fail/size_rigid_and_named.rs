fusus::cnf! {
    fn program(xs: &[f64], n: usize) -> Vec<f64> {
        let gts = filter(|x| x > 0.0, xs);
        let is = generate(n, |i| i as f64);
        map(|gt, i| gt + i, gts, is)
    }
}

fn main() {}
