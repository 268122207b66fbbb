//! Folds over pairs of which the second elements are passed round.

use crate::support::{Bits, Check, Processes, WAYS, spread, wave, ways};
use fusus::cnf;
use std::num::Wrapping;

cnf! {
    #[backend(cpu, mpi)]
    fn forces(xs: &[f64], ys: &[f64]) -> f64 {
        fold(0.5, |a, b| a + b, map(|(x, y)| (x - y) / (1.0 + (x - y) * (x - y)), cross(xs, ys)))
    }

    #[backend(cpu, mpi)]
    fn several_folds(xs: &[f64], ys: &[f64]) -> (f64, f64, usize) {
        let distances = map(|(x, y)| (x - y).abs(), cross(map(|x| x * 0.3, xs), ys));
        let far = fold(0.0, f64::max, distances);
        let sum = fold(0.0, |a, b| a + b, distances);
        (far, sum, len(filter(|d| d < 1.0, distances)))
    }

    #[backend(cpu, mpi)]
    fn of_some_rows(xs: &[f64], ys: &[f64]) -> f64 {
        let some = filter(|x| x > 0.0, xs);
        let close = filter(|(x, y)| x > y, cross(some, ys));
        fold(0.0, |a, b| a + b, map(|(x, y)| x * y, close))
    }

    #[backend(cpu, mpi)]
    fn of_points(xs: &[f64], ys: &[(f64, f64)]) -> f64 {
        fold(0.0, |a, b| a + b, map(|(x, (y, z))| x * y - z, cross(xs, ys)))
    }

    #[backend(cpu, mpi)]
    fn of_small_numbers(xs: &[f32], ys: &[f32]) -> f32 {
        fold(0.0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, ys)))
    }

    #[backend(cpu, mpi)]
    fn of_two_arrays(xs: &[f64], ys: &[f64], zs: &[i32]) -> (f64, i64) {
        let (x, y) = cross(xs, ys);
        let (_, z) = cross(xs, zs);
        let weighed = map(|x, y, z| (x - y).abs() * z as f64, x, y, z);
        (fold(0.0, |a, b| a + b, weighed), fold(0, |a, b| a + b, map(|x, z| x as i64 * z as i64, x, z)))
    }

    // Arrays of other parts: those of what a filter keeps, and even ones.
    #[backend(cpu, mpi)]
    fn of_arrays_of_other_parts(xs: &[f64], ys: &[f64]) -> f64 {
        let some = filter(|y| y > -20.0, ys);
        let (x, y) = cross(xs, some);
        let (_, z) = cross(xs, map(|y| y * 0.3, some));
        let (_, w) = cross(xs, generate(len(some), |j| j as f32));
        fold(0.0, |a, b| a + b, map(|x, y, z, w| (x - y) * z + w as f64, x, y, z, w))
    }

    // Long workers.
    #[backend(cpu, mpi)]
    fn kernels(xs: &[f64], ys: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, map(|(x, y)| (-(x - y) * (x - y) * 1e-2).exp() * (x + y).sin(), cross(xs, ys)))
    }

    // Its elements have to be taken in order.
    #[backend(cpu, mpi)]
    fn in_order(xs: &[f64], ys: &[f64]) -> f64 {
        fold(0.0, |a, b| if b > 50.0 { b } else { a }, map(|(x, y)| x - y, cross(xs, ys)))
    }

    // Of this type it is not known that its sum commutes.
    #[backend(cpu, mpi)]
    fn of_another_type(xs: &[f64], ys: &[f64]) -> i64 {
        let sum = fold(Wrapping(0), |a, b| a + b, map(|(x, y)| Wrapping((x * y) as i64), cross(xs, ys)));
        sum.0
    }

    // Each row has a state of its own, which waits for the next columns.
    #[backend(cpu, mpi)]
    fn nearest(xs: &[f64], ys: &[f64]) -> (f64, usize, usize) {
        let x = map(|x, i| (x, i), xs, 0..len(xs));
        let y = map(|y, j| (y, j), ys, 0..len(ys));
        let distances = map(|((x, i), (y, j))| ((x - y).abs(), i, j), cross(x, y));
        fold((f64::INFINITY, 0, 0), |a, b| if b.0 < a.0 { b } else { a }, distances)
    }

    #[backend(cpu, mpi)]
    fn last_and_farthest(xs: &[f64], ys: &[f64]) -> (f64, f64, (f64, f64)) {
        let some = filter(|x| x > -50.0, xs);
        let pairs = map(|(x, y)| ((x - y).abs(), x + y), cross(some, ys));
        let (d, s) = fold((-1.0, 0.0), |a, b| if b.0 >= a.0 { b } else { a }, pairs);
        let near = filter(|(d, _)| d > 3.0, pairs);
        (d, s, fold((f64::INFINITY, 0.0), |a, b| if b.0 < a.0 { b } else { a }, near))
    }

    // A key without a known order.
    #[backend(cpu, mpi)]
    fn least_pair(xs: &[f64], ys: &[f64]) -> (f64, f64) {
        let pairs = map(|(x, y)| (x, y - x), cross(xs, ys));
        fold((f64::INFINITY, 0.0), |a, b| if (b.1, b.0) < (a.1, a.0) { b } else { a }, pairs)
    }

    // It composes without commuting, and rounds.
    #[backend(cpu, mpi)]
    fn maps(xs: &[f64], ys: &[f64]) -> (f64, f64) {
        let pairs = map(|(x, y)| (1.0 + x * 1e-7, y), cross(xs, ys));
        fold((1.0, 0.5), |(p, q), (r, s)| (p * r, q * r + s), pairs)
    }

    #[backend(cpu, mpi)]
    fn nearest_and_sum(xs: &[f64], ys: &[f64], zs: &[i32]) -> (f64, (f64, i64)) {
        let (x, y) = cross(xs, ys);
        let (_, z) = cross(xs, zs);
        let pairs = map(|x, y, z| ((x - y).abs(), z as i64), x, y, z);
        let sum = fold(0.0, |a, b| a + b, map(|(d, z)| d * z as f64, pairs));
        (sum, fold((f64::INFINITY, 0), |a, b| if b.0 < a.0 { b } else { a }, pairs))
    }

    #[backend(cpu, mpi)]
    fn with_itself(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, xs)))
    }
}

