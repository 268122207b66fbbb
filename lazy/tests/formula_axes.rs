//! Formulas on arrays of several axes: results, and every kind of mistake.

#[path = "support/formulas.rs"]
mod formulas;
#[path = "support/mistakes.rs"]
mod mistakes;

use fusus_lazy::{Array, Column, Formula, FormulaError};
use insta::assert_snapshot;

fn inputs() -> Vec<(&'static str, Column)> {
    let table = |rows: usize, columns: usize| {
        let elements = (0..rows * columns).map(|at| at as f64).collect();
        Column::from(Array::from_shape([rows, columns], elements))
    };
    let cube = Array::from_shape([2, 2, 2], vec![0_i32, 1, 2, 3, 4, 5, 6, 7]);
    vec![
        ("m", table(2, 3)),
        ("g", table(4, 5)),
        ("cube", Column::from(cube)),
        ("row", Column::from(vec![1.0, 2.0, 3.0])),
        ("column", Column::from(vec![10.0, 20.0])),
        ("n", Column::from(vec![1, 0])),
        ("rate", Column::from(0.5)),
    ]
}

fn apply(text: &str) -> Result<Column, FormulaError> {
    Formula::parse(text)?.apply(inputs())
}

#[track_caller]
fn shown(text: &str) -> String {
    apply(text)
        .unwrap_or_else(|error| panic!("{error}"))
        .to_string()
}

#[test]
fn sections_of_several_axes() {
    assert_eq!(shown("m"), "[[0, 1, 2], [3, 4, 5]]");
    assert_eq!(shown("m[.., 1..]"), "[[1, 2], [4, 5]]");
    assert_eq!(shown("g[1..-1, 1..-1]"), "[[6, 7, 8], [11, 12, 13]]");
    assert_eq!(shown("g[1..=2, ..; 2]"), "[[5, 7, 9], [10, 12, 14]]");
    assert_eq!(shown("m[1..]"), "[[3, 4, 5]]");
    assert_eq!(shown("m[0]"), "[0, 1, 2]");
    assert_eq!(shown("m[-1]"), "[3, 4, 5]");
    assert_eq!(shown("m[-1,]"), "[3, 4, 5]");
    assert_eq!(shown("m[.., 0]"), "[0, 3]");
    assert_eq!(shown("m[.., -1][1]"), "5");
    assert_eq!(shown("m[1, 2] + m[0, 0]"), "5");
    assert_eq!(shown("cube[1, .., 0]"), "[4, 6]");
    assert_eq!(shown("cube[0][1][1]"), "3");
    assert_eq!(shown("m[m > 2]"), "[3, 4, 5]");
    assert_eq!(shown("row[.., new] - row[new, ..]")[..11], *"[[0, -1, -2");
    assert_eq!(shown("reverse(m)"), "[[3, 4, 5], [0, 1, 2]]");
    assert_eq!(shown("positions(m)"), "[[0, 1, 2], [3, 4, 5]]");
    assert_eq!(shown("positions(m)[m > 3]"), "[4, 5]");
    assert_eq!(shown("sum_axis(m * positions(m) as f64, 0)"), "[9, 17, 29]");
    assert_eq!(shown("with(m, [.., 1], 9)"), "[[0, 9, 2], [3, 9, 5]]");
    assert_eq!(shown("with(m, [1, ..], row * 2)"), "[[0, 1, 2], [2, 4, 6]]");
    assert_eq!(
        shown("with(m, ..1, row[new, ..])"),
        "[[1, 2, 3], [3, 4, 5]]"
    );
}

#[test]
fn axes_that_are_new_go_with_any_length() {
    assert_eq!(
        shown("column[.., new] + row[new, ..]"),
        "[[11, 12, 13], [21, 22, 23]]"
    );
    assert_eq!(shown("m * row[new, ..]"), "[[0, 2, 6], [3, 8, 15]]");
    assert_eq!(
        shown("m - column[.., new]"),
        "[[-10, -9, -8], [-17, -16, -15]]"
    );
    assert_eq!(
        shown("if m > row[new, ..] { m } else { 0 }"),
        "[[0, 0, 0], [3, 4, 5]]"
    );
}

