fn widened(bytes: &[u8]) -> u64 {
    fusus::cnf! { fold(0u64, |a, b| a + b as u64, bytes) }
}

fn counted(xs: &[f64]) -> usize {
    fusus::cnf! { fold(0, |n, x| if x > 0.0 { n + 1 } else { n }, xs) }
}

fn paired(xs: &[f64]) -> (f64, usize) {
    fusus::cnf! { fold((0.0, 0usize), |(sum, n), x| (sum + x, n + 1), xs) }
}

fn found(xs: &[f64]) -> Option<f64> {
    fusus::cnf! { fold(None, |best: Option<f64>, x| Some(best.map_or(x, |b| b.max(x))), xs) }
}

fn scanned(xs: &[u32]) -> Vec<f64> {
    fusus::cnf! { scan(0.0, |a, x| a + x as f64, xs) }
}

fn main() {}
