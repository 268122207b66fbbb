fusus::cnf! {
    #[backed(cpu)]
    fn one(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }

    #[cfn(strict)]
    fn two(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }

    #[no_such_attribute]
    fn three(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }
}

fn main() {
    one(&[]);
}
