macro_rules! sums {
    ($name:ident, $ty:ty, $worker:expr) => {
        fusus::cnf! {
            fn $name(xs: &[$ty]) -> $ty {
                let ys = filter($worker, xs);
                fold(0.0, |a, b| a + b, map(|x, y| x + y, xs, ys))
            }
        }
    };
}

sums!(positive, f64, |x| x > 0.0);

fn main() {}
