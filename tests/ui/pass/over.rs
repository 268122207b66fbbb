//! Folds over an index.

use fusus::cnf;

cnf! {
    const R: usize = 2;

    fn scalars(xs: &[i64], ys: &[i64], n: usize) -> (i64, i64, i64, i64) {
        let dot = sum(|k| xs[k] * ys[k]);
        let most = fold(i64::MIN, |a, b| a.max(b), 0..n, |k| xs[k]);
        let twice = 2 * sum(R.., |k| ys[k]) + sum(..=n, |k| xs[k]);
        (dot, most, twice, fold(i64::MAX, i64::min, |i| sum(|k| xs[i] - ys[k])))
    }

    fn rows(h: usize, w: usize, xs: &[f32]) -> (Vec<f32>, Vec<f32>, Vec<f32>) {
        let a = reshape(xs, [h, w]);
        let means = generate(|i| sum(|j| a[[i, j]]) / w as f32);
        let spread = generate(|i| sum(|j| (a[[i, j]] - means[i]).powi(2)));
        let normal = generate(|i, j| (a[[i, j]] - means[i]) / spread[i].sqrt());
        (means, normal, generate(|j| fold(0.0, |a: f32, b| a.max(b), |i| normal[[i, j]])))
    }

    fn triangles(n: usize, xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let a = reshape(xs, [n, n]);
        let below = generate(|i, j| sum(..j, |k| a[[i, k]]));
        let above = generate(|i, j| sum(j.., |k| a[[i, k]] * a[[k, j]]));
        (below, above, generate(|i| sum(i..i + R, |k| xs[k])))
    }

    fn workers(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
        let kept = filter(|x| sum(|k| (x - ys[k]).abs()) > 1.0, xs);
        let scaled = map(|x| { let half = x / 2.0; sum(|k| half * kept[k]) }, ys);
        (kept, scaled, fold(0.0, |total, x| total + sum(|k| x * ys[k]), |a, b| a + b, xs))
    }
}

#[test]
fn main() {
    let xs = [1, 2, 3, 4];
    assert_eq!(scalars(&xs, &[1, 1, 1, 1], 3), (10, 3, 14, 0));
    let (means, _, _) = rows(1, 2, &[1.0, 3.0]);
    assert_eq!(means, [2.0]);
    let (below, above, two) = triangles(2, &[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(below, [0.0, 1.0, 0.0, 3.0]);
    assert_eq!(above, [7.0, 8.0, 15.0, 16.0]);
    assert_eq!(two, [3.0, 5.0, 7.0]);
    let (kept, scaled, total) = workers(&[3.0, 0.0], &[0.0, 1.0]);
    assert_eq!((kept, scaled, total), (vec![3.0], vec![0.0, 1.5], 3.0));
}
