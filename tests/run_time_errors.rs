//! Tests of errors at run time: they are returned or raised, with the names of the program and the
//! binding and with the numbers, at the caller's line.

use fusus::{Error, ErrorKind, cnf};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::thread;

cnf! {
    fn added(xs: &[f64], ys: &[f64]) -> Result<Vec<f64>, Error> {
        map(|x, y| x + y, xs, ys)
    }

    fn added_or_panics(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(|x, y| x + y, xs, ys)
    }

    #[backend(sequential)]
    fn added_alone(xs: &[f64], ys: &[f64]) -> Result<Vec<f64>, Error> {
        map(|x, y| x + y, xs, ys)
    }

    fn of_three(xs: &[u8], ys: &[u8], zs: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Error> {
        let a = map(|x, y| x + y, xs, ys);
        let b = map(|y, z| y + z, ys, zs);
        (a, b)
    }

    fn as_many_as_asked(n: usize, xs: &[usize]) -> Result<Vec<usize>, Error> {
        map(|i, x| i + x, 0..n, xs)
    }

    fn written(xs: &[i32], ys: &mut [i32]) -> Result<(), Error> {
        *ys = map(|x| x + 1, xs);
    }

    fn conformed(xs: &[i32], limit: i32) -> Result<Vec<i32>, Error> {
        let small = filter(|x| x < limit, xs);
        let alike = conform(xs, small);
        map(|a, b| a + b, small, alike)
    }

    fn conformed_axes(n: usize, m: usize, h: usize, w: usize, xs: &[i32], ys: &[i32]) -> Result<Vec<i32>, Error> {
        let a = reshape(xs, [n, m]);
        let alike = conform(reshape(ys, [h, w]), a);
        map(|x, y| x + y, a, alike)
    }

    fn rows_less_one(n: usize, xs: &[i32]) -> Result<Vec<i32>, Error> {
        let a = reshape(xs, [n - 1, 2]);
        generate(|i, j| a[[j, i]])
    }

    fn corner(n: usize, m: usize, xs: &[i32], i: usize, j: usize) -> i32 {
        let a = reshape(xs, [n, m]);
        a[[i, j]]
    }

    fn picked(data: &[i32], at: &[i64]) -> Result<Vec<i32>, Error> {
        let found = gather(data, at);
        map(|x| x + 1, found)
    }

    fn picked_or_panics(data: &[i32], at: &[u8]) -> i32 {
        fold(0, |a, b| a + b, gather(data, at))
    }

    fn first_largest(data: &[(u32, i32)], at: &[i32]) -> Result<i32, Error> {
        let found = gather(data, at);
        let (_, of) = fold((0, 0), |(a, b), (c, d)| if c > a { (c, d) } else { (a, b) }, found);
        of
    }

    fn nearest(data: &[i32], at: &[i32], others: &[i32]) -> Result<(i32, i32), Error> {
        let found = gather(data, at);
        let pairs = map(|(x, y)| (x - y, x), cross(found, others));
        fold((i32::MAX, 0), |a, b| if b.0 < a.0 { b } else { a }, pairs)
    }

    fn through_scans(data: &[f64], at: &[usize], to: &[usize], ys: &mut [f64]) -> Result<f64, Error> {
        let found = map(|x| x.sqrt(), gather(data, at));
        let sums = scan(0.0, |a, b| a + b, found);
        let again = gather(data, map(|s, t| t + usize::from(s < 0.0), sums, to));
        let both = scan(0.0, f64::max, map(|s, a| s / (a + 1.0), sums, again));
        *ys = scatter(ys, to, both);
        fold(0.0, f64::max, both)
    }

    fn across_parts(data: &[f64], at: &[usize], to: &[usize]) -> Result<(Vec<f64>, f64), Error> {
        let found = gather(data, at);
        let (f, t) = filter(|(f, _)| f > 1.0, map(|f, t| (f, t), found, to));
        let sums = scan(0.0, |a, b| a + b, map(|f, g| f + g, f, gather(data, t)));
        let odd = filter(|t| t % 2 == 1, to);
        (sums, fold(0.0, f64::max, scan(0.0, |a, b| a + b, gather(data, odd))))
    }

    fn picked_in_place(data: &[i32], at: &[usize], ys: &mut [i32]) -> Result<(), Error> {
        *ys = gather(data, at);
    }

    fn into_any(xs: &[u8], ys: &[u8]) -> Result<usize, Box<dyn std::error::Error + Send + Sync>> {
        len(map(|x, _| x, xs, ys))
    }

    fn nested(outer: &[()], inner: &[()]) -> Result<usize, Error> {
        len(cross(outer, inner))
    }
}

#[test]
fn lengths_of_inputs() {
    let error = added(&[1.0, 2.0], &[1.0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`added`: `xs` has length 2 and `ys` has length 1, they must have the same length"
    );
    assert_eq!((error.program(), error.binding()), ("added", ""));
    assert!(matches!(
        error.kind(),
        ErrorKind::LengthMismatch {
            left: "xs",
            left_len: 2,
            right: "ys",
            right_len: 1,
            ..
        }
    ));
    assert!(added_alone(&[], &[1.0]).is_err());
    assert!(into_any(&[1], &[]).unwrap_err().downcast::<Error>().is_ok());
}

#[test]
fn the_first_mismatch_is_named() {
    let error = of_three(&[1, 2], &[3, 4], &[5]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`of_three`: `xs` has length 2 and `zs` has length 1, they must have the same length"
    );
}

#[test]
fn lengths_named_by_scalars() {
    assert_eq!(as_many_as_asked(2, &[5, 5]), Ok(vec![5, 6]));
    let error = as_many_as_asked(3, &[5, 5]).unwrap_err().to_string();
    assert!(error.contains("`as_many_as_asked`: "), "{error}");
    assert!(
        error.contains('3') && error.contains("`xs` has length 2"),
        "{error}"
    );
}

#[test]
fn nothing_is_written_when_lengths_differ() {
    let mut ys = [7; 3];
    let error = written(&[1, 2], &mut ys).unwrap_err().to_string();
    assert!(error.contains("`xs`") && error.contains("`ys`"), "{error}");
    assert_eq!(ys, [7; 3]);
    assert_eq!(written(&[1, 2, 3], &mut ys), Ok(()));
    assert_eq!(ys, [2, 3, 4]);
}

#[test]
fn what_does_not_conform() {
    assert_eq!(conformed(&[1, 2], 5), Ok(vec![2, 4]));
    let error = conformed(&[1, 2, 9], 5).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`conformed`: in `alike`: an array of length 3 does not conform to the length 2"
    );
    assert!(matches!(
        error.kind(),
        ErrorKind::Conform {
            len: 3,
            expected: 2,
            ..
        }
    ));
}

#[test]
fn arrays_conform_along_each_axis() {
    let run = |h, w, ys: &[i32]| conformed_axes(2, 3, h, w, &[1; 6], ys);
    assert_eq!(run(2, 3, &[1, 2, 3, 4, 5, 6]), Ok(vec![2, 3, 4, 5, 6, 7]));
    // As many elements, in rows of another length.
    let error = run(3, 2, &[0; 6]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`conformed_axes`: in `alike`: an array of length 3 along axis 0 does not conform to the length 2"
    );
    assert!(matches!(
        error.kind(),
        ErrorKind::Conform {
            len: 3,
            expected: 2,
            axis: Some(0),
            ..
        }
    ));
    let error = run(2, 4, &[0; 8]).unwrap_err().to_string();
    assert!(
        error.ends_with("of length 4 along axis 1 does not conform to the length 3"),
        "{error}"
    );
}

#[test]
fn an_axis_below_zero_is_an_error() {
    assert_eq!(rows_less_one(2, &[1, 2]), Ok(vec![1, 2]));
    let error = rows_less_one(0, &[1, 2]).unwrap_err().to_string();
    assert!(error.ends_with("the size 0 - 1 is below zero"), "{error}");
}

#[test]
fn positions_outside_of_an_axis_panic() {
    assert_eq!(corner(2, 3, &[1, 2, 3, 4, 5, 6], 1, 0), 4);
    let beyond = |i, j| {
        let payload = panic::catch_unwind(|| corner(2, 3, &[1, 2, 3, 4, 5, 6], i, j)).unwrap_err();
        payload.downcast_ref::<String>().expect("a text").clone()
    };
    // That of the next row would be there.
    assert_eq!(
        beyond(0, 3),
        "`corner`: `a` has 3 positions along axis 1, and none at 3"
    );
    assert_eq!(
        beyond(2, 0),
        "`corner`: `a` has 2 positions along axis 0, and none at 2"
    );
}

#[test]
fn indices_out_of_bounds() {
    assert_eq!(picked(&[1, 2], &[1, 0]), Ok(vec![3, 2]));
    for (index, len) in [(2, 2), (-1, 2), (i64::MAX, 1), (0, 0)] {
        let data = vec![0; len];
        let error = picked(&data, &[index]).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "`picked`: in `found`: index {index} is out of bounds of an array of length {len}"
            )
        );
    }
    let mut ys = [0; 2];
    assert!(picked_in_place(&[1], &[0, 1], &mut ys).is_err());
}

