//! The step by loops over rows and columns, to compare with.

/// Returns the largest change.
pub(crate) fn relax(h: usize, w: usize, plate: &mut [f64]) -> f64 {
    let before = plate.to_vec();
    let mut change = 0.0;
    for i in 1..h - 1 {
        for j in 1..w - 1 {
            let at = i * w + j;
            let mean = 0.25 * (before[at - w] + before[at + w] + before[at - 1] + before[at + 1]);
            change = f64::max(change, (mean - before[at]).abs());
            plate[at] = mean;
        }
    }
    change
}
