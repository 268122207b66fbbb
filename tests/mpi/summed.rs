//! Sums along the rows of arrays, of which each process takes the terms of its own rows.

use crate::support::{Bits, Check, Processes, WAYS, Whole, spread, wave};
use fusus::cnf;

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

/// Each process has its part of the totals of each program, to the bits of one.
macro_rules! checked {
    ($on:ident, $n:ident, $x:ident, $a:ident: $($program:ident $of_one:ident;)*) => {$(
        let expected = $program(*$n, $x, $a).bits();
        for way in 0..WAYS {
            let all = $on.each(&|world| {
                let x = spread(&world, $x, (way + 1) % WAYS);
                let a = spread(&world, $a, way);
                $of_one(*$n, &x, &a).whole().bits()
            });
            for got in all {
                assert!(got == expected, "{} {} {way}", stringify!($program), $n);
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

/// All checks.
#[allow(dead_code, reason = "jobs of processes do them by this list")]
pub(crate) const ALL: &[Check] = &[("totals_of_rows", totals_of_rows)];

#[test]
fn totals_of_rows_that_stay_where_they_are() {
    totals_of_rows(&crate::support::Threads);
}