#[test]
fn folds_along_an_axis_and_other_axes() {
    assert_eq!(shown("sum_axis(m, 0)"), "[3, 5, 7]");
    assert_eq!(shown("sum_axis(m, 1)"), "[3, 12]");
    assert_eq!(shown("m.sum_axis(-1)"), "[3, 12]");
    assert_eq!(shown("max_axis(m, 0) - min_axis(m, 0)"), "[3, 3, 3]");
    assert_eq!(shown("product_axis(cube + 1, 2)"), "[[2, 12], [30, 56]]");
    assert_eq!(shown("mean_axis(m, 1)"), "[1, 4]");
    assert_eq!(shown("mean_axis(cube, 0)"), "[[2, 3], [4, 5]]");
    assert_eq!(shown("mean_axis(row, 0) + sum_axis(row, 0)"), "8");
    assert_eq!(shown("any_axis(m > 4, 0)"), "[false, false, true]");
    assert_eq!(shown("all_axis(m > 2, 1)"), "[false, true]");
    assert_eq!(shown("sum(m) + max(m)"), "20");
    assert_eq!(shown("len(m)"), "6");
    assert_eq!(shown("transpose(m)"), "[[0, 3], [1, 4], [2, 5]]");
    assert_eq!(shown("m.transpose()[1]"), "[1, 4]");
    assert_eq!(shown("flatten(m)[-2]"), "4");
    assert_eq!(shown("flatten(transpose(m))"), "[0, 3, 1, 4, 2, 5]");
    assert_eq!(shown("flatten(row)"), "[1, 2, 3]");
    assert_eq!(shown("reshape(m, [3, 2])"), "[[0, 1], [2, 3], [4, 5]]");
    assert_eq!(
        shown("k = 2; reshape(range(8), [k, k, 8 / k / k])[1, 1]"),
        "[6, 7]"
    );
    assert_eq!(shown("scan_sum(flatten(m))"), "[0, 1, 3, 6, 10, 15]");
    assert_eq!(shown("sum_axis(row[row > 5], 0)"), "0");
}

#[test]
fn a_step_of_heat_and_a_softmax_by_rows() -> Result<(), FormulaError> {
    let heat = "
        around = g[..-2, 1..-1] + g[2.., 1..-1] + g[1..-1, ..-2] + g[1..-1, 2..]
        with(g, [1..-1, 1..-1], around / 4)
    ";
    let column = apply(heat)?;
    assert_eq!(column.dims().unwrap().as_slice(), [4, 5]);
    assert_eq!(column.to_string(), shown("g"), "a plane stays as it is");
    let softmax = "
        e = exp(m - max_axis(m, 1)[.., new])
        e / sum_axis(e, 1)[.., new]
    ";
    let sums = Formula::parse(&format!("p = {softmax}; sum_axis(p, 1)"));
    assert!(sums.is_err(), "a binding is one expression");
    let column = apply(softmax)?;
    let found: Vec<f64> = column.to_vec().unwrap();
    let parts = [0.090_030_573, 0.244_728_471, 0.665_240_956];
    for (found, expected) in found.iter().zip(parts.iter().chain(&parts)) {
        assert!((found - expected).abs() < 1e-8, "{found} {expected}");
    }
    // A plan for inputs of as many axes as the formula needs.
    let plan = Formula::parse(softmax)?.plan()?;
    assert!(plan.to_string().contains("max_axis"), "{plan}");
    Ok(())
}

/// Formulas with one mistake each.
const MISTAKES: &[&str] = &[
    "m + row",
    "m + g",
    "m[.., .., 0]",
    "row[0, 1]",
    "m[0..3]",
    "m[.., 5]",
    "m[2]",
    "m[.., 1..9]",
    "m[m > 2, 0]",
    "m[0, m > 2]",
    "m[0, n]",
    "m[n]",
    "m[1:-1, ..]",
    "m[.., ",
    "m[.., 0",
    "m[new]; m[new",
    "rate[0, 0]",
    "sum_axis(m)",
    "sum_axis(m, 2)",
    "sum_axis(m, -3)",
    "sum_axis(m, rate)",
    "sum_axis(m, 0, 1)",
    "sum_axis(rate, 0)",
    "any_axis(m, 0)",
    "sum_axis(m > 1, 0)",
    "mean_axis(m, 3)",
    "transpose(rate)",
    "reshape(m, 6)",
    "reshape(m, [4, 2])",
    "reshape(m, [rate, 2])",
    "reshape(m, [])",
    "reshape(m, [1, 1, 1, 1, 1, 2, 3])",
    "reshape(m, [2, 3)",
    "scan_sum(m)",
    "with(m, [0, ..], column)",
    "with(m, [0, 7], 1)",
    "with(m, [n], 1)",
    "with(m, [0, ..], 1, 2)",
    "row.matmul(m)",
    "isnan(m)",
    "ravel(m)",
    "clip(m, 0, 1)",
    "not m > 1",
    "m > 1 and m < 3",
    "m[m > 1 & m < 3]",
    "m && 1",
    "min(m, m, m)",
    "row := 2",
    "row[new, new, new, new, new, new, ..]",
    "m[0][0][0]",
];

#[test]
fn every_mistake_has_a_message() {
    assert_snapshot!(mistakes::messages(MISTAKES, apply));
}

#[test]
fn texts_put_together_from_pieces_do_not_panic() {
    const PIECES: &[&str] = &[
        "m",
        "g",
        "cube",
        "row",
        "n",
        "rate",
        "[",
        "]",
        "[",
        "]",
        ",",
        ",",
        "..",
        "..=",
        "1",
        "-1",
        "0",
        "9",
        ";",
        "2",
        "new",
        "new",
        "sum_axis(",
        "mean_axis(",
        "transpose(",
        "reshape(",
        "flatten(",
        "with(",
        ")",
        ")",
        "+",
        "*",
        " ",
        "> 1",
        "(",
        "= ",
        "\n",
    ];
    formulas::try_pieces(43, PIECES, apply);
}
