use fusus::cnf;

cnf! {
    fn ends(xs: &[f64]) -> (f64, f64) {
        let ys = map(|x| x / 2.0, xs);
        (ys.first(), ys.last())
    }

    fn least(xs: &[f64]) -> usize {
        map(|x| x * x, xs).argmin()
    }
}

fn main() {}
