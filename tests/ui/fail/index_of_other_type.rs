use fusus::cnf;

cnf! {
    fn behind(xs: &[f64], s: i32) -> Vec<f64> {
        generate(|i| xs[i + s])
    }

    fn computed(xs: &[f64], a: isize) -> Vec<f64> {
        let by = 2 * a - 1;
        at(pad(edge, xs), by)
    }

    fn unsigned(h: usize, w: usize, xs: &[f64], k: u32) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|j| a[[k, j]])
    }
}

fn main() {}
