fusus::cnf! {
    fn program(xs: &[f64]) -> f64 {
        if xs.is_empty() {
            println!("nothing");
            return 0.0;
        }
        fold(0.0, |a, b| a + b, xs)
    }
}

fn main() {}
