fusus::cnf! {
    fn program(xs: &[f64]) -> Vec<f64> {
        let parts = chunks(4, xs);
        map(|part| part[0], parts)
    }
}

fn main() {}
