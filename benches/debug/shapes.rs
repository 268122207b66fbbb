//! Small programs, each of one shape of loop, and plain indexed loops that do the same.

use fusus::cnf;

type Point = (f64, f64);

/// The greater length of two, which nothing is known of.
fn farther(p: Point, q: Point) -> Point {
    if q.0 * q.0 + q.1 * q.1 > p.0 * p.0 + p.1 * p.1 {
        q
    } else {
        p
    }
}

fn compose(f: Point, g: Point) -> Point {
    (f.0 * g.0, f.1 * g.0 + g.1)
}

cnf! {
    pub(crate) fn cosine(xs: &[f64], ys: &[f64]) -> f64 {
        let products = map(|x, y| x * y, xs, ys);
        let dot = fold(0.0, |a, b| a + b, products);
        let squares = map(|x| x * x, xs);
        let xx = fold(0.0, |a, b| a + b, squares);
        let squares2 = map(|y| y * y, ys);
        let yy = fold(0.0, |a, b| a + b, squares2);
        dot / (xx.sqrt() * yy.sqrt())
    }

    pub(crate) fn z_score(xs: &[f64]) -> Vec<f64> {
        let n = xs.len() as f64;
        let sum = fold(0.0, |a, b| a + b, xs);
        let squares = map(|x| x * x, xs);
        let sum2 = fold(0.0, |a, b| a + b, squares);
        let mean = sum / n;
        let deviation = (sum2 / n - mean * mean).sqrt();
        map(|x| (x - mean) / deviation, xs)
    }

    pub(crate) fn drawdown(xs: &[f64]) -> f64 {
        let tops = scan(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        let drops = map(|top, x| (top - x) / top, tops, xs);
        fold(0.0, |a, b| a.max(b), drops)
    }

    pub(crate) fn map_one(xs: &[f64]) -> Vec<f64> {
        map(|x| 2.0 * x + 1.0, xs)
    }

    pub(crate) fn fold_known(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    pub(crate) fn fold_unknown(xs: &[f64]) -> Point {
        let maps = map(|x| (1.0 - x * 1e-7, x), xs);
        fold((1.0, 0.0), compose, maps)
    }

    pub(crate) fn fold_choice(ps: &[Point]) -> Point {
        fold((0.0, 0.0), |p, q| if q.0 * q.0 + q.1 * q.1 > p.0 * p.0 + p.1 * p.1 { q } else { p }, ps)
    }

    pub(crate) fn two_folds(xs: &[f64]) -> (f64, f64) {
        let sum = fold(0.0, |a, b| a + b, xs);
        let most = fold(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        (sum, most)
    }

    pub(crate) fn filter_one(xs: &[f64]) -> Vec<f64> {
        filter(|x| x > 0.5, xs)
    }

    pub(crate) fn scan_sum(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |a, b| a + b, xs)
    }

    pub(crate) fn scan_int(xs: &[i64]) -> Vec<i64> {
        scan(0, |a, b| a + b, xs)
    }

    pub(crate) fn scan_unknown(xs: &[f64]) -> Vec<Point> {
        let maps = map(|x| (1.0 - x * 1e-7, x), xs);
        scan((1.0, 0.0), compose, maps)
    }

    pub(crate) fn scanomap(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| x * x, xs);
        let sums = scan(0.0, |a, b| a + b, ys);
        map(|s, x| s - x, sums, xs)
    }

    pub(crate) fn filter_fold(xs: &[f64]) -> f64 {
        let kept = filter(|x| x > 0.5, xs);
        let squares = map(|x| x * x, kept);
        fold(0.0, |a, b| a + b, squares)
    }

    pub(crate) fn gather_one(xs: &[f64], places: &[usize]) -> Vec<f64> {
        gather(xs, places)
    }

    pub(crate) fn scatter_one(xs: &[f64], places: &[usize], ys: &mut [f64]) {
        *ys = scatter(ys, places, xs);
    }

    pub(crate) fn cross_sum(xs: &[f64], ys: &[f64]) -> f64 {
        let pairs = cross(xs, ys);
        let products = map(|(x, y)| x * y, pairs);
        fold(0.0, |a, b| a + b, products)
    }

    pub(crate) fn in_place(xs: &[f64], ys: &mut [f64]) {
        *ys = map(|x, y| 0.5 * x + 0.5 * y, xs, ys);
    }

    pub(crate) fn generate_one(n: usize) -> Vec<f64> {
        generate(n, |i| i as f64 * 0.5)
    }

    pub(crate) fn tuples(xs: &[f64], ys: &[f64]) -> (Vec<Point>, Vec<f64>) {
        let pairs = map(|x, y| (x + y, x - y), xs, ys);
        let products = map(|(s, d)| s * d, pairs);
        (pairs, products)
    }
}

/// A program and its loop, each of which does its work once.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) fused: Box<dyn FnMut()>,
    pub(crate) plain: Box<dyn FnMut()>,
}

