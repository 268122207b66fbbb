fusus::cnf! {
    fn program(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|row| gather(row, map(|x| x as usize, row)), rows(a))
    }
}

fn main() {}
