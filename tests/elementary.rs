//! Elementary functions in programs: which calls mean those of `fusus-math`, and which stay as they
//! are.

#![allow(
    clippy::redundant_closure,
    clippy::useless_vec,
    reason = "closures and macros are what is tested"
)]

use fusus::cnf;
use fusus_cpu::math;

/// Numbers at which the functions of the platform often differ from ours in the last bit.
fn numbers() -> Vec<f64> {
    (1..4000).map(|i| i as f64 * 0.000_237_1).collect()
}

fn bits(xs: &[f64]) -> Vec<u64> {
    xs.iter().map(|x| x.to_bits()).collect()
}

/// Compares every element with a plain loop, to the bit.
fn same(found: &[f64], expected: impl Fn(f64) -> f64) {
    let expected: Vec<f64> = numbers().into_iter().map(expected).collect();
    assert_eq!(bits(found), bits(&expected));
}

#[test]
fn methods_without_arguments_are_ours() {
    macro_rules! each {
        ($($name:ident)*) => {$({
            cnf! { fn wide(xs: &[f64]) -> Vec<f64> { map(|x| x.$name(), xs) } }
            cnf! { fn narrow(xs: &[f32]) -> Vec<f32> { map(|x| x.$name(), xs) } }
            cnf! { fn by_path(xs: &[f64]) -> Vec<f64> { map(f64::$name, xs) } }
            same(&wide(&numbers()), math::f64::$name);
            same(&by_path(&numbers()), math::f64::$name);
            let xs: Vec<f32> = numbers().iter().map(|x| *x as f32).collect();
            let expected = xs.iter().map(|x| math::f32::$name(*x).to_bits());
            let found = narrow(&xs).into_iter().map(f32::to_bits);
            assert!(found.eq(expected), stringify!($name));
        })*};
    }
    each!(acos acosh asin asinh atan atanh cbrt cos cosh exp exp2 exp_m1 ln ln_1p log10 log2 sin sinh tan tanh);
}

#[test]
fn methods_with_an_argument_are_ours() {
    cnf! {
        fn powers(xs: &[f64], y: f64) -> Vec<f64> { map(|x| x.powf(y), xs) }
        fn angles(xs: &[f64]) -> Vec<f64> { map(|x| (x + 1.0).atan2(2.0 * x), xs) }
        fn lengths(xs: &[f64]) -> Vec<f64> { map(|x| f64::hypot(x, 0.3), xs) }
        fn logarithms(xs: &[f64]) -> Vec<f64> { map(|x| x.log(7.0), xs) }
        fn both(xs: &[f64]) -> Vec<(f64, f64)> { map(|x| x.sin_cos(), xs) }
    }
    same(&powers(&numbers(), 1.7), |x| math::f64::pow(x, 1.7));
    same(&angles(&numbers()), |x| math::f64::atan2(x + 1.0, 2.0 * x));
    same(&lengths(&numbers()), |x| math::f64::hypot(x, 0.3));
    same(&logarithms(&numbers()), |x| math::f64::log(x, 7.0));
    let (sines, cosines): (Vec<f64>, Vec<f64>) = both(&numbers()).into_iter().unzip();
    same(&sines, math::f64::sin);
    same(&cosines, math::f64::cos);
}

#[test]
fn so_are_they_inside_each_other_and_behind_references() {
    cnf! {
        fn nested(xs: &[f64]) -> Vec<f64> {
            map(|x| (x.exp().ln_1p() * x.sin().powf(x.cos().exp())).tanh(), xs)
        }
        fn referred(xs: &[f64]) -> Vec<f64> {
            map(|x| { let (r, mut z) = (&&x, x); let m = &mut z; r.exp() + m.ln() }, xs)
        }
        fn parts(xs: &[f64]) -> Vec<f64> {
            map(|x| { let a = [x, 2.0 * x]; let p = (x, a); p.0.exp() + p.1[1].sin() + a[a.len() - 1].cos() }, xs)
        }
        fn macros(xs: &[f64]) -> Vec<f64> {
            map(|x| vec![x.exp(), x.sin()].iter().sum(), xs)
        }
    }
    use math::f64::{cos, exp, ln, ln_1p, pow, sin, tanh};
    same(&nested(&numbers()), |x| {
        tanh(ln_1p(exp(x)) * pow(sin(x), exp(cos(x))))
    });
    same(&referred(&numbers()), |x| exp(x) + ln(x));
    same(&parts(&numbers()), |x| exp(x) + sin(2.0 * x) + cos(2.0 * x));
    same(&macros(&numbers()), |x| [exp(x), sin(x)].iter().sum());
}

