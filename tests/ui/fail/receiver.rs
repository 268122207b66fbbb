struct S;

impl S {
    fusus::cnf! {
        fn program(&self, xs: &[f64]) -> Vec<f64> {
            map(|x| x + 1.0, xs)
        }
    }
}

fn main() {
    S.program(&[1.0]);
}
