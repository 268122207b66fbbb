fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<(usize, f64)> {
        let a = reshape(xs, [h, w]);
        zip_with_index(map(|x| x + 1.0, a))
    }
}

fn main() {}
