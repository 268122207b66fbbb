//! Arrays at run time and the same programs in `cnf!`: the same bits, for any number of threads.

use std::ops::Range;

use fusus::cnf;
use fusus::lazy::{Array, Error, Section, eval_all, s};
use fusus_rng::Rng;

cnf! {
    fn triad(bs: &[f64], cs: &[f64]) -> Vec<f64> {
        map(|b, c| b + 3.0 * c, bs, cs)
    }
}

cnf! {
    fn dot(xs: &[f64], ys: &[f64]) -> f64 {
        let products = map(|x, y| x * y, xs, ys);
        fold(0.0, |a, b| a + b, products)
    }
}

cnf! {
    fn normalized(xs: &[f64]) -> Vec<f64> {
        let sum = fold(0.0, |a, b| a + b, xs);
        map(|x| x / sum, xs)
    }
}

cnf! {
    fn ends(xs: &[f64]) -> (f64, f64, f64) {
        let least = fold(f64::INFINITY, |a, b| a.min(b), xs);
        let greatest = fold(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        let sum = fold(0.0, |a, b| a + b, xs);
        (least, greatest, sum)
    }
}

cnf! {
    fn products(xs: &[f64]) -> f64 {
        let near = map(|x| 1.0 + x * 0.001, xs);
        fold(1.0, |a, b| a * b, near)
    }
}

cnf! {
    fn positive(xs: &[f64]) -> f64 {
        let kept = filter(|x| x > 0.0, xs);
        fold(0.0, |a, b| a + b, kept)
    }
}

cnf! {
    fn roots(xs: &[f64]) -> Vec<f64> {
        let kept = filter(|x| x > 0.0, xs);
        map(|x| x.sqrt(), kept)
    }
}

cnf! {
    fn waves(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64) {
        let waves = map(|x, y| (-(x * x)).exp() * y.sin() + x.abs().ln_1p(), xs, ys);
        let sum = fold(0.0, |a, b| a + b, waves);
        (waves, sum)
    }
}

cnf! {
    fn prefixes(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |a, b| a + b, xs)
    }
}

