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

const ZERO: u64 = 0;

fn from_a_constant(bytes: &[u8]) -> u64 {
    fusus::cnf! { fold(ZERO, |a, b| a + b as u64, bytes) }
}

fn from_a_variable(xs: &[f64], start: usize) -> usize {
    fusus::cnf! { fold(start, |n, x| if x > 0.0 { n + 1 } else { n }, filter(|x| x < 1.0, xs)) }
}

fn of_a_map(xs: &[f64]) -> (f64, usize) {
    fusus::cnf! {
        let squares = map(|x| x * x, xs);
        fold((0.0, 0), |(sum, n), x| (sum + x, n + 1), squares)
    }
}

fn of_pairs(xs: &[u8], ys: &[u8]) -> u64 {
    fusus::cnf! { fold(0u64, |a, (x, y)| a + x as u64 * y as u64, map(|x, y| (x, y), xs, ys)) }
}

fn of_all_pairs(xs: &[u8], ys: &[u8]) -> u64 {
    fusus::cnf! { fold(0u64, |a, (x, y)| a + x as u64 * y as u64, cross(xs, ys)) }
}

fn main() {}
