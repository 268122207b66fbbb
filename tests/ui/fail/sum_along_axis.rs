fusus::cnf! {
    fn of_columns(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        sum(a, 0)
    }

    fn of_rows(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        sum(a, axis = 1)
    }
}

fn main() {}
