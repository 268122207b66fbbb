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

    fn borrowed<'a>(names: &[Named<'a>]) -> Named<'a> {
        fold(Named::new(), |a, b| if a.name.len() < b.name.len() { b } else { a }, names)
    }
}

#[test]
fn main() {
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
    let whole = [1, 2];
    let least = fusus::cnf! { fold(i64::MAX, |a, b| if a < b { a } else { b }, whole) };
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
