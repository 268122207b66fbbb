//! Small programs, each of one shape of loop, for builds without optimisation.
//!
//! Besides the programs of the suite they are raced against plain loops there ([`Aim::Plain`]); an
//! optimised build has nothing to learn from them that those do not say.
//!
//! [`Aim::Plain`]: fusus_benches::race::Aim::Plain

#![allow(
    clippy::needless_range_loop,
    reason = "the plain loops that programs are compared with"
)]

use crate::prelude::*;
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
    fn cosine(xs: &[f64], ys: &[f64]) -> f64 {
        let products = map(|x, y| x * y, xs, ys);
        let dot = fold(0.0, |a, b| a + b, products);
        let squares = map(|x| x * x, xs);
        let xx = fold(0.0, |a, b| a + b, squares);
        let squares2 = map(|y| y * y, ys);
        let yy = fold(0.0, |a, b| a + b, squares2);
        dot / (xx.sqrt() * yy.sqrt())
    }

    fn z_score(xs: &[f64]) -> Vec<f64> {
        let n = xs.len() as f64;
        let sum = fold(0.0, |a, b| a + b, xs);
        let squares = map(|x| x * x, xs);
        let sum2 = fold(0.0, |a, b| a + b, squares);
        let mean = sum / n;
        let deviation = (sum2 / n - mean * mean).sqrt();
        map(|x| (x - mean) / deviation, xs)
    }

    fn drawdown(xs: &[f64]) -> f64 {
        let tops = scan(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        let drops = map(|top, x| (top - x) / top, tops, xs);
        fold(0.0, |a, b| a.max(b), drops)
    }

    fn map_one(xs: &[f64]) -> Vec<f64> {
        map(|x| 2.0 * x + 1.0, xs)
    }

    fn fold_known(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    fn fold_unknown(xs: &[f64]) -> (f64, f64) {
        let maps = map(|x| (1.0 - x * 1e-7, x), xs);
        fold((1.0, 0.0), compose, maps)
    }

    fn fold_choice(ps: &[Point]) -> (f64, f64) {
        fold((0.0, 0.0), |p, q| if q.0 * q.0 + q.1 * q.1 > p.0 * p.0 + p.1 * p.1 { q } else { p }, ps)
    }

    fn two_folds(xs: &[f64]) -> (f64, f64) {
        let sum = fold(0.0, |a, b| a + b, xs);
        let most = fold(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        (sum, most)
    }

    fn filter_one(xs: &[f64]) -> Vec<f64> {
        filter(|x| x > 0.5, xs)
    }

    fn scan_sum(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |a, b| a + b, xs)
    }

    fn scan_int(xs: &[i64]) -> Vec<i64> {
        scan(0, |a, b| a + b, xs)
    }

    fn scan_unknown(xs: &[f64]) -> Vec<(f64, f64)> {
        let maps = map(|x| (1.0 - x * 1e-7, x), xs);
        scan((1.0, 0.0), compose, maps)
    }

    fn scanomap(xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| x * x, xs);
        let sums = scan(0.0, |a, b| a + b, ys);
        map(|s, x| s - x, sums, xs)
    }

    fn filter_fold(xs: &[f64]) -> f64 {
        let kept = filter(|x| x > 0.5, xs);
        let squares = map(|x| x * x, kept);
        fold(0.0, |a, b| a + b, squares)
    }

    fn gather_one(xs: &[f64], places: &[usize]) -> Vec<f64> {
        gather(xs, places)
    }

    fn scatter_one(xs: &[f64], places: &[usize], ys: &mut [f64]) {
        *ys = scatter(ys, places, xs);
    }

    fn cross_sum(xs: &[f64], ys: &[f64]) -> f64 {
        let pairs = cross(xs, ys);
        let products = map(|(x, y)| x * y, pairs);
        fold(0.0, |a, b| a + b, products)
    }

    fn in_place(xs: &[f64], ys: &mut [f64]) {
        *ys = map(|x, y| 0.5 * x + 0.5 * y, xs, ys);
    }

    fn generate_one(n: usize) -> Vec<f64> {
        generate(n, |i| i as f64 * 0.5)
    }

    fn tuples(xs: &[f64], ys: &[f64]) -> (Vec<(f64, f64)>, Vec<f64>) {
        let pairs = map(|x, y| (x + y, x - y), xs, ys);
        let products = map(|(s, d)| s * d, pairs);
        (pairs, products)
    }
}

