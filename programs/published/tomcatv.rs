cnf! {
    /// The residuals of a mesh by SPEC's Tomcatv, what its tridiagonal solver starts from, and the
    /// largest residuals.
    pub fn residuals(w: usize, h: usize, xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>, f64, f64) {
        let x = reshape(xs, [h, w]);
        let y = reshape(ys, [h, w]);
        let xx = generate(|j, i| x[[j, i + 1]] - x[[j, i - 1]]);
        let yx = generate(|j, i| y[[j, i + 1]] - y[[j, i - 1]]);
        let xy = generate(|j, i| x[[j + 1, i]] - x[[j - 1, i]]);
        let yy = generate(|j, i| y[[j + 1, i]] - y[[j - 1, i]]);
        let a = generate(|j, i| 0.25 * (xy[[j, i]] * xy[[j, i]] + yy[[j, i]] * yy[[j, i]]));
        let b = generate(|j, i| 0.25 * (xx[[j, i]] * xx[[j, i]] + yx[[j, i]] * yx[[j, i]]));
        let c = generate(|j, i| 0.125 * (xx[[j, i]] * xy[[j, i]] + yx[[j, i]] * yy[[j, i]]));
        let aa = generate(|j, i| -b[[j, i]]);
        let dd = generate(|j, i| b[[j, i]] + b[[j, i]] + a[[j, i]] * REL);
        let rx = generate(|j, i| a[[j, i]] * (x[[j, i + 1]] - 2.0 * x[[j, i]] + x[[j, i - 1]])
            + b[[j, i]] * (x[[j + 1, i]] - 2.0 * x[[j, i]] + x[[j - 1, i]])
            - c[[j, i]] * (x[[j + 1, i + 1]] - x[[j - 1, i + 1]] - x[[j + 1, i - 1]] + x[[j - 1, i - 1]]));
        let ry = generate(|j, i| a[[j, i]] * (y[[j, i + 1]] - 2.0 * y[[j, i]] + y[[j, i - 1]])
            + b[[j, i]] * (y[[j + 1, i]] - 2.0 * y[[j, i]] + y[[j - 1, i]])
            - c[[j, i]] * (y[[j + 1, i + 1]] - y[[j - 1, i + 1]] - y[[j + 1, i - 1]] + y[[j - 1, i - 1]]));
        let most_x = fold(0.0, |most, r| most.max(r.abs()), f64::max, rx);
        let most_y = fold(0.0, |most, r| most.max(r.abs()), f64::max, ry);
        (aa, dd, rx, ry, most_x, most_y)
    }

    const REL: f64 = 2.0 / 0.98;
}
