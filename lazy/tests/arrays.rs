//! Arrays: operations one by one, their failures, sharing and depth.

use fusus_lazy::{Array, Column, Error, ErrorKind, Plan, s};

fn array(elements: &[f64]) -> Array<f64> {
    Array::from(elements)
}

#[test]
fn arithmetic_takes_arrays_references_and_numbers() -> Result<(), Error> {
    let (a, b) = (array(&[1.0, 2.0, 3.0]), array(&[4.0, 5.0, 6.0]));
    assert_eq!((&a + &b).to_vec()?, [5.0, 7.0, 9.0]);
    assert_eq!((a.clone() * &b - 1.0).to_vec()?, [3.0, 9.0, 17.0]);
    assert_eq!((1.0 / &a * 6.0).to_vec()?, [6.0, 3.0, 2.0]);
    assert_eq!((-(&b % 4.0)).to_vec()?, [0.0, -1.0, -2.0]);
    assert_eq!((10.0 - b).to_vec()?, [6.0, 5.0, 4.0]);
    assert_eq!((a.minimum(2.0) + a.maximum(2.0)).to_vec()?, [3.0, 4.0, 5.0]);
    Ok(())
}

#[test]
fn all_types_of_elements_have_arithmetic() -> Result<(), Error> {
    fn check<T>(two: T, three: T, five: T, six: T, one: T) -> Result<(), Error>
    where
        T: fusus_lazy::Element,
    {
        let (a, b) = (
            Array::from_vec(vec![two; 40]),
            Array::from_vec(vec![three; 40]),
        );
        assert_eq!((&a + &b).to_vec()?, [five; 40]);
        assert_eq!((&a * &b).to_vec()?, [six; 40]);
        assert_eq!((&b - &a).to_vec()?, [one; 40]);
        assert_eq!((&b % &a).to_vec()?, [one; 40]);
        assert_eq!((&a * &b / &b).to_vec()?, [two; 40]);
        assert_eq!(a.lt(&b).count().item()?, 40);
        assert_eq!(a.lt(&b).select(&a, &b).to_vec()?, [two; 40]);
        assert_eq!(b.min().item()?, three);
        assert_eq!(a.cast::<f64>().sum().item()?, 80.0);
        assert_eq!(a.scan_max().at(s![39..]).item()?, two);
        Ok(())
    }
    check::<f32>(2.0, 3.0, 5.0, 6.0, 1.0)?;
    check::<f64>(2.0, 3.0, 5.0, 6.0, 1.0)?;
    check::<i8>(2, 3, 5, 6, 1)?;
    check::<i16>(2, 3, 5, 6, 1)?;
    check::<i32>(2, 3, 5, 6, 1)?;
    check::<i64>(2, 3, 5, 6, 1)?;
    check::<u8>(2, 3, 5, 6, 1)?;
    check::<u16>(2, 3, 5, 6, 1)?;
    check::<u32>(2, 3, 5, 6, 1)?;
    check::<u64>(2, 3, 5, 6, 1)
}

#[test]
fn integers_wrap_around_and_have_bits() -> Result<(), Error> {
    let a = Array::from_vec(vec![250_u8, 3]);
    assert_eq!((&a + 10).to_vec()?, [4, 13]);
    assert_eq!((&a & 0xf | 1).to_vec()?, [11, 3]);
    assert_eq!((!(&a ^ 1)).to_vec()?, [4, 253]);
    assert_eq!(
        (-Array::from_vec(vec![i8::MIN, 5])).to_vec()?,
        [i8::MIN, -5]
    );
    assert_eq!(Array::from_vec(vec![i64::MAX, 1]).sum().item()?, i64::MIN);
    Ok(())
}

