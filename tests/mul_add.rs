//! Sums of products under `#[cnf(mul_add)]`: each product is added before it is rounded.
//!
//! The last terms of a total are `-1 * 1` and `a * b`, where `a * b` is `1 - 2⁻ᵏ` and is rounded to 1 if it
//! is rounded by itself. So a total is 0 without the option and has the `2⁻ᵏ` with it.

use fusus::cnf;

/// Numbers whose product is `1 - TINY`, which no number of the type is.
trait Number: Copy + Default + PartialEq + std::fmt::Debug + From<i8> {
    const TINY: Self;
    const MORE: Self;
    const LESS: Self;
}

impl Number for f64 {
    const TINY: f64 = 1.0 / (1u64 << 60) as f64;
    const MORE: f64 = 1.0 + 1.0 / (1u64 << 30) as f64;
    const LESS: f64 = 1.0 - 1.0 / (1u64 << 30) as f64;
}

impl Number for f32 {
    const TINY: f32 = 1.0 / (1u64 << 28) as f32;
    const MORE: f32 = 1.0 + 1.0 / (1u64 << 14) as f32;
    const LESS: f32 = 1.0 - 1.0 / (1u64 << 14) as f32;
}

/// Rows of `width` numbers: the last one and the one so far before it are these, others are 0.
fn pairs<T: Number>(rows: usize, width: usize, apart: usize, both: [T; 2]) -> Vec<T> {
    let mut row = vec![T::default(); width];
    [row[width - 1 - apart], row[width - 1]] = both;
    row.repeat(rows)
}

fn turned<T: Copy>(rows: usize, width: usize, xs: &[T]) -> Vec<T> {
    let places = (0..width).flat_map(|column| (0..rows).map(move |row| row * width + column));
    places.map(|place| xs[place]).collect()
}

