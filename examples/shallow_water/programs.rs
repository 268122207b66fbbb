//! Waves in shallow water on a torus, by the scheme of Sadourny (*The Dynamics of Finite-Difference
//! Models of the Shallow-Water Equations*, 1975), which keeps mass and potential enstrophy.
//!
//! A cell has its depth in its middle, the velocity to the east on its western side, and that to the
//! south on its northern side. The depth is that of the geopotential: gravity times metres.

use fusus::cnf;

cnf! {
    /// The velocities and depths one step after those of now, from those one step `before`, and
    /// those of now with the oscillation between odd and even steps smoothed away by Asselin's
    /// filter. `ratio` is the time of two steps divided by the width of a cell.
    #[allow(clippy::too_many_arguments, clippy::type_complexity)]
    pub(crate) fn step(
        rows: usize, columns: usize, ratio: f64, filter: f64,
        east: &[f64], south: &[f64], depth: &[f64],
        east_before: &[f64], south_before: &[f64], depth_before: &[f64],
    ) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>) {
        let u_now = reshape(east, [rows, columns]);
        let v_now = reshape(south, [rows, columns]);
        let p_now = reshape(depth, [rows, columns]);
        let (u, v, p) = (pad(wrap, u_now), pad(wrap, v_now), pad(wrap, p_now));
        // The water that crosses the sides of a cell.
        let across = generate(|i, j| 0.5 * (p[[i, j]] + p[[i, j - 1]]) * u[[i, j]]);
        let down = generate(|i, j| 0.5 * (p[[i, j]] + p[[i - 1, j]]) * v[[i, j]]);
        // Twice the potential vorticity of a corner, by the cells around it.
        let spin = generate(|i, j|
            (v[[i, j]] - v[[i, j - 1]] - u[[i, j]] + u[[i - 1, j]])
                / (p[[i, j]] + p[[i, j - 1]] + p[[i - 1, j]] + p[[i - 1, j - 1]])
        );
        // Depth and kinetic energy.
        let head = generate(|i, j| {
            let (west, east, north, south) = (u[[i, j]], u[[i, j + 1]], v[[i, j]], v[[i + 1, j]]);
            p[[i, j]] + 0.25 * (west * west + east * east + north * north + south * south)
        });
        let (cu, cv, z, h) = (pad(wrap, across), pad(wrap, down), pad(wrap, spin), pad(wrap, head));
        let u0 = reshape(east_before, [rows, columns]);
        let v0 = reshape(south_before, [rows, columns]);
        let p0 = reshape(depth_before, [rows, columns]);
        let u1 = generate(|i, j|
            u0[[i, j]]
                + 0.5 * ratio * (z[[i + 1, j]] + z[[i, j]])
                    * (cv[[i + 1, j]] + cv[[i + 1, j - 1]] + cv[[i, j - 1]] + cv[[i, j]])
                - ratio * (h[[i, j]] - h[[i, j - 1]])
        );
        let v1 = generate(|i, j|
            v0[[i, j]]
                - 0.5 * ratio * (z[[i, j + 1]] + z[[i, j]])
                    * (cu[[i, j + 1]] + cu[[i, j]] + cu[[i - 1, j]] + cu[[i - 1, j + 1]])
                - ratio * (h[[i, j]] - h[[i - 1, j]])
        );
        let p1 = generate(|i, j|
            p0[[i, j]] - ratio * (cu[[i, j + 1]] - cu[[i, j]] + cv[[i + 1, j]] - cv[[i, j]])
        );
        let u2 = map(|new, now, old| now + filter * (new - 2.0 * now + old), u1, u_now, u0);
        let v2 = map(|new, now, old| now + filter * (new - 2.0 * now + old), v1, v_now, v0);
        let p2 = map(|new, now, old| now + filter * (new - 2.0 * now + old), p1, p_now, p0);
        (u1, v1, p1, u2, v2, p2)
    }
}
