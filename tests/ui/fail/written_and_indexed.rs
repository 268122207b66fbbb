fusus::cnf! {
    fn program(ys: &mut [f64], at: &[usize]) -> Vec<f64> {
        let old = ys;
        *ys = map(|y| y + 1.0, ys);
        map(|i| old[i], at)
    }
}

fn main() {}
