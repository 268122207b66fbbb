fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        let total = 0.0;
        for x in xs { total += x; }
        total
    }
}

fn main() {}
