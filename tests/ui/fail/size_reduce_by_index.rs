fusus::cnf! {
    fn program(xs: &[f64], ys: &mut [f64]) -> () {
        let indices = filter(|i| i > 2, 0..10);
        *ys = reduce_by_index(ys, |a, b| a + b, indices, xs);
    }
}

fn main() {}
