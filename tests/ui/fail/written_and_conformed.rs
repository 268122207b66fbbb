fusus::cnf! {
    fn read(xs: &[f64], ys: &mut [f64]) -> Vec<f64> {
        let old = conform(ys, xs);
        *ys = map(|y| y + 1.0, ys);
        map(|o, y| o + y, old, ys)
    }

    fn returned(xs: &[f64], ys: &mut [f64]) -> Vec<f64> {
        *ys = map(|y| y + 1.0, ys);
        let sized = conform(ys, xs);
        let old = conform(sized, xs);
        *ys = scan(0.0, |a, b| a + b, ys);
        old
    }
}

fn main() {}
