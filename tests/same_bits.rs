//! Folds and scans give the same bits for any number of threads, whatever is known of their
//! operators.

use fusus::cnf;
use rayon::{ThreadPool, ThreadPoolBuilder};

type Point = (f64, f64);

/// An affine map: composition is associative, and does not commute.
type Affine = (f64, f64);

fn compose(f: Affine, g: Affine) -> Affine {
    (f.0 * g.0, f.1 * g.0 + g.1)
}

fn farther(p: Point, q: Point) -> bool {
    q.0 * q.0 + q.1 * q.1 > p.0 * p.0 + p.1 * p.1
}

/// Brings results to a form that compares bits.
trait Bits {
    fn bits(&self, into: &mut Vec<u64>);
}

impl Bits for f64 {
    fn bits(&self, into: &mut Vec<u64>) {
        into.push(self.to_bits());
    }
}

impl Bits for i64 {
    fn bits(&self, into: &mut Vec<u64>) {
        into.push(u64::from_ne_bytes(self.to_ne_bytes()));
    }
}

impl<T: Bits> Bits for Vec<T> {
    fn bits(&self, into: &mut Vec<u64>) {
        self.iter().for_each(|item| item.bits(into));
    }
}

macro_rules! tuples {
    ($(($($name:ident),*))*) => {$(
        impl<$($name: Bits),*> Bits for ($($name,)*) {
            #[allow(non_snake_case)]
            fn bits(&self, into: &mut Vec<u64>) {
                let ($($name,)*) = self;
                $($name.bits(into);)*
            }
        }
    )*};
}

tuples!((A, B)(A, B, C)(A, B, C, D));

