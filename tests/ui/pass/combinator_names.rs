//! Functions and methods of Rust that are named like combinators, inside workers.
#![deny(warnings)]

fusus::cnf! {
    fn conform(x: f64) -> f64 { x + 1.0 }

    fn methods(xs: &[f64], table: &[f64], most: Option<f64>) -> Vec<f64> {
        map(
            |x| {
                let far = table.iter().map(|t| t * x).filter(|t| *t > 1.0).fold(0.0, f64::max);
                let sum = (0..3).fold(x.max(far), |a, b| a + f64::from(b));
                let scaled: f64 = [x, sum].map(|y| y * 2.0).iter().sum();
                scaled + most.map(|m| m.min(x)).unwrap_or(table.len() as f64) + len(xs) as f64
            },
            xs,
        )
    }

    fn elements(xs: &[Option<f64>]) -> Vec<Option<f64>> {
        map(|x| x.map(|y| y + 1.0).filter(|y| *y > 0.0), xs)
    }

    fn functions(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(|x, y| cross((x, y), (y, x)) + map(x, 0.0, 1.0, 2.0, 4.0) + conform(y), xs, ys)
    }

    fn closures(xs: &[f64]) -> Vec<f64> {
        map(
            |x| {
                fn scan(x: f64) -> f64 { x }
                let filter = |f: fn(f64) -> f64, y: f64| f(y);
                filter(scan, x)
            },
            xs,
        )
    }

    fn parameters(fold: impl Fn(f64, f64) -> f64 + Sync, xs: &[f64]) -> Vec<f64> {
        map(|x| fold(x, 1.0), xs)
    }
}

fn cross(a: (f64, f64), b: (f64, f64)) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

fn map(x: f64, low: f64, high: f64, to_low: f64, to_high: f64) -> f64 {
    to_low + (x - low) / (high - low) * (to_high - to_low)
}

#[test]
fn main() {
    assert_eq!(methods(&[1.0], &[2.0], None), [(1.0 + 5.0) * 2.0 + 1.0 + 1.0]);
    assert_eq!(elements(&[Some(1.0), Some(-3.0), None]), [Some(2.0), None, None]);
    assert_eq!(functions(&[1.0], &[0.0]), [1.0 + 4.0 + 1.0]);
    assert_eq!(closures(&[2.0]), [2.0]);
    assert_eq!(parameters(|a, b| a + b, &[2.0]), [3.0]);
    let (xs, array) = ([1.0, 2.0], [3.0, 4.0]);
    let ys = fusus::cnf! {
        let sum = fold(0.0, |a, b| a + b, array);
        map(|x| array.map(|y| x * y)[0] + sum, xs)
    };
    assert_eq!(ys, [10.0, 13.0]);
}
