//! Sizes that are computed: one without a result is an error of the program in every profile.

use fusus::{Error, ErrorKind, cnf};
use std::panic::{self, AssertUnwindSafe};

cnf! {
    fn less_one(n: usize) -> Result<Vec<usize>, Error> {
        let ys = generate(n - 1, |i| i);
        ys
    }

    fn less_one_or_panics(n: usize) -> Vec<usize> {
        generate(n - 1, |i| i)
    }

    #[backend(sequential)]
    fn range_of_differences(n: usize, k: u8) -> Result<usize, Error> {
        let ys = map(|i| i + 1, 0..n - usize::from(k));
        len(ys)
    }

    fn between(a: u8, b: u8) -> Result<Vec<u8>, Error> {
        let ys = map(|i| i, a..b + 100);
        ys
    }

    fn through_names(w: u32, h: u32) -> Result<Vec<u32>, Error> {
        let area = w * h;
        let inner = area - 4;
        let size = inner as usize;
        let ys = generate(size, |i| i as u32);
        map(|y| y + area, ys)
    }

    fn counted(n: i32) -> Result<Vec<usize>, Error> {
        let ys = generate(n, |i| i);
        ys
    }

    fn difference(a: i64, b: i64) -> Result<Vec<usize>, Error> {
        generate(b - a, |i| i)
    }

    fn computed(a: i16) -> Result<Vec<usize>, Error> {
        let n = 2 * a + 1;
        let ys = generate(n, |i| 2 * i);
        map(|y, i| y + i, ys, generate(n, |i| i))
    }

    fn boxed(n: i32, m: isize) -> Result<Vec<usize>, Error> {
        let ys = generate([n, m], |i, j| i + j);
        ys
    }

    fn shaped(n: i32, xs: &[f64]) -> Result<f64, Error> {
        let a = reshape(xs, [n, 2]);
        sum(|i, j| a[[i, j]])
    }

    fn guarded(n: i32) -> Result<Vec<usize>, Error> {
        if n < 0 { return Vec::new(); }
        generate(n, |i| i)
    }

    fn counted_or_panics(n: i8) -> Vec<usize> {
        generate(n, |i| i)
    }

    fn ranges(a: i32, b: i32, n: i32) -> Result<(Vec<i32>, usize), Error> {
        (map(|i| i + 1, a..b), len(map(|i| i, 0..n)))
    }

    fn halves(n: usize, parts: usize) -> Result<Vec<usize>, Error> {
        let ys = generate((n / parts).max(n % 7 - 1), |i| i);
        ys
    }

    fn of_another(xs: &[f64]) -> Result<Vec<f64>, Error> {
        let steps = map(|i| xs[i + 1] - xs[i], 0..xs.len() - 1);
        let sums = map(|i| xs[i + 1] + xs[i], 0..len(xs) - 1);
        map(|a, b| a * b, steps, sums)
    }

    fn of_a_call(n: usize) -> Result<Vec<usize>, Error> {
        generate(identity(n) - 2, |i| i)
    }

    fn wraps(n: u32) -> (Vec<u32>, u32) {
        let seed = n.wrapping_mul(3).wrapping_sub(7);
        (generate(2, |i| i as u32 + seed), seed)
    }

    fn as_long_as(xs: &[i32], k: usize) -> Result<Vec<i32>, Error> {
        let doubled = map(|x| 2 * x, xs);
        let n = fold(0, |a, b| a + b, doubled) as usize + k;
        map(|x, i| x + i as i32, xs, 0..n)
    }

    fn in_rows_of_three(xs: &[i32]) -> Result<Vec<i32>, Error> {
        let numbers = 0..len(xs);
        let n = len(xs);
        let h = n / 3;
        let rows = reshape(xs, [h, 3]);
        map(|x, y| x as i32 + y, numbers, flatten(rows))
    }

    fn in_rows_behind_a_total(xs: &mut [i64], ys: &[i64]) -> Result<i64, Error> {
        let total = sum(map(|x, y| x * y, xs, ys));
        let w = if total > 60 { 3 } else { 1 };
        let h = len(xs) / w;
        let rows = reshape(xs, [h, w]);
        *rows = map(|x| x + 1, rows);
        *rows = generate(|i, j| rows[[i + 1, j]] - rows[[i, j]]);
        total
    }

    fn in_rows_of_its_sum(xs: &[i32]) -> Result<(Vec<i32>, i32), Error> {
        let doubled = map(|x| 2 * x, xs);
        let total = fold(0, |a, b| a + b, doubled);
        let h = total as usize;
        let rows = reshape(xs, [h, 2]);
        (map(|x, y| x - y, doubled, flatten(rows)), total)
    }

    fn as_long_as_steps(xs: &[f64]) -> Result<Vec<f64>, Error> {
        let doubled = map(|x| 2.0 * x, xs);
        let n = fold(0.0, |a, b| a + b, doubled) as usize;
        let squares = generate(n, |i| (i * i) as f64);
        let steps = generate(|i| squares[i + 1] - squares[i]);
        map(|step, x| step + x, steps, doubled)
    }
}

