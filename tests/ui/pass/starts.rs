//! Folds and scans of elements whose type only rustc knows, from all kinds of starts.

use std::cmp::Reverse;
use std::num::Wrapping;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sum {
    of: f64,
}

impl Sum {
    fn new(of: f64) -> Sum {
        Sum { of }
    }
}

type Total = Sum;
type Number = f64;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Named<'a> {
    name: &'a str,
}

impl Named<'_> {
    fn new() -> Self {
        Named { name: "" }
    }
}

fusus::cnf! {
    fn aliased(xs: &[Total]) -> Sum {
        fold(Sum { of: 0.0 }, |a, b| Sum { of: a.of + b.of }, xs)
    }

    fn number(xs: &[Number]) -> Number {
        fold(f64::NEG_INFINITY, |a, b| a.max(b), filter(|x| x < 2.0, xs))
    }

    fn optional(xs: &[Option<u8>]) -> Option<u8> {
        fold(None, |a, b| a.max(b), xs)
    }

    /// Literals without a type, on which steps call methods.
    fn least_so_far(xs: &[f32], ns: &[u64]) -> (Vec<f32>, Vec<f32>, Vec<u64>, Vec<u64>) {
        (
            recurrence(1e9, |d, i| d[i - 1].min(xs[i])),
            recurrence(1e9, |d, x| d.min(x), xs),
            recurrence(1 << 28, |d, n| d.min(n), ns),
            recurrence(1 << 28, |d, i| d[i - 1].min(ns[i])),
        )
    }

    fn least_paths(h: usize, w: usize, ns: &[u32]) -> (Vec<u32>, Vec<f32>) {
        let a = reshape(ns, [h, w]);
        let costs = map(|n| n as f32, a);
        (
            recurrence(1 << 28, |d, i, j| a[[i, j]] + d[[i - 1, j]].min(d[[i, j - 1]]).min(1 << 20)),
            recurrence(1e9, |d, i, j| costs[[i, j]] + d[[i - 1, j]].min(d[[i, j - 1]]).min(1e6)),
        )
    }

    fn folded(xs: &[f32], ns: &[u64]) -> (f32, u64, f32, u64) {
        let (x, n) = (fold(1e9, |a, b| a.min(b), xs), fold(1 << 28, |a, b| a.min(b), ns));
        (x, n, fold(1e9, |a, b| a.min(b), |k| xs[k]), fold(1 << 28, |a, b| a.min(b), |k| ns[k]))
    }

    fn two_states(xs: &[f32]) -> (Vec<f32>, Vec<i64>) {
        let (least, runs) = recurrence((1e9, 0), |(l, n), x| (l.min(x), if x < l { 0 } else { n.max(0) + 1 }), xs);
        (least, runs)
    }

    fn borrowed<'a>(names: &[Named<'a>]) -> Named<'a> {
        fold(Named::new(), |a, b| if a.name.len() < b.name.len() { b } else { a }, names)
    }
}

fn parsed_words<T: std::str::FromStr<Err: std::fmt::Debug>>(words: &str) -> Vec<T> {
    let words = words.split(' ');
    words.map(|word| word.parse().unwrap()).collect()
}

#[test]
fn main() {
    let (xs, ns) = ([3.0, 5.0, 2.0], [3, 5, 2]);
    let (a, b, c, d) = least_so_far(&xs, &ns);
    assert_eq!((a, b), (vec![3.0, 3.0, 2.0], vec![3.0, 3.0, 2.0]));
    assert_eq!((c, d), (vec![3, 3, 2], vec![3, 3, 2]));
    let (paths, costs) = least_paths(1, 2, &[1, 2]);
    assert_eq!((paths[1] - paths[0], costs[1] - costs[0]), (1, 1.0));
    assert_eq!(folded(&xs, &ns), (2.0, 2, 2.0, 2));
    assert_eq!(two_states(&xs), (vec![3.0, 3.0, 2.0], vec![0, 1, 0]));
    let sums = [Sum::new(1.0), Sum::new(2.0)];
    assert_eq!(aliased(&sums), Sum::new(3.0));
    let total = fusus::cnf! { fold(Sum::default(), |a, b| Sum::new(a.of + b.of), sums) };
    assert_eq!(total, Sum::new(3.0));

    assert_eq!(number(&[1.0, 2.0, 3.0]), 1.0);
    assert_eq!(optional(&[None, Some(1)]), Some(1));
    let name = String::from("long");
    assert_eq!(borrowed(&[Named { name: &name }]).name, "long");

    // Types that come from the start, from the elements, from the operator and from the result.
    let floats = vec![1.0, 2.0];
    let total = fusus::cnf! { fold(0.0_f32, |a, b| a + b, floats) };
    assert_eq!(total, 3.0_f32);
    let parsed: Vec<_> = "1 2".split(' ').map(|word| word.parse().unwrap()).collect();
    let total = fusus::cnf! { fold(0_u64, |a, b| a + b, parsed) };
    assert_eq!(total, 3);
    let parsed: Vec<_> = "1 2".split(' ').map(|word| word.parse().unwrap()).collect();
    let total = fusus::cnf! { fold(0.0, |a: f64, b| a + b, parsed) };
    assert_eq!(total, 3.0);
    let bytes = [1, 2];
    let total: u8 = fusus::cnf! { fold(0, |a, b| a + b, bytes) };
    assert_eq!(total, 3);
    let wholes = [1, 2];
    let least = fusus::cnf! { fold(i64::MAX, |a, b| if a < b { a } else { b }, wholes) };
    assert_eq!(least, 1);

    let pairs = [(0.5, 1_u8), (0.25, 2)];
    let both = fusus::cnf! { fold((0.0, 0), |(a, b), (c, d)| (a + c, b + d), pairs) };
    assert_eq!(both, (0.75, 3));
    let arrays = [[1, 2], [3, 4]];
    let sides = fusus::cnf! { fold([0; 2], |a, b| [a[0] + b[0], a[1] + b[1]], arrays) };
    assert_eq!(sides, [4, 6]);
    let wrapped = [Wrapping(250_u8), Wrapping(10)];
    let sums = fusus::cnf! { scan(Wrapping(0), |a, b| a + b, wrapped) };
    assert_eq!(sums, [Wrapping(250), Wrapping(4)]);
    let reversed = [Reverse(2), Reverse(1)];
    let greatest = fusus::cnf! { fold(Reverse(9), |a, b| a.max(b), reversed) };
    assert_eq!(greatest, Reverse(1));

    // Starts that are turned into the type of the elements.
    let words = ["a", "bcd"];
    let longest = fusus::cnf! { fold("", |a, b| if a.len() < b.len() { b } else { a }, words) };
    assert_eq!(longest, "bcd");
    let rows: [&[u8]; 2] = [&[1], &[2, 3]];
    let longest = fusus::cnf! { fold(&[], |a, b| if a.len() < b.len() { b } else { a }, rows) };
    assert_eq!(longest, [2, 3]);

    // Parts of what a filter keeps have types of their own.
    let numbered = [(1, 0.5), (2, -0.5)];
    let kept = fusus::cnf! {
        let (number, value) = filter(|(_, value)| value > 0.0, numbered);
        (fold(0, |a, b| a + b, number), fold(0.0, f64::max, value))
    };
    assert_eq!(kept, (1, 0.5));
}

