use fusus::cnf;

cnf! {
    fn packed(xs: &[f64], dest: &[f64]) -> Vec<f64> {
        let kept = filter(|x| x > 0.0, xs);
        scatter(dest, 0..len(xs), kept)
    }
}

fn main() {}