/// The lengths of the first argument and of the second one: a piece of the columns has 16,384.
const LENS: &[(usize, usize)] = &[
    (0, 40_000),
    (3, 16_384),
    (2, 16_385),
    (9, 33_001),
    (50, 0),
    (700, 3),
];

macro_rules! checked {
    ($on:ident, $arrays:tt: $($program:ident $of_all:ident;)*) => {$(
        checked!(@ $on $arrays $program $of_all);
    )*};
    (@ $on:ident ($($xs:ident),+) $program:ident $of_all:ident) => {
        let expected = $program($(&$xs),+).bits_of();
        let lens = [$($xs.len()),+];
        for way in ways(lens.into_iter().max().unwrap()) {
            let all = $on.each(&|world| {
                // Each array in another way than those beside it.
                let mut ways = (0..WAYS).cycle().skip(way);
                $(let $xs = spread(&world, &$xs, ways.next().unwrap());)+
                $of_all($(&$xs),+).bits_of()
            });
            for got in all {
                assert!(got == expected, "{} of {lens:?}, {way}", stringify!($program));
            }
        }
    };
}

trait BitsOfResult {
    fn bits_of(&self) -> Vec<u64>;
}

impl<B: Bits> BitsOfResult for B {
    fn bits_of(&self) -> Vec<u64> {
        self.bits()
    }
}

fn pairs(on: &dyn Processes) {
    for (rows, columns) in LENS {
        let xs: Vec<f64> = (0..*rows).map(wave).collect();
        let ys: Vec<f64> = (0..*columns).map(|i| wave(i * 3 + 1)).collect();
        checked! { on, (xs, ys):
            forces forces_mpi;
            several_folds several_folds_mpi;
            of_some_rows of_some_rows_mpi;
            kernels kernels_mpi;
            of_arrays_of_other_parts of_arrays_of_other_parts_mpi;
            in_order in_order_mpi;
            nearest nearest_mpi;
            last_and_farthest last_and_farthest_mpi;
            least_pair least_pair_mpi;
            maps maps_mpi;
            of_another_type of_another_type_mpi;
        }
        let zs: Vec<i32> = (0..*columns)
            .map(|i| (i * 37 % 1001) as i32 - 500)
            .collect();
        checked! { on, (xs, ys, zs):
            of_two_arrays of_two_arrays_mpi;
            nearest_and_sum nearest_and_sum_mpi;
        }
        let points: Vec<(f64, f64)> = ys.iter().map(|y| (*y, y * 0.1)).collect();
        checked! { on, (xs, points): of_points of_points_mpi; }
        let small = |xs: &[f64]| xs.iter().map(|x| *x as f32).collect::<Vec<f32>>();
        let (xs, ys) = (small(&xs), small(&ys));
        checked! { on, (xs, ys): of_small_numbers of_small_numbers_mpi; }
    }
    let xs: Vec<f64> = (0..700).map(wave).collect();
    let expected = with_itself(&xs).to_bits();
    for got in on.each(&|world| vec![with_itself_mpi(&spread(&world, &xs, 2)).to_bits()]) {
        assert_eq!(got, [expected]);
    }
}

/// Keys that are no numbers stand first, in whole rows, and here and there.
fn keys_that_are_no_numbers(on: &dyn Processes) {
    type At = fn(usize) -> bool;
    let places: [(At, At); 4] = [
        (|i| i == 0, |_| false),
        (|i| i > 7, |j| j == 0),
        (|_| false, |j| j % 3 == 1),
        (|i| i > 0 && i % 2 == 0, |j| j % 5 == 4),
    ];
    let wave_but = |at: At, i: usize| match at(i) {
        true => f64::NAN,
        false => wave(i),
    };
    for (of_row, of_column) in places {
        let xs: Vec<f64> = (0..9).map(|i| wave_but(of_row, i)).collect();
        let ys: Vec<f64> = (0..16_390).map(|j| wave_but(of_column, j)).collect();
        checked! { on, (xs, ys):
            nearest nearest_mpi;
            last_and_farthest last_and_farthest_mpi;
            least_pair least_pair_mpi;
        }
    }
}

/// All checks.
#[allow(dead_code, reason = "jobs of processes do them by this list")]
pub(crate) const ALL: &[Check] = &[
    ("pairs", pairs),
    ("keys_that_are_no_numbers", keys_that_are_no_numbers),
];

#[test]
fn pairs_of_which_the_second_are_passed_round() {
    pairs(&crate::support::Threads);
}

#[test]
fn pairs_with_keys_that_are_no_numbers() {
    keys_that_are_no_numbers(&crate::support::Threads);
}