/// Starts that have a name, whose type comes from them or from the elements.
#[test]
fn named() {
    const NOTHING: Sum = Sum { of: 0.0 };
    let (sums, floats, words) = ([Sum::new(1.0), Sum::new(2.0)], [1.0, 2.0], ["a", "bcd"]);
    let total = fusus::cnf! { fold(NOTHING, |a, b| Sum::new(a.of + b.of), sums) };
    assert_eq!(total, Sum::new(3.0));
    let (zero, none, bounds) = (0, Default::default(), Sum::new(5.0));
    let total = fusus::cnf! { fold(zero, |a, b| a + b, parsed_words("1 2")) };
    assert_eq!(total, 3_u16);
    let total = fusus::cnf! { fold(none, |a: u16, b| a + b, parsed_words("1 2")) };
    assert_eq!(total, 3);
    let greatest = fusus::cnf! { fold(bounds.of, f64::max, floats) };
    assert_eq!(greatest, 5.0);
    let first = String::from("first");
    let longest = {
        let first = first.as_str();
        fusus::cnf! { fold(first, |a, b| if a.len() < b.len() { b } else { a }, words) }
    };
    assert_eq!(longest, "first");
}

/// Elements of a map, whose type comes from the worker, from the start or from the result.
#[test]
fn mapped() {
    let (floats, bytes, wholes, zero) = ([1.0, 2.0], [1_u8, 2], [1, 2], 0_u8);
    let doubled = fusus::cnf! { fold(0.0, |a, b| a + b, map(|x| 2.0 * x, floats)) };
    assert_eq!(doubled, 6.0);
    let widened = fusus::cnf! { fold(0.0, |a, b| a + b, map(|byte| byte.into(), bytes)) };
    assert_eq!(widened, 3.0);
    let widened: u32 = fusus::cnf! { fold(zero.into(), |a, b| a + b, map(|byte| byte.into(), bytes)) };
    assert_eq!(widened, 3);
    let start = 0_u64;
    let (widened, all) = fusus::cnf! {
        let wide = map(|byte| byte.into(), filter(|byte| byte > 1, bytes));
        (fold(start, |a, b| a + b, wide), wide)
    };
    assert_eq!((widened, all), (2, vec![2_u64]));
    let found = fusus::cnf! { fold(None, |a, b| a.max(b), map(|x| Some(x), wholes)) };
    assert_eq!(found, Some(2));
    let counted: usize = fusus::cnf! { fold(0, |a, b| a + b, map(|_| 1, floats)) };
    assert_eq!(counted, 2);
    let running: Vec<u8> = fusus::cnf! { scan(0, |a, b| a + b, map(|x| if x > 1.0 { 1 } else { 0 }, floats)) };
    assert_eq!(running, [0, 1]);
    let (low, high) = fusus::cnf! {
        let (low, high) = map(|x| (x, Sum::new(x)), floats);
        (fold(f64::MAX, f64::min, low), fold(Sum::default(), |a, b| Sum::new(a.of + b.of), high))
    };
    assert_eq!((low, high), (1.0, Sum::new(3.0)));
    let products = fusus::cnf! { fold((0.0, 0), |a, b| (a.0 + b.0, a.1 + b.1), cross(floats, bytes)) };
    assert_eq!(products, (6.0, 6));
}
