//! Folds with accumulators of types that only the CPU has, beside plain loops: structs, arrays,
//! types that own memory, generic ones. Around the boundaries of lanes and blocks, with the same
//! bits for any number of threads.

use fusus::cnf;
use rayon::ThreadPoolBuilder;

cnf! {
    /// The step is a block of one expression, as it is run on its accumulator.
    #[deny(unused_braces)]
    fn greatest(xs: &[u32]) -> [u32; 2] {
        fold(
            [0; 2],
            |mut most, x| { if x > most[0] { most[0] = x; } most },
            |mut most: [u32; 2], others| { if others[0] > most[0] { most[0] = others[0]; } most },
            xs,
        )
    }
}

#[test]
fn a_step_that_is_one_if() {
    assert_eq!(greatest(&[3, 9, 4]), [9, 0]);
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Stats {
    count: u64,
    mean: f64,
    spread: f64,
}

impl Stats {
    const NONE: Stats = Stats {
        count: 0,
        mean: 0.0,
        spread: 0.0,
    };

    fn with(self, x: f64) -> Stats {
        let count = self.count + 1;
        let distance = x - self.mean;
        let mean = self.mean + distance / count as f64;
        Stats {
            count,
            mean,
            spread: self.spread + distance * (x - mean),
        }
    }

    fn joined(self, other: Stats) -> Stats {
        if self.count == 0 {
            return other;
        }
        if other.count == 0 {
            return self;
        }
        let count = self.count + other.count;
        let distance = other.mean - self.mean;
        let part = other.count as f64 / count as f64;
        Stats {
            count,
            mean: self.mean + distance * part,
            spread: self.spread + other.spread + distance * distance * self.count as f64 * part,
        }
    }
}

type Best = [(f32, u32); 8];

const NONE: Best = [(f32::INFINITY, u32::MAX); 8];

fn insert(mut best: Best, item: (f32, u32)) -> Best {
    if item < best[7] {
        let mut at = 7;
        while at > 0 && item < best[at - 1] {
            best[at] = best[at - 1];
            at -= 1;
        }
        best[at] = item;
    }
    best
}

type Matrix = [[u32; 4]; 4];

const ONE: Matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];

fn product(a: Matrix, b: Matrix) -> Matrix {
    let mut c = [[0; 4]; 4];
    for (i, row) in c.iter_mut().enumerate() {
        for (j, cell) in row.iter_mut().enumerate() {
            *cell = (0..4).fold(0, |s, k| (s + a[i][k] * b[k][j]) % 251);
        }
    }
    c
}

fn turned(x: u32) -> Matrix {
    let mut m = ONE;
    m[(x % 4) as usize][(x / 4 % 4) as usize] += x % 7;
    m
}

cnf! {
    fn stats(xs: &[f64]) -> Stats {
        fold(Stats::NONE, Stats::with, Stats::joined, xs)
    }

    fn stats_behind_a_filter(xs: &[f64], limit: f64) -> (Stats, Vec<f64>) {
        let kept = filter(|x| x < limit, xs);
        let of_kept = fold(Stats::NONE, |s: Stats, x| s.with(x), |a: Stats, b| a.joined(b), kept);
        (of_kept, kept)
    }

    fn smallest(xs: &[f32]) -> Best {
        fold(
            NONE,
            |best, x, i| insert(best, (x, i as u32)),
            |a, b| b.into_iter().fold(a, insert),
            xs,
            0..len(xs),
        )
    }

    fn smallest_behind_a_filter(xs: &[f32], sign: f32) -> Best {
        let kept = xs.zip_with_index().filter(|(_, x)| x * sign > 0.0);
        kept.fold(NONE, |best, (i, x)| insert(best, (x, i as u32)), |a, b| b.into_iter().fold(a, insert))
    }

    fn counted(xs: &[u32]) -> [u32; 16] {
        fold(
            [0; 16],
            |mut counts, x| {
                counts[(x % 16) as usize] += 1;
                counts
            },
            |a, b| std::array::from_fn(|at| a[at] + b[at]),
            xs,
        )
    }

    fn products(xs: &[u32]) -> Matrix {
        fold(ONE, |m, x| product(m, turned(x)), product, xs)
    }

    fn squares(xs: &[u32]) -> Vec<u32> {
        fold(
            Vec::new(),
            |mut v: Vec<u32>, x| {
                if x % 16 == 0 {
                    v.push(x);
                }
                v
            },
            |mut a, b| {
                a.extend(b);
                a
            },
            xs,
        )
    }

    fn text(xs: &[u32]) -> (String, u64) {
        let text = fold(
            String::new(),
            |mut s: String, x| {
                if x % 997 == 0 {
                    s.push(char::from(b'a' + (x % 26) as u8));
                }
                s
            },
            |a, b| a + &b,
            xs,
        );
        let sum = fold(0u64, |s, x| s + u64::from(x), |a, b| a + b, xs);
        (text, sum)
    }

    fn extremes<T: fusus::Element + PartialOrd>(xs: &[T]) -> Option<(T, T)> {
        fold(
            None,
            |found: Option<(T, T)>, x| match found {
                None => Some((x, x)),
                Some((lo, hi)) => Some((if x < lo { x } else { lo }, if x > hi { x } else { hi })),
            },
            |a, b| match (a, b) {
                (Some((lo, hi)), Some((l, h))) => {
                    Some((if l < lo { l } else { lo }, if h > hi { h } else { hi }))
                }
                (some, None) | (None, some) => some,
            },
            xs,
        )
    }

    #[backend(sequential)]
    fn stats_alone(xs: &[f64]) -> Stats {
        fold(Stats::NONE, Stats::with, Stats::joined, xs)
    }

    // No law holds, and none is needed.
    #[cnf(strict)]
    fn horner(xs: &[f64], x: f64) -> (f64, Vec<u8>) {
        let value = fold(1.0, |s, c| s * x + c, |a, b| a + b, xs);
        let digits = fold(
            Vec::new(),
            |mut v: Vec<u8>, c| {
                v.push(c as u8);
                v
            },
            |a, _| a,
            xs,
        );
        (value, digits)
    }

    fn dot(xs: &[f64], ys: &[f64]) -> Result<f64, fusus::Error> {
        fold(0.0, |s, x, y| s + x * y, |a, b| a + b, xs, ys)
    }

    // Of the steps, some panic.
    fn checked(xs: &[u32]) -> Vec<u32> {
        fold(
            Vec::new(),
            |mut v: Vec<u32>, x| {
                assert!(x != 1_000_003, "the step panics");
                v.push(x);
                v
            },
            |a, b| [a, b].concat(),
            xs,
        )
    }
}

