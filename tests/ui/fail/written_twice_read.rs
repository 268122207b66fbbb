fusus::cnf! {
    fn program(ys: &mut [f64]) -> Vec<f64> {
        let old = ys;
        *ys = map(|y| y + 1.0, ys);
        map(|o, y| o + y, old, ys)
    }
}

fn main() {}
