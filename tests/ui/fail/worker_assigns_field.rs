fusus::cnf! {
    fn program(xs: &[f64], seen: &mut [usize; 2]) -> Vec<f64> {
        map(|x| { seen[usize::from(x > 0.0)] += 1; x }, xs)
    }
}

fn main() {}
