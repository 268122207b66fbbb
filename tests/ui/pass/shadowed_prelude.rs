//! Nothing of what is generated is found by a name of the user's: those of the prelude mean other things here,
//! and so do those of the standard library, of numbers and of macros.
#![deny(warnings)]
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    non_camel_case_types,
    reason = "the names are there to be in the way"
)]

mod core {}
mod std {}
mod alloc {}
mod fusus_cpu {}

struct Vec;
struct Box;
struct String;
struct Rc;
struct Arc;
struct Ordering;
struct Range;
struct Some;
struct None;
struct Ok;
struct Err;
struct Result;
struct Option;
struct Error;
struct Fault;
struct Stop;
struct From;
struct Into;
struct Default;
struct Clone;
struct Copy;
struct Send;
struct Sync;
struct Ord;
struct PartialOrd;
struct Fn;
struct FnOnce;
struct Drop;
struct Iterator;
struct IntoIterator;

fn drop() {}
fn size_of() {}

macro_rules! vec {
    () => {};
}
macro_rules! assert {
    () => {};
}
macro_rules! panic {
    () => {};
}
macro_rules! matches {
    () => {};
}
macro_rules! compile_error {
    () => {};
}

::fusus::cnf! {
    fn folds(xs: &[f64], ys: &[f64]) -> (f64, usize, (f64, usize), f64) {
        let kept = filter(|x| x > 0.0, xs);
        let count = fold(0usize, |n, x| if x > 1.0 { n + 1 } else { n }, |a, b| a + b, kept);
        let least = fold((1.0e9, 0), |a, b| if b.0 < a.0 { b } else { a }, map(|i, x| (x, i), 0..len(xs), xs));
        (fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, ys)), count, least, sum(kept))
    }

    fn scans(heads: &[bool], xs: &[i64]) -> (::std::vec::Vec<i64>, ::std::vec::Vec<i64>, ::std::vec::Vec<i64>) {
        let (_, sums) = fold_by(heads, 0, |a, b| a + b, xs);
        (scan_by(heads, 0, |a, b| a + b, xs), scan_exclusive(1, |a, b| a + b, reverse(xs)), sums)
    }

    fn late(s: usize, n: usize, xs: &[f64]) -> ::std::vec::Vec<f64> {
        let moved = generate(|i| xs[i + s] - xs[i]);
        let some = generate(0..n - s, |i| xs[i]);
        map(|a, b| a + b, moved, conform(some, moved))
    }

    fn padded(s: usize, xs: &[i64]) -> ::std::vec::Vec<i64> {
        let (p, q, r, t) = (0, 0, 0, 0);
        let (a, b) = (pad(edge, xs), pad(wrap, xs));
        let (c, d) = (pad(reflect, xs), pad(symmetric, xs));
        generate(|i| a[i + s] + b[i - s] + c[i + s] + d[i - s] + a[i - 1] + c[i + 1] + p + q + r + t)
    }

    fn windowed(k: usize, h: usize, w: usize, xs: &[i64]) -> (::std::vec::Vec<i64>, ::std::vec::Vec<i64>, ::std::vec::Vec<i64>) {
        let a = reshape(xs, [h, w]);
        let sums = map(|window| sum(window), rows(windows(k, xs)));
        let (positive, counts) = map(|row| {
            let kept = filter(|x| x > 0, row);
            (fold(0, |a, b| a + b, kept), len(kept))
        }, rows(a));
        (sums, positive, map(|n| n as i64, counts))
    }

    fn over(h: usize, w: usize, starts: &[usize], xs: &[i64]) -> (::std::vec::Vec<i64>, ::std::vec::Vec<i64>, ::std::vec::Vec<i64>, ::std::vec::Vec<i64>) {
        let a = reshape(xs, [h, w]);
        let prefixes = generate(|i, j| sum(..=j, |k| a[[i, k]]));
        let products = generate(|i, j| sum(|k| a[[i, k]] * a[[j, k]]));
        let ranges = map(|s| sum(s..s + 2, |k| xs[k]), starts);
        let most = generate(|j| fold(i64::MIN, |p, q| if q > p { q } else { p }, |i| a[[i, j]]));
        (prefixes, products, ranges, most)
    }

    fn recurring(h: usize, w: usize, xs: &[u32]) -> (::std::vec::Vec<u32>, ::std::vec::Vec<u32>) {
        let a = reshape(xs, [h, w]);
        let down = recurrence(0u32, |d, i, j| a[[i, j]] + (d[[i - 1, j]] | d[[i, j - 1]]));
        (recurrence(0u32, |y, x| (y ^ x).wrapping_mul(3), xs), down)
    }

    fn elsewhere(n: usize, at: &[usize], xs: &[i64], ys: &mut [i64]) -> ::std::result::Result<(::std::vec::Vec<i64>, ::std::vec::Vec<i64>, i64), ::fusus::Error> {
        if n == 0 { return ::std::result::Result::Ok((::std::vec::Vec::new(), ::std::vec::Vec::new(), 0)); }
        let bins = reduce_by_index(generate(n, |_| 0), |a, b| a + b, at, xs);
        *ys = scatter(ys, at, xs);
        let pairs = fold(0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, xs)));
        (bins, gather(xs, at), pairs)
    }

    #[backend(sequential)]
    #[cnf(strict)]
    fn alone(xs: &[f64], ys: &mut [f64]) {
        *ys = generate(|i| (xs[i - 1] + xs[i + 1]) / 2.0);
    }

    #[cnf(loops = 4)]
    fn banded(h: usize, w: usize, xs: &[f64]) -> ::std::boxed::Box<[f64]> {
        let p = pad(edge, reshape(xs, [h, w]));
        let b = generate(|i, j| (p[[i - 1, j]] + p[[i, j]] + p[[i + 1, j]]).exp());
        let q = pad(edge, b);
        flatten(generate(|i, j| q[[i - 1, j]] + q[[i + 1, j]]))
    }
}

#[::core::prelude::v1::test]
fn main() {
    let (xs, ints) = ([1.0, -2.0, 3.0, 0.5], [1, -2, 3, 4]);
    let heads = [true, false, true, false];
    let mut ys = [0; 4];
    ::std::assert_eq!(folds(&xs, &xs), (14.25, 1, (-2.0, 1), 4.5));
    ::std::assert_eq!(scans(&heads, &ints).0, [1, -1, 3, 7]);
    ::std::assert_eq!(late(1, 4, &xs), [-2.0, 3.0, 0.5]);
    ::std::assert_eq!(padded(1, &ints).len(), 4);
    ::std::assert_eq!(windowed(2, 2, 2, &ints).0, [-1, 1, 7]);
    ::std::assert_eq!(over(2, 2, &[0, 2], &ints).2, [-1, 7]);
    ::std::assert_eq!(recurring(2, 2, &[1, 2, 3, 4]).1, [1, 3, 4, 11]);
    let (bins, _, _) = elsewhere(4, &[3, 3, 0, 1], &ints, &mut ys).unwrap();
    ::std::assert_eq!(bins, [3, 4, 0, -1]);
    let mut zs = [9.0; 4];
    alone(&xs, &mut zs);
    ::std::assert_eq!(zs, [9.0, 2.0, -0.75, 9.0]);
    ::std::assert_eq!(banded(2, 2, &xs).len(), 4);
    let total = ::fusus::cnf! { sum(map(|x| 2 * x, ints)) };
    ::std::assert_eq!(total, 12);
}
