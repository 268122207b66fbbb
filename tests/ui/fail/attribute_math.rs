fusus::cnf! {
    #[cnf(math = "fast")]
    fn one(xs: &[f64]) -> Vec<f64> { map(|x| x.exp(), xs) }

    #[cnf(math = std)]
    fn two(xs: &[f64]) -> Vec<f64> { map(|x| x.exp(), xs) }

    #[cnf(math = 2)]
    fn three(xs: &[f64]) -> Vec<f64> { map(|x| x.exp(), xs) }
}

fn main() {}