#[test]
fn masks_select_and_keep() -> Result<(), Error> {
    let x = array(&[1.0, -2.0, 3.0, -4.0]);
    let positive = x.gt(0.0);
    assert_eq!(positive.to_vec()?, [true, false, true, false]);
    assert_eq!(positive.select(&x, 0.0).to_vec()?, [1.0, 0.0, 3.0, 0.0]);
    let kept = x.keep(&positive);
    assert_eq!(kept.len()?, 2);
    assert_eq!(
        (&kept * 2.0 + x.abs().keep(&positive)).to_vec()?,
        [3.0, 9.0]
    );
    assert_eq!(kept.keep(kept.gt(1.0)).to_vec()?, [3.0]);
    assert_eq!(kept.scan_sum().to_vec()?, [1.0, 4.0]);
    assert_eq!(x.keep(!&positive).at(s![-1..]).to_vec()?, [-4.0]);
    let (any, all) = (positive.any(), positive.all());
    assert_eq!((any.item()?, all.item()?), (true, false));
    assert_eq!((&positive | x.lt(-3.0)).count().item()?, 3);
    Ok(())
}

#[test]
fn lengths_that_masks_decide_are_compared() -> Result<(), Error> {
    let x = array(&[1.0, -2.0, 3.0]);
    let (positive, negative) = (x.keep(x.gt(0.0)), x.keep(x.lt(0.0)));
    let error = (&positive + &negative).sum().item().unwrap_err();
    assert!(matches!(
        error.kind(),
        ErrorKind::LengthMismatch {
            left: 2,
            right: 1,
            ..
        }
    ));
    assert_eq!((positive + array(&[10.0, 20.0])).to_vec()?, [11.0, 23.0]);
    assert_eq!((negative + x.keep(x.eq(1.0))).to_vec()?, [-1.0]);
    Ok(())
}

#[test]
fn sections_are_views_and_updates_are_copies() -> Result<(), Error> {
    let x = array(&[1.0, 2.0, 4.0, 8.0, 16.0]);
    assert_eq!(
        (x.at(s![1..]) - x.at(s![..-1])).to_vec()?,
        [1.0, 2.0, 4.0, 8.0]
    );
    assert_eq!((&x * 2.0).at(s![..; -2]).to_vec()?, [32.0, 8.0, 2.0]);
    assert_eq!((x.at(s![..; 2]).at(s![1..]) + 1.0).to_vec()?, [5.0, 17.0]);
    let y = x.with(s![1..-1], 0.0);
    assert_eq!(y.to_vec()?, [1.0, 0.0, 0.0, 0.0, 16.0]);
    let mean = (x.at(s![..-2]) + x.at(s![2..])) * 0.5;
    assert_eq!(
        x.with(s![1..-1], mean).to_vec()?,
        [1.0, 2.5, 5.0, 10.0, 16.0]
    );
    assert_eq!(
        x.with(s![..; 2], x.at(s![..3])).to_vec()?,
        [1.0, 2.0, 2.0, 8.0, 4.0]
    );
    assert_eq!(x.to_vec()?, [1.0, 2.0, 4.0, 8.0, 16.0]);
    Ok(())
}

#[test]
fn gathers_read_at_computed_positions() -> Result<(), Error> {
    let x = array(&[10.0, 20.0, 30.0]);
    let back = 2 - Array::positions(3);
    assert_eq!(x.gather(&back).to_vec()?, [30.0, 20.0, 10.0]);
    assert_eq!(
        (&x + 1.0).gather(Array::from_vec(vec![0_i8, 0])).to_vec()?,
        [11.0, 11.0]
    );
    let error = x
        .gather(Array::from_vec(vec![1, -1, 7]))
        .to_vec()
        .unwrap_err();
    assert!(matches!(
        error.kind(),
        ErrorKind::IndexOutOfBounds {
            position: 1,
            index: -1,
            len: 3,
            ..
        }
    ));
    Ok(())
}

#[test]
fn folds_scans_and_closures() -> Result<(), Error> {
    let x = Array::from_vec((1..=5000).collect::<Vec<i64>>());
    assert_eq!(x.sum().item()?, 12_502_500);
    assert_eq!((x.min().item()?, x.max().item()?), (1, 5000));
    assert_eq!(x.fold(0, |a, b| a.max(b)).item()?, 5000);
    assert_eq!(x.scan(10, |a, b| a + b).at(s![..3]).to_vec()?, [11, 13, 16]);
    assert_eq!(
        x.keep(x.gt(4990)).fold(0, i64::wrapping_add).item()?,
        49_955
    );
    let halves = x.map(|x| x as f64 / 2.0);
    assert_eq!(halves.at(s![..2]).to_vec()?, [0.5, 1.0]);
    let none = x.keep(x.lt(0));
    assert_eq!((none.sum().item()?, none.product().item()?), (0, 1));
    assert_eq!(
        (none.min().item()?, none.fold(7, i64::max).item()?),
        (i64::MAX, 7)
    );
    Ok(())
}

