fusus::cnf! {
    fn program((a, b): (f64, f64), xs: &[f64]) -> Vec<f64> {
        map(|x| a * x + b, xs)
    }
}

fn main() {
    let _: Vec<f64> = program((1.0, 2.0), &[1.0]);
}
