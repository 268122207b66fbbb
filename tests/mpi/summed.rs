//! Folds of which the processes share the rows: sums along rows, and products of matrices.

use crate::support::{Bits, Check, Processes, WAYS, Whole, spread, wave};
use fusus::{Error, cnf};

cnf! {
    #[backend(cpu, mpi)]
    fn vector_by_matrix(n: usize, x: &[f64], a: &[f64]) -> Vec<f64> {
        let a = reshape(a, [len(x), n]);
        generate(|j| sum(|i| x[i] * a[[i, j]]))
    }

    #[backend(cpu, mpi)]
    fn two_folds_of_columns(n: usize, x: &[f64], a: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let a = reshape(a, [len(x), n]);
        (generate(|j| sum(|i| a[[i, j]]) * 0.5), generate(|j| fold(1.0, f64::max, |i| a[[i, j]])))
    }

    #[backend(cpu, mpi)]
    fn one_loop_of_two(n: usize, x: &[f64], a: &[f64]) -> Vec<f64> {
        let a = reshape(a, [len(x), n]);
        generate(|j| sum(|i| x[i] * a[[i, j]]) - fold(0.0, f64::min, |i| a[[i, j]]))
    }

    #[backend(cpu, mpi)]
    fn rows_below(n: usize, x: &[f64], a: &[f64]) -> Vec<f64> {
        let a = reshape(a, [len(x), n]);
        generate(|j| sum(1..len(x), |i| x[i - 1] * a[[i, j]]))
    }

    #[backend(cpu, mpi)]
    fn by_other_rows(n: usize, x: &[f64], a: &[f64]) -> Vec<f64> {
        let a = reshape(a, [len(x), n]);
        generate(|j| sum(|i| x[i] * a[[i, j]] * a[[0, j]]) + x[0])
    }

    #[backend(cpu, mpi)]
    fn counted(n: usize, x: &[f64], a: &[f64]) -> Vec<i64> {
        let whole = map(|x| x as i64, a);
        let a = reshape(whole, [len(x), n]);
        generate(|j| sum(|i| a[[i, j]]) + j as i64)
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn product(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(a, [m, k]), reshape(b, [k, n]));
        generate(|i, j| sum(|l| a[[i, l]] * b[[l, j]]))
    }

    #[backend(cpu, mpi)]
    #[cnf(mul_add)]
    fn rounded_once(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(a, [m, k]), reshape(b, [k, n]));
        generate(|i, j| sum(|l| a[[i, l]] * b[[l, j]]) * 0.5 + a[[i, 0]])
    }

    #[backend(cpu, mpi)]
    fn two_products(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (a, b) = (reshape(a, [m, k]), reshape(b, [k, n]));
        let longest = generate(|i, j| fold(f64::MIN, f64::max, |l| a[[i, l]] + b[[l, j]]));
        (longest, generate(|i, j| 1.0 + sum(|l| a[[i, l]] * b[[l, j]])))
    }

    #[backend(cpu, mpi)]
    fn some_rows(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(a, [m, k]), reshape(b, [k, n]));
        generate(|i, j| sum(1..k, |l| a[[i, l]] * b[[l - 1, j]] * b[[l, j]]))
    }

    #[backend(cpu, mpi)]
    fn of_three_indices(m: usize, k: usize, n: usize, a: &[f32], b: &[f32]) -> Vec<f32> {
        let (a, b) = (reshape(a, [m, 2, k]), reshape(b, [k, n]));
        generate(|h, i, j| sum(|l| a[[h, i, l]] * b[[l, j]]))
    }

    #[backend(cpu, mpi)]
    fn by_columns(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(a, [m, k]), reshape(b, [n, k]));
        generate(|i, j| sum(|l| a[[i, l]] * b[[j, l]]))
    }

    #[backend(cpu, mpi)]
    fn several_by_columns(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> (Vec<f64>, f64) {
        let (a, b) = (reshape(a, [m, k]), reshape(b, [n, k]));
        let both = generate(|i, j| {
            sum(|l| a[[i, l]] * b[[j, l]]) - fold(f64::MIN, f64::max, |l| a[[i, l]] + b[[j, l]])
        });
        (both, fold(0.0, |a, b| a + b, both))
    }

    #[backend(cpu, mpi)]
    #[cnf(mul_add)]
    fn weighted(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
        let w = generate(k, |l| (l as f64 * 0.3).sin());
        let (a, b) = (reshape(a, [m, k]), reshape(b, [n, k]));
        generate(|i, j| sum(|l| a[[i, l]] * w[l] * b[[j, l]]) + b[[j, 0]])
    }

    #[backend(cpu, mpi)]
    fn other_columns(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(a, [m, k]), reshape(b, [n, k]));
        generate([m, 1..n], |i, j| sum(1..k, |l| a[[i, l - 1]] * b[[j - 1, l]]))
    }

    // Two indices that are not the outermost one: one matrix is passed round, all have the other.
    #[backend(cpu, mpi)]
    fn within_others(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(a, [m, k]), reshape(b, [n, k]));
        generate([3, m, n], |h, i, j| h as f64 - sum(|l| a[[i, l]] * b[[j, l]]))
    }

    #[backend(cpu, mpi)]
    fn by_columns_of_three(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(generate(2 * m * k, |i| a[i / 2] + i as f64), [m, 2, k]), reshape(b, [n, k]));
        generate(|h, i, j| sum(|l| a[[h, i, l]] * b[[j, l]]))
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn gram(n: usize, x: &[f64], a: &[f64]) -> Vec<f64> {
        let a = reshape(a, [len(x), n]);
        generate(|i, j| sum(|k| a[[i, k]] * a[[j, k]]) + x[j])
    }

    #[backend(cpu, mpi)]
    fn distances(n: usize, x: &[f64], a: &[f64]) -> Result<Vec<f64>, Error> {
        let a = reshape(a, [len(x), n]);
        generate(|i, j| x[i] + sum(|k| (a[[i, k]] - a[[j, k]]) * (a[[i, k]] - a[[j, k]])))
    }

    #[backend(cpu, mpi)]
    fn squared(n: usize, x: &[f64], a: &[f64]) -> Vec<f64> {
        let a = reshape(a, [n, n]);
        generate(|i, j| sum(|k| a[[i, k]] * a[[k, j]]) * x[i])
    }
}

