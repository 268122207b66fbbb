fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        let rs = rows(a);
        map(|x| x * 2.0, rs)
    }
}

fn main() {}