/// The leftmost failure is the one that is reported, whichever thread is first.
#[test]
fn the_leftmost_failure() {
    let data = [0; 10];
    let mut at = vec![0; 1_000_000];
    at[999_999] = 77;
    at[500_000] = 55;
    at[400_001] = 44;
    for _ in 0..20 {
        let error = picked(&data, &at).unwrap_err();
        assert!(matches!(
            error.kind(),
            ErrorKind::IndexOutOfBounds {
                index: 44,
                len: 10,
                ..
            }
        ));
    }
}

/// Parts of a block may be folded side by side, but not where that would let a
/// failure further right be met first.
#[test]
fn the_leftmost_failure_beside_folds() {
    for len in [40, 200, 1_000, 100_000] {
        for first in [0, 1, len / 16 + 1, len / 3, len / 2, len - 2] {
            let mut at = vec![0; len];
            // Right of it there is one at about the beginning of every lane.
            for (place, index) in at.iter_mut().enumerate().skip(first) {
                if (place - first).is_multiple_of(7) {
                    *index = 100 + i32::try_from(place).unwrap();
                }
            }
            let expected = at[first];
            let found = [
                first_largest(&[(1, 2); 3], &at).unwrap_err(),
                nearest(&[1; 3], &at, &[4, 5, 6]).unwrap_err(),
            ];
            for error in found {
                let ErrorKind::IndexOutOfBounds { index, .. } = *error.kind() else {
                    panic!("{error}");
                };
                assert_eq!(index, i128::from(expected), "{len} {first}");
            }
        }
    }
}

