//! Reads at positions that the program knows before it runs a loop: those outside of an array are
//! errors when it starts, with the names and the numbers, on every backend.

use fusus::{Error, ErrorKind, cnf};

/// Programs for several threads, and for one.
macro_rules! programs {
    ($(#[$attribute:meta])? mod $name:ident) => {
        mod $name {
            use fusus::{Error, cnf};

            cnf! {
                $(#[$attribute])?
                pub(crate) fn fixed_row(h: usize, w: usize, xs: &[i64], ks: &[i64]) -> Result<Vec<i64>, Error> {
                    let a = reshape(xs, [h, w]);
                    generate(|i| sum(|j| ks[i] * a[[0, j]]))
                }

                $(#[$attribute])?
                pub(crate) fn fixed_in_step(h: usize, w: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
                    let a = reshape(xs, [h, w]);
                    generate(|i, j| a[[i, j]] - a[[2, j]])
                }

                $(#[$attribute])?
                pub(crate) fn fixed_of_computed(h: usize, w: usize, xs: &[i64], at: &[usize]) -> Result<Vec<i64>, Error> {
                    let a = reshape(xs, [h, w]);
                    generate(|i| a[[at[i], 1]])
                }

                $(#[$attribute])?
                pub(crate) fn corner(h: usize, w: usize, xs: &[i64]) -> Result<i64, Error> {
                    let a = reshape(xs, [h, w]);
                    let last = a[[h - 1, w - 1]];
                    last + 1
                }

                $(#[$attribute])?
                pub(crate) fn of_workers(h: usize, w: usize, xs: &[i64], ks: &[i64]) -> Result<Vec<i64>, Error> {
                    let a = reshape(xs, [h, w]);
                    map(|k| k + a[[0, 1]], ks)
                }

                $(#[$attribute])?
                pub(crate) fn few(n: usize, h: usize, w: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
                    let a = reshape(xs, [h, w]);
                    generate(|i| sum(0..n, |k| a[[i, k]]))
                }

                $(#[$attribute])?
                pub(crate) fn three(xs: &[i64]) -> Result<i64, Error> {
                    sum(0..3, |k| xs[k] * k as i64)
                }

                $(#[$attribute])?
                pub(crate) fn windows_of(n: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
                    let ys = map(|x| x + 1, xs);
                    generate([n], |i| sum(0..3, |k| ys[i + k]))
                }

                $(#[$attribute])?
                pub(crate) fn guarded(n: usize, w: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
                    let ys = map(|x| x + 1, xs);
                    generate([n], |i| if i + w <= len(xs) { sum(0..w, |k| ys[i + k]) } else { -1 })
                }

                $(#[$attribute])?
                pub(crate) fn guarded_inside(n: usize, w: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
                    let ys = map(|x| x + 1, xs);
                    let m = len(xs);
                    generate([n], |i| sum(0..w, |k| if i + k < m { ys[i + k] } else { 0 }))
                }

                $(#[$attribute])?
                pub(crate) fn padded_row(h: usize, w: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
                    let a = reshape(xs, [h, w]);
                    let p = pad(edge, a);
                    generate(|j| p[[5, j]] + p[[0, j - 1]])
                }

                $(#[$attribute])?
                pub(crate) fn padded_sum(xs: &[i64]) -> Result<i64, Error> {
                    let p = pad(wrap, xs);
                    sum(0..3, |k| p[k])
                }

                $(#[$attribute])?
                pub(crate) fn padded_by_value(xs: &[i64]) -> Result<i64, Error> {
                    let p = pad(7, xs);
                    sum(0..3, |k| p[k])
                }

                $(#[$attribute])?
                pub(crate) fn columns_of(n: usize, m: usize, h: usize, w: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
                    let a = reshape(xs, [h, w]);
                    generate([n, m, 2, 2], |i, j, u, v| a[[i + u, j + v]])
                }

                $(#[$attribute])?
                pub(crate) fn rows_of(k: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
                    map(|c| sum(c), rows(chunks(k, xs)))
                }

                $(#[$attribute])?
                pub(crate) fn sums_of(k: usize, xs: &[i64]) -> Result<Vec<i64>, Error> {
                    map(|c| sum(c), rows(windows(k, xs)))
                }
            }

            #[test]
            fn all() {
                super::all(&super::Programs {
                    fixed_row, fixed_in_step, fixed_of_computed, corner, of_workers, few, three,
                    windows_of, guarded, guarded_inside, padded_row, padded_sum, padded_by_value,
                    columns_of, rows_of, sums_of,
                });
            }
        }
    };
}

programs!(mod parallel);
programs!(#[backend(sequential)] mod sequential);

type Outcome<T> = std::result::Result<T, Error>;

type Numbers = Outcome<Vec<i64>>;

struct Programs {
    fixed_row: fn(usize, usize, &[i64], &[i64]) -> Numbers,
    fixed_in_step: fn(usize, usize, &[i64]) -> Numbers,
    fixed_of_computed: fn(usize, usize, &[i64], &[usize]) -> Numbers,
    corner: fn(usize, usize, &[i64]) -> Outcome<i64>,
    of_workers: fn(usize, usize, &[i64], &[i64]) -> Numbers,
    few: fn(usize, usize, usize, &[i64]) -> Numbers,
    three: fn(&[i64]) -> Outcome<i64>,
    windows_of: fn(usize, &[i64]) -> Numbers,
    guarded: fn(usize, usize, &[i64]) -> Numbers,
    guarded_inside: fn(usize, usize, &[i64]) -> Numbers,
    padded_row: fn(usize, usize, &[i64]) -> Numbers,
    padded_sum: fn(&[i64]) -> Outcome<i64>,
    padded_by_value: fn(&[i64]) -> Outcome<i64>,
    columns_of: fn(usize, usize, usize, usize, &[i64]) -> Numbers,
    rows_of: fn(usize, &[i64]) -> Numbers,
    sums_of: fn(usize, &[i64]) -> Numbers,
}

/// The message of an error without the name of the program.
fn message<T: std::fmt::Debug>(result: Outcome<T>) -> String {
    let text = result.expect_err("it leaves an array").to_string();
    text.split_once(": ")
        .expect("a program has a name")
        .1
        .to_owned()
}

fn all(programs: &Programs) {
    let xs = [1, 2, 3, 4, 5, 6];
    // Positions that no index is in.
    assert_eq!((programs.fixed_row)(2, 3, &xs, &[1, 10]).unwrap(), [6, 60]);
    assert_eq!(
        message((programs.fixed_row)(0, 3, &[], &[1, 10])),
        "`a` has 0 positions along axis 0, and none at 0"
    );
    assert_eq!(
        (programs.fixed_in_step)(3, 2, &xs).unwrap(),
        [-4, -4, -2, -2, 0, 0]
    );
    assert_eq!(
        message((programs.fixed_in_step)(2, 3, &xs)),
        "`a` has 2 positions along axis 0, and none at 2"
    );
    assert_eq!(
        (programs.fixed_of_computed)(3, 2, &xs, &[2, 0]).unwrap(),
        [6, 2]
    );
    assert_eq!(
        message((programs.fixed_of_computed)(6, 1, &xs, &[2, 0])),
        "`a` has 1 positions along axis 1, and none at 1"
    );
    assert_eq!((programs.corner)(2, 3, &xs).unwrap(), 7);
    assert_eq!((programs.of_workers)(2, 3, &xs, &[1, 10]).unwrap(), [3, 12]);
    assert_eq!(
        message((programs.of_workers)(6, 1, &xs, &[1, 10])),
        "`a` has 1 positions along axis 1, and none at 1"
    );
    // Ranges.
    assert_eq!((programs.few)(2, 2, 3, &xs).unwrap(), [3, 9]);
    assert_eq!((programs.few)(0, 2, 0, &[]).unwrap(), [0, 0]);
    let error = (programs.few)(4, 2, 3, &xs).unwrap_err();
    assert!(
        matches!(
            error.kind(),
            ErrorKind::Outside {
                array: "a",
                axis: Some(1),
                position: 3,
                size: 3,
                ..
            }
        ),
        "{error}"
    );
    assert_eq!((programs.three)(&xs).unwrap(), 8);
    assert_eq!(
        message((programs.three)(&xs[..2])),
        "`xs` has 2 elements, and none at position 2"
    );
    assert_eq!((programs.windows_of)(4, &xs).unwrap(), [9, 12, 15, 18]);
    assert_eq!((programs.windows_of)(0, &[]).unwrap(), [0; 0]);
    assert_eq!(
        message((programs.windows_of)(5, &xs)),
        "`ys` has 6 elements, and none at position 6"
    );
    // A read that need not be reached is checked where it is made.
    assert_eq!(
        (programs.guarded)(6, 3, &xs).unwrap(),
        [9, 12, 15, 18, -1, -1]
    );
    assert_eq!((programs.guarded)(2, 3, &[]).unwrap(), [-1, -1]);
    assert_eq!(
        (programs.guarded_inside)(6, 3, &xs).unwrap(),
        [9, 12, 15, 18, 13, 7]
    );
    assert_eq!((programs.guarded_inside)(2, 3, &[]).unwrap(), [0, 0]);
    // Nothing is near the end of what has no elements.
    assert_eq!((programs.padded_row)(2, 3, &xs).unwrap(), [5, 6, 8]);
    assert_eq!(
        message((programs.padded_row)(0, 3, &[])),
        "`a` has 0 positions along axis 0, and none at 0"
    );
    assert_eq!((programs.padded_sum)(&xs[..2]).unwrap(), 4);
    assert_eq!(
        message((programs.padded_sum)(&[])),
        "`xs` has 0 elements, and none at position 0"
    );
    assert_eq!((programs.padded_by_value)(&[]).unwrap(), 21);
    // Sums of indices.
    assert_eq!(
        (programs.columns_of)(1, 2, 2, 3, &xs).unwrap(),
        [1, 2, 4, 5, 2, 3, 5, 6]
    );
    assert_eq!(
        message((programs.columns_of)(1, 3, 2, 3, &xs)),
        "`a` has 3 positions along axis 1, and none at 3"
    );
    assert_eq!((programs.columns_of)(1, 0, 2, 3, &xs).unwrap(), [0; 0]);
    // Parts of a sequence.
    assert_eq!((programs.rows_of)(2, &xs).unwrap(), [3, 7, 11]);
    assert_eq!(
        message((programs.rows_of)(0, &xs)),
        "in `c`: the size 6 / 0 divides by zero"
    );
    assert_eq!((programs.sums_of)(5, &xs).unwrap(), [15, 20]);
    assert_eq!((programs.sums_of)(7, &xs).unwrap(), [0; 0]);
}

#[test]
fn a_guard_comes_first() {
    cnf! {
        fn top(h: usize, w: usize, xs: &[i64]) -> Result<i64, Error> {
            if h == 0 { return Ok(-1); }
            let a = reshape(xs, [h, w]);
            let first = a[[0, 0]];
            fold(first, i64::max, generate(|j| a[[0, j]]))
        }
    }
    assert_eq!(top(2, 2, &[1, 5, 2, 9]).unwrap(), 5);
    assert_eq!(top(0, 2, &[]).unwrap(), -1);
}
