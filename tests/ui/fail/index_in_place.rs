fusus::cnf! {
    fn program(xs: &[f64], ys: &mut [f64]) {
        *ys = generate(|i| xs[i - 1]);
    }
}

fn main() {}