/// A call with some sizes first.
macro_rules! called {
    ($program:ident, ($($name:ident: $size:expr),*), $x:expr, $a:expr) => {
        $program($($size,)* $x, $a)
    };
}

/// Each process has its part of the totals of each program of up to three sizes, to the bits of one.
macro_rules! checked {
    ($on:ident, $n:ident, $x:ident, $a:ident: $($programs:tt)*) => {
        checked! { @ $on, (n: *$n), $x, $a: $($programs)* }
    };
    ($on:ident, [$m:ident, $k:ident, $n:ident], $x:ident, $a:ident: $($programs:tt)*) => {
        checked! { @ $on, (m: $m, k: $k, n: $n), $x, $a: $($programs)* }
    };
    (@ $on:ident, $n:tt, $x:ident, $a:ident: $($program:ident $of_one:ident;)*) => {$(
        let expected = called!($program, $n, $x, $a).bits();
        for way in 0..WAYS {
            let all = $on.each(&|world| {
                let x = spread(&world, $x, (way + 1) % WAYS);
                let a = spread(&world, $a, way);
                called!($of_one, $n, &x, &a).whole().bits()
            });
            for got in all {
                assert!(got == expected, "{} {} {way}", stringify!($program), $x.len());
            }
        }
    )*};
}

/// The rows and columns of the matrices.
const SHAPES: &[(usize, usize)] = &[
    (0, 4),
    (1, 1),
    (5, 3000),
    (2, 1025),
    (40, 1500),
    (5000, 16),
    (40_000, 1),
];

fn totals_of_rows(on: &dyn Processes) {
    for (height, width) in SHAPES {
        let x: Vec<f64> = (0..*height).map(|i| wave(i + 3)).collect();
        let a: Vec<f64> = (0..height * width).map(wave).collect();
        let (n, x, a) = (width, &x[..], &a[..]);
        checked! { on, n, x, a:
            vector_by_matrix vector_by_matrix_mpi;
            two_folds_of_columns two_folds_of_columns_mpi;
            one_loop_of_two one_loop_of_two_mpi;
            counted counted_mpi;
        }
        if *height > 0 {
            checked! { on, n, x, a:
                rows_below rows_below_mpi;
                by_other_rows by_other_rows_mpi;
            }
        }
    }
}

/// Rows, terms and columns of products. Of the first ones the second matrix is far larger than the first.
const PRODUCTS: &[[usize; 3]] = &[
    [3, 400, 50],
    [17, 700, 90],
    [1, 900, 33],
    [40, 20, 30],
    [500, 70, 9],
    [4, 1, 900],
    [0, 3, 4],
    [3, 2, 0],
    [4, 0, 5],
];

