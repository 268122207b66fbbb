fusus::cnf! {
    fn program(xs: &[f64], at: &[usize]) -> Vec<f64> {
        let some = filter(|i| i > 2, at);
        let ys = gather(xs, some);
        map(|x, y| x + y, xs, ys)
    }
}

fn main() {}
