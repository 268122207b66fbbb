//! All builds give the same bits: without optimisation programs run on sweeps of their own.
//!
//! `builds.txt` has a hash of each result, for lengths around those at which loops are done in
//! another way. It is asserted in every profile in which this is run, and `cargo xtask test` runs
//! it in two. The computations are made of operations that IEEE 754 defines to the last bit, on
//! numbers of which none is zero or no number.
//!
//! When a change means to combine elements in another order, `BLESS=1 cargo test --release --test
//! builds` writes the file anew.

use std::fmt::Write as _;

use fusus::cnf;
use rayon::ThreadPoolBuilder;

type Point = (f64, f64);

fn compose(f: Point, g: Point) -> Point {
    (f.0 * g.0, f.1 * g.0 + g.1)
}

fn square(p: Point) -> f64 {
    p.0 * p.0 + p.1 * p.1
}

/// The eighth of the unit interval that a number is in.
fn eighth(x: f64) -> usize {
    (0..7)
        .filter(|part| x > f64::from(*part) * 0.125 + 0.125)
        .count()
}

fn slow(x: f64) -> f64 {
    (0..3).fold(x, |y, _| 0.5 * y + x)
}

fn six(x: f64) -> [f64; 6] {
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(|part| x / part)
}

fn plus(a: [f64; 6], b: [f64; 6]) -> [f64; 6] {
    std::array::from_fn(|part| a[part] + b[part])
}

