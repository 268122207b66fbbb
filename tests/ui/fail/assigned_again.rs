fusus::cnf! {
    fn assigned(xs: &[f64]) -> f64 {
        let mut s = 0.0;
        s = fold(s, |a, b| a + b, xs);
        s
    }

    fn added(xs: &[f64]) -> f64 {
        let s = 0.0;
        s += fold(0.0, |a, b| a + b, xs);
        s
    }
}

fn main() {}
