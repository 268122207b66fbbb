fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i in 0..h| sum(|j| a[[i, j]]))
    }
}

fn main() {}