#[test]
fn numbers_go_with_arrays_of_any_length() -> Result<(), Error> {
    let x = array(&[1.0, 2.0, 3.0]);
    let mean = x.sum() / 3.0;
    let variance = ((&x - &mean) * (&x - &mean)).sum() / 2.0;
    assert_eq!(variance.sqrt().item()?, 1.0);
    assert_eq!((&mean + Array::number(1.0)).to_vec()?, [3.0]);
    assert_eq!(x.gt(&mean).select(&mean, &x).to_vec()?, [1.0, 2.0, 2.0]);
    assert_eq!(
        mean.gather(Array::from_vec(vec![0]))
            .item()
            .unwrap_err()
            .operation(),
        "gather"
    );
    Ok(())
}

#[test]
fn failures_stay_with_the_node_and_name_its_line() {
    let (a, b) = (array(&[1.0, 2.0, 3.0]), array(&[1.0, 2.0]));
    let line = line!() + 1;
    let sum = &a + &b;
    let error = (sum * 2.0).sum().to_vec().unwrap_err();
    assert!(matches!(
        error.kind(),
        ErrorKind::LengthMismatch {
            left: 3,
            right: 2,
            ..
        }
    ));
    assert_eq!(error.place().unwrap().line(), line);
    assert!(
        error
            .to_string()
            .starts_with("`+`: the first operand has length 3")
    );
    let error = a.at(s![1..9]).eval().unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the section `1..9` leaves an array of length 3")
    );
    assert!(a.keep(a.gt(0.0)).at(s![5..]).eval().is_err());
    assert!(
        (-Array::from_vec(vec![true]))
            .to_string()
            .contains("must be numbers with a sign")
    );
    assert!(a.item().is_err());
    assert!(a.with(s![..2], &a).eval().is_err());
    assert!(Array::number(1.0).sum().item().is_err());
}

#[test]
fn the_first_division_that_has_no_result_is_the_failure() -> Result<(), Error> {
    let x = Array::from_vec((0..100_000).map(|i| 70_000 - i).collect::<Vec<i32>>());
    let error = (1000 / &x + 5 / (&x - 20)).to_vec().unwrap_err();
    assert!(matches!(
        error.kind(),
        ErrorKind::Division {
            position: 69_980,
            by_zero: true,
            ..
        }
    ));
    // Elements that a mask drops are not divided.
    let kept = 1000 / x.keep(x.gt(0));
    assert_eq!(kept.max().item()?, 1000);
    let error = (Array::from_vec(vec![i32::MIN]) / -1).to_vec().unwrap_err();
    assert!(matches!(
        error.kind(),
        ErrorKind::Division { by_zero: false, .. }
    ));
    Ok(())
}

#[test]
fn empty_arrays_have_results() -> Result<(), Error> {
    let none = array(&[]);
    assert_eq!((&none + 1.0).to_vec()?, []);
    assert_eq!(none.sum().item()?, 0.0);
    assert_eq!(none.scan_sum().to_vec()?, []);
    assert_eq!(none.keep(none.gt(0.0)).to_vec()?, []);
    assert_eq!(none.at(s![..]).with(s![..], 1.0).to_vec()?, []);
    assert_eq!(none.gather(Array::<u64>::from_vec(vec![])).to_vec()?, []);
    Ok(())
}

#[test]
fn a_million_pending_operations_are_no_recursion() -> Result<(), Error> {
    let mut x = Array::from_vec(vec![0_i64; 3]);
    for _ in 0..1_000_000 {
        x = x + 1;
    }
    assert_eq!(x.to_vec()?, [1_000_000; 3]);
    let mut dropped = Array::from_vec(vec![0_i64; 3]);
    for _ in 0..1_000_000 {
        dropped = &dropped + &dropped;
    }
    drop(dropped);
    Ok(())
}

