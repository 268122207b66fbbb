//! The programs of Lewis, Lin and Snyder's table of arrays, as far as they are programs of `cnf!`.

#![allow(
    missing_docs,
    unreachable_pub,
    clippy::too_many_arguments,
    clippy::type_complexity,
    reason = "the programs are written for readers"
)]

use fusus::cnf;

/// The kernel EP, against sums of NAS and counts that were computed one after the other.
mod ep {
    use super::cnf;

    include!("../programs/published/ep.rs");

    fn close(found: f64, expected: f64) -> bool {
        ((found - expected) / expected).abs() < 1e-8
    }

    #[test]
    fn few_pairs() {
        let (sx, sy, counts) = ep(1 << 10);
        assert!(
            close(sx, -9.737766813273913) && close(sy, -6.702256572471984),
            "{sx} {sy}"
        );
        assert_eq!(counts, [372, 344, 72, 8, 0, 0, 0, 0, 0, 0]);
        assert_eq!(counts.iter().sum::<u64>(), 796);
    }

    #[test]
    fn more_pairs() {
        let (sx, sy, counts) = ep(1 << 16);
        assert!(
            close(sx, 77.72321454195506) && close(sy, 27.905540154722598),
            "{sx} {sy}"
        );
        assert_eq!(counts, [24010, 22707, 4297, 265, 6, 0, 0, 0, 0, 0]);
    }

    /// Class S, by the output of NAS. It takes seconds without optimisation.
    #[test]
    #[cfg_attr(debug_assertions, ignore)]
    fn class_s() {
        let (sx, sy, counts) = ep(1 << 24);
        assert!(
            close(sx, -3_247.834_652_034_74) && close(sy, -6_958.407_078_382_301),
            "{sx} {sy}"
        );
        assert_eq!(
            counts,
            [6140517, 5865300, 1100361, 68546, 1648, 17, 0, 0, 0, 0]
        );
        assert_eq!(counts.iter().sum::<u64>(), 13_176_389);
    }
}

mod frac {
    use super::cnf;

    include!("../programs/published/frac.rs");

    #[test]
    fn points_inside_are_black() {
        let picture = frac(30, 24, 0.0);
        assert_eq!(picture.len(), 24 * 30);
        // Row 12 is the real axis, on which −2 to 1/4 are inside.
        assert_eq!(picture[12 * 30 + 15], 0);
        assert_ne!(picture[0], 0);
        assert_eq!(frac(0, 5, 0.0), []);
    }
}

mod tomcatv {
    use super::cnf;

    include!("../programs/published/tomcatv.rs");

    /// A mesh of our own, as SPEC's is not public.
    #[test]
    fn the_largest_residuals_of_a_mesh() {
        let n = 17;
        let at = |f: fn(f64, f64) -> f64| -> Vec<f64> {
            (0..n * n)
                .map(|at| f((at % n) as f64, (at / n) as f64))
                .collect()
        };
        let xs = at(|i, j| i + 0.25 * (0.7 * j).sin() * (0.3 * i).sin());
        let ys = at(|i, j| j + 0.25 * (0.5 * i).cos() * (0.4 * j).sin());
        let (_, dd, rx, ry, most_x, most_y) = residuals(n, n, &xs, &ys);
        assert_eq!([dd.len(), rx.len(), ry.len()], [15 * 15; 3]);
        assert!((most_x - 1.417754313352e-1).abs() < 1e-12, "{most_x}");
        assert!((most_y - 1.009285862810e-1).abs() < 1e-12, "{most_y}");
    }
}

mod sp {
    use super::cnf;

    include!("../programs/published/sp.rs");

