//! The programs of the papers, in the surface language.

/// Name and source of each.
pub(crate) const SOURCES: &[(&str, &str)] = &[
    (
        "normalize2",
        "fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
            let gts = filter(|x| x > 0.0, xs);
            let sum1 = fold(0.0, |a, b| a + b, xs);
            let sum2 = fold(0.0, |a, b| a + b, gts);
            let ys1 = map(|x| x / sum1, xs);
            let ys2 = map(|x| x / sum2, xs);
            (ys1, ys2)
        }",
    ),
    (
        "normalize_inc",
        "fn normalize_inc(us: &[f64]) -> Vec<f64> {
            let incs = map(|u| u + 1.0, us);
            let sum = fold(0.0, |a, b| a + b, us);
            let ys = map(|i| i / sum, incs);
            ys
        }",
    ),
    (
        "filter_left",
        "fn filter_left(xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
            let ys1 = map(|x| x + 1, xs);
            let ys2 = filter(|x| x % 2 == 0, xs);
            (ys1, ys2)
        }",
    ),
    (
        "quadtree",
        "fn quadtree(p: &[Point]) -> (Vec<Point>, Vec<Point>, Vec<Point>, Vec<Point>) {
            let x1 = fold(start, least_x, p);
            let y1 = fold(start, least_y, p);
            let x2 = fold(start, most_x, p);
            let y2 = fold(start, most_y, p);
            let (xm, ym) = external((mid(x1, x2), mid(y1, y2)));
            let p1 = filter(|p| p.x < xm && p.y < ym, p);
            let p2 = filter(|p| p.x >= xm && p.y < ym, p);
            let p3 = filter(|p| p.x < xm && p.y >= ym, p);
            let p4 = filter(|p| p.x >= xm && p.y >= ym, p);
            (p1, p2, p3, p4)
        }",
    ),
    (
        "closest_pairs",
        "fn closest_pairs(pts: &[Point]) -> f64 {
            let pivot = external(median(pts));
            let aboves = filter(|p| p.x > pivot, pts);
            let belows = filter(|p| p.x <= pivot, pts);
            let above1 = external(closest(aboves));
            let below1 = external(closest(belows));
            let border = external(f64::min(above1, below1));
            let above_b = filter(|p| p.x > pivot - border, pts);
            let below_b = filter(|p| p.x < pivot + border, pts);
            let cs = cross(above_b, below_b);
            let bord = fold((origin, far), nearer, cs);
            let min1 = external(least(above1, below1, bord));
            min1
        }",
    ),
    (
        "quickhull",
        "fn quickhull(pts: &[Point], line: Line) -> (Vec<Point>, Point) {
            let ps = filter(|p| line.above(p), pts);
            let ma = fold(line.start(), |a, b| line.farther(a, b), ps);
            (ps, ma)
        }",
    ),
    (
        "two_scanomaps",
        "fn two_scanomaps(inp: &[i32]) -> Vec<i32> {
            let a = map(|x| x + 10, inp);
            let b1 = scan(0, |a, b| a + b, a);
            let a2 = map(|x| x + 1, a);
            let b2 = scan(0, |a, b| a + b, a2);
            map(|x, y| x + y, b1, b2)
        }",
    ),
    (
        "line_of_sight",
        "fn line_of_sight(heights: &[f64]) -> Vec<usize> {
            let angles = map(|i, h| h / (i + 1) as f64, 0..len(heights), heights);
            let highest = scan_exclusive(f64::NEG_INFINITY, f64::max, angles);
            let seen = filter(|(_, a, m)| a > m, map(|i, a, m| (i, a, m), 0..len(heights), angles, highest));
            map(|(i, _, _)| i, seen)
        }",
    ),
    (
        "in_place",
        "fn in_place(xs: &[f64], ys: &mut [f64], a: f64) -> f64 {
            let old = fold(0.0, |a, b| a + b, ys);
            *ys = map(|x, y| a * x + y, xs, ys);
            *ys = gather(ys, map(|i| i / 2, 0..len(ys)));
            old
        }",
    ),
    (
        "levels",
        "fn levels(xs: &[i64]) -> (Vec<i64>, Vec<i64>, usize) {
            let sums = scan(0, |a, b| a + b, xs);
            let even = filter(|s| s % 2 == 0, sums);
            let again = scan(0, |a, b| a ^ b, even);
            let (x, (y, _)) = map(|x| (x, (x + 1, x + 2)), sums);
            (again, map(|x, y| x * y, x, y), len(even) + 1)
        }",
    ),
];
