fusus::cnf! {
    fn ones(n: usize) -> Vec<f64> {
        let zeros = vec![0.0; n];
        map(|z| z + 1.0, zeros)
    }
}

fn main() {}