const LENGTHS: &[usize] = &[
    0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 511, 512, 513, 1023, 1024, 1025, 16_383, 16_385,
    200_001,
];

fn numbers(len: usize) -> Vec<u32> {
    let mut state = 12_345u32;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 12
    };
    std::iter::repeat_with(next).take(len).collect()
}

fn floats(len: usize) -> Vec<f64> {
    let numbers = numbers(len).into_iter();
    numbers
        .map(|x| f64::from(x % 10_007) / 16.0 - 100.0)
        .collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Bag(Vec<u32>);

impl Bag {
    fn with(mut self, x: u32) -> Bag {
        self.0.push(x);
        self
    }

    fn joined(self, other: Bag) -> Bag {
        Bag([self.0, other.0].concat())
    }

    fn swapped(self, other: Bag) -> Bag {
        other.joined(self)
    }

    /// Takes all but the first.
    fn rest(self, other: Bag) -> Bag {
        match (self.0.is_empty(), other.0.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Bag([&self.0[..], &other.0[1..]].concat()),
        }
    }
}

cnf! {
    fn from_one(xs: &[u32]) -> Bag {
        fold(Bag(vec![1]), Bag::with, Bag::joined, xs)
    }

    fn backwards(xs: &[u32]) -> Bag {
        fold(Bag(Vec::new()), Bag::with, Bag::swapped, xs)
    }

    fn losing(xs: &[u32]) -> Bag {
        fold(Bag(Vec::new()), |mut bag: Bag, x| { bag.0.push(x); bag }, Bag::rest, xs)
    }

    fn losing_numbers(xs: &[u32]) -> u64 {
        fold(0u64, |s, x| s + u64::from(x), doubled, xs)
    }

    #[cnf(associative)]
    fn promised(xs: &[u32]) -> Bag {
        fold(Bag(vec![1]), Bag::with, Bag::joined, xs)
    }
}

fn doubled(a: u64, b: u64) -> u64 {
    if a == 0 {
        b
    } else if b == 0 {
        a
    } else {
        a + 2 * b
    }
}

/// Laws that the compiler could not try are tried on the elements of a run.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "nothing is tried")]
fn broken_laws() {
    #[track_caller]
    fn breaks<R>(law: &str, program: impl FnOnce() -> R) {
        let program = std::panic::AssertUnwindSafe(program);
        let panicked = std::panic::catch_unwind(program).err().expect("it panics");
        let message = panicked.downcast_ref::<String>().expect("a text");
        assert!(message.contains(law), "{message}");
    }
    let xs = numbers(100);
    breaks(
        "`from_one`, binding `result_fold`: the start is not neutral",
        || from_one(&xs),
    );
    breaks("the step and the operator disagree", || backwards(&xs));
    breaks("the step and the operator disagree", || losing(&xs));
    breaks("the step and the operator disagree", || losing_numbers(&xs));
    assert_eq!(promised(&[7]).0, [1, 1, 7]);
}

/// Runs a program on one thread, two and three, and returns the result, which is the same.
#[track_caller]
fn same<R: Send + PartialEq + std::fmt::Debug>(program: impl Fn() -> R + Send + Sync) -> R {
    let on = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(&program)
    };
    let one = on(1);
    for threads in [2, 3] {
        assert_eq!(on(threads), one, "{threads} threads");
    }
    one
}

