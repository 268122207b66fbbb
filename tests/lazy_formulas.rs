//! Formulas that were generated at random, as programs of `cnf!` and as texts at run time: the same
//! source for both, and the same bits.

#![allow(
    clippy::all,
    unused_parens,
    reason = "the expressions were generated, and look like it"
)]

use fusus::lazy::{Array, Column, Formula};
use fusus_rng::Rng;

/// The lengths of arrays: around a piece, and several blocks.
const LENGTHS: &[usize] = &[0, 1, 3, 1023, 1025, 5000, 70_001];

/// The mapped elements, their sum and the sum of those that are kept, by each of both.
macro_rules! program {
    ($name:ident, $type:ty, $zero:literal, $bound:literal, |$x:ident, $y:ident, $z:ident| $($body:tt)+) => {
        mod $name {
            use fusus::cnf;

            cnf! {
                pub(super) fn mapped(xs: &[$type], ys: &[$type], zs: &[$type]) -> Vec<$type> {
                    map(|$x, $y, $z| $($body)+, xs, ys, zs)
                }
            }

            cnf! {
                pub(super) fn summed(xs: &[$type], ys: &[$type], zs: &[$type]) -> $type {
                    let values = map(|$x, $y, $z| $($body)+, xs, ys, zs);
                    fold($zero, |a, b| a + b, values)
                }
            }

            cnf! {
                pub(super) fn kept(xs: &[$type], ys: &[$type], zs: &[$type]) -> Vec<$type> {
                    let values = map(|$x, $y, $z| $($body)+, xs, ys, zs);
                    filter(|v| v > $bound, values)
                }
            }

            pub(super) const TEXT: &str = stringify!($($body)+);
        }
    };
}

macro_rules! floats {
    ($($name:ident |$x:ident, $y:ident, $z:ident| { $($body:tt)+ })+) => {
        $(program!($name, f64, 0.0, 0.5, |$x, $y, $z| $($body)+);)+

        #[test]
        fn formulas_on_floats_have_the_bits_of_compiled_programs() {
            let mut rng = Rng::new(27);
            for &len in LENGTHS {
                let columns = [(); 3].map(|()| floats(&mut rng, len));
                let [xs, ys, zs] = &columns;
                $({
                    let found = Found::<f64>::of($name::TEXT, "0.5", &columns);
                    let expected = $name::mapped(xs, ys, zs);
                    same(&found.mapped, &expected, $name::TEXT);
                    same(&[found.summed], &[$name::summed(xs, ys, zs)], $name::TEXT);
                    same(&found.kept, &$name::kept(xs, ys, zs), $name::TEXT);
                })+
            }
        }
    };
}

macro_rules! integers {
    ($($name:ident |$x:ident, $y:ident, $z:ident| { $($body:tt)+ })+) => {
        $(program!($name, i64, 0, 4, |$x, $y, $z| $($body)+);)+

        #[test]
        fn formulas_on_integers_have_the_results_of_compiled_programs() {
            let mut rng = Rng::new(28);
            for &len in LENGTHS {
                let columns = [(); 3].map(|()| integers(&mut rng, len));
                let [xs, ys, zs] = &columns;
                $({
                    let found = Found::<i64>::of($name::TEXT, "4", &columns);
                    assert_eq!(found.mapped, $name::mapped(xs, ys, zs), "{}", $name::TEXT);
                    assert_eq!(found.summed, $name::summed(xs, ys, zs), "{}", $name::TEXT);
                    assert_eq!(found.kept, $name::kept(xs, ys, zs), "{}", $name::TEXT);
                })+
            }
        }
    };
}

/// Floats of all sizes, of which some are special.
fn floats(rng: &mut Rng, len: usize) -> Vec<f64> {
    const SPECIAL: &[f64] = &[
        0.0,
        -0.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e300,
        5e-324,
    ];
    let mut one = || match rng.percent(2) {
        true => *rng.pick(SPECIAL),
        false => 8.0 * rng.float() - 4.0,
    };
    (0..len).map(|_| one()).collect()
}

fn integers(rng: &mut Rng, len: usize) -> Vec<i64> {
    (0..len).map(|_| rng.below(200) as i64 - 100).collect()
}

/// The results of a formula at run time.
struct Found<T> {
    mapped: Vec<T>,
    summed: T,
    kept: Vec<T>,
}

impl<T: fusus::lazy::Element> Found<T>
where
    Column: From<Array<T>>,
{
    fn of(text: &str, bound: &str, columns: &[Vec<T>; 3]) -> Found<T> {
        // The compiler breaks long lines of the text, which would end statements.
        let text = &text.replace('\n', " ");
        let [x, y, z] = columns
            .each_ref()
            .map(|xs| Column::from(Array::from(&xs[..])));
        let apply = |text: &str| {
            let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{error}"));
            let applied = formula.apply([("x", &x), ("y", &y), ("z", &z)]);
            let column = applied.unwrap_or_else(|error| panic!("{error}"));
            let array = column.array::<T>();
            array.unwrap_or_else(|| panic!("`{text}` is of type `{}`", column.ty()))
        };
        Found {
            mapped: apply(text).to_vec().expect("it has a result"),
            summed: apply(&format!("sum({text})")).item().expect("it has a sum"),
            kept: apply(&format!("v = {text}; v[v > {bound}]"))
                .to_vec()
                .expect("it has a result"),
        }
    }
}

