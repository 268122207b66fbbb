//! Early returns: on every backend, in every form of a program.

use fusus::{Error, cnf, fused};

#[derive(Debug, PartialEq)]
enum Wrong {
    Empty,
    TooMany(usize),
    Of(Error),
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Wrong {
        Wrong::Of(error)
    }
}

cnf! {
    #[backend(cpu, sequential)]
    fn mean(xs: &[f64]) -> f64 {
        if xs.is_empty() { return 0.0; }
        fold(0.0, |a, b| a + b, xs) / len(xs) as f64
    }

    #[cnf(strict)]
    fn mean_in_order(xs: &[f64]) -> f64 {
        if len(xs) == 0 {
            return f64::NAN;
        }
        let sum = fold(0.0, |a, b| a + b, xs);
        sum / xs.len() as f64
    }

    fn several(xs: &[i32], ys: &[i32], k: usize) -> (Vec<i32>, i32) {
        if k == 0 { return (Vec::new(), -1); }
        let n = xs.len() / k;
        let most = n.min(7);
        if n < 2 || ys.len() < most { return (vec![1, 2], n as i32); };
        if xs[0] > 100 { return (xs, 100) }
        let sums = map(|x, y| x + y, xs, ys);
        (sums, fold(0, |a, b| a + b, sums))
    }

    fn checked(xs: &[f64], most: usize) -> Result<Vec<f64>, Wrong> {
        if xs.is_empty() { return Err(Wrong::Empty); }
        if xs.len() > most { return Err(Wrong::TooMany(xs.len())); }
        if xs.len() == 1 { return Ok(vec![1.0]); }
        if xs.len() == 2 { return Vec::new(); }
        let sum = fold(0.0, |a, b| a + b, xs);
        map(|x| x / sum, xs)
    }

    fn halve(xs: &mut [f64], by: f64) {
        if by == 0.0 || xs.is_empty() { return; }
        *xs = map(|x| x / by, xs);
    }

    fn written_or_not(xs: &[i32], ys: &mut [i32]) -> Result<(), Error> {
        if ys.is_empty() { return Ok(()); }
        *ys = map(|x| x + 1, xs);
    }

    fn nothing_else(xs: &[i32]) -> usize {
        if xs.len() > 3 { return 3; }
        len(xs)
    }

    fn boxed(n: usize) -> Box<[usize]> {
        if n == 0 { return Box::new([]); }
        generate(n - 1, |i| i)
    }

    fn shadowed(n: usize) -> usize {
        let n = n + 1;
        if n == 1 { return n; }
        let n = n * 2;
        if n == 4 { return n + 100; }
        fold(0, |a, b| a + b, 0..n)
    }

    fn inside_workers(xs: &[i32]) -> Vec<i32> {
        map(|x| { if x < 0 { return 0; } x + 1 }, xs)
    }

    fn kept_or_none(xs: &[i32]) -> bool {
        let kept = filter(|x| x > 0, xs);
        kept.is_empty()
    }
}

/// The mean, as the attribute form has it.
#[fused]
fn attributed(xs: &[f64]) -> f64 {
    if xs.is_empty() {
        return 0.0;
    }
    fold(0.0, |a, b| a + b, xs) / len(xs) as f64
}

#[test]
fn a_guard_returns_before_everything_else() {
    for mean in [mean, mean_sequential, attributed] {
        assert_eq!(mean(&[]).to_bits(), 0.0_f64.to_bits());
        assert_eq!(mean(&[1.0, 2.0]), 1.5);
    }
    assert!(mean_in_order(&[]).is_nan());
    assert_eq!(mean_in_order(&[1.0, 2.0]), 1.5);
    assert_eq!(nothing_else(&[1; 9]), 3);
    assert_eq!(nothing_else(&[1; 2]), 2);
    assert_eq!(*boxed(0), []);
    assert_eq!(*boxed(3), [0, 1]);
    assert_eq!(inside_workers(&[-1, 1]), [0, 2]);
    assert!(kept_or_none(&[-1]) && !kept_or_none(&[1]));
}

#[test]
fn guards_and_scalars_run_in_their_order() {
    assert_eq!(several(&[], &[], 0), (vec![], -1));
    assert_eq!(several(&[7, 8], &[], 2), (vec![1, 2], 1));
    assert_eq!(several(&[101, 8], &[1, 1], 1), (vec![101, 8], 100));
    assert_eq!(several(&[1, 2], &[1, 1], 1), (vec![2, 3], 5));
    assert_eq!(shadowed(0), 1);
    assert_eq!(shadowed(1), 104);
    assert_eq!(shadowed(2), 15);
}

#[test]
fn guards_return_errors_and_values_of_results() {
    assert_eq!(checked(&[], 3), Err(Wrong::Empty));
    assert_eq!(checked(&[0.0; 4], 3), Err(Wrong::TooMany(4)));
    assert_eq!(checked(&[5.0], 3), Ok(vec![1.0]));
    assert_eq!(checked(&[5.0; 2], 3), Ok(vec![]));
    assert_eq!(checked(&[1.0, 1.0, 2.0], 3), Ok(vec![0.25, 0.25, 0.5]));
}

#[test]
fn what_is_written_in_place_stays_as_it_was() {
    let mut xs = [1.0, 2.0];
    halve(&mut xs, 0.0);
    assert_eq!(xs, [1.0, 2.0]);
    halve(&mut xs, 2.0);
    assert_eq!(xs, [0.5, 1.0]);
    // Lengths are compared behind the guards.
    assert_eq!(written_or_not(&[1], &mut []), Ok(()));
    assert!(written_or_not(&[1], &mut [1, 2]).is_err());
    let mut ys = [7];
    assert_eq!(written_or_not(&[1], &mut ys), Ok(()));
    assert_eq!(ys, [2]);
}
