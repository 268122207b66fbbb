//! The step by loops over rows and columns, to compare with: one that makes the four arrays of what
//! crosses the sides of cells, one that makes the results.

use crate::water::State;

/// Returns the water one step after `now`, and leaves in `before` that of now, filtered.
pub(crate) fn step(
    (rows, columns): (usize, usize),
    (ratio, filter): (f64, f64),
    now: &State,
    before: &mut State,
) -> State {
    let State {
        east: u,
        south: v,
        depth: p,
    } = now;
    let cells = rows * columns;
    let (mut cu, mut cv) = (vec![0.0; cells], vec![0.0; cells]);
    let (mut z, mut h) = (vec![0.0; cells], vec![0.0; cells]);
    for i in 0..rows {
        let row = i * columns;
        let above = if i == 0 { rows - 1 } else { i - 1 } * columns;
        let below = if i == rows - 1 { 0 } else { i + 1 } * columns;
        for j in 0..columns {
            let left = if j == 0 { columns - 1 } else { j - 1 };
            let right = if j == columns - 1 { 0 } else { j + 1 };
            let at = row + j;
            cu[at] = 0.5 * (p[at] + p[row + left]) * u[at];
            cv[at] = 0.5 * (p[at] + p[above + j]) * v[at];
            z[at] = (v[at] - v[row + left] - u[at] + u[above + j])
                / (p[at] + p[row + left] + p[above + j] + p[above + left]);
            let (west, east, north, south) = (u[at], u[row + right], v[at], v[below + j]);
            h[at] = p[at] + 0.25 * (west * west + east * east + north * north + south * south);
        }
    }
    let (mut u1, mut v1, mut p1) = (vec![0.0; cells], vec![0.0; cells], vec![0.0; cells]);
    for i in 0..rows {
        let row = i * columns;
        let above = if i == 0 { rows - 1 } else { i - 1 } * columns;
        let below = if i == rows - 1 { 0 } else { i + 1 } * columns;
        for j in 0..columns {
            let left = if j == 0 { columns - 1 } else { j - 1 };
            let right = if j == columns - 1 { 0 } else { j + 1 };
            let at = row + j;
            u1[at] = before.east[at]
                + 0.5
                    * ratio
                    * (z[below + j] + z[at])
                    * (cv[below + j] + cv[below + left] + cv[row + left] + cv[at])
                - ratio * (h[at] - h[row + left]);
            v1[at] = before.south[at]
                - 0.5
                    * ratio
                    * (z[row + right] + z[at])
                    * (cu[row + right] + cu[at] + cu[above + j] + cu[above + right])
                - ratio * (h[at] - h[above + j]);
            p1[at] = before.depth[at] - ratio * (cu[row + right] - cu[at] + cv[below + j] - cv[at]);
            let smooth = |new: f64, now: f64, old: f64| now + filter * (new - 2.0 * now + old);
            before.east[at] = smooth(u1[at], u[at], before.east[at]);
            before.south[at] = smooth(v1[at], v[at], before.south[at]);
            before.depth[at] = smooth(p1[at], p[at], before.depth[at]);
        }
    }
    State {
        east: u1,
        south: v1,
        depth: p1,
    }
}