#[test]
fn shared_operations_are_done_once() -> Result<(), Error> {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let x = array(&[1.0, 2.0, 3.0]).map(move |x: f64| {
        counted.fetch_add(1, Ordering::Relaxed);
        x
    });
    let (sum, shifted) = (x.sum(), &x + 1.0);
    assert_eq!(sum.item()?, 6.0);
    assert_eq!(shifted.to_vec()?, [2.0, 3.0, 4.0]);
    assert_eq!(calls.load(Ordering::Relaxed), 3);
    Ok(())
}

#[test]
fn threads_share_arrays() -> Result<(), Error> {
    let x = Array::from_vec((0..50_000).map(f64::from).collect::<Vec<f64>>());
    let y = (&x * 0.5).sin();
    let expected: Vec<u64> = (&x * 0.5)
        .sin()
        .scan_sum()
        .to_vec()?
        .iter()
        .map(|x| x.to_bits())
        .collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let sums = y.scan_sum().to_vec().unwrap();
                assert!(
                    sums.iter()
                        .map(|x| x.to_bits())
                        .eq(expected.iter().copied())
                );
            });
        }
    });
    Ok(())
}

#[test]
fn too_much_memory_is_an_error() {
    let positions = Array::positions(1 << 58);
    let error = (&positions + 1).eval().unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Allocation { .. }),
        "{error}"
    );
    assert_eq!(Array::positions(10).sum().item(), Ok(45));
    // Positions that somebody has a handle on are not stored for other results.
    let both = positions.max() + positions.min();
    let plan = both.plan().unwrap().to_string();
    assert!(!plan.contains("`positions`"), "{plan}");
    let some = Array::positions(1000);
    assert_eq!(some.sum().item(), Ok(499_500));
    assert_eq!(some.to_vec().unwrap()[999], 999);
}

#[test]
fn arrays_are_shown() -> Result<(), Error> {
    assert_eq!(array(&[1.0, 2.5]).to_string(), "[1, 2.5]");
    assert_eq!(
        Array::positions(20).to_string(),
        "[0, 1, 2, 3, 4, …, 15, 16, 17, 18, 19]"
    );
    assert_eq!(array(&[1.0, 2.0]).sum().to_string(), "3");
    assert_eq!(format!("{:?}", array(&[]) + 1.0), "Array<f64>(+)");
    Ok(())
}

#[test]
fn plans_fuse_and_name_what_is_stored() -> Result<(), Error> {
    let x = array(&[1.0, 2.0, 3.0]);
    let shifted = &x + 1.0;
    let plan = (&shifted * &x).sum().plan()?;
    assert_eq!(plan.loops(), 1);
    let text = plan.to_string();
    assert!(
        text.contains("stores `+` of lazy/tests/arrays.rs:"),
        "{text}"
    );
    assert!(text.contains("a handle on it is alive"), "{text}");
    let both = (x.sum() + x.product()) * x.keep(x.gt(1.0)).max();
    assert_eq!(both.plan()?.loops(), 2, "{}", both.plan()?);
    assert!((&x + array(&[])).plan().is_err());
    Ok(())
}

#[test]
fn traces_are_run_on_other_arrays() -> Result<(), Error> {
    let weights = array(&[1.0, 0.0, 2.0, 1.0]);
    let trace = Plan::trace(|t| {
        let x = t.input::<f64>("x", 4)?;
        let n = t.input::<i32>("n", 4)?;
        let kept = (&x * &weights).keep(n.gt(0));
        Ok(kept.minimum(10.0) - kept.sum())
    })?;
    let n = Array::from_vec(vec![1, 0, 1, 0]);
    for start in [1.0, 5.0] {
        let x = array(&[start, 2.0, 3.0, 4.0]);
        // Sections that do not lie in order are inputs as well.
        let both = array(&[0.0, 4.0, 0.0, 3.0, 0.0, 2.0, 0.0, start]).at(s![..; -2]);
        let inputs = |x: &Array<f64>| [("n", Column::from(&n)), ("x", Column::from(x))];
        let found = trace.run(inputs(&x))?;
        assert_eq!(found.to_vec()?, [-6.0, -start]);
        assert_eq!(trace.run(inputs(&both))?.to_vec()?, [-6.0, -start]);
    }
    let error = trace.run([("x", &weights)]).unwrap_err();
    assert!(
        error.to_string().contains("there is no input `n`"),
        "{error}"
    );
    let short = array(&[1.0]);
    let error = trace.run([("x", &short)]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("has length 1, and was traced with 4"),
        "{error}"
    );
    let itself = Plan::trace(|t| Ok(t.input::<f64>("x", 4)?.at(s![1..])))?;
    assert_eq!(itself.run([("x", &weights)])?.to_vec()?, [0.0, 2.0, 1.0]);
    let blocked = Plan::trace(|t| {
        let x = t.input::<f64>("x", 4)?;
        Ok(x.keep(x.gt(0.0)).at(s![1..]))
    });
    assert!(blocked.is_err());
    Ok(())
}

