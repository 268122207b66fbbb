//! Folds over an index, and elements at computed positions, of which only data says that they leave an array:
//! errors of the program, as those of a `gather` are.

use fusus::{Error, ErrorKind, cnf};
use std::panic;

cnf! {
    fn windows(starts: &[usize], xs: &[f64]) -> Result<Vec<f64>, Error> {
        map(|s| sum(s..s + 2, |k| xs[k]), starts)
    }

    #[cnf(grain = 1)]
    fn shared(starts: &[usize], xs: &[f64]) -> Result<Vec<f64>, Error> {
        map(|s| sum(s..s + 2, |k| xs[k]), starts)
    }

    #[backend(sequential)]
    #[cnf(strict)]
    fn alone(starts: &[usize], xs: &[f64]) -> Result<f64, Error> {
        fold(0.0, |a, b| a + b, map(|s| sum(s..s + 2, |k| xs[k]), starts))
    }

    fn windows_or_panics(starts: &[usize], xs: &[f64]) -> Vec<f64> {
        map(|s| sum(s..s + 2, |k| xs[k]), starts)
    }

    fn least(starts: &[usize], xs: &[f64]) -> Result<Vec<f64>, Error> {
        let ys = map(|x| x + 1.0, xs);
        map(|s| fold(f64::INFINITY, f64::min, s..s + 2, |k| ys[k]), starts)
    }

    fn rows(h: usize, w: usize, rows: &[usize], xs: &[f64]) -> Result<Vec<f64>, Error> {
        let a = reshape(xs, [h, w]);
        map(|r| sum(|k| a[[r, k]]), rows)
    }

    fn of_one_name(h: usize, w: usize, rows: &[usize], a: &[f64]) -> Result<Vec<f64>, Error> {
        let a = reshape(a, [h, w]);
        map(|r| a[[r, 0]], rows)
    }

    fn kept(starts: &[usize], xs: &[f64]) -> Result<Vec<usize>, Error> {
        filter(|s| sum(s..s + 2, |k| xs[k]) > 0.0, starts)
    }

    fn segments(n: usize, offsets: &[usize], xs: &[f64]) -> Result<Vec<f64>, Error> {
        generate([n], |i| sum(offsets[i]..offsets[i + 1], |k| xs[k]))
    }

    fn chosen(picks: &[usize], xs: &[f64]) -> Result<Vec<f64>, Error> {
        let ys = map(|x| x + 1.0, xs);
        generate(|i| ys[picks[i]])
    }

    fn of_the_index(n: usize, xs: &[f64]) -> Result<Vec<f64>, Error> {
        generate(n, |i| sum(i..i + 2, |k| xs[k]))
    }

    fn of_a_given_index(n: usize, xs: &[f64]) -> Result<Vec<f64>, Error> {
        generate([n], |i| sum(i..i + 2, |k| xs[k]))
    }

    fn of_two_indices(n: usize, xs: &[f64]) -> Result<Vec<f64>, Error> {
        generate([n, n], |i, j| sum(i * j..i * j + 2, |k| xs[k]))
    }

    fn of_a_product(n: usize, xs: &[f64]) -> Result<Vec<f64>, Error> {
        let ys = map(|x| x + 1.0, xs);
        generate([n], |i| sum(0..n, |j| ys[i * j]))
    }

    fn of_a_local(starts: &[usize], xs: &[f64]) -> Result<Vec<f64>, Error> {
        map(|s| { let half = s / 2; sum(half..half + 2, |k| xs[k]) }, starts)
    }

    fn under_a_condition(n: usize, weights: &[f64], xs: &[f64]) -> Result<Vec<f64>, Error> {
        map(|w| if w > 0.0 { sum(0..n, |k| w * xs[k]) } else { 0.0 }, weights)
    }

    fn read_under_a_condition(n: usize, weights: &[f64], xs: &[f64]) -> Result<Vec<f64>, Error> {
        let ys = map(|x| x + 1.0, xs);
        map(|w| sum(0..n, |k| if w > 0.0 { ys[k] } else { 0.0 }), weights)
    }

    fn element(k: usize, xs: &[f64]) -> Result<f64, Error> {
        let ys = map(|x| x + 1.0, xs);
        let y = ys[k];
        2.0 * y
    }
}

const XS: [f64; 3] = [1.0, 2.0, 3.0];

fn text<T>(outcome: Result<T, Error>) -> String {
    outcome
        .err()
        .map_or_else(String::new, |error| error.to_string())
}