#[track_caller]
fn assert_near(got: Stats, expected: Stats) {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * b.abs().max(1.0);
    let both = near(got.mean, expected.mean) && near(got.spread, expected.spread);
    assert!(
        got.count == expected.count && both,
        "{got:?} is not {expected:?}"
    );
}

#[test]
fn structs() {
    for len in LENGTHS {
        let xs = floats(*len);
        let all = same(|| stats(&xs));
        assert_near(all, xs.iter().fold(Stats::NONE, |s, x| s.with(*x)));
        assert_eq!(stats_alone(&xs), all);
        let (kept, values) = same(|| stats_behind_a_filter(&xs, 200.0));
        let expected: Vec<f64> = xs.iter().copied().filter(|x| *x < 200.0).collect();
        assert_near(kept, expected.iter().fold(Stats::NONE, |s, x| s.with(*x)));
        assert_eq!(values, expected);
    }
}

#[test]
fn arrays() {
    for len in LENGTHS {
        let ints = numbers(*len);
        let xs: Vec<f32> = ints.iter().map(|x| (x % 5_003) as f32 - 2_000.0).collect();
        let best = |keep: &dyn Fn(f32) -> bool| {
            let items = xs.iter().zip(0..).filter(|(x, _)| keep(**x));
            items.fold(NONE, |best, (x, i)| insert(best, (*x, i)))
        };
        assert_eq!(same(|| smallest(&xs)), best(&|_| true));
        assert_eq!(
            same(|| smallest_behind_a_filter(&xs, 1.0)),
            best(&|x| x > 0.0)
        );
        assert_eq!(
            same(|| smallest_behind_a_filter(&xs, -1.0)),
            best(&|x| x < 0.0)
        );
        let mut counts = [0; 16];
        ints.iter().for_each(|x| counts[(x % 16) as usize] += 1);
        assert_eq!(same(|| counted(&ints)), counts);
        let expected = ints.iter().fold(ONE, |m, x| product(m, turned(*x)));
        assert_eq!(same(|| products(&ints)), expected);
    }
}

#[test]
fn values_that_own_memory() {
    for len in LENGTHS {
        let xs = numbers(*len);
        let expected: Vec<u32> = xs.iter().copied().filter(|x| x % 16 == 0).collect();
        assert_eq!(same(|| squares(&xs)), expected);
        let letters = xs.iter().filter(|x| **x % 997 == 0);
        let letters: String = letters.map(|x| char::from(b'a' + (x % 26) as u8)).collect();
        let sum = xs.iter().copied().map(u64::from).sum();
        assert_eq!(same(|| text(&xs)), (letters, sum));
    }
}

#[test]
fn arrays_of_other_lengths() {
    assert_eq!(dot(&[1.0, 2.0], &[3.0, 4.0]), Ok(11.0));
    let error = dot(&[1.0, 2.0], &[3.0]).expect_err("they differ");
    let text = "`dot`: `xs` has length 2 and `ys` has length 1, they must have the same length";
    assert_eq!(error.to_string(), text);
}

#[test]
fn a_step_that_panics() {
    let mut xs = numbers(50_000);
    assert_eq!(same(|| checked(&xs)), xs);
    xs[30_000] = 1_000_003;
    let panicked = std::panic::catch_unwind(|| checked(&xs)).expect_err("it panics");
    let message = panicked.downcast_ref::<&str>().expect("a text");
    assert_eq!(*message, "the step panics");
}

#[test]
fn generic_ones() {
    for len in LENGTHS {
        let xs = floats(*len);
        let least = xs.iter().copied().reduce(f64::min);
        let expected = least.zip(xs.iter().copied().reduce(f64::max));
        assert_eq!(same(|| extremes(&xs)), expected);
        let ints = numbers(*len);
        let least = ints.iter().copied().min();
        assert_eq!(
            same(|| extremes(&ints)),
            least.zip(ints.iter().copied().max())
        );
    }
}

#[test]
fn strict_ones_need_no_law() {
    for len in [0, 1, 17, 1025] {
        let xs = floats(len);
        let expected = xs.iter().fold(1.0, |s, c| s * 0.5 + c);
        let digits: Vec<u8> = xs.iter().map(|x| *x as u8).collect();
        assert_eq!(horner(&xs, 0.5), (expected, digits));
    }
}
