fusus::cnf! {
    fn written(xs: &mut [f64], n: usize) {
        for _ in 0..n {
            *xs = map(|x| x + 1.0, xs);
        }
    }

    fn bound_anew(xs: &[f64], n: usize) -> Vec<f64> {
        let mut ys = map(|x| x, xs);
        for _ in 0..n {
            ys = map(|x| x + 1.0, ys);
        }
        ys
    }

    fn added_up(xs: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        while sum < 1.0 {
            sum += fold(0.0, |a, b| a + b, xs);
        }
        sum
    }

    fn value(xs: &[f64], n: usize) -> Vec<f64> {
        let ys = loop { break map(|x| x + 1.0, xs); };
        ys
    }
}

fn main() {}