#[test]
fn a_fold_that_leaves_an_array_is_an_error() {
    assert_eq!(windows(&[0, 1], &XS), Ok(vec![3.0, 5.0]));
    let error = windows(&[0, 2], &XS).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`windows`: `xs` has 3 elements, and none at position 3"
    );
    assert!(matches!(
        error.kind(),
        ErrorKind::Outside {
            array: "xs",
            axis: None,
            position: 3,
            size: 3,
            ..
        }
    ));
    assert_eq!(
        text(alone(&[0, 5], &XS)),
        "`alone`: `xs` has 3 elements, and none at position 5"
    );
    assert_eq!(least(&[1], &XS), Ok(vec![3.0]));
    assert_eq!(
        text(least(&[0, 2], &XS)),
        "`least`: `ys` has 3 elements, and none at position 3"
    );
    assert_eq!(
        text(kept(&[0, 2], &XS)),
        "`kept`: `xs` has 3 elements, and none at position 3"
    );
    assert_eq!(segments(2, &[0, 2, 3], &XS), Ok(vec![3.0, 3.0]));
    assert_eq!(
        text(segments(2, &[0, 2, 4], &XS)),
        "`segments`: `xs` has 3 elements, and none at position 3"
    );
}

#[test]
fn so_is_a_row_or_an_element_that_is_not_there() {
    assert_eq!(rows(3, 1, &[2, 0], &XS), Ok(vec![3.0, 1.0]));
    assert_eq!(
        text(rows(3, 1, &[0, 4], &XS)),
        "`rows`: `a` has 3 positions along axis 0, and none at 4"
    );
    assert_eq!(of_one_name(3, 1, &[2, 0], &XS), Ok(vec![3.0, 1.0]));
    assert_eq!(
        text(of_one_name(3, 1, &[0, 4], &XS)),
        "`of_one_name`: `a` has 3 positions along axis 0, and none at 4"
    );
    assert_eq!(chosen(&[2, 0], &XS), Ok(vec![4.0, 2.0]));
    assert_eq!(
        text(chosen(&[0, 4], &XS)),
        "`chosen`: `ys` has 3 elements, and none at position 4"
    );
    assert_eq!(element(2, &XS), Ok(8.0));
    assert_eq!(
        text(element(3, &XS)),
        "`element`: `ys` has 3 elements, and none at position 3"
    );
}

#[test]
fn so_is_one_that_follows_from_an_index_alone() {
    assert_eq!(of_the_index(2, &XS), Ok(vec![3.0, 5.0]));
    assert_eq!(
        text(of_the_index(3, &XS)),
        "`of_the_index`: `xs` has 3 elements, and none at position 3"
    );
    assert_eq!(of_a_given_index(2, &XS), Ok(vec![3.0, 5.0]));
    assert_eq!(
        text(of_a_given_index(3, &XS)),
        "`of_a_given_index`: `xs` has 3 elements, and none at position 3"
    );
    assert_eq!(of_two_indices(2, &XS), Ok(vec![3.0, 3.0, 3.0, 5.0]));
    assert_eq!(
        text(of_two_indices(3, &XS)),
        "`of_two_indices`: `xs` has 3 elements, and none at position 3"
    );
    assert_eq!(of_a_product(2, &XS), Ok(vec![4.0, 5.0]));
    assert_eq!(
        text(of_a_product(3, &XS)),
        "`of_a_product`: `ys` has 3 elements, and none at position 4"
    );
    assert_eq!(of_a_local(&[1, 3], &XS), Ok(vec![3.0, 5.0]));
    assert_eq!(
        text(of_a_local(&[1, 5], &XS)),
        "`of_a_local`: `xs` has 3 elements, and none at position 3"
    );
}

#[test]
fn so_is_one_that_a_condition_reaches() {
    let none = [0.0, -1.0];
    assert_eq!(under_a_condition(4, &none, &XS), Ok(vec![0.0, 0.0]));
    assert_eq!(
        text(under_a_condition(4, &[0.0, 1.0], &XS)),
        "`under_a_condition`: `xs` has 3 elements, and none at position 3"
    );
    assert_eq!(read_under_a_condition(4, &none, &XS), Ok(vec![0.0, 0.0]));
    assert_eq!(
        text(read_under_a_condition(4, &[0.0, 1.0], &XS)),
        "`read_under_a_condition`: `ys` has 3 elements, and none at position 3"
    );
}

#[test]
fn threads_report_the_leftmost_one() {
    let xs = vec![1.0; 1000];
    let mut starts = vec![7; 100_000];
    for (place, start) in [
        (99_990, 1_002),
        (50_000, 1_001),
        (20_011, 1_000),
        (80_000, 1_003),
    ] {
        starts[place] = start;
    }
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        let outcome = pool.install(|| shared(&starts, &xs));
        assert_eq!(
            text(outcome),
            "`shared`: `xs` has 1000 elements, and none at position 1000"
        );
    }
}

#[test]
fn a_program_without_a_result_panics_with_the_message() {
    let outcome = panic::catch_unwind(|| windows_or_panics(&[2], &XS));
    let payload = outcome.unwrap_err();
    let message = payload.downcast_ref::<String>().map(String::as_str);
    assert_eq!(
        message,
        Some("`windows_or_panics`: `xs` has 3 elements, and none at position 3")
    );
}
