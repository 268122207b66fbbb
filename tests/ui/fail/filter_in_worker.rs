fusus::cnf! {
    fn below(ts: &[f64], xs: &[f64]) -> Vec<usize> {
        map(|t| len(filter(|x| x < t, xs)), ts)
    }

    fn total_below(ts: &[f64], xs: &[f64]) -> Vec<f64> {
        map(|t| sum(filter(|x| x < t, xs)), ts)
    }

    fn of_pairs(ts: &[f64], xs: &[(u32, f64)]) -> Vec<usize> {
        map(|t| len(filter(|(_, x)| x < t, xs)), ts)
    }

    fn scaled(ts: &[f64], xs: &[f64]) -> Vec<f64> {
        map(|t| sum(map(|x| x * t, xs)), ts)
    }
}

fn main() {}