cnf! {
    /// Operators that are known, exact or not, and one of which nothing is known.
    fn scans(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<i64>, Vec<Affine>) {
        let sums  = scan(0.1, |a, b| a + b, xs);
        let tops  = scan_exclusive(f64::NEG_INFINITY, f64::max, xs);
        let ints  = map(|x| x as i64, xs);
        let sums2 = scan(7, |a: i64, b: i64| a.wrapping_add(b), ints);
        let maps  = map(|x| (1.0 - x * 1e-7, x), xs);
        let all   = scan((1.0, 0.5), compose, maps);
        (sums, tops, sums2, all)
    }

    fn sum_alone(xs: &[f64]) -> Vec<f64> {
        scan(0.1, |a, b| a + b, xs)
    }

    fn pairs_of_sums(xs: &[f64]) -> Vec<(f64, f64)> {
        let both = map(|x| (x, -x), xs);
        scan((0.1, f64::INFINITY), |(a, b), (c, d)| (a + c, b.min(d)), both)
    }

    fn composition_alone(xs: &[f64]) -> Vec<Affine> {
        let maps = map(|x| (1.0 - x * 1e-7, x), xs);
        scan((1.0, 0.5), compose, maps)
    }

    /// A scan of a scan, a guarded scan that is stored, and folds of all kinds beside them.
    fn nested(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64, Point) {
        let sums  = scan(0.1, |a, b| a + b, xs);
        let kept  = filter(|s| s.sin() > 0.0, sums);
        let twice = scan_exclusive(0.0, |a, b| a + b, kept);
        let maps  = map(|s| (0.5, s), sums);
        let last  = scan((1.0, 0.0), compose, maps);
        let ends  = map(|l| l.1, last);
        let total = fold(0.0, |a, b| a + b, kept);
        let far   = fold((0.0, 0.0), |a, b| if farther(a, b) { b } else { a }, last);
        (twice, ends, total, far)
    }

    fn folds(xs: &[f64]) -> (f64, Point, Affine, (f64, f64)) {
        let sum   = fold(0.3, |a, b| a + b, xs);
        let pairs = map(|x| (x, x * 0.3), xs);
        let far   = fold((0.0, 0.0), |a, b| if farther(a, b) { b } else { a }, pairs);
        let all   = fold((1.0, 0.5), compose, pairs);
        let both  = fold((0.1, f64::INFINITY), |a, b| (a.0 + b.0, a.1.min(b.1)), pairs);
        (sum, far, all, both)
    }

    /// Rows of a product, which are folded several at a time, and rows of which a filter leaves some.
    fn products(xs: &[f64], ys: &[f64]) -> (Affine, Point, Affine, f64) {
        let pairs = cross(xs, ys);
        let maps  = map(|(x, y)| (1.0 - x * 1e-7, y), pairs);
        let all   = fold((1.0, 0.5), compose, maps);
        let far   = fold((0.0, 0.0), |a, b| if farther(a, b) { b } else { a }, pairs);
        let kept  = filter(|(x, y)| x > y, pairs);
        let some  = fold((1.0, 0.5), compose, kept);
        let sum   = fold(0.0, |a, b| a + b, xs);
        (all, far, some, sum)
    }

    fn filtered_rows(xs: &[f64], ys: &[f64]) -> (Affine, f64) {
        let rows  = filter(|x| x > 0.0, xs);
        let pairs = cross(rows, ys);
        let all   = fold((1.0, 0.5), compose, pairs);
        let diffs = map(|(x, y)| (x - y).abs(), pairs);
        let near  = fold(f64::INFINITY, |a: f64, b: f64| if b < a { b } else { a }, diffs);
        (all, near)
    }

    /// Blocks of a few positions, whatever they cost.
    #[cnf(grain = 3)]
    fn grains(xs: &[f64]) -> (Vec<f64>, f64, Vec<f64>) {
        let sums = scan(0.1, |a, b| a + b, xs);
        (sums, fold(0.1, |a, b| a + b, xs), filter(|s| s > 0.2, sums))
    }

    /// A sum that a block is swept for before it packs what a filter keeps.
    fn sums_beside_a_filter(xs: &[f64]) -> (f64, f64, Vec<f64>) {
        let some = filter(|x| x > 0.2, xs);
        (fold(0.1, |a, b| a + b, xs), fold(0.1, |a, b| a + b, some), some)
    }

    /// Scans beside rows, by operators that are known and not.
    fn scans_beside_rows(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<Affine>, Point, f64) {
        let sums = scan(0.1, |a, b| a + b, xs);
        let all  = scan((1.0, 0.5), compose, map(|x| (1.0 - x * 1e-7, x), xs));
        let far  = fold((0.0, 0.0), |a, b| if farther(a, b) { b } else { a }, cross(xs, ys));
        (sums, all, far, fold(0.1, |a, b| a + b, xs))
    }

    /// Known operators over elements that have components, beside scans and other folds.
    fn points_by_points(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64, f64, f64) {
        let sums   = scan(0.1, |a, b| a + b, xs);
        let (p, q) = cross(map(|x| (x, x * 0.3), xs), map(|y| (y, y * 0.7), ys));
        let dots   = map(|p, q| p.0 * q.0 + p.1 * q.1, p, q);
        let all    = fold(0.1, |a, b| a + b, dots);
        let some   = fold(0.1, |a, b| a + b, filter(|d| d > 0.0, dots));
        (sums, all, some, fold(0.1, |a, b| a + b, xs))
    }
}

fn floats(len: usize) -> Vec<f64> {
    (0..len as u64)
        .map(|i| {
            let bits = i.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        })
        .collect()
}

fn pools() -> Vec<ThreadPool> {
    [1, 2, 3, 8]
        .into_iter()
        .map(|threads| {
            let builder = ThreadPoolBuilder::new().num_threads(threads);
            builder.build().expect("a pool")
        })
        .collect()
}

/// One thread and several do the same.
fn same<R: Bits + Send>(what: &str, program: impl Fn() -> R + Sync) {
    // Twice each: the first run tells what a position takes, and so who takes part in the second.
    let twice = pools().into_iter().flat_map(|pool| {
        [(), ()].map(|()| {
            let mut bits = Vec::new();
            pool.install(&program).bits(&mut bits);
            bits
        })
    });
    let mut results = twice.into_iter();
    let first = results.next().expect("there are pools");
    for (index, other) in results.enumerate() {
        assert!(first == other, "{what}: run {}", index + 1);
    }
}

