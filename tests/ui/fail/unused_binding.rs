#![deny(unused_variables)]

fusus::cnf! {
    fn program(xs: &[f64], factor: f64) -> f64 {
        let doubled = map(|x| 2.0 * x, xs);
        let (kept, gone) = map(|x| (x, -x), xs);
        let most = fold(0.0, f64::max, kept);
        1.0
    }
}

fn main() {}