/// The input of the shapes.
struct Data<'a> {
    xs: &'a [f64],
    ys: &'a [f64],
    ps: &'a [Point],
    ints: &'a [i64],
    places: &'a [usize],
}

/// Calls `race` with data of a size.
fn with(size: usize, race: impl FnOnce(Data<'_>) -> Outcome) -> Outcome {
    let units = |seed| random::units(seed).take(size);
    race(Data {
        xs: &units(1).collect::<Vec<_>>(),
        ys: &units(2).collect::<Vec<_>>(),
        ps: &units(1).zip(units(2)).collect::<Vec<_>>(),
        ints: &units(3)
            .map(|unit| (unit * 1000.0) as i64)
            .collect::<Vec<_>>(),
        places: &(0..size)
            .map(|i| (i * 7919 + 13) % size)
            .collect::<Vec<_>>(),
    })
}

/// So many rows that all pairs of two arrays are as many as some elements.
fn rows(xs: &[f64]) -> &[f64] {
    &xs[..xs.len().isqrt()]
}

/// Races a function of the data against a plain loop.
macro_rules! shapes {
    ($(
        $label:literal, $about:literal:
        |$data:pat_param| $fused:expr, $plain:expr;
    )*) => {
        /// All of them.
        pub(crate) const SHAPES: &[Program] = &[$(Program {
            name: $label,
            source: "",
            about: $about,
            sizes: Sizes::UpTo(50_000_000),
            nature: Nature {
                bound: Bound::Memory,
                fused: None,
            },
            race: |setting| {
                with(setting.size, |$data| {
                    let mut race = setting.race(|| $plain).tolerance(1e-6);
                    race.fresh(FUSUS, || $fused);
                    race.fresh(PLAIN, || $plain);
                    race.run()
                })
            },
        }),*];
    };
}

shapes! {
    "cosine", "the cosine of two arrays":
        |Data { xs, ys, .. }| cosine(xs, ys), {
        let (mut a, mut b, mut c) = (0.0, 0.0, 0.0);
        for i in 0..xs.len() { a += xs[i] * ys[i]; b += xs[i] * xs[i]; c += ys[i] * ys[i]; }
        a / (b.sqrt() * c.sqrt())
        };
    "z_score", "a mean, a deviation and a map":
        |Data { xs, .. }| z_score(xs), {
        let n = xs.len() as f64;
        let (mut a, mut b) = (0.0, 0.0);
        for i in 0..xs.len() { a += xs[i]; b += xs[i] * xs[i]; }
        let mean = a / n;
        let deviation = (b / n - mean * mean).sqrt();
        let mut out = vec![0.0; xs.len()];
        for i in 0..xs.len() { out[i] = (xs[i] - mean) / deviation; }
        out
        };
    "drawdown", "the deepest fall below the running maximum":
        |Data { xs, .. }| drawdown(xs), {
        let (mut top, mut most) = (f64::NEG_INFINITY, 0.0f64);
        for i in 0..xs.len() { top = top.max(xs[i]); most = most.max((top - xs[i]) / top); }
        most
        };
    "map", "a map":
        |Data { xs, .. }| map_one(xs), {
        let mut out = vec![0.0; xs.len()];
        for i in 0..xs.len() { out[i] = 2.0 * xs[i] + 1.0; }
        out
        };
    "fold_known", "a sum":
        |Data { xs, .. }| fold_known(xs), {
        let mut a = 0.0;
        for i in 0..xs.len() { a += xs[i]; }
        a
        };
    "fold_unknown", "a fold of pairs by composition":
        |Data { xs, .. }| fold_unknown(xs), {
        let mut a = (1.0, 0.0);
        for i in 0..xs.len() { a = compose(a, (1.0 - xs[i] * 1e-7, xs[i])); }
        a
        };
    "fold_choice", "the point farthest from the origin":
        |Data { ps, .. }| fold_choice(ps), {
        let mut a = (0.0, 0.0);
        for i in 0..ps.len() { a = farther(a, ps[i]); }
        a
        };
    "two_folds", "a sum and a maximum":
        |Data { xs, .. }| two_folds(xs), {
        let (mut a, mut b) = (0.0, f64::NEG_INFINITY);
        for i in 0..xs.len() { a += xs[i]; b = b.max(xs[i]); }
        (a, b)
        };
    "filter", "a filter":
        |Data { xs, .. }| filter_one(xs), {
        let mut out = Vec::new();
        for i in 0..xs.len() { if xs[i] > 0.5 { out.push(xs[i]); } }
        out
        };
    "scan_sum", "running sums":
        |Data { xs, .. }| scan_sum(xs), {
        let mut out = vec![0.0; xs.len()];
        let mut a = 0.0;
        for i in 0..xs.len() { a += xs[i]; out[i] = a; }
        out
        };
    "scan_int", "running sums of integers":
        |Data { ints, .. }| scan_int(ints), {
        let mut out = vec![0; ints.len()];
        let mut a = 0;
        for i in 0..ints.len() { a += ints[i]; out[i] = a; }
        out
        };
    "scan_unknown", "running compositions":
        |Data { xs, .. }| scan_unknown(xs), {
        let mut out = vec![(0.0, 0.0); xs.len()];
        let mut a = (1.0, 0.0);
        for i in 0..xs.len() { a = compose(a, (1.0 - xs[i] * 1e-7, xs[i])); out[i] = a; }
        out
        };
    "scanomap", "a scan between two maps":
        |Data { xs, .. }| scanomap(xs), {
        let mut out = vec![0.0; xs.len()];
        let mut a = 0.0;
        for i in 0..xs.len() { a += xs[i] * xs[i]; out[i] = a - xs[i]; }
        out
        };
    "filter_fold", "a sum of what a filter keeps":
        |Data { xs, .. }| filter_fold(xs), {
        let mut a = 0.0;
        for i in 0..xs.len() { if xs[i] > 0.5 { a += xs[i] * xs[i]; } }
        a
        };
    "gather", "a gather":
        |Data { xs, places, .. }| gather_one(xs, places), {
        let mut out = vec![0.0; xs.len()];
        for i in 0..xs.len() { out[i] = xs[places[i]]; }
        out
        };
    "scatter", "a scatter":
        |Data { xs, ys, places, .. }| {
            let mut ys = ys.to_vec();
            scatter_one(xs, places, &mut ys);
            ys
        }, {
        let mut ys = ys.to_vec();
        for i in 0..xs.len() {
            ys[places[i]] = xs[i];
        }
        ys
        };
    "cross", "a sum over all pairs":
        |Data { xs, ys, .. }| cross_sum(rows(xs), rows(ys)), {
        let (xs, ys) = (rows(xs), rows(ys));
        let mut a = 0.0;
        for i in 0..xs.len() {
            for j in 0..ys.len() {
                a += xs[i] * ys[j];
            }
        }
        a
        };
    "in_place", "a map into an array that it reads":
        |Data { xs, ys, .. }| {
            let mut ys = ys.to_vec();
            in_place(xs, &mut ys);
            ys
        }, {
        let mut ys = ys.to_vec();
        for i in 0..xs.len() {
            ys[i] = 0.5 * xs[i] + 0.5 * ys[i];
        }
        ys
        };
    "generate", "a generated array":
        |Data { xs, .. }| generate_one(xs.len()), {
        let mut out = vec![0.0; xs.len()];
        for i in 0..out.len() {
            out[i] = i as f64 * 0.5;
        }
        out
        };
    "tuples", "an array of pairs and one of their products":
        |Data { xs, ys, .. }| tuples(xs, ys), {
        let mut pairs = vec![(0.0, 0.0); xs.len()];
        let mut out = vec![0.0; xs.len()];
        for i in 0..xs.len() { pairs[i] = (xs[i] + ys[i], xs[i] - ys[i]); out[i] = pairs[i].0 * pairs[i].1; }
        (pairs, out)
        };
}
