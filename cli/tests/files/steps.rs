//! Operators that are not associative, in programs of every form.

fusus::cnf! {
    fn smooth(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |y, x| 0.9 * y + 0.1 * x, xs)
    }

    #[cnf(strict)]
    fn smooth_in_order(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |y, x| 0.9 * y + 0.1 * x, xs)
    }
}

#[fusus::fused]
fn difference(xs: &[i64]) -> i64 {
    fold(0, |a, b| a - b, xs)
}

fn main() {
    let xs = [1.0, 2.0];
    let _ = fusus::cnf! { fold(1.0, |a, b| a / b, xs) };
    let _ = fusus::cnf! {
        #![cnf(associative)]
        fold(1.0, |a, b| a / b, xs)
    };
}