fn identity(n: usize) -> usize {
    n
}

#[test]
fn a_size_below_zero_is_an_error() {
    assert_eq!(less_one(3), Ok(vec![0, 1]));
    let error = less_one(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`less_one`: in `ys`: the size 0 - 1 is below zero"
    );
    assert_eq!((error.program(), error.binding()), ("less_one", "ys"));
    assert!(matches!(
        error.kind(),
        ErrorKind::SizeArithmetic {
            left: 0,
            operator: '-',
            right: 1,
            number: "usize",
            ..
        }
    ));
    assert_eq!(
        range_of_differences(3, 4).unwrap_err().to_string(),
        "`range_of_differences`: in `ys_range`: the size 3 - 4 is below zero"
    );
    assert_eq!(
        of_another(&[]).unwrap_err().to_string(),
        "`of_another`: in `steps_range`: the size 0 - 1 is below zero"
    );
    assert_eq!(of_another(&[1.0, 2.0, 4.0]), Ok(vec![3.0, 12.0]));
    assert_eq!(
        of_a_call(1).unwrap_err().to_string(),
        "`of_a_call`: in `result_generate`: the size 1 - 2 is below zero"
    );
}

#[test]
fn elsewhere_it_is_raised_at_the_callers_line() {
    let line = line!() + 3;
    let place = std::sync::Arc::new(std::sync::Mutex::new(0));
    let seen = std::sync::Arc::clone(&place);
    let call = || less_one_or_panics(0);
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        *seen.lock().unwrap() = info.location().map_or(0, |at| at.line());
    }));
    let payload = panic::catch_unwind(AssertUnwindSafe(call)).unwrap_err();
    panic::set_hook(before);
    let message = payload.downcast_ref::<String>().expect("a message");
    assert_eq!(
        message,
        "`less_one_or_panics`: in `result_generate`: the size 0 - 1 is below zero"
    );
    assert_eq!(*place.lock().unwrap(), line);
}

#[test]
fn a_size_that_overflows_is_an_error() {
    assert_eq!(between(3, 0).unwrap().len(), 97);
    assert_eq!(
        between(3, 200).unwrap_err().to_string(),
        "`between`: in `ys_range`: the size 200 + 100 overflows `u8`"
    );
}

#[test]
fn numbers_that_sizes_are_computed_from_are_checked() {
    assert_eq!(through_names(2, 3), Ok(vec![6, 7]));
    assert_eq!(
        through_names(1 << 20, 1 << 20).unwrap_err().to_string(),
        "`through_names`: in `area`: the size 1048576 * 1048576 overflows `u32`"
    );
    assert_eq!(
        through_names(1, 3).unwrap_err().to_string(),
        "`through_names`: in `inner`: the size 3 - 4 is below zero"
    );
    assert_eq!(
        halves(8, 0).unwrap_err().to_string(),
        "`halves`: in `ys`: the size 8 / 0 divides by zero"
    );
    assert_eq!(
        halves(14, 2).unwrap_err().to_string(),
        "`halves`: in `ys`: the size 0 - 1 is below zero"
    );
    assert_eq!(halves(8, 2).map(|ys| ys.len()), Ok(4));
}

#[test]
fn other_arithmetic_is_rusts() {
    assert_eq!(wraps(0).1, 0u32.wrapping_sub(7));
}

#[test]
fn an_input_may_have_a_size_that_is_computed_from_it() {
    assert_eq!(as_long_as(&[1, 0], 0), Ok(vec![1, 1]));
    assert_eq!(as_long_as(&[], 0), Ok(vec![]));
    assert_eq!(
        as_long_as(&[1, 0], 1).unwrap_err().to_string(),
        "`as_long_as`: `n` has length 3 and `xs` has length 2, they must have the same length"
    );
}

