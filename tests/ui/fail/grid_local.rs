fusus::cnf! {
    fn by_no_combinator(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i| mean(|j| a[[i, j]]))
    }

    fn in_a_loop(h: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, 3]);
        generate(|i| {
            let mut total = 0.0;
            for k in 0..3 {
                total += a[[i, k]];
            }
            total
        })
    }
}

fn main() {}
