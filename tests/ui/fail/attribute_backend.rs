fusus::cnf! {
    #[backend(cuda)]
    fn one(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }

    #[backend(cpu, cpu)]
    fn two(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }

    #[backend]
    fn three(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }
}

fn main() {}
