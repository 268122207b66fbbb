fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate([.., first(w)..w], |i, j| a[[i, j]])
    }

    fn first(w: usize) -> usize {
        w / 2
    }
}

fn main() {}