cnf! {
    /// Folds of all kinds in one loop.
    fn folds(xs: &[f64]) -> (f64, f64, Point, (f64, f64), f64) {
        let sum   = fold(0.3, |a, b| a + b, xs);
        let most  = fold(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        let pairs = map(|x| (1.0 - x * 1e-7, x), xs);
        let all   = fold((1.0, 0.5), compose, pairs);
        let both  = fold((0.1, f64::INFINITY), |(a, b), (c, d)| (a + c, b.min(d)), pairs);
        let unset = fold(sum, |a, b| a.min(b), xs);
        (sum, most, all, both, unset)
    }

    fn sum(xs: &[f64]) -> f64 {
        fold(0.1, |a, b| a + b, xs)
    }

    /// Results that take long, and their folds.
    fn long_results(xs: &[f64]) -> (Vec<f64>, f64, f64) {
        let ys   = map(|x| 1.0 / (x + 1.0 / (x + 1.0 / (x + 1.0 / (x + 1.0 / (x + 1.0 / x))))), xs);
        let sum  = fold(0.1, |a, b| a + b, ys);
        let most = fold(f64::NEG_INFINITY, |a, b| a.max(b), ys);
        (ys, sum, most)
    }

    fn product_of_large(xs: &[f64]) -> f64 {
        let near = map(|x| 1.0 + x * 1e-4, xs);
        fold(1.0, |a, b| a * b, near)
    }

    fn box_of(xs: &[f64]) -> (f64, f64, f64, f64) {
        let pairs = map(|x| (x, 0.3 - x), xs);
        let low   = fold((f64::INFINITY, f64::INFINITY), |(a, b), (c, d)| (a.min(c), b.min(d)), pairs);
        let high  = fold((f64::NEG_INFINITY, f64::NEG_INFINITY), |(a, b), (c, d)| (a.max(c), b.max(d)), pairs);
        (low.0, low.1, high.0, high.1)
    }

    fn composition(xs: &[f64]) -> Point {
        let maps = map(|x| (1.0 - x * 1e-7, x), xs);
        fold((1.0, 0.5), compose, maps)
    }

    /// A choice by a key, and one that has none.
    fn choices(xs: &[f64]) -> (Point, f64, f32) {
        let pairs = map(|x| (x, x * 0.7 - 0.1), xs);
        let far   = fold((0.0, 0.0), |a, b| if square(b) > square(a) { b } else { a }, pairs);
        let least = fold(f64::INFINITY, |a, b| if b < a { b } else { a }, xs);
        let small = map(|x| x as f32, xs);
        let top   = fold(-9.0, |a: f32, b: f32| if a < b { b } else { a }, small);
        (far, least, top)
    }

    fn sums(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let all = scan(0.1, |a, b| a + b, xs);
        let before = scan_exclusive(0.2, |a, b| a + b, xs);
        (all, before)
    }

    fn sum_scan(xs: &[f64]) -> Vec<f64> {
        scan(0.1, |a, b| a + b, xs)
    }

    fn whole_sums(xs: &[f64]) -> Vec<i64> {
        let ints = map(|x| (x * 1e6) as i64, xs);
        scan(7, |a, b| a + b, ints)
    }

    fn compositions(xs: &[f64]) -> Vec<Point> {
        let maps = map(|x| (1.0 - x * 1e-7, x), xs);
        scan((1.0, 0.5), compose, maps)
    }

    /// Running extrema, in ranges and not.
    fn drawdown(xs: &[f64]) -> f64 {
        let tops  = scan(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        let drops = map(|top, x| top - x, tops, xs);
        fold(0.0, |a, b| a.max(b), drops)
    }

    fn tops(xs: &[f64]) -> Vec<f64> {
        scan(f64::NEG_INFINITY, f64::max, xs)
    }

    fn records(xs: &[f64]) -> (Vec<f64>, f64) {
        let before = scan_exclusive(f64::NEG_INFINITY, f64::max, xs);
        let points = map(|x, b| (x, x > b), xs, before);
        let seen   = filter(|p| p.1, points);
        let values = map(|p| p.0, seen);
        (values, fold(0.1, |a, b| a + b, values))
    }

    fn filters(xs: &[f64]) -> (Vec<f64>, f64, Point, Point) {
        let some = filter(|x| x > 0.2, xs);
        let maps = map(|x| (1.0 - x * 1e-7, x), xs);
        let kept = filter(|p| p.1 > 0.4, maps);
        let far  = fold((0.0, 0.0), |a, b| if square(b) > square(a) { b } else { a }, kept);
        (some, fold(0.1, |a, b| a + b, some), fold((1.0, 0.5), compose, kept), far)
    }

    /// A scan behind a filter, which is a part of its own.
    fn parts(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
        let some = filter(|x| x * x > 0.1, xs);
        let all  = scan(0.1, |a, b| a + b, some);
        let high = filter(|s| s > 1.0, all);
        let more = scan_exclusive(0.0, |a, b| a + b, high);
        (all, more, fold(0.1, |a, b| a + b, high))
    }

    /// A program whose expensive elements are stored between the passes of a block.
    fn notes(xs: &[f64]) -> (Vec<f64>, f64) {
        let roots = map(|x| (x * x / (1.5 + x)).sqrt() / (2.0 + x.sqrt()), xs);
        let all   = scan(0.1, |a, b| a + b, roots);
        let again = map(|s| (s / 3.0).sqrt() / (1.0 + s), all);
        let last  = scan(0.1, |a, b| a + b, again);
        (last, fold(0.1, |a, b| a + b, roots))
    }

    fn maps(xs: &[f64]) -> (Vec<Point>, Vec<f64>) {
        let pairs = map(|x| (x + 0.5, x / 3.0), xs);
        let made  = generate(xs.len(), |i| (i + 1) as f64 / 7.0);
        (pairs, map(|p, m| p.0 * p.1 + m, pairs, made))
    }

    fn moved(xs: &[f64], places: &[usize], ys: &mut [f64]) -> Vec<f64> {
        let picked = gather(xs, places);
        *ys = map(|y, p| 0.5 * y + p, ys, picked);
        scatter(xs, places, picked)
    }

    /// Segments shorter and longer than a block, and runs of keys that are computed.
    fn segments(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<i64>, Vec<f64>) {
        let short = scan_by(map(|x| x > 0.9, xs), 0.1, |a, b| a + b, xs);
        let long  = scan_exclusive_by(map(|x| x > 1.0009, xs), 0.2, |a, b| a + b, xs);
        let keys  = map(|i| (i as i64 + 77) / 1500, 0..len(xs));
        let (groups, sums) = fold_by(keys, 0.3, |a, b| a + b, xs);
        (short, long, groups, sums)
    }

    /// Sums of runs, of which the loop writes the ends alone.
    #[cnf(loops = 1)]
    fn runs(keys: &[u32], xs: &[f64]) -> Vec<f64> {
        let (_, sums) = fold_by(keys, 0.3, |a, b| a + b, xs);
        sums
    }

    /// Steps that are composed, and steps that are not.
    fn recurrences(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let average = recurrence(0.3, |y, x| 0.9 * y + 0.1 * x, xs);
        (average, recurrence(0.5, |y, x| 0.1 * y * y + x, xs))
    }

    /// Few bins and as many as values.
    fn bins(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n     = len(xs) as f64;
        let few   = generate(8, |i| i as f64 + 0.5);
        let eight = reduce_by_index(few, |a, b| a + b, map(|x| (x * 7.9) as usize, xs), xs);
        (eight, reduce_by_index(xs, |a, b| a + b, map(|x| (x * 0.9 * n) as usize, xs), xs))
    }

    /// Few bins of what functions from outside return: a body that is not unrolled.
    fn slow_bins(xs: &[f64]) -> (Vec<f64>, Vec<Point>) {
        let few   = generate(8, |i| i as f64 + 0.5);
        let sums  = reduce_by_index(few, |a, b| a + b, map(eighth, xs), map(slow, xs));
        let ones  = generate(4, |_| (1.0, 0.5));
        let pairs = map(|x, y| (1.0 - x * 1e-7, y), xs, map(slow, xs));
        (sums, reduce_by_index(ones, compose, map(|x| eighth(x) / 2, xs), pairs))
    }

    /// Runs of equal keys, of values too large for registers that a function from outside returns.
    fn large_runs(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let keys = map(|x| (x * 3.0) as usize, xs);
        let (keys, totals) = fold_by(keys, [0.1; 6], plus, map(six, xs));
        (map(|key| key as f64, keys), map(|all| all[0] + all[5], totals))
    }

    /// Accumulators of each lane, and one of a block.
    fn accumulators(xs: &[f64]) -> (Point, f64, f64) {
        let sums  = fold((0.0, 0.0), |(s, q), x| (s + x, q + x * x), |a, b| (a.0 + b.0, a.1 + b.1), xs);
        let least = fold(
            [f64::INFINITY; 8],
            |mut best, x| {
                if x < best[7] {
                    best[7] = x;
                    best.sort_unstable_by(f64::total_cmp);
                }
                best
            },
            |mut best, others| {
                for x in others {
                    if x < best[7] {
                        best[7] = x;
                        best.sort_unstable_by(f64::total_cmp);
                    }
                }
                best
            },
            xs,
        );
        (sums, least[0], least[7])
    }

    fn rows(xs: &[f64], ys: &[f64]) -> (Point, Point, f64, f64, Vec<f64>) {
        let pairs = cross(xs, ys);
        let maps  = map(|(x, y)| (1.0 - x * 1e-7, y), pairs);
        let all   = fold((1.0, 0.5), compose, maps);
        let far   = fold((0.0, 0.0), |a, b| if square(b) > square(a) { b } else { a }, pairs);
        let dots  = map(|(x, y)| x * y, pairs);
        let high  = filter(|d| d > 0.9, dots);
        (all, far, fold(0.1, |a, b| a + b, dots), fold(0.1, |a, b| a + b, xs), high)
    }

    fn dots(xs: &[f64], ys: &[f64]) -> f64 {
        fold(0.1, |a, b| a + b, map(|(x, y)| x * y, cross(xs, ys)))
    }

    fn tiles(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64, f64) {
        let sums   = scan(0.1, |a, b| a + b, xs);
        let (p, q) = cross(map(|x| (x, x * 0.3), xs), map(|y| (y, y * 0.7), ys));
        let dots   = map(|p, q| p.0 * q.0 + p.1 * q.1, p, q);
        let some   = filter(|d| d > 0.5, dots);
        (sums, fold(0.1, |a, b| a + b, dots), fold(f64::INFINITY, f64::min, some))
    }
}

/// Takes in the bits of a result.
trait Bits {
    fn bits(&self, hash: &mut u64);
}

/// FNV-1a, of words.
fn take(hash: &mut u64, word: u64) {
    *hash = (*hash ^ word)
        .wrapping_mul(0x0000_0100_0000_01b3)
        .rotate_left(23);
}

impl Bits for f64 {
    fn bits(&self, hash: &mut u64) {
        take(hash, self.to_bits());
    }
}

impl Bits for f32 {
    fn bits(&self, hash: &mut u64) {
        take(hash, self.to_bits().into());
    }
}

impl Bits for i64 {
    fn bits(&self, hash: &mut u64) {
        take(hash, self.cast_unsigned());
    }
}

impl<T: Bits> Bits for Vec<T> {
    fn bits(&self, hash: &mut u64) {
        take(hash, self.len() as u64);
        self.iter().for_each(|item| item.bits(hash));
    }
}

macro_rules! tuples {
    ($(($($name:ident),*))*) => {$(
        impl<$($name: Bits),*> Bits for ($($name,)*) {
            #[allow(non_snake_case)]
            fn bits(&self, hash: &mut u64) {
                let ($($name,)*) = self;
                $($name.bits(hash);)*
            }
        }
    )*};
}

tuples!((A, B)(A, B, C)(A, B, C, D)(A, B, C, D, E));

fn hash(of: impl Bits) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    of.bits(&mut hash);
    hash
}

/// A line for each program and length.
fn hashes() -> String {
    let mut text = String::new();
    let mut line = |name: &str, size: &str, hash: u64| {
        writeln!(text, "{name} {size} {hash:016x}").expect("a string takes everything");
    };
    // None is zero, and their sums are not either.
    let numbers = |seed, len: usize| -> Vec<f64> {
        // The numbers of `builds.txt`: xorshift64*.
        let mut state = u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15) | 1;
        let mut float = || {
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            let bits = state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11;
            bits as f64 / (1u64 << 52) as f64 - 1.0
        };
        (0..len).map(|_| float().abs() + 1e-3).collect()
    };
    for len in [
        0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 127, 130, 255, 257, 1000, 1024, 1025, 4099,
        40_961, 100_003,
    ] {
        let (xs, size) = (numbers(1, len), len.to_string());
        line("folds", &size, hash(folds(&xs)));
        line("sum", &size, hash(sum(&xs)));
        line("long_results", &size, hash(long_results(&xs)));
        line("product_of_large", &size, hash(product_of_large(&xs)));
        line("box_of", &size, hash(box_of(&xs)));
        line("composition", &size, hash(composition(&xs)));
        line("choices", &size, hash(choices(&xs)));
        line("sums", &size, hash(sums(&xs)));
        line("sum_scan", &size, hash(sum_scan(&xs)));
        line("whole_sums", &size, hash(whole_sums(&xs)));
        line("compositions", &size, hash(compositions(&xs)));
        line("drawdown", &size, hash(drawdown(&xs)));
        line("tops", &size, hash(tops(&xs)));
        line("records", &size, hash(records(&xs)));
        line("filters", &size, hash(filters(&xs)));
        line("parts", &size, hash(parts(&xs)));
        line("notes", &size, hash(notes(&xs)));
        line("maps", &size, hash(maps(&xs)));
        line("segments", &size, hash(segments(&xs)));
        for run in [1, 3, 10, 100] {
            let mut key = 0;
            let keys: Vec<u32> = xs
                .iter()
                .map(|x| {
                    key += u32::from(*x < 1.0 / f64::from(run) + 1e-3);
                    key
                })
                .collect();
            line(&format!("runs_of_{run}"), &size, hash(runs(&keys, &xs)));
        }
        line("recurrences", &size, hash(recurrences(&xs)));
        line("bins", &size, hash(bins(&xs)));
        line("slow_bins", &size, hash(slow_bins(&xs)));
        line("large_runs", &size, hash(large_runs(&xs)));
        line("accumulators", &size, hash(accumulators(&xs)));
        let places: Vec<usize> = (0..len).rev().collect();
        let mut ys = numbers(2, len);
        let scattered = moved(&xs, &places, &mut ys);
        line("moved", &size, hash((scattered, ys)));
    }
    for (left, right) in [
        (0, 5),
        (5, 0),
        (1, 1),
        (3, 701),
        (7, 9),
        (8, 8),
        (9, 3),
        (17, 33),
        (1009, 31),
        (4003, 3),
    ] {
        let (xs, ys) = (numbers(1, left), numbers(2, right));
        let size = format!("{left}×{right}");
        line("rows", &size, hash(rows(&xs, &ys)));
        line("dots", &size, hash(dots(&xs, &ys)));
        line("tiles", &size, hash(tiles(&xs, &ys)));
    }
    text
}

#[test]
fn all_builds_give_the_same_bits() {
    let all = [1, 2, 3].map(|threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(hashes)
    });
    if std::env::var_os("BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/builds.txt");
        std::fs::write(path, &all[0]).expect("the file is written");
    }
    for (index, hashes) in all.iter().enumerate() {
        let expected = include_str!("builds.txt");
        let mut differing = hashes.lines().zip(expected.lines());
        if let Some((got, wanted)) = differing.find(|(got, wanted)| got != wanted) {
            panic!(
                "with {} threads: `{got}`, in other builds `{wanted}`",
                index + 1
            );
        }
        assert_eq!(hashes.lines().count(), expected.lines().count());
    }
}