/// Rows, terms and columns of products of rows. Of the first ones the second matrix is far larger than the first.
const OF_ROWS: &[[usize; 3]] = &[[3, 160, 50], [40, 20, 30], [0, 3, 4], [3, 2, 0], [4, 0, 5]];

/// Rows, terms and columns of products whose second matrix is passed round in two parts from three processes on.
const ROUND: [usize; 3] = [34, 1000, 33];

fn products(on: &dyn Processes) {
    for shape in PRODUCTS {
        let [m, k, n] = *shape;
        let a: Vec<f64> = (0..m * k).map(|i| wave(i + 3)).collect();
        let b: Vec<f64> = (0..k * n).map(wave).collect();
        {
            let (a, b) = (&a[..], &b[..]);
            checked! { on, [m, k, n], a, b:
                product product_mpi;
                two_products two_products_mpi;
                by_columns by_columns_mpi;
            }
            if k > 0 {
                checked! { on, [m, k, n], a, b:
                    rounded_once rounded_once_mpi;
                    some_rows some_rows_mpi;
                }
            }
        }
        let twice: Vec<f32> = (0..2 * m * k).map(|i| wave(i) as f32).collect();
        let b: Vec<f32> = b.iter().map(|x| *x as f32).collect();
        let (a, b) = (&twice[..], &b[..]);
        checked! { on, [m, k, n], a, b: of_three_indices of_three_indices_mpi; }
    }
}

/// Two matrices of such sizes.
fn factors([m, k, n]: [usize; 3]) -> (Vec<f64>, Vec<f64>) {
    let a = (0..m * k).map(|i| wave(i + 3));
    (a.collect(), (0..k * n).map(wave).collect())
}

fn products_of_rows(on: &dyn Processes) {
    for shape in OF_ROWS {
        let ([m, k, n], (a, b)) = (*shape, factors(*shape));
        let (a, b) = (&a[..], &b[..]);
        checked! { on, [m, k, n], a, b:
            by_columns by_columns_mpi;
            several_by_columns several_by_columns_mpi;
            within_others within_others_mpi;
            by_columns_of_three by_columns_of_three_mpi;
        }
        if k > 0 {
            checked! { on, [m, k, n], a, b:
                weighted weighted_mpi;
                other_columns other_columns_mpi;
            }
        }
    }
}

fn passed_round(on: &dyn Processes) {
    let ([m, k, n], (a, b)) = (ROUND, factors(ROUND));
    let (a, b) = (&a[..], &b[..]);
    checked! { on, [m, k, n], a, b:
        product product_mpi;
        by_columns by_columns_mpi;
        other_columns other_columns_mpi;
    }
}

/// The rows and columns of matrices that are multiplied with themselves; the last ones are passed round.
const OWN: &[(usize, usize)] = &[(0, 4), (1, 1), (33, 5), (5, 3000), (40, 900)];

fn with_themselves(on: &dyn Processes) {
    for (height, width) in OWN {
        let x: Vec<f64> = (0..*height).map(|i| wave(i + 3)).collect();
        let a: Vec<f64> = (0..height * width).map(wave).collect();
        let (n, x, a) = (width, &x[..], &a[..]);
        checked! { on, n, x, a:
            gram gram_mpi;
            distances distances_mpi;
        }
    }
    for height in [3, 185] {
        let x: Vec<f64> = (0..height).map(|i| wave(i + 3)).collect();
        let a: Vec<f64> = (0..height * height).map(wave).collect();
        let (n, x, a) = (&height, &x[..], &a[..]);
        checked! { on, n, x, a: squared squared_mpi; }
    }
}

/// All checks.
#[allow(dead_code, reason = "jobs of processes do them by this list")]
pub(crate) const ALL: &[Check] = &[
    ("totals_of_rows", totals_of_rows),
    ("products", products),
    ("products_of_rows", products_of_rows),
    ("passed_round", passed_round),
    ("with_themselves", with_themselves),
];

#[test]
fn products_of_rows_of_both_matrices() {
    products_of_rows(&crate::support::Threads);
}

#[test]
fn products_whose_second_matrix_is_passed_round() {
    passed_round(&crate::support::Threads);
}

#[test]
fn matrices_that_are_multiplied_with_themselves() {
    with_themselves(&crate::support::Threads);
}

#[test]
fn products_whose_larger_matrix_stays_where_it_is() {
    products(&crate::support::Threads);
}

#[test]
fn totals_of_rows_that_stay_where_they_are() {
    totals_of_rows(&crate::support::Threads);
}
