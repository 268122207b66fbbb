fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> f64 {
        let a = reshape(xs, [h, w]);
        sum(0..3, |i, j| a[[i, j]])
    }
}

fn main() {}