/// Returns true for numbers that are equal but for rounding.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let lengths = [
        0,
        1,
        15,
        17,
        100,
        1023,
        1024,
        1025,
        1300,
        40_961,
        16_384 * 33 + 77,
    ];
    for len in lengths {
        let xs = floats(len);
        same(&format!("scans, {len}"), || scans(&xs));
        same(&format!("sum_alone, {len}"), || sum_alone(&xs));
        same(&format!("pairs_of_sums, {len}"), || pairs_of_sums(&xs));
        same(&format!("composition_alone, {len}"), || {
            composition_alone(&xs)
        });
        same(&format!("nested, {len}"), || nested(&xs));
        same(&format!("folds, {len}"), || folds(&xs));
        same(&format!("grains, {len}"), || grains(&xs));
        same(&format!("sums_beside_a_filter, {len}"), || {
            sums_beside_a_filter(&xs)
        });
    }
    for (rows, columns) in [
        (0, 5),
        (5, 0),
        (1, 1),
        (3, 7001),
        (7, 9),
        (8, 8),
        (9, 3),
        (1009, 301),
        (40_003, 3),
    ] {
        let (xs, ys) = (floats(rows), floats(columns));
        same(&format!("products, {rows} × {columns}"), || {
            products(&xs, &ys)
        });
        same(&format!("filtered_rows, {rows} × {columns}"), || {
            filtered_rows(&xs, &ys)
        });
        same(&format!("scans_beside_rows, {rows} × {columns}"), || {
            scans_beside_rows(&xs, &ys)
        });
        same(&format!("points_by_points, {rows} × {columns}"), || {
            points_by_points(&xs, &ys)
        });
    }
}

#[test]
fn order_is_kept() {
    for len in [0, 1, 7, 129, 1300, 20_000] {
        let xs = floats(len);
        let maps = || xs.iter().map(|x| (1.0 - x * 1e-7, *x));
        let expected: Vec<Affine> = maps()
            .scan((1.0, 0.5), |state, map| {
                *state = compose(*state, map);
                Some(*state)
            })
            .collect();
        for pool in pools() {
            let scanned = pool.install(|| composition_alone(&xs));
            assert_eq!(scanned.len(), len);
            for (a, b) in scanned.iter().zip(&expected) {
                assert!(near(a.0, b.0) && near(a.1, b.1), "{len}: {a:?} for {b:?}");
            }
            let (_, _, all, _) = pool.install(|| folds(&xs));
            let folded = xs
                .iter()
                .fold((1.0, 0.5), |state, x| compose(state, (*x, x * 0.3)));
            assert!(near(all.0, folded.0) && near(all.1, folded.1));
        }
    }
    for (rows, columns) in [(1, 1), (3, 701), (8, 8), (9, 3), (109, 31)] {
        let (xs, ys) = (floats(rows), floats(columns));
        let pairs = || xs.iter().flat_map(|x| ys.iter().map(move |y| (*x, *y)));
        let expected = pairs().fold((1.0, 0.5), |state, (x, y)| {
            compose(state, (1.0 - x * 1e-7, y))
        });
        let some = pairs().filter(|(x, y)| x > y).fold((1.0, 0.5), compose);
        let positive = pairs().filter(|(x, _)| *x > 0.0);
        let nearest = positive
            .clone()
            .fold(f64::INFINITY, |a, (x, y)| a.min((x - y).abs()));
        let composed = positive.fold((1.0, 0.5), compose);
        let (all, _, kept, _) = products(&xs, &ys);
        assert!(
            near(all.0, expected.0) && near(all.1, expected.1),
            "{rows} × {columns}"
        );
        assert!(
            near(kept.0, some.0) && near(kept.1, some.1),
            "{rows} × {columns}"
        );
        let (all, distance) = filtered_rows(&xs, &ys);
        assert!(
            near(all.0, composed.0) && near(all.1, composed.1),
            "{rows} × {columns}"
        );
        assert_eq!(distance, nearest);
    }
}