/// Divisions by powers of two are shifts, where numbers have no sign.
#[test]
fn integers_are_divided_by_numbers() -> Result<(), Error> {
    macro_rules! divided {
        ($($type:ident)*) => {$(
            let (least, most) = ($type::MIN, $type::MAX);
            let own: Vec<$type> = vec![least, least / 2, 0, 1, 2, 7, 8, 100, most / 2, most - 1, most];
            let x = Array::from(&own[..]);
            for by in [1, 2, 3, 4, 7, 64, most / 2, most / 2 + 1, most - 1, most] {
                if by <= 0 {
                    continue;
                }
                let expected: Vec<$type> = own.iter().map(|x| x / by).collect();
                assert_eq!((&x / by).to_vec()?, expected, "by {by}");
                let expected: Vec<$type> = own.iter().map(|x| x % by).collect();
                assert_eq!((&x % by).to_vec()?, expected, "by {by}");
                assert!((&x / (by - by)).to_vec().is_err());
            }
        )*};
    }
    divided!(i8 i16 i32 i64 u8 u16 u32 u64);
    Ok(())
}

/// `min` and `max` of numbers and `NaN` are the numbers, in prefixes as in folds.
#[test]
fn prefixes_go_on_behind_nan() -> Result<(), Error> {
    for len in [1, 5, 40, 5000] {
        let mut own: Vec<f64> = (0..len).map(|at| ((at * 37) % 101) as f64).collect();
        own.iter_mut().step_by(16).for_each(|x| *x = f64::NAN);
        let prefixes = |seed: f64, f: fn(f64, f64) -> f64| -> Vec<f64> {
            let mut state = seed;
            own.iter()
                .map(|x| {
                    state = f(state, *x);
                    state
                })
                .collect()
        };
        let x = Array::from(&own[..]);
        let (least, greatest) = (f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!(x.scan_max().to_vec()?, prefixes(least, f64::max), "{len}");
        assert_eq!(
            x.scan_min().to_vec()?,
            prefixes(greatest, f64::min),
            "{len}"
        );
        assert_eq!(x.max().item()?, prefixes(least, f64::max)[len - 1]);
    }
    Ok(())
}

#[test]
fn elements_one_by_one() -> Result<(), Error> {
    let x = Array::from_vec((0..5000).collect::<Vec<i64>>());
    let doubled = (&x * 2).iter()?;
    assert_eq!(doubled.len(), 5000);
    assert_eq!(doubled.clone().sum::<i64>(), 4999 * 5000);
    assert!(doubled.eq((0..5000).map(|x| 2 * x)));
    // A section, from both ends.
    let mut some = x.at(s![3..12; -2]).iter()?;
    assert_eq!(
        (some.next(), some.next_back(), some.nth(1)),
        (Some(11), Some(3), Some(7))
    );
    assert_eq!(some.collect::<Vec<_>>(), [5]);
    // It keeps its elements when the array is updated.
    let before = x.iter()?;
    let x = x.with(s![..], 0).eval()?;
    assert_eq!((before.max(), x.iter()?.max()), (Some(4999), Some(0)));
    // A number is one element, and nothing is none.
    assert_eq!(x.sum().iter()?.collect::<Vec<_>>(), [0]);
    assert_eq!(x.keep(x.gt(0)).iter()?.next(), None);
    let again: Array<i64> = x.at(s![..3]).iter()?.collect();
    assert_eq!(again.to_vec()?, [0; 3]);
    let failed = (x.at(s![..2]) + x.at(s![..3])).iter();
    assert!(failed.is_err());
    Ok(())
}
