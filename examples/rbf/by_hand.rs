//! The means by loops, to compare with.

/// The mean of the values of points around each place of a grid.
pub(crate) fn smoothed(xs: &[f32], ys: &[f32], px: &[f32], py: &[f32], values: &[f32]) -> Vec<f32> {
    let mut means = Vec::with_capacity(xs.len() * ys.len());
    for y in ys {
        for x in xs {
            let (mut all, mut total) = (0.0, 0.0);
            for ((u, v), value) in px.iter().zip(py).zip(values) {
                let weight = (-((x - u).powi(2) + (y - v).powi(2))).exp();
                all += weight * value;
                total += weight;
            }
            means.push(all / total);
        }
    }
    means
}
