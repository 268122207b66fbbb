fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let sum = total(map(|x| x + 1.0, xs));
        sum
    }
}

fn main() {}
