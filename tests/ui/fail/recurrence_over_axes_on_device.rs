fusus::cnf! {
    #[backend(ocl)]
    fn program(h: usize, w: usize, xs: &[f32]) -> Vec<f32> {
        let a = reshape(xs, [h, w]);
        recurrence(0.0, |d, i, j| d[[i - 1, j]] + d[[i, j - 1]] + a[[i, j]])
    }
}

fn main() {}
