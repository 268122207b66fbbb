//! Inside other macros, with fragments of every kind.
#![deny(warnings)]

macro_rules! item {
    ($(#[$meta:meta])* $vis:vis fn $name:ident($arg:ident: $ty:ty) -> $ret:ty, $worker:expr, $zero:literal) => {
        fusus::cnf! {
            $(#[$meta])*
            $vis fn $name($arg: &[$ty]) -> $ret {
                let mapped = map($worker, $arg);
                fold($zero, |a, b| a + b, mapped)
            }
        }
    };
}

item! {
    /// The sum of the squares.
    #[must_use]
    pub(crate) fn squares(xs: f64) -> f64, |x| x * x, 0.0
}
item! { fn private(numbers: i64) -> i64, i64::abs, 0 }

macro_rules! expression {
    ($xs:expr, $k:expr, $name:ident) => {
        fusus::cnf! {
            let k = 2;
            let $name = map(|x| x * k + $k, $xs);
            let sum = fold(0, |a, b| a + b, $name);
            ($name, sum)
        }
    };
}

macro_rules! write {
    ($target:ident, $by:expr) => {
        fusus::cnf! { *$target = map(|x| x + $by, $target); }
    };
}

macro_rules! types {
    ($($name:ident: $ty:ty),*) => {
        fusus::cnf! {
            $(fn $name(xs: &[$ty]) -> Vec<$ty> { map(|x: $ty| x + x, xs) })*
        }
    };
}

types! { twice_u8: u8, twice_f32: f32 }

macro_rules! whole {
    ($ty:ty) => {
        fusus::cnf! { fn whole(xs: $ty) -> usize { len(xs) } }
    };
}

whole! { &[u8] }

macro_rules! body {
    ($body:block) => {
        fusus::cnf! { fn body(xs: &[u8]) -> Vec<u8> $body }
    };
}

body! {{ map(|x| x + 1, xs) }}

#[test]
fn main() {
    assert_eq!(squares(&[1.0, 2.0]), 5.0);
    assert_eq!(private(&[-1, 2]), 3);
    let v = vec![1, 2];
    let k = 100;
    assert_eq!(expression!(v, k, name), (vec![102, 104], 206));
    assert_eq!(expression!(&v[..1], 1 + 1, k), (vec![4], 4));
    let mut w = v;
    write!(w, 1);
    assert_eq!(w, [2, 3]);
    assert_eq!(twice_u8(&[1]), [2]);
    assert_eq!(twice_f32(&[1.5]), [3.0]);
    assert_eq!(whole(&[1, 2]), 2);
    assert_eq!(body(&[1, 2]), [2, 3]);
}
