//! Computes the picture by loops over rows and columns, to compare with.

/// The picture without its small details, and the slope of what is left.
pub(crate) fn edges(h: usize, w: usize, picture: &[f32], steep: f32) -> (Vec<f32>, Vec<bool>) {
    let mut across = vec![0.0; h * w];
    for i in 0..h {
        for j in 0..w {
            let at = |dj: isize| picture[i * w + near(j, dj, w)];
            across[i * w + j] = 0.0625 * (at(-2) + at(2)) + 0.25 * (at(-1) + at(1)) + 0.375 * at(0);
        }
    }
    let mut smooth = vec![0.0; h * w];
    for i in 0..h {
        for j in 0..w {
            let at = |di: isize| across[near(i, di, h) * w + j];
            smooth[i * w + j] = 0.0625 * (at(-2) + at(2)) + 0.25 * (at(-1) + at(1)) + 0.375 * at(0);
        }
    }
    let mut edges = vec![false; h * w];
    for i in 0..h {
        for j in 0..w {
            let at = |di: isize, dj: isize| smooth[near(i, di, h) * w + near(j, dj, w)];
            let left = at(-1, -1) + 2.0 * at(0, -1) + at(1, -1);
            let right = at(-1, 1) + 2.0 * at(0, 1) + at(1, 1);
            let above = at(-1, -1) + 2.0 * at(-1, 0) + at(-1, 1);
            let below = at(1, -1) + 2.0 * at(1, 0) + at(1, 1);
            let slope = (right - left) * (right - left) + (below - above) * (below - above);
            edges[i * w + j] = slope.sqrt() > steep;
        }
    }
    (smooth, edges)
}

/// The index at this distance, or the last one on the way there.
fn near(index: usize, distance: isize, len: usize) -> usize {
    index.saturating_add_signed(distance).min(len - 1)
}
