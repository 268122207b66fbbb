fusus::cnf! {
    fn in_a_closure(n: Option<usize>, xs: &[f64]) -> f64 {
        let sum = n.map(|n| fold(0.0, |a, b| a + b, gather(xs, 0..n))).unwrap_or(0.0);
        sum
    }

    fn in_external(xs: &[f64]) -> Vec<f64> {
        let sorted: [f64] = external(sort(map(|x| x + 1.0, xs)));
        sorted
    }

    fn in_a_loop(n: usize, xs: &[f64]) -> f64 {
        let most = {
            let mut most = 0.0;
            for i in 0..n {
                most = f64::max(most, fold(0.0, |a, b| a + b, map(|x| x * i as f64, xs)));
            }
            most
        };
        most
    }
}

fn sort(mut xs: Vec<f64>) -> Vec<f64> {
    xs.sort_by(f64::total_cmp);
    xs
}

fn main() {}
