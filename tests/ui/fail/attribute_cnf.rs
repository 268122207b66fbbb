fusus::cnf! {
    #[cnf(lops = 2)]
    fn one(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }

    #[cnf(loops = "two")]
    fn two(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }

    #[cnf(strategy = "gredy", cost = "papre")]
    fn three(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }
}

fn main() {}
