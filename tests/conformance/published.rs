//! Programs of the papers.

use crate::harness::conformance;

conformance! {
    #[cnf(loops = 2)]
    normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        let ys1  = map(|x| x / sum1, xs);
        let ys2  = map(|x| x / sum2, xs);
        (ys1, ys2)
    }

    #[cnf(loops = 2)]
    normalize_inc(us: &[f64]) -> Vec<f64> {
        let incs = map(|u| u + 1.0, us);
        let sum = fold(0.0, |a, b| a + b, us);
        let ys = map(|i| i / sum, incs);
        ys
    }

    #[cnf(loops = 1)]
    filter_left(xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let ys1 = map(|x| x + 1, xs);
        let ys2 = filter(|x| x % 2 == 0, xs);
        (ys1, ys2)
    }

    #[cnf(loops = 1)]
    filter_max(xs: &[i32]) -> (i32, Vec<i32>) {
        let incs = map(|x| x + 1, xs);
        let most = fold(i32::MIN, i32::max, incs);
        let kept = filter(|x| x > 0, incs);
        (most, kept)
    }

    #[cnf(loops = 1)]
    simple_scanomap(xs: &[i32]) -> Vec<i32> {
        scan(0, |a, b| a + b, map(|x| x + 10, xs))
    }

    #[cnf(loops = 1)]
    two_scanomaps(inp: &[i32]) -> Vec<i32> {
        let a = map(|x| x + 10, inp);
        let b1 = scan(0, |a, b| a + b, a);
        let a2 = map(|x| x + 1, a);
        let b2 = scan(0, |a, b| a + b, a2);
        map(|x, y| x + y, b1, b2)
    }

    #[cnf(loops = 1)]
    line_of_sight(heights: &[f64]) -> Vec<usize> {
        let angles = map(|i, h| h / (i + 1) as f64, 0..len(heights), heights);
        let highest = scan_exclusive(f64::NEG_INFINITY, f64::max, angles);
        let visible = filter(|(_, a, m)| a > m, map(|i, a, m| (i, a, m), 0..len(heights), angles, highest));
        map(|(i, _, _)| i, visible)
    }

    #[cnf(loops = 1)]
    quickhull_step(ps: &[(f64, f64)]) -> (Vec<(f64, f64)>, f64) {
        let above = filter(|(x, y)| y > x, ps);
        let farthest = fold(0.0, f64::max, map(|(x, y)| y - x, above));
        (above, farthest)
    }
}
