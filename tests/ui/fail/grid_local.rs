fusus::cnf! {
    fn by_no_combinator(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i| mean(|j| a[[i, j]]))
    }
}

fn main() {}
