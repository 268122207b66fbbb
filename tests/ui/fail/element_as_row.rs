fusus::cnf! {
    fn means(xs: &[f64]) -> Vec<f64> {
        map(|w| fold(0.0, |a, b| a + b, w) / 5.0, windows(5, xs))
    }

    fn totals(rows: &[[f64; 3]]) -> Vec<f64> {
        map(|row| sum(map(|x| x * x, row)), rows)
    }
}

fn main() {}
