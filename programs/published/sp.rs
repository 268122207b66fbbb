cnf! {
    /// The x-sweep of SP, of the NAS parallel benchmarks: three pentadiagonal systems for each line of
    /// a grid, of which the first is solved for three right sides.
    ///
    /// `us` is the velocity along the lines, `rho` the inverse of the density, `speed` that of sound.
    pub fn x_sweep(
        d: usize,
        h: usize,
        w: usize,
        us: &[f64],
        rho: &[f64],
        speed: &[f64],
        s1: &[f64],
        s2: &[f64],
        s3: &[f64],
        s4: &[f64],
        s5: &[f64],
    ) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>) {
        let u = pad(edge, reshape(us, [d, h, w]));
        let r = pad(edge, reshape(rho, [d, h, w]));
        let c = pad(edge, reshape(speed, [d, h, w]));
        let f1 = reshape(s1, [d, h, w]);
        let f2 = reshape(s2, [d, h, w]);
        let f3 = reshape(s3, [d, h, w]);
        let f4 = reshape(s4, [d, h, w]);
        let f5 = reshape(s5, [d, h, w]);

        // The rows of the systems: the diagonal, and what is beside it at both sides.
        let west2 = generate([d, h, w], |_, _, i| if 3 <= i && i + 2 <= w { DISSIPATION } else { 0.0 });
        let west = generate(|k, j, i| if is_inner(i, w) {
            let near = if 2 <= i { 4.0 * DISSIPATION } else { 0.0 };
            -CONVECTION * u[[k, j, i - 1]] - DIFFUSION * diffusion(r[[k, j, i - 1]]) - near
        } else {
            0.0
        });
        let here = generate(|k, j, i| if is_inner(i, w) {
            let near = if i == 1 || i + 2 == w { 5.0 } else { 6.0 };
            1.0 + 2.0 * DIFFUSION * diffusion(r[[k, j, i]]) + near * DISSIPATION
        } else {
            1.0
        });
        let east = generate(|k, j, i| if is_inner(i, w) {
            let near = if i + 3 <= w { 4.0 * DISSIPATION } else { 0.0 };
            CONVECTION * u[[k, j, i + 1]] - DIFFUSION * diffusion(r[[k, j, i + 1]]) - near
        } else {
            0.0
        });
        let east2 = generate([d, h, w], |_, _, i| if 1 <= i && i + 4 <= w { DISSIPATION } else { 0.0 });
        // Those of the waves that go along with the flow, and against it.
        let west_p = generate(|k, j, i| west[[k, j, i]] - sound(c[[k, j, i - 1]], i, w));
        let east_p = generate(|k, j, i| east[[k, j, i]] + sound(c[[k, j, i + 1]], i, w));
        let west_m = generate(|k, j, i| west[[k, j, i]] + sound(c[[k, j, i - 1]], i, w));
        let east_m = generate(|k, j, i| east[[k, j, i]] - sound(c[[k, j, i + 1]], i, w));

        let (e, g, y1, y2, y3) = recurrence((0.0, 0.0, 0.0, 0.0, 0.0), |(e, g, y1, y2, y3), k, j, i| {
            let a = west2[[k, j, i]];
            let b = west[[k, j, i]] - a * e[[k, j, i - 2]];
            let pivot = here[[k, j, i]] - a * g[[k, j, i - 2]] - b * e[[k, j, i - 1]];
            (
                (east[[k, j, i]] - b * g[[k, j, i - 1]]) / pivot,
                east2[[k, j, i]] / pivot,
                (f1[[k, j, i]] - a * y1[[k, j, i - 2]] - b * y1[[k, j, i - 1]]) / pivot,
                (f2[[k, j, i]] - a * y2[[k, j, i - 2]] - b * y2[[k, j, i - 1]]) / pivot,
                (f3[[k, j, i]] - a * y3[[k, j, i - 2]] - b * y3[[k, j, i - 1]]) / pivot,
            )
        });
        let (e_p, g_p, y4) = recurrence((0.0, 0.0, 0.0), |(e, g, y), k, j, i| {
            let a = west2[[k, j, i]];
            let b = west_p[[k, j, i]] - a * e[[k, j, i - 2]];
            let pivot = here[[k, j, i]] - a * g[[k, j, i - 2]] - b * e[[k, j, i - 1]];
            (
                (east_p[[k, j, i]] - b * g[[k, j, i - 1]]) / pivot,
                east2[[k, j, i]] / pivot,
                (f4[[k, j, i]] - a * y[[k, j, i - 2]] - b * y[[k, j, i - 1]]) / pivot,
            )
        });
        let (e_m, g_m, y5) = recurrence((0.0, 0.0, 0.0), |(e, g, y), k, j, i| {
            let a = west2[[k, j, i]];
            let b = west_m[[k, j, i]] - a * e[[k, j, i - 2]];
            let pivot = here[[k, j, i]] - a * g[[k, j, i - 2]] - b * e[[k, j, i - 1]];
            (
                (east_m[[k, j, i]] - b * g[[k, j, i - 1]]) / pivot,
                east2[[k, j, i]] / pivot,
                (f5[[k, j, i]] - a * y[[k, j, i - 2]] - b * y[[k, j, i - 1]]) / pivot,
            )
        });

        let (x1, x2, x3) = recurrence((0.0, 0.0, 0.0), |(x1, x2, x3), k, j, i| {
            let (e, g) = (e[[k, j, i]], g[[k, j, i]]);
            (
                y1[[k, j, i]] - e * x1[[k, j, i + 1]] - g * x1[[k, j, i + 2]],
                y2[[k, j, i]] - e * x2[[k, j, i + 1]] - g * x2[[k, j, i + 2]],
                y3[[k, j, i]] - e * x3[[k, j, i + 1]] - g * x3[[k, j, i + 2]],
            )
        });
        let x4 = recurrence(0.0, |x, k, j, i| y4[[k, j, i]] - e_p[[k, j, i]] * x[[k, j, i + 1]] - g_p[[k, j, i]] * x[[k, j, i + 2]]);
        let x5 = recurrence(0.0, |x, k, j, i| y5[[k, j, i]] - e_m[[k, j, i]] * x[[k, j, i + 1]] - g_m[[k, j, i]] * x[[k, j, i + 2]]);
        (x1, x2, x3, x4, x5)
    }

    /// The first position and the last one are the border, whose values are given.
    fn is_inner(i: usize, w: usize) -> bool {
        1 <= i && i + 2 <= w
    }

    /// The largest of the diffusion coefficients of the five equations.
    fn diffusion(rho: f64) -> f64 {
        let r = 0.1 * rho;
        (0.75 + 4.0 / 3.0 * r).max(0.75 + 1.96 * r)
    }

    fn sound(speed: f64, i: usize, w: usize) -> f64 {
        if is_inner(i, w) { CONVECTION * speed } else { 0.0 }
    }

    // For a line of 12 points, and a step in time of 0.015.
    const CONVECTION: f64 = 0.015 * 5.5;
    const DIFFUSION: f64 = 0.015 * 121.0;
    const DISSIPATION: f64 = 0.015 * 0.25;
}
