fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let (a, a) = map(|x| (x, x), xs);
        a
    }
}

fn main() {}
