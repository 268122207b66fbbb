fusus::cnf! {
    fn program(xs: &[f64], ys: &mut [f64]) -> () {
        let indices = filter(|i| i > 2, 0..10);
        *ys = scatter(ys, indices, xs);
    }
}

fn main() {}
