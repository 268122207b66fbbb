fusus::cnf! {
    fn sum_and_count(xs: &[f64]) -> (f64, usize) {
        fold((0.0, 0), |(sum, n), (x, _)| (sum + x, n + 1), map(|x| (x, 1), xs))
    }
}

fn main() {
    let _ = sum_and_count(&[]);
}