pub(crate) fn all(n: usize) -> Vec<Shape> {
    use std::hint::black_box;
    let mut state = 1u64;
    let mut unit = move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let xs: Vec<f64> = (0..n).map(|_| unit()).collect();
    let ys: Vec<f64> = (0..n).map(|_| unit()).collect();
    let ps: Vec<Point> = (0..n).map(|_| (unit(), unit())).collect();
    let ints: Vec<i64> = (0..n).map(|_| (unit() * 1000.0) as i64).collect();
    let places: Vec<usize> = (0..n).map(|i| (i * 7919 + 13) % n).collect();
    let mut shapes = Vec::new();
    macro_rules! go {
        ($name:expr, ($($v:ident),*), $fused:expr, $plain:expr) => {{
            let fused: Box<dyn FnMut()> = { $(#[allow(unused_mut)] let mut $v = $v.clone();)* Box::new(move || { let _ = black_box($fused); }) };
            let plain: Box<dyn FnMut()> = { $(#[allow(unused_mut)] let mut $v = $v.clone();)* Box::new(move || { let _ = black_box($plain); }) };
            shapes.push(Shape { name: $name, fused, plain });
        }};
    }
    go!("cosine", (xs, ys), cosine(&xs, &ys), {
        let (mut a, mut b, mut c) = (0.0, 0.0, 0.0);
        for i in 0..xs.len() { a += xs[i] * ys[i]; b += xs[i] * xs[i]; c += ys[i] * ys[i]; }
        a / (b.sqrt() * c.sqrt())
    });
    go!("z_score", (xs), z_score(&xs), {
        let n = xs.len() as f64;
        let (mut a, mut b) = (0.0, 0.0);
        for i in 0..xs.len() { a += xs[i]; b += xs[i] * xs[i]; }
        let mean = a / n;
        let deviation = (b / n - mean * mean).sqrt();
        let mut out = vec![0.0; xs.len()];
        for i in 0..xs.len() { out[i] = (xs[i] - mean) / deviation; }
        out
    });
    go!("drawdown", (xs), drawdown(&xs), {
        let (mut top, mut most) = (f64::NEG_INFINITY, 0.0f64);
        for i in 0..xs.len() { top = top.max(xs[i]); most = most.max((top - xs[i]) / top); }
        most
    });
    go!("map", (xs), map_one(&xs), {
        let mut out = vec![0.0; xs.len()];
        for i in 0..xs.len() { out[i] = 2.0 * xs[i] + 1.0; }
        out
    });
    go!("fold known", (xs), fold_known(&xs), {
        let mut a = 0.0;
        for i in 0..xs.len() { a += xs[i]; }
        a
    });
    go!("fold unknown", (xs), fold_unknown(&xs), {
        let mut a = (1.0, 0.0);
        for i in 0..xs.len() { a = compose(a, (1.0 - xs[i] * 1e-7, xs[i])); }
        a
    });
    go!("fold choice", (ps), fold_choice(&ps), {
        let mut a = (0.0, 0.0);
        for i in 0..ps.len() { a = farther(a, ps[i]); }
        a
    });
    go!("two folds", (xs), two_folds(&xs), {
        let (mut a, mut b) = (0.0, f64::NEG_INFINITY);
        for i in 0..xs.len() { a += xs[i]; b = b.max(xs[i]); }
        (a, b)
    });
    go!("filter", (xs), filter_one(&xs), {
        let mut out = Vec::new();
        for i in 0..xs.len() { if xs[i] > 0.5 { out.push(xs[i]); } }
        out
    });
    go!("scan sum", (xs), scan_sum(&xs), {
        let mut out = vec![0.0; xs.len()];
        let mut a = 0.0;
        for i in 0..xs.len() { a += xs[i]; out[i] = a; }
        out
    });
    go!("scan int", (ints), scan_int(&ints), {
        let mut out = vec![0; ints.len()];
        let mut a = 0;
        for i in 0..ints.len() { a += ints[i]; out[i] = a; }
        out
    });
    go!("scan unknown", (xs), scan_unknown(&xs), {
        let mut out = vec![(0.0, 0.0); xs.len()];
        let mut a = (1.0, 0.0);
        for i in 0..xs.len() { a = compose(a, (1.0 - xs[i] * 1e-7, xs[i])); out[i] = a; }
        out
    });
    go!("scanomap", (xs), scanomap(&xs), {
        let mut out = vec![0.0; xs.len()];
        let mut a = 0.0;
        for i in 0..xs.len() { a += xs[i] * xs[i]; out[i] = a - xs[i]; }
        out
    });
    go!("filter fold", (xs), filter_fold(&xs), {
        let mut a = 0.0;
        for i in 0..xs.len() { if xs[i] > 0.5 { a += xs[i] * xs[i]; } }
        a
    });
    go!("gather", (xs, places), gather_one(&xs, &places), {
        let mut out = vec![0.0; xs.len()];
        for i in 0..xs.len() { out[i] = xs[places[i]]; }
        out
    });
    go!("scatter", (xs, places, ys), scatter_one(&xs, &places, &mut ys), {
        for i in 0..xs.len() { ys[places[i]] = xs[i]; }
    });
    let (rows, cols): (Vec<f64>, Vec<f64>) = (xs[..n.min(1000)].to_vec(), ys[..n.min(1000)].to_vec());
    go!("cross", (rows, cols), cross_sum(&rows, &cols), {
        let mut a = 0.0;
        for i in 0..rows.len() { for j in 0..cols.len() { a += rows[i] * cols[j]; } }
        a
    });
    go!("in place", (xs, ys), in_place(&xs, &mut ys), {
        for i in 0..xs.len() { ys[i] = 0.5 * xs[i] + 0.5 * ys[i]; }
    });
    go!("generate", (), generate_one(n), {
        let mut out = vec![0.0; n];
        for i in 0..n { out[i] = i as f64 * 0.5; }
        out
    });
    go!("tuples", (xs, ys), tuples(&xs, &ys), {
        let mut pairs = vec![(0.0, 0.0); xs.len()];
        let mut out = vec![0.0; xs.len()];
        for i in 0..xs.len() { pairs[i] = (xs[i] + ys[i], xs[i] - ys[i]); out[i] = pairs[i].0 * pairs[i].1; }
        (pairs, out)
    });
    shapes
}
