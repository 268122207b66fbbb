fusus::cnf! {
    fn widened(bytes: &[u8]) -> u64 {
        fold(0u64, |a, b| a + b as u64, bytes)
    }

    fn counted(xs: &[f64]) -> usize {
        let count = fold(0, |n, x| if x > 0.0 { n + 1 } else { n }, xs);
        count
    }

    fn of_a_map(xs: &[f32]) -> f64 {
        fold(f64::NEG_INFINITY, |a, b| a.max(f64::from(b)), map(|x| x * x, xs))
    }

    fn annotated(bytes: &[u8]) -> String {
        let total = fold(0, |a: u64, b: u8| a + u64::from(b), bytes);
        total.to_string()
    }

    fn paired(xs: &[f32]) -> (f32, usize) {
        fold((0.0, 0), |(sum, n), x| (sum + x, n + 1), xs)
    }

    fn scanned(bytes: &[u8]) -> Vec<u64> {
        scan(0, |a, b| a + b as u64, bytes)
    }

    fn only_the_result(bytes: &[u8]) -> u64 {
        fold(0, |a, b| a + b, bytes)
    }
}

fn main() {}