#[test]
fn so_are_they_wherever_a_program_has_an_expression() {
    cnf! {
        const SCALE: f64 = 0.7;

        fn helper(x: f64) -> f64 { x.exp() * SCALE.sin() }

        fn helped(xs: &[f64]) -> Vec<f64> { map(|x| helper(x), xs) }
        fn scalar(xs: &[f64], a: f64) -> Vec<f64> { let e = a.exp(); map(|x| x * e, xs) }
        fn predicate(xs: &[f64]) -> usize { len(filter(|x| x.exp() > 1.5, xs)) }
        fn operator(xs: &[f64]) -> f64 {
            fold(f64::NEG_INFINITY, |a, b| if a.exp() < b.exp() { b } else { a }, xs)
        }
        fn steps(xs: &[f64]) -> f64 {
            fold(1f64.ln(), |a, x| a + x.exp(), |a, b| a + b, xs)
        }
        fn prefixes(xs: &[f64], a: f64) -> Vec<f64> { scan(a.exp(), |a, b| a + b, xs) }
        fn indices(n: usize) -> Vec<f64> { generate(n, |i| (i as f64 * 0.0002371).exp()) }
        fn result(a: f64) -> f64 { a.exp() }
        fn guarded(xs: &[f64], a: f64) -> Vec<f64> {
            if a.exp() > 3.0 { return Vec::new(); }
            map(|x| x + a, xs)
        }
        #[backend(sequential)]
        fn alone(xs: &[f64]) -> Vec<f64> { map(|x| x.exp(), xs) }
        #[cnf(strict)]
        fn in_order(xs: &[f64]) -> f64 { fold(0.5f64.exp(), |a, b| a + b, map(|x| x.exp(), xs)) }
    }
    use math::f64::{exp, sin};
    let xs = numbers();
    same(&helped(&xs), |x| exp(x) * sin(0.7));
    same(&scalar(&xs, 0.3), |x| x * exp(0.3));
    assert_eq!(predicate(&xs), xs.iter().filter(|x| exp(**x) > 1.5).count());
    assert_eq!(operator(&xs), *xs.last().unwrap());
    assert!((steps(&xs) - xs.iter().map(|x| exp(*x)).sum::<f64>()).abs() < 1e-6);
    assert_eq!(
        prefixes(&xs[..1], 0.3)[0].to_bits(),
        (exp(0.3) + xs[0]).to_bits()
    );
    let expected: Vec<f64> = (0..4000).map(|i| exp(i as f64 * 0.0002371)).collect();
    assert_eq!(bits(&indices(4000)), bits(&expected));
    assert_eq!(result(0.3).to_bits(), exp(0.3).to_bits());
    assert_eq!(guarded(&xs, 0.3).len(), xs.len());
    assert!(guarded(&xs, 1.5).is_empty());
    same(&alone(&xs), exp);
    let expected = xs.iter().fold(exp(0.5), |a, x| a + exp(*x));
    assert_eq!(in_order(&xs).to_bits(), expected.to_bits());
    let a = 0.3_f64;
    same(&cnf! { map(|x| x * a.exp(), &xs) }, |x| x * exp(0.3));
}