/// Checks that floats have the same bits. NaN has several forms, of which Rust promises none.
#[track_caller]
fn same(found: &[f64], expected: &[f64], text: &str) {
    assert_eq!(found.len(), expected.len(), "{text}");
    for (index, (a, b)) in found.iter().zip(expected).enumerate() {
        let is_same = a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        assert!(is_same, "{index}: {a}, not {b}: {text}");
    }
}

floats! {
    f00 |x, y, z| { (x * x).min(3.0).exp() + (if (if z < x { z } else { 0.5 }) < z { z } else { if y < y { y } else { z } }) }
    f01 |x, y, z| { (if (z - z) < x { 3.0 / (z.abs() + 0.5) } else { if x < x { z } else { x } }) * ((y * z).abs() + 1.0).sqrt() }
    f02 |x, y, z| { ((if 0.5 <= x { z } else { x }) - x.min(y)).max(((if y > 2.0 { y } else { 1.25 }) * (if 2.0 < z { z } else { x }))) }
    f03 |x, y, z| { (if z <= y.tanh() { x * y } else { y - z }) * ((x.abs() + 1.0).sqrt() + x.round()) }
    f04 |x, y, z| { ((x - y).abs() + 1.0).sqrt() + ((z - x) / (x.min(3.0).exp().abs() + 0.5)) }
    f05 |x, y, z| { (z / (x.abs() + 0.5)).tanh() * ((x * x) * (y.abs() + 1.0).ln()) }
    f06 |x, y, z| { (z / (x.abs() + 0.5)) - y.max(z) }
    f07 |x, y, z| { (if (y + x) > (x * x) { if 3.0 < x { y } else { y } } else { y / (z.abs() + 0.5) }).cos() }
    f08 |x, y, z| { (if z >= y { x.abs() } else { if 0.1 >= x { x } else { y } }) - ((0.1 / (y.abs() + 0.5)) - (z / (x.abs() + 0.5))) }
    f09 |x, y, z| { (x + (if y <= z { x } else { 2.0 })) + ((x / (x.abs() + 0.5)) - (if z > x { x } else { y })) }
    f10 |x, y, z| { (((0.5 + z) - (2.0 + y)) / (y.abs() + 0.5)) * ((2.0 - (y + z)) / (((x + y) / ((z - x).abs() + 0.5)).abs() + 0.5)) }
    f11 |x, y, z| { x.min(3.0).exp().min((if x <= y { y } else { z })) - ((x.abs() + 1.0).ln() + (if z < 0.5 { 3.0 } else { z })) }
    f12 |x, y, z| { ((x.min(3.0).exp() / ((if z >= y { y } else { x }).abs() + 0.5)).abs() + 1.0).ln() }
    f13 |x, y, z| { (y.sin() * (z * z)) + (if 2.0 > x { y } else { z }).floor() }
    f14 |x, y, z| { x - ((y * 0.5) * x.min(z)) }
    f15 |x, y, z| { (z + z).max((0.5 * y)) * ((if 3.0 > z { z } else { x }) / ((y / (x.abs() + 0.5)).abs() + 0.5)) }
    f16 |x, y, z| { if x.abs().min(3.0).exp() <= (y.min(3.0).exp() + (3.0 * z)) { (if x <= x { x } else { x }).floor() } else { y } }
    f17 |x, y, z| { (if x.max(2.0) <= (z - 1.25) { z.min(3.0).exp() } else { y + z }) - ((0.5 * y) / (z.abs() + 0.5)) }
    f18 |x, y, z| { (if x >= y { x } else { y }).round() + (z - (if 0.5 < z { 0.5 } else { z })) }
    f19 |x, y, z| { if (z * z) <= (3.0 - x) { y - y } else { y * 1.25 } }
    f20 |x, y, z| { (y + 3.0) - (if y > z { z } else { x }) }
    f21 |x, y, z| { x / (((if z > z { x } else { y }) + (x + x)).abs() + 0.5) }
    f22 |x, y, z| { if (x - 3.0).max(x.min(3.0).exp()) <= (z * z).min(3.0).exp() { x } else { (if y <= x { x } else { z }) - (z + 3.0) } }
    f23 |x, y, z| { (x / (x.abs() + 0.5)) / ((z / (y.abs() + 0.5)).abs() + 0.5) }
}

integers! {
    i00 |x, y, z| { if ((y | y) % 13 * x) < ((x + 11) % 13 * y) { (y + x) | (if x != y { y } else { z }) } else { z.max(y) % 9 } }
    i01 |x, y, z| { (if (if x > y { z } else { y }) != (x + z) { z & z } else { y & !x }) | ((y % 13 * y) % 13 * y) }
    i02 |x, y, z| { ((x + 7) + (z + y)) / 9 }
    i03 |x, y, z| { (if (y + 7) == (x - x) { y.max(z) } else { x }) + ((z - y) - z.max(y)) }
    i04 |x, y, z| { (y + z) | (x - (z + 7)) }
    i05 |x, y, z| { z.max(((y + x).min((z % 13 * z)) - ((x % 13 * x) - 7))) }
    i06 |x, y, z| { (((y - z) - (z / 9)) - ((x - x) + (y % 13 * y))) % 13 * y }
    i07 |x, y, z| { (((if z != z { z } else { x }) + 7) & ((if x < y { y } else { x }) - 11)) - ((x + y).max((y - 11)) % 13 * x) }
}