#[test]
fn an_input_may_have_rows_whose_number_is_computed_from_it() {
    assert_eq!(in_rows_of_three(&[5; 6]), Ok(vec![5, 6, 7, 8, 9, 10]));
    assert_eq!(in_rows_of_three(&[]), Ok(vec![]));
    assert_eq!(in_rows_of_three(&[1, 1, 1]), Ok(vec![1, 2, 3]));
    assert_eq!(
        in_rows_of_three(&[1; 7]).unwrap_err().to_string(),
        "`in_rows_of_three`: in `rows`: `xs` has length 7, which is no multiple of the length 3 of a chunk, 1 left over: \
         fill the last one up, `gather(xs, generate(9, |i| i.min(6)))`, or leave the rest out, `generate(0..6, |i| xs[i])`"
    );
    assert_eq!(in_rows_of_its_sum(&[1, 0, 0, 0]), Ok((vec![1, 0, 0, 0], 2)));
    assert_eq!(
        in_rows_of_its_sum(&[1, 0, 0, 1]).unwrap_err().to_string(),
        "`in_rows_of_its_sum`: `h × 2` has length 8 and `xs` has length 4, they must have the same length"
    );
}

#[test]
fn inputs_whose_size_is_computed_later_agree_on_entry() {
    let mut xs = [1, 2, 4, 8, 16, 32];
    assert_eq!(in_rows_behind_a_total(&mut xs, &[1; 6]), Ok(63));
    assert_eq!(xs, [7, 14, 28, 9, 17, 33]);
    assert_eq!(
        in_rows_behind_a_total(&mut xs, &[1; 5])
            .unwrap_err()
            .to_string(),
        "`in_rows_behind_a_total`: `xs` has length 6 and `ys` has length 5, they must have the same length"
    );
}

#[test]
fn an_input_may_be_as_long_as_the_steps_of_an_array_whose_size_is_computed_from_it() {
    assert_eq!(as_long_as_steps(&[0.5, 1.0]), Ok(vec![2.0, 5.0]));
    assert_eq!(as_long_as_steps(&[]), Ok(vec![]));
    assert_eq!(
        as_long_as_steps(&[0.5, 0.5]).unwrap_err().to_string(),
        "`as_long_as_steps`: `n less 1` has length 1 and `xs` has length 2, they must have the same length"
    );
}

/// A number that is given as a size, of a type that has numbers below zero.
#[test]
fn a_given_size_below_zero_is_an_error() {
    let text = |outcome: Result<Vec<usize>, Error>| outcome.unwrap_err().to_string();
    assert_eq!(counted(2), Ok(vec![0, 1]));
    assert_eq!(counted(0), Ok(vec![]));
    let error = counted(-1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`counted`: in `ys`: the size -1 is below zero"
    );
    assert!(matches!(
        error.kind(),
        ErrorKind::SizeBelowZero { size: -1, .. }
    ));
    assert_eq!(difference(1, 3), Ok(vec![0, 1]));
    assert_eq!(
        text(difference(3, 1)),
        "`difference`: in `result_generate`: the size -2 is below zero"
    );
    assert_eq!(computed(1), Ok(vec![0, 3, 6]));
    assert_eq!(
        text(computed(-2)),
        "`computed`: in `ys`: the size -3 is below zero"
    );
    assert_eq!(boxed(1, 2), Ok(vec![0, 1]));
    assert!(text(boxed(-1, 2)).ends_with("the size -1 is below zero"));
    assert!(text(boxed(1, -7)).ends_with("the size -7 is below zero"));
    assert_eq!(shaped(1, &[1.0, 2.0]), Ok(3.0));
    assert_eq!(
        shaped(-1, &[1.0, 2.0]).unwrap_err().to_string(),
        "`shaped`: in `a`: the size -1 is below zero"
    );
    assert_eq!(guarded(-1), Ok(vec![]));
    assert_eq!(guarded(1), Ok(vec![0]));
    let n = -3;
    assert_eq!(cnf! { len(0..n) }, 0);
    let raised = panic::catch_unwind(|| counted_or_panics(-3)).unwrap_err();
    let message = raised.downcast_ref::<String>().map(String::as_str);
    assert_eq!(
        message,
        Some("`counted_or_panics`: in `result_generate`: the size -3 is below zero")
    );
}

/// Ranges are Rust's: one that ends before it begins is empty.
#[test]
fn a_range_that_ends_before_it_begins_is_empty() {
    assert_eq!(ranges(1, 3, 2), Ok((vec![2, 3], 2)));
    assert_eq!(ranges(3, 1, -2), Ok((vec![], 0)));
}