cnf! {
    fn drawdown(xs: &[f64]) -> f64 {
        let most = scan(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        let falls = map(|x, most| x - most, xs, most);
        fold(f64::INFINITY, |a, b| a.min(b), falls)
    }
}

cnf! {
    fn running(xs: &[f64]) -> (Vec<f64>, f64, f64) {
        let sums = scan(0.0, |a, b| a + b, xs);
        let falls = map(|x, s| x - s, xs, sums);
        let total = fold(0.0, |a, b| a + b, sums);
        let most = fold(f64::NEG_INFINITY, |a, b| a.max(b), sums);
        (falls, total, most)
    }
}

cnf! {
    fn shares(xs: &[f32]) -> Vec<f32> {
        let sum = fold(0.0_f32, |a, b| a + b, xs);
        map(|x| if x > 0.0 { x / sum } else { -x }, xs)
    }
}

cnf! {
    fn counts(xs: &[i64]) -> (i64, i64) {
        let squares = map(|x| x * x % 1000, xs);
        let sum = fold(0, |a, b| a + b, squares);
        let most = fold(i64::MIN, |a, b| a.max(b), squares);
        (sum, most)
    }
}

cnf! {
    fn heat(xs: &[f64]) -> Vec<f64> {
        generate(|i| (xs[i] * 2.0 + (xs[i - 1] + xs[i + 1])) * 0.25)
    }
}

include!("../programs/jacobi.rs");

cnf! {
    fn life(w: usize, h: usize, cells: &[u8]) -> Vec<u8> {
        let a = reshape(cells, [h, w]);
        generate(|i, j| {
            let above = a[[i - 1, j - 1]] + a[[i - 1, j]] + a[[i - 1, j + 1]];
            let below = a[[i + 1, j - 1]] + a[[i + 1, j]] + a[[i + 1, j + 1]];
            let around = above + below + a[[i, j - 1]] + a[[i, j + 1]];
            ((around == 2 && a[[i, j]] == 1) || around == 3) as u8
        })
    }
}

/// Lengths about those at which blocks, pieces and lanes end.
const LENGTHS: [usize; 14] = [
    0, 1, 2, 15, 17, 511, 513, 1023, 1025, 3000, 16_385, 32_767, 40_000, 200_000,
];

fn floats(seed: u64, len: usize) -> Vec<f64> {
    let mut rng = Rng::new(seed);
    (0..len).map(|_| rng.float() * 20.0 - 10.0).collect()
}

fn bits(found: &[f64]) -> Vec<u64> {
    found.iter().map(|x| x.to_bits()).collect()
}

#[track_caller]
fn same(found: Result<Vec<f64>, Error>, expected: &[f64], len: usize) {
    let found = found.unwrap();
    assert_eq!(bits(&found), bits(expected), "length {len}");
}

fn check(lengths: &[usize]) {
    for &len in lengths {
        let (xs, ys) = (floats(1, len), floats(2, len));
        let (x, y) = (Array::from(&xs[..]), Array::from(&ys[..]));
        same((&x + 3.0 * &y).to_vec(), &triad(&xs, &ys), len);
        same((&x * &y).sum().to_vec(), &[dot(&xs, &ys)], len);
        same((&x / x.sum()).to_vec(), &normalized(&xs), len);
        same((1.0 + &x * 0.001).product().to_vec(), &[products(&xs)], len);
        let (least, greatest, sum) = ends(&xs);
        // One loop has all three, as there.
        let (a, b, c) = (x.min(), x.max(), x.sum());
        (&a + &b + &c).eval().unwrap();
        same(a.to_vec(), &[least], len);
        same(b.to_vec(), &[greatest], len);
        same(c.to_vec(), &[sum], len);
        let kept = x.keep(x.gt(0.0));
        same(kept.sum().to_vec(), &[positive(&xs)], len);
        same(kept.sqrt().to_vec(), &roots(&xs), len);
        let (expected, sum) = waves(&xs, &ys);
        let wave = (-(&x * &x)).exp() * y.sin() + x.abs().ln_1p();
        same(wave.to_vec(), &expected, len);
        let wave = (-(&x * &x)).exp() * y.sin() + x.abs().ln_1p();
        same(wave.sum().to_vec(), &[sum], len);
        same(x.scan_sum().to_vec(), &prefixes(&xs), len);
        same((&x - x.scan_max()).min().to_vec(), &[drawdown(&xs)], len);
        let sums = x.scan_sum();
        let (falls, total, most) = (&x - &sums, sums.sum(), sums.max());
        drop(sums);
        // One loop has all three here too.
        eval_all(&[falls.clone(), total.clone(), most.clone()]).unwrap();
        let (falls_there, total_there, most_there) = running(&xs);
        same(falls.to_vec(), &falls_there, len);
        same(total.to_vec(), &[total_there], len);
        same(most.to_vec(), &[most_there], len);
        if len > 2 {
            let (left, right) = (x.at(s![..-2]), x.at(s![2..]));
            let next = (x.at(s![1..-1]) * 2.0 + (left + right)) * 0.25;
            same(next.to_vec(), &heat(&xs), len);
        }
        single(len);
    }
}

fn single(len: usize) {
    let xs: Vec<f32> = floats(3, len).into_iter().map(|x| x as f32).collect();
    let x = Array::from(&xs[..]);
    let found = x.gt(0.0).select(&x / x.sum(), -&x).to_vec().unwrap();
    let expected = shares(&xs);
    assert!(
        found
            .iter()
            .map(|x| x.to_bits())
            .eq(expected.iter().map(|x| x.to_bits())),
        "{len}"
    );
    let xs: Vec<i64> = floats(4, len)
        .into_iter()
        .map(|x| (x * 1e6) as i64)
        .collect();
    let x = Array::from(&xs[..]);
    let squares = &x * &x % 1000;
    let found = (squares.sum().item().unwrap(), squares.max().item().unwrap());
    assert_eq!(found, counts(&xs), "{len}");
}

fn with_threads(count: usize, job: impl FnOnce() + Send) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .build()
        .unwrap();
    pool.install(job);
}

#[test]
fn the_same_bits_as_compiled_programs() {
    let range: Range<usize> = 0..LENGTHS.len();
    with_threads(1, || check(&LENGTHS[range.clone()]));
}

/// A plate and a board beside the programs that are compiled: sections of two axes.
#[test]
fn stencils_of_two_axes() -> Result<(), Error> {
    for (h, w) in [(3, 3), (3, 700), (700, 3), (40, 1100), (120, 130)] {
        let plate = floats(5, w * h);
        let grid = Array::from_shape([h, w], plate.clone());
        let rows = grid.at(s![..-2, 1..-1]) + grid.at(s![2.., 1..-1]);
        let new = 0.25 * (rows + grid.at(s![1..-1, ..-2]) + grid.at(s![1..-1, 2..]));
        same(new.to_vec(), &jacobi(w, h, &plate), w * h);

        let cells: Vec<u8> = plate.iter().map(|x| u8::from(*x > 3.0)).collect();
        let board = Array::from_shape([h, w], cells.clone());
        let three = |rows: Range<i64>| {
            let of = |columns| board.at(s![rows.clone(), columns]);
            of(Section::from(..-2)) + of((1..w as i64 - 1).into()) + of((2..).into())
        };
        let last = h as i64;
        let own = board.at(s![1..-1, 1..-1]);
        let around = three(0..last - 2) + three(1..last - 1) + three(2..last) - &own;
        let lives = (around.eq(2) & own.eq(1)) | around.eq(3);
        assert_eq!(
            lives.cast::<u8>().to_vec()?,
            life(w, h, &cells),
            "{w} × {h}"
        );
    }
    Ok(())
}

#[test]
fn the_same_bits_with_several_threads() {
    for threads in [2, 5] {
        with_threads(threads, || check(&LENGTHS[8..]));
    }
}
