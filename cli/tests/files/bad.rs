//! Mistakes, and programs that have none.

use fusus::cnf;

cnf! {
    fn mismatch(xs: &[f64], f: f64) -> Vec<f64> {
        let ys = filter(|x| x > f, xs);
        map(|a, b| a * b, ys, xs)
    }

    #[cnf(loops = 1)]
    fn too_many(xs: &[f64]) -> Vec<f64> {
        let sum = fold(0.0, |a, b| a + b, xs);
        map(|x| x / sum, xs)
    }

    fn right(xs: &[f64]) -> Vec<f64> {
        map(|x| x + 1.0, xs)
    }
}

fn expression(xs: &[i32]) -> i32 {
    cnf! {
        let ys = filter(|x| x > 0, xs);
        fold(0, |a, b| a + b, map(|x, y| x * y, xs, ys))
    }
}
