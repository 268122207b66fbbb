fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        scan(0, |a, b| a + b, map(|x| x * 2.0, xs))
    }
}

fusus::cnf! {
    fn of_a_scan(xs: &[u32], start: u64) -> (Vec<u32>, Vec<u32>) {
        let once = scan(0, |a, b| a + b, xs);
        let twice = scan_exclusive(start + 1, |a, b| a + b, once);
        (once, twice)
    }
}

fn main() {}