    /// The matrices of a line, as NAS writes them: each row has what is two and one before the
    /// diagonal, the diagonal, and what is one and two behind it.
    fn rows(us: &[f64], rho: &[f64], waves: &[f64]) -> Vec<[f64; 5]> {
        let n = us.len();
        let mut rows = vec![[0.0, 0.0, 1.0, 0.0, 0.0]; n];
        for i in 1..n.max(1) - 1 {
            let row = &mut rows[i];
            row[1] = -CONVECTION * us[i - 1] - DIFFUSION * diffusion(rho[i - 1]);
            row[2] = 1.0 + 2.0 * DIFFUSION * diffusion(rho[i]);
            row[3] = CONVECTION * us[i + 1] - DIFFUSION * diffusion(rho[i + 1]);
            // The fourth difference, which ends before the border.
            for (at, by) in [1.0, -4.0, 6.0, -4.0, 1.0].into_iter().enumerate() {
                let inside = (3..n + 1).contains(&(i + at));
                if inside && (at != 2) {
                    row[at] += by * DISSIPATION;
                }
            }
            row[2] += if i == 1 || i == n - 2 { 5.0 } else { 6.0 } * DISSIPATION;
            row[1] -= CONVECTION * waves[i - 1];
            row[3] += CONVECTION * waves[i + 1];
        }
        rows
    }

    /// Eliminates downwards, pushing each row into the two behind it, and substitutes backwards.
    fn solved(mut rows: Vec<[f64; 5]>, side: &[f64]) -> Vec<f64> {
        let (n, mut x) = (rows.len(), side.to_vec());
        for i in 0..n {
            let pivot = rows[i][2];
            (rows[i][3], rows[i][4], x[i]) = (rows[i][3] / pivot, rows[i][4] / pivot, x[i] / pivot);
            for (behind, by) in [(i + 1, 1), (i + 2, 0)] {
                if behind < n {
                    let factor = rows[behind][by];
                    rows[behind][by + 1] -= factor * rows[i][3];
                    rows[behind][by + 2] -= factor * rows[i][4];
                    x[behind] -= factor * x[i];
                }
            }
        }
        for i in (0..n).rev() {
            for (behind, at) in [(i + 1, 3), (i + 2, 4)] {
                if behind < n {
                    x[i] -= rows[i][at] * x[behind];
                }
            }
        }
        x
    }

    #[test]
    fn lines_are_solved_as_loops_do() {
        for (d, h, w) in [
            (2, 3, 12),
            (1, 1, 40),
            (3, 2, 5),
            (2, 2, 4),
            (1, 2, 3),
            (2, 1, 2),
            (1, 3, 1),
            (0, 2, 7),
            (2, 3, 0),
        ] {
            let n = d * h * w;
            let field = |from: f64, by: f64, step: f64| -> Vec<f64> {
                (0..n)
                    .map(|at| from + by * (step * at as f64).sin())
                    .collect()
            };
            let (us, rho, speed) = (
                field(0.2, 1.0, 0.7),
                field(1.5, 0.5, 0.31),
                field(1.2, 0.3, 1.3),
            );
            let sides: Vec<Vec<f64>> = (1..6)
                .map(|side| field(0.1, f64::from(side), 0.9 + 0.1 * f64::from(side)))
                .collect();
            let (x1, x2, x3, x4, x5) = x_sweep(
                d, h, w, &us, &rho, &speed, &sides[0], &sides[1], &sides[2], &sides[3], &sides[4],
            );
            for (number, (found, side)) in [x1, x2, x3, x4, x5].iter().zip(&sides).enumerate() {
                let waves = [0.0, 0.0, 0.0, 1.0, -1.0][number];
                let mut expected = Vec::new();
                for line in (0..d * h)
                    .map(|line| line * w..(line + 1) * w)
                    .filter(|_| w > 0)
                {
                    let waves: Vec<f64> = speed[line.clone()].iter().map(|c| waves * c).collect();
                    let rows = rows(&us[line.clone()], &rho[line.clone()], &waves);
                    expected.extend(solved(rows, &side[line]));
                }
                assert_eq!(found.len(), expected.len(), "{d} {h} {w}");
                for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
                    let close = (found - expected).abs() <= 1e-12 * expected.abs().max(1.0);
                    assert!(
                        close,
                        "{d} {h} {w}, x{}[{at}]: {found} {expected}",
                        number + 1
                    );
                }
            }
        }
    }
}
