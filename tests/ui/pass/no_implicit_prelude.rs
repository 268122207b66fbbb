//! Nothing of the prelude is needed.
#![no_implicit_prelude]
#![deny(warnings)]

::fusus::cnf! {
    fn program(xs: &[f64], at: &[usize], ys: &mut [f64]) -> (::std::vec::Vec<f64>, ::std::vec::Vec<f64>, f64) {
        let kept = filter(|x| x > 0.0, xs);
        let sums = scan(0.0, |a, b| a + b, kept);
        let total = fold(0.0, f64::max, sums);
        *ys = map(|y| y + total, ys);
        (gather(xs, at), sums, total)
    }

    fn fallible(xs: &[f64], ys: &[f64]) -> ::std::result::Result<f64, ::fusus::Error> {
        fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, ys))
    }

    fn apart(n: usize, m: usize, xs: &[f64], ys: &[f64]) -> ::std::vec::Vec<f64> {
        generate(|i| xs[i + n] * ys[i + m])
    }

    fn counted(bounds: &[f64], xs: &[f64]) -> ::std::vec::Vec<usize> {
        map(|bound| sum(|k| (xs[k] > bound) as usize), bounds)
    }

    fn reflected(n: usize, r: usize, xs: &[f64]) -> ::std::vec::Vec<f64> {
        let p = pad(reflect, xs);
        generate([n], |i| sum(0..2 * r + 1, |k| p[i + k - r]))
    }
}

#[::core::prelude::v1::test]
fn main() {
    let mut ys = [0.0];
    let (a, b, c) = program(&[-1.0, 2.0], &[1], &mut ys);
    ::std::assert_eq!((a, b, c), (::std::vec![2.0], ::std::vec![2.0], 2.0));
    ::std::assert!(fallible(&[1.0], &[]).is_err());
    ::std::assert_eq!(apart(1, 0, &[1.0, 2.0], &[3.0]), [6.0]);
    ::std::assert_eq!(counted(&[0.0, 1.0], &[1.0, 2.0]), [2, 1]);
    ::std::assert_eq!(reflected(2, 1, &[1.0, 2.0]), [5.0, 4.0]);
    let n = ::fusus::cnf! { fold(0, |a, b| a + b, 0..4) };
    ::std::assert_eq!(n, 6);
}
