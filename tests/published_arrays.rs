//! The programs of Lewis, Lin and Snyder's table of arrays, as far as they are programs of `cnf!`.

#![allow(missing_docs, unreachable_pub)]

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
