//! Formulas of numbers whose types differ: counts and positions, and comparisons of integers with floats.

#[path = "support/columns.rs"]
mod columns;

use fusus_lazy::{Array, Column, ElementType, Formula, FormulaError};

use columns::apply;

/// The result of a formula, as it is shown.
#[track_caller]
fn shown(text: &str) -> String {
    let column = apply(text).unwrap_or_else(|error| panic!("{error}"));
    format!("{}: {column}", column.ty())
}

#[test]
fn integers_of_64_bits_are_compared_exactly() -> Result<(), FormulaError> {
    let wide = Column::from(vec![1_u64 << 63, i64::MAX as u64, 0, 5]);
    let signed = Column::from(vec![i64::MAX, i64::MAX, -1, 6]);
    let of = |text: &str| -> Result<String, FormulaError> {
        Ok(Formula::parse(text)?
            .apply([("w", &wide), ("l", &signed)])?
            .to_string())
    };
    assert_eq!(of("w == l")?, "[false, true, false, false]");
    assert_eq!(of("l != w")?, "[true, false, true, true]");
    assert_eq!(of("w < l")?, "[false, false, false, true]");
    assert_eq!(of("w >= l")?, "[true, true, true, false]");
    assert_eq!(of("l < w")?, "[true, false, true, false]");
    assert_eq!(of("l <= w")?, "[true, true, true, false]");
    assert_eq!(of("l[2] < w")?, "[true, true, true, true]");
    assert_eq!(of("w > l as i8")?, "[true, true, true, false]");
    Ok(())
}

#[test]
fn counts_and_positions_have_a_sign() -> Result<(), FormulaError> {
    assert_eq!(shown("positions(x) - 1"), "i64: [-1, 0, 1, 2]");
    assert_eq!(shown("positions(x[mask]) - 2"), "i64: [-2, -1, 0]");
    assert_eq!(shown("len(y) - len(x)"), "i64: -1");
    assert_eq!(shown("len(x[mask]) - 9"), "i64: -6");
    assert_eq!(shown("count(mask) - 9"), "i64: -6");
    assert_eq!(shown("2 - range(4)"), "i64: [2, 1, 0, -1]");
    assert_eq!(shown("x[positions(x) + n]"), "f64: [-4, -4, -4, -4]");
    assert_eq!(shown("positions(x) * x"), "f64: [0, -2, 6, -12]");
    let long = Array::from_vec(vec![1_u8; 70_000]);
    let sum = Formula::parse("sum(positions(x) - 1) + sum(positions(x[x > 0]))")?;
    assert_eq!(sum.apply([("x", &long)])?.to_string(), "4899860000");
    Ok(())
}

#[test]
fn comparisons_with_a_float_are_exact() -> Result<(), FormulaError> {
    const FLOATS: &[f64] = &[
        0.0,
        -0.0,
        0.5,
        -0.5,
        127.0,
        127.5,
        -128.5,
        255.0,
        256.0,
        9_007_199_254_740_992.0,
        9_007_199_254_740_994.0,
        9_223_372_036_854_775_808.0,
        -9_223_372_036_854_775_808.0,
        -9_223_372_036_854_777_856.0,
        18_446_744_073_709_551_616.0,
        1e300,
        -1e300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    const INTEGERS: &[i128] = &[
        0,
        1,
        -1,
        127,
        128,
        -128,
        255,
        (1 << 53) - 1,
        1 << 53,
        (1 << 53) + 1,
        i64::MAX as i128,
        i64::MIN as i128,
        u64::MAX as i128,
        1 << 63,
    ];
    // An integer and a float, as numbers without an end.
    let order = |n: i128, x: f64| {
        if x.is_nan() {
            return None;
        }
        let whole = n.cmp(&(x.floor() as i128));
        let has_rest = x.fract() > 0.0 || x.floor() != x;
        Some(if has_rest {
            whole.then(std::cmp::Ordering::Less)
        } else {
            whole
        })
    };
    let columns: Vec<Column> = vec![
        Column::from(
            INTEGERS
                .iter()
                .filter_map(|n| i8::try_from(*n).ok())
                .collect::<Vec<_>>(),
        ),
        Column::from(
            INTEGERS
                .iter()
                .filter_map(|n| u8::try_from(*n).ok())
                .collect::<Vec<_>>(),
        ),
        Column::from(
            INTEGERS
                .iter()
                .filter_map(|n| i64::try_from(*n).ok())
                .collect::<Vec<_>>(),
        ),
        Column::from(
            INTEGERS
                .iter()
                .filter_map(|n| u64::try_from(*n).ok())
                .collect::<Vec<_>>(),
        ),
    ];
    for column in &columns {
        let len = column.len().unwrap();
        let whole: Vec<i128> = (0..len)
            .map(|at| match column.ty() {
                ElementType::U64 => column.to_vec::<u64>().unwrap()[at].into(),
                _ => column.to_vec::<i64>().unwrap()[at].into(),
            })
            .collect();
        for float in FLOATS {
            for sign in ["<", "<=", ">", ">=", "==", "!="] {
                for is_first in [true, false] {
                    let number = match float {
                        x if x.is_nan() => "nan".to_owned(),
                        x if x.is_infinite() => if *x > 0.0 { "inf" } else { "-inf" }.to_owned(),
                        x => format!("{x:?}"),
                    };
                    let text = match is_first {
                        true => format!("n {sign} {number}"),
                        false => format!("{number} {sign} n"),
                    };
                    let found = Formula::parse(&text)?.apply([("n", column)])?;
                    let expected = whole.iter().map(|n| {
                        let order = order(*n, *float);
                        let order = if is_first {
                            order
                        } else {
                            order.map(|order| order.reverse())
                        };
                        match (sign, order) {
                            ("!=", order) => order.is_none_or(|order| order.is_ne()),
                            (_, None) => false,
                            ("<", Some(order)) => order.is_lt(),
                            ("<=", Some(order)) => order.is_le(),
                            (">", Some(order)) => order.is_gt(),
                            (">=", Some(order)) => order.is_ge(),
                            (_, Some(order)) => order.is_eq(),
                        }
                    });
                    let expected: Vec<bool> = expected.collect();
                    let ty = column.ty();
                    assert_eq!(
                        found.to_vec::<bool>().unwrap(),
                        expected,
                        "{text} of {ty}: {whole:?}"
                    );
                }
            }
        }
    }
    Ok(())
}

#[test]
fn elements_that_are_no_number() {
    for (text, expected) in [
        ("max(nan * x)", "-inf"),
        ("max(select(x > 0, x, nan))", "3"),
        ("min(select(x > 0, x, nan))", "1"),
        ("max(select(x > 0, x, nan), 2)", "[2, 2, 3, 2]"),
        ("scan_max(select(x > 0, x, nan))", "[1, 1, 3, 3]"),
        ("mean(select(x > 0, x, nan))", "NaN"),
        ("select(x > 0, x, nan) != nan", "[true, true, true, true]"),
        ("sum(x[x != x])", "0"),
    ] {
        assert_eq!(apply(text).unwrap().to_string(), expected, "{text}");
    }
}
