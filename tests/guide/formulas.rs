//! The tables of formulas in the guide: each formula has the result of what stands beside it.

use fusus_lazy::{Array, Column, Formula};

/// The formulas of the tables.
fn formulas() -> Vec<String> {
    let page = include_str!("../../src/guide/coming_from.md");
    let (_, part) = page
        .split_once("\n# Formulas: ")
        .expect("there is such a part");
    let rows = part.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let row = row.replace("\\|", "\u{1}");
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let [_, formula] = cells[..] else {
            panic!("a row has two cells: {row}")
        };
        formula.trim().trim_matches('`').replace('\u{1}', "|")
    })
    .collect()
}

#[test]
fn formulas_of_the_tables_have_results() {
    let table = Array::from_shape([2, 3], vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    let inputs = [
        ("x", Column::from(vec![1.25, -2.0, 3.0, -4.5])),
        ("y", Column::from(vec![1.0, 2.0, 4.0, 9.0])),
        ("n", Column::from(vec![3_i64, 2, 1, 0])),
        ("k", Column::from(vec![1_i64, 2, 1, 2])),
        ("g", Column::from(table)),
    ];
    let found = formulas().into_iter().map(|formula| {
        let parsed = Formula::parse(&formula).unwrap_or_else(|error| panic!("{error}"));
        let column = parsed
            .apply(inputs.clone())
            .unwrap_or_else(|error| panic!("{error}"));
        format!("{formula} => {column}")
    });
    let found: Vec<String> = found.collect();
    let expected: Vec<&str> = EXPECTED
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(found, expected);
}

/// Each formula with its result.
const EXPECTED: &str = "
    x + 2 * y => [3.25, 2, 11, 13.5]
    x[x > 0] => [1.25, 3]
    mean(x[k == 1]) => 2.125
    if x > 0 { x } else { 0 } => [1.25, 0, 3, 0]
    count(x > 0) => 2
    mean(x > 0) => 0.5
    d = x - mean(x); sqrt(sum(d * d) / (len(x) - 1)) => 3.343993371205551
    x[1..] - x[..-1] => [-3.25, 5, -7.5]
    y[1..] / y[..-1] - 1 => [1, 1, 1.25]
    x[2..] - x[..-2] => [1.75, -2.5]
    scan_sum(x) => [1.25, -0.75, 2.25, -2.25]
    (y[..-2] + y[1..-1] + y[2..]) / 3 => [2.3333333333333335, 5]
    min(max(x, 0), 1) => [1, 0, 1, 0]
    if x != x { 0 } else { x } => [1.25, -2, 3, -4.5]
    x[x == x] => [1.25, -2, 3, -4.5]
    x >= 0 && x <= 2 => [true, false, false, false]
    k == 1 || k == 3 => [true, false, true, false]
    n as f64 => [3, 2, 1, 0]
    min(positions(x)[x == max(x)]) => 2
    x[..2] => [1.25, -2]
    x[-1] => -4.5
    x[..; 2] => [1.25, 3]
    sum((x - mean(x)) * (y - mean(y))) / (len(x) - 1) => -7.416666666666667
    sum_axis(g, 0) => [3, 5, 7]
    g - mean_axis(g, 1)[.., new] => [[-1, 0, 1], [-1, 0, 1]]
    x[.., new] * y[new, ..] => [[1.25, 2.5, 5, 11.25], [-2, -4, -8, -18], [3, 6, 12, 27], [-4.5, -9, -18, -40.5]]
    2 * x * y + 1 => [3.5, -7, 25, -80]
    select(x > 0, x, -x) => [1.25, 2, 3, 4.5]
    x * x + sqrt(y) => [2.5625, 5.414213562373095, 11, 23.25]
    powf(x, 3) => [1.953125, -8, 27, -91.125]
    x > 0 && y < 3 => [true, false, false, false]
    !(x > 0) => [false, true, false, true]
    atan2(x, y) => [0.8960553845713439, -0.7853981633974483, 0.6435011087932844, -0.4636476090008061]
    sum(x * y) => -31.25
    x + y => [2.25, 0, 7, 4.5]
    sum(x) => -2.25
    if x > 0 { x } else { 0 } => [1.25, 0, 3, 0]
    if x > 0 { 1 } else if x < 0 { -1 } else { 0 } => [1, -1, 1, -1]
    sum(x[k == 1]) => 4.25
    count(x > 0) => 2
    mean(x[x > 0]) => 2.125
    sum(x * y) => -31.25
    x > 0 && y > 1 => [false, false, true, false]
    max(x, y) => [1.25, 2, 4, 9]
    x[1..] - x[..-1] => [-3.25, 5, -7.5]
    x * x => [1.5625, 4, 9, 20.25]
    n % 2 => [1, 0, 1, 0]
    round(x * 10) / 10 => [1.3, -2, 3, -4.5]
    x / sum(x) => [-0.5555555555555556, 0.8888888888888888, -1.3333333333333333, 2]
    x * 0.1 => [0.125, -0.2, 0.30000000000000004, -0.45]
    x != y => [true, true, true, true]
    x[0] => 1.25
    mean(x[k == 1]) => 2.125
    if x > 0 { x } else { 0 } => [1.25, 0, 3, 0]
    count(x > 0) => 2
    x >= 0 && x <= 2 => [true, false, false, false]
    if x != x { 0 } else { x } => [1.25, -2, 3, -4.5]
    scan_sum(x) => [1.25, -0.75, 2.25, -2.25]
    x[1..] - x[..-1] => [-3.25, 5, -7.5]
    n as f64 => [3, 2, 1, 0]
";
