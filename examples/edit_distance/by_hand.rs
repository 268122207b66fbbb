//! Distances by loops.

/// The distances between all beginnings of two texts, in rows.
pub(crate) fn distances(a: &[u8], b: &[u8]) -> Vec<i32> {
    let w = b.len() + 1;
    let mut d = vec![0; (a.len() + 1) * w];
    for i in 0..=a.len() {
        for j in 0..w {
            d[i * w + j] = match (i, j) {
                (0, j) => j as i32,
                (i, 0) => i as i32,
                (i, j) => {
                    let differs = i32::from(a[i - 1] != b[j - 1]);
                    let changed = d[(i - 1) * w + j - 1] + differs;
                    changed
                        .min(d[(i - 1) * w + j] + 1)
                        .min(d[i * w + j - 1] + 1)
                }
            };
        }
    }
    d
}
