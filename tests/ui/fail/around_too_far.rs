fusus::cnf! {
    fn program(n: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, 40]);
        map(|near| near[10][10], around(a, [10, 10]))
    }
}

fn main() {}