/// The sweeps for the totals of scans do not do all that may fail, and come first.
#[test]
fn the_leftmost_failure_whichever_sweep_meets_it() {
    let pools = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap()
    });
    let data = [4.0; 100];
    for len in [100, 5_000, 200_000] {
        for (first, second) in [(0, 1), (3, 90), (len / 2, len / 2 + 3), (len - 2, len - 1)] {
            // Either may be what the sweep that comes first does not look at.
            for swapped in [false, true] {
                let (mut at, mut to) = (vec![7; len], vec![9; len]);
                let (one, other) = match swapped {
                    true => (&mut at, &mut to),
                    false => (&mut to, &mut at),
                };
                one[first] = 1_001;
                other[second] = 1_002;
                for pool in &pools {
                    let mut ys = vec![0.0; 100];
                    let run = || through_scans(&data, &at, &to, &mut ys);
                    let error = pool.install(run).unwrap_err();
                    let ErrorKind::IndexOutOfBounds { index, .. } = *error.kind() else {
                        panic!("{error}");
                    };
                    assert_eq!(index, 1_001, "{len} {first} {second} {swapped}");
                }
            }
        }
    }
}

/// Parts of a block are swept one after the other.
#[test]
fn the_leftmost_failure_whichever_part_meets_it() {
    let pools = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap()
    });
    let data = [4.0; 100];
    for len in [100, 5_000, 200_000] {
        for (first, second) in [(0, 1), (3, 90), (len / 2, len / 2 + 3), (len - 2, len - 1)] {
            // In the root and behind the first filter; in both; and behind the second one alone.
            for (one, other) in [(1_001, 1_002), (1_002, 1_004), (1_003, 1_006)] {
                for swapped in [false, true] {
                    let (mut at, mut to) = (vec![7; len], vec![8; len]);
                    match swapped {
                        true => (at[first], to[second]) = (one, other),
                        false => (to[first], at[second]) = (one, other),
                    }
                    for pool in &pools {
                        let run = || across_parts(&data, &at, &to);
                        let error = pool.install(run).unwrap_err();
                        let ErrorKind::IndexOutOfBounds { index, .. } = *error.kind() else {
                            panic!("{error}");
                        };
                        let expected = i128::try_from(one).unwrap();
                        assert_eq!(index, expected, "{len} {first} {second} {swapped}");
                    }
                }
            }
        }
    }
}

#[test]
fn sizes_that_overflow() {
    // Arrays of nothing may be as long as one likes.
    let long = vec![(); 1 << 33];
    let error = nested(&long, &long).unwrap_err();
    assert!(error.to_string().contains("overflows"), "{error}");
    assert!(error.to_string().starts_with("`nested`: "), "{error}");
}

