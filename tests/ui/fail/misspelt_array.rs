fusus::cnf! {
    fn program(values: &[f64]) -> Vec<f64> {
        map(|x| x + 1.0, vlaues)
    }
}

fn main() {}
