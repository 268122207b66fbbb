fusus::cnf! {
    #[backend(gpu)]
    fn total(xs: &[f64]) -> f64 {
        sum(xs)
    }

    #[backend(rayon)]
    fn total_of_others(xs: &[f64]) -> f64 {
        sum(xs)
    }
}

fn main() {}