/// The place at which a panic was raised, and its message. The hook is shared by all threads, so
/// this runs one at a time.
fn raised(action: impl FnOnce()) -> (String, u32, String) {
    static HOOK: Mutex<()> = Mutex::new(());
    static PLACE: Mutex<Option<(String, u32)>> = Mutex::new(None);
    let _guard = HOOK.lock().unwrap_or_else(|poison| poison.into_inner());
    let before = panic::take_hook();
    // Other tests panic at the same time.
    let own = thread::current().id();
    panic::set_hook(Box::new(move |info| {
        if let Some(place) = info.location()
            && thread::current().id() == own
        {
            *PLACE.lock().unwrap() = Some((place.file().to_owned(), place.line()));
        }
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(action));
    panic::set_hook(before);
    let message = *result.unwrap_err().downcast::<String>().expect("a message");
    // A worker may panic on another thread.
    let (file, line) = PLACE.lock().unwrap().take().unwrap_or_default();
    (file, line, message)
}

#[test]
fn panics_stand_at_the_callers_line() {
    let line = line!() + 1;
    let (file, at, message) = raised(|| drop(added_or_panics(&[1.0], &[])));
    assert_eq!((file.as_str(), at), (file!(), line));
    assert_eq!(
        message,
        "`added_or_panics`: `xs` has length 1 and `ys` has length 0, they must have the same length"
    );

    let line = line!() + 1;
    let (file, at, message) = raised(|| _ = picked_or_panics(&[1], &[3]));
    assert_eq!((file.as_str(), at), (file!(), line));
    assert!(message.starts_with("`picked_or_panics`: in `"), "{message}");
    assert!(message.ends_with("index 3 is out of bounds of an array of length 1"));
}

#[test]
fn the_expression_form_is_named_by_its_place() {
    let (xs, ys) = (vec![1, 2], vec![3]);
    let line = line!() + 2;
    let (file, at, message) = raised(|| {
        let sums = cnf! { map(|x, y| x + y, xs, ys) };
        drop(sums);
    });
    assert_eq!((file.as_str(), at), (file!(), line));
    assert!(
        message.contains(&format!("{}:{line}", file!())),
        "{message}"
    );
    assert!(
        message.contains("`xs` has length 2 and `ys` has length 1"),
        "{message}"
    );
}

#[test]
fn a_workers_panic_is_its_own() {
    let xs: Vec<u32> = (0..100_000).collect();
    let (_, _, message) = raised(|| {
        let failed: Vec<u32> = cnf! { map(|x| if x == 70_000 { panic!("no {x}") } else { x }, xs) };
        drop(failed);
    });
    assert_eq!(message, "no 70000");
    // The pool is as good as before.
    assert_eq!(cnf! { len(filter(|x| x % 2 == 0, xs)) }, 50_000);
}

/// Every error type should be ready for threads, boxes, sets and `?`.
#[test]
fn errors_are_good_citizens() {
    fn is<T: std::error::Error + Clone + Eq + std::hash::Hash + Send + Sync + 'static>() {}
    is::<fusus::Error>();
    let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(mismatch().unwrap_err());
    assert!(boxed.to_string().contains("length"), "{boxed}");
}

fn mismatch() -> Result<f64, fusus::Error> {
    cnf! {
        fn dot(xs: &[f64], ys: &[f64]) -> Result<f64, fusus::Error> {
            fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, ys))
        }
    }
    dot(&[1.0], &[])
}

cnf! {
    #[backend(cpu, sequential)]
    fn sums_of_segments(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let values = gather(xs, at);
        let heads = map(|x| x > 0.0, xs);
        let running = scan_by(heads, 0.0, |a, b| a + b, values);
        (running, recurrence(0.0, |y, x| 0.5 * y + x, values))
    }
}

/// One of its scans has handed its prefix on to the next block when the other one fails.
#[test]
fn a_block_of_two_levels_is_done_again() {
    let xs: Vec<f64> = (0..10_000).map(|i| f64::from(i % 7 - 3)).collect();
    for wrong in [0, 511, 512, 5000, 9999] {
        let mut at: Vec<usize> = (0..10_000).collect();
        at[wrong] = 10_000 + wrong;
        at[9_999] = 10_000 + 9_999;
        for failed in [
            sums_of_segments(&xs, &at),
            sums_of_segments_sequential(&xs, &at),
        ] {
            let failed = failed.map(drop).unwrap_err();
            let ErrorKind::IndexOutOfBounds { index, .. } = *failed.kind() else {
                panic!("{failed}")
            };
            assert_eq!(index, 10_000 + wrong as i128);
        }
    }
}