macro_rules! of {
    ($($module:ident $ty:ident)*) => {$(
        mod $module {
            use super::*;

            cnf! {
                #[cnf(mul_add)]
                fn product(n: usize, w: usize, m: usize, a: &[$ty], b: &[$ty]) -> Vec<$ty> {
                    let (a, b) = (reshape(a, [n, w]), reshape(b, [w, m]));
                    flatten(generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]])))
                }

                #[cnf(mul_add)]
                fn of_rows(n: usize, w: usize, m: usize, a: &[$ty], b: &[$ty]) -> Vec<$ty> {
                    let (a, b) = (reshape(a, [n, w]), reshape(b, [m, w]));
                    flatten(generate(|i, j| 0.0 - sum(|k| a[[i, k]] * b[[j, k]])))
                }

                #[cnf(mul_add)]
                fn vector(n: usize, w: usize, a: &[$ty], b: &[$ty]) -> Vec<$ty> {
                    let a = reshape(a, [n, w]);
                    generate(|i| sum(|k| a[[i, k]] * b[k]))
                }

                #[cnf(mul_add)]
                fn across(n: usize, w: usize, a: &[$ty], b: &[$ty]) -> Vec<$ty> {
                    let a = reshape(a, [w, n]);
                    generate(|i| sum(|k| a[[k, i]] * b[k]))
                }

                #[cnf(mul_add)]
                #[backend(sequential)]
                fn batches(n: usize, w: usize, a: &[$ty], b: &[$ty]) -> Vec<$ty> {
                    let (a, b) = (reshape(a, [n, w, w]), reshape(b, [w, w]));
                    flatten(generate(|c, i, j| sum(|k| a[[c, i, k]] * b[[k, j]])))
                }

                #[cnf(mul_add)]
                fn within(n: usize, w: usize, m: usize, a: &[$ty], b: &[$ty], c: &[$ty]) -> Vec<$ty> {
                    let (a, b, c) = (reshape(a, [n, w]), reshape(b, [w, m]), reshape(c, [1, m]));
                    flatten(generate(|i, j| sum(|l| c[[l, j]] * (sum(|k| a[[i, k]] * b[[k, j]])))))
                }

                // Windows of known size are sums of products, too.
                #[cnf(mul_add)]
                fn window(a: &[$ty], b: &[$ty]) -> Vec<$ty> {
                    let (a, b) = (reshape(a, [1, 2]), reshape(b, [1, 2]));
                    flatten(generate(|i, j| sum(|v, u| a[[i + v, j + u]] * b[[v, u]])))
                }

                fn rounded(n: usize, w: usize, m: usize, a: &[$ty], b: &[$ty]) -> Vec<$ty> {
                    let (a, b) = (reshape(a, [n, w]), reshape(b, [w, m]));
                    flatten(generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]])))
                }

                #[cnf(mul_add)]
                fn of_sums(n: usize, w: usize, a: &[$ty], b: &[$ty]) -> Vec<$ty> {
                    let a = reshape(a, [n, w]);
                    generate(|i| sum(|k| 0.0 + a[[i, k]] * b[k]))
                }
            }

            #[test]
            fn products_are_added_before_they_are_rounded() {
                let left = [$ty::from(-1i8), $ty::MORE];
                let right = [$ty::from(1i8), $ty::LESS];
                assert_eq!(window(&left, &right), [-$ty::TINY]);
                for (n, m) in [(1, 1), (2, 3), (3, 40), (37, 1), (37, 70), (70, 16)] {
                    for w in [2, 4, 16, 30, 300] {
                        let (a, b) = (pairs(n, w, 1, left), pairs(m, w, 1, right));
                        let each = -$ty::TINY;
                        let down = turned(m, w, &b);
                        let what = format!("{n} x {w} x {m}");
                        assert_eq!(product(n, w, m, &a, &down), vec![each; n * m], "{what}");
                        assert_eq!(rounded(n, w, m, &a, &down), vec![0.0; n * m], "{what}");
                        assert_eq!(within(n, w, m, &a, &down, &vec![2.0; m]), vec![2.0 * each; n * m], "{what}");
                        assert_eq!(across(n, w, &turned(n, w, &a), &b[..w]), vec![each; n], "{what}");
                        if m > 1 {
                            assert_eq!(of_rows(n, w, m, &a, &b), vec![-each; n * m], "{what}");
                        }
                    }
                }
            }

            /// The lanes of a sum are sixteen.
            #[test]
            fn lanes_add_products_before_they_are_rounded() {
                for n in [1, 5, 700] {
                    for w in [2, 8, 32, 64, 320] {
                        let apart = if w < 32 { 1 } else { 16 };
                        let a = pairs(n, w, apart, [$ty::from(-1i8), $ty::MORE]);
                        let b = pairs(1, w, apart, [$ty::from(1i8), $ty::LESS]);
                        let each = -$ty::TINY;
                        assert_eq!(vector(n, w, &a, &b), vec![each; n], "{n} x {w}");
                        assert_eq!(of_sums(n, w, &a, &b), vec![0.0; n], "{n} x {w}");
                    }
                }
            }

            #[test]
            fn small_matrices_add_products_before_they_are_rounded() {
                for n in [1, 3, 90] {
                    for w in [2, 4, 6, 12] {
                        let a = pairs(n * w, w, 1, [$ty::from(-1i8), $ty::MORE]);
                        let b = turned(w, w, &pairs(w, w, 1, [$ty::from(1i8), $ty::LESS]));
                        let each = -$ty::TINY;
                        assert_eq!(batches(n, w, &a, &b), vec![each; n * w * w], "{n} x {w}");
                    }
                }
            }
        }
    )*};
}

of!(double f64 single f32);

cnf! {
    #[cnf(mul_add)]
    fn of_integers(n: usize, a: &[i64], b: &[i64]) -> Vec<i64> {
        let a = reshape(a, [n, n]);
        generate(|i| sum(|k| a[[i, k]] * b[k]))
    }
}

#[test]
fn integers_are_what_they_are_without() {
    assert_eq!(of_integers(2, &[1, 2, 3, 4], &[5, -6]), [-7, -9]);
    assert_eq!(of_integers(0, &[], &[]), []);
}