#[test]
fn a_program_may_keep_those_of_the_standard_library() {
    cnf! {
        fn helper(x: f64) -> f64 { x.tanh() }

        #[cnf(math = "std")]
        fn program(xs: &[f64]) -> Vec<f64> { map(|x| x.exp() + helper(x) + f64::sin(x), xs) }
    }
    same(&program(&numbers()), |x| x.exp() + x.tanh() + x.sin());
    let xs = numbers();
    let found = cnf! { #![cnf(math = "std")] map(|x| x.exp(), &xs) };
    same(&found, f64::exp);
    cnf! {
        #[cnf(math = "fusus")]
        fn ours(xs: &[f64]) -> Vec<f64> { map(|x| x.exp(), xs) }
    }
    same(&ours(&xs), math::f64::exp);
}

/// A type of the user's that has functions of these names, is not `Copy`, and is consumed by one.
#[derive(Clone, Debug, PartialEq)]
struct Big(Vec<f64>);

impl Big {
    fn exp(self) -> Big {
        Big(self.0.iter().map(|x| x + 1.0).collect())
    }

    fn ln(&self) -> f64 {
        self.0[0]
    }

    fn powf(&self, by: &str) -> usize {
        by.len()
    }
}

/// One that is `Copy`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Dual(f64, f64);

impl Dual {
    fn exp(self) -> Dual {
        Dual(self.0.exp(), self.0.exp() * self.1)
    }
}

/// A trait of the user's that floats have.
trait Elementary: Copy + Send + Sync {
    fn exp(self) -> Self;
}

impl Elementary for f64 {
    fn exp(self) -> f64 {
        f64::exp(self)
    }
}

#[test]
fn types_of_the_user_keep_their_own() {
    cnf! {
        fn duals(xs: &[f64]) -> Vec<f64> { map(|x| Dual(x, 1.0).exp().1, xs) }
        fn bigs(xs: &[f64], big: &Big) -> Vec<f64> {
            map(|x| x + big.ln() + big.clone().exp().ln() + big.powf("four") as f64, xs)
        }
        fn generic<T: Elementary>(xs: &[T]) -> Vec<T> { map(|x| x.exp(), xs) }
    }
    same(&duals(&numbers()), f64::exp);
    same(&bigs(&numbers(), &Big(vec![2.0])), |x| x + 2.0 + 3.0 + 4.0);
    same(&generic(&numbers()), f64::exp);
    let twice = |x: f64| 2.0 * x.exp();
    let xs = numbers();
    same(&cnf! { map(|x| twice(x), &xs) }, |x| 2.0 * x.exp());
}

#[test]
fn operands_are_evaluated_once_and_in_order() {
    cnf! {
        fn changed(xs: &[f64]) -> Vec<f64> {
            map(|x| { let mut y = x; let z = y.powf({ y += 1.0; 2.0 }); z + y }, xs)
        }
        fn counted(xs: &[f64]) -> Vec<f64> {
            map(|x| { let mut n = 0.0; let z = { n += 1.0; x }.atan2({ n += 1.0; 2.0 }); z + n }, xs)
        }
    }
    same(&changed(&numbers()), |x| math::f64::pow(x, 2.0) + (x + 1.0));
    same(&counted(&numbers()), |x| math::f64::atan2(x, 2.0) + 2.0);
}

#[test]
fn functions_behind_reads_are_those_of_a_plain_loop() {
    cnf! {
        fn behind(
            xs: &[f64],
            ys: &[f64],
            is: &[usize],
        ) -> Result<(Vec<f64>, Vec<f64>), fusus::Error> {
            let scales = gather(ys, map(|i| i / 2, is));
            let found  = map(|x, y| (x - y).exp() / y, xs, scales);
            Ok((found, scales))
        }
    }
    for count in [0, 1, 255, 256, 257, 3999] {
        let (xs, ys) = (&numbers()[..count], numbers());
        let is: Vec<usize> = (0..count).rev().collect();
        let (found, scales) = behind(xs, &ys, &is).unwrap();
        let expected: Vec<f64> = is.iter().map(|i| ys[i / 2]).collect();
        assert_eq!(bits(&scales), bits(&expected));
        let pairs = xs.iter().zip(&expected);
        let expected: Vec<f64> = pairs.map(|(x, y)| math::f64::exp(x - y) / y).collect();
        assert_eq!(bits(&found), bits(&expected));
        let few = &ys[..(count / 4).max(1)];
        let first = is.iter().find(|i| **i / 2 >= few.len());
        let failed = behind(xs, few, &is).map_err(|error| error.to_string());
        match first {
            Some(i) => assert!(failed.unwrap_err().contains(&format!("index {} is", i / 2))),
            None => assert!(failed.is_ok()),
        }
    }
}
