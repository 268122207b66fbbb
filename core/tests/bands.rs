//! The loops that are done for some rows at a time.

#[path = "support/schedules.rs"]
mod schedules;

use schedules::compiled;

/// The bands of a program over an array of rows.
fn bands(body: &str) -> String {
    bands_of(&format!("fn f(h: usize, w: usize, xs: &[f64]) -> {body}"))
}

/// The bands of a program over an array of rows that writes another one.
fn bands_into(body: &str) -> String {
    bands_of(&format!(
        "fn f(h: usize, w: usize, xs: &[f64], out: &mut [f64]) {body}"
    ))
}

fn bands_of(source: &str) -> String {
    let compiled = compiled(source);
    let text = compiled.schedule.text(&compiled.nest);
    let is_of_band = |line: &&str| {
        let parts = [
            "band of",
            "  given:",
            "  kept:",
            "  made:",
            "  totals:",
            "  written",
        ];
        parts.iter().any(|part| line.starts_with(part))
    };
    text.lines()
        .filter(is_of_band)
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn what_needs_its_own_row_alone_is_a_band() {
    let found = bands(
        "Vec<f64> {
            let x = reshape(xs, [h, w]);
            let sums = generate(|i| sum(|j| x[[i, j]]));
            let shares = generate(|i, j| x[[i, j]] / sums[i]);
            let squares = generate(|i| sum(|j| shares[[i, j]] * shares[[i, j]]));
            generate(|i, j| shares[[i, j]] / squares[i])
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3 4, by rows of h
      given: xs
      kept: sums shares squares
      made: result_map
    ");
}

#[test]
fn numbers_that_no_loop_makes_stand_before_a_band() {
    let found = bands(
        "Vec<f64> {
            let x = reshape(xs, [h, w]);
            let e = generate(|i, j| x[[i, j]].exp());
            let n = len(e) as f64;
            let m = generate(|i| sum(|j| e[[i, j]]));
            let k = len(m) as f64 / n;
            generate(|i, j| e[[i, j]] / m[i] + k)
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3, by rows of h
      given: xs
      kept: e m
      made: result_map
    ");
}

#[test]
fn an_array_of_the_callers_is_written_in_bands() {
    let found = bands_into(
        "{
            let x = reshape(xs, [h, w]);
            let most = generate(|i| fold(f64::NEG_INFINITY, f64::max, |j| x[[i, j]]));
            let e = generate(|i, j| (x[[i, j]] - most[i]).exp());
            let all = generate(|i| sum(|j| e[[i, j]]));
            *out = generate(|i, j| e[[i, j]] / all[i]);
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3 4, by rows of h
      given: xs
      kept: most e all
      written: out
    ");
}

#[test]
fn old_rows_of_an_array_are_read_until_new_ones_are_written() {
    let found = bands_into(
        "{
            let x = reshape(xs, [h, w]);
            let y = reshape(out, [h, w]);
            let e = generate(|i, j| (x[[i, j]] - y[[i, j]]).exp());
            let all = generate(|i| sum(|j| e[[i, j]]));
            *y = generate(|i, j| e[[i, j]] / all[i]);
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3, by rows of h
      given: xs
      kept: e all
      written behind old rows: out
    ");
    let found = bands_into(
        "{
            let y = reshape(out, [h, w]);
            *y = generate(|i, j| y[[i - 1, j]] + y[[i + 2, j + 1]]);
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2, by rows of h less 3
      kept: y_map
      written behind old rows: out (and 3)
    ");
    // Padding reads rows at the edges that no band has.
    let found = bands_into(
        "{
            let y = reshape(out, [h, w]);
            let p = pad(edge, y);
            *y = generate(|i, j| p[[i - 1, j]] + p[[i + 1, j]]);
        }",
    );
    assert_eq!(found, "");
}

#[test]
fn rows_around_are_the_halo_of_a_band() {
    let found = bands(
        "Vec<f64> {
            let x = reshape(xs, [h, w]);
            let a = generate(|i, j| (x[[i, j - 1]] - x[[i + 1, j]]).sqrt().exp());
            let b = generate(|i, j| (a[[i - 1, j]] - a[[i + 1, j]]).sqrt().exp());
            generate(|i, j| b[[i, j]] / b[[i + 1, j]])
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3, by rows of h less 4
      given: xs (and 4)
      kept: a (and 3) b (and 1)
      made: result_map
    ");
}

#[test]
fn a_loop_over_what_a_band_makes_begins_another() {
    let found = bands(
        "(Vec<f64>, Vec<f64>) {
            let x = reshape(xs, [h, w]);
            let a = generate(|i, j| (x[[i, j - 1]] - x[[i + 1, j]]).sqrt().exp());
            let b = generate(|i, j| (a[[i - 1, j]] - a[[i + 1, j]]).sqrt().exp());
            let c = generate(|i, j| (b[[i - 1, j]] - b[[i + 1, j]]).sqrt().exp());
            (b, generate(|i, j| c[[i, j]] / c[[i + 1, j]]))
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3 4, by rows of h less 6
      given: xs (and 6)
      kept: a (and 5) c (and 1)
      made: b (and 3) result_map
    ");
}

/// A loop of an unused statement has no array by which its rows are known.
#[test]
fn a_statement_that_nothing_uses_goes_over_rows_of_a_band() {
    let found = bands(
        "f64 {
            let x = reshape(xs, [h, w]);
            let a = generate(|i, j| (x[[i, j]] + 1.0).sqrt().exp());
            let unused = generate(|i, j| a[[i - 1, j]] - a[[i + 1, j]]);
            1.0
        }",
    );
    insta::assert_snapshot!(found, @"");
    let found = bands(
        "Vec<f64> {
            let x = reshape(xs, [h, w]);
            let a = generate(|i, j| (x[[i, j]] + 1.0).sqrt().exp());
            let b = generate(|i, j| a[[i - 1, j]] + a[[i + 1, j]]);
            let unused = generate(|i, j| b[[i - 1, j]] + b[[i + 1, j]]);
            flatten(b)
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2, by rows of h less 2
      given: xs (and 2)
      kept: a (and 2)
      made: b
    ");
}

#[test]
fn loops_that_may_fail_or_read_behind_an_edge_are_in_no_band() {
    for stage in [
        "generate(|i, j| p[[i - 1, j]] + a[[i, j]])",
        "generate(|i, j| a[[i, w - 1 - j]] + a[[h - 1 - i, j]])",
        "generate(|i, j| a[[2 * i, j]] + a[[2 * i + 1, j]])",
    ] {
        let body = format!(
            "Vec<f64> {{
                let x = reshape(xs, [h, w]);
                let a = generate(|i, j| (x[[i, j]] + 1.0).sqrt().exp());
                let p = pad(edge, a);
                {stage}
            }}"
        );
        assert_eq!(bands(&body), "", "{stage}");
    }
}

#[test]
fn results_have_the_rows_that_are_more_than_those_of_a_band() {
    let found = bands(
        "(Vec<f64>, Vec<f64>, Vec<f64>) {
            let x = reshape(xs, [h, w]);
            let a = generate(|i, j| (x[[i, j]] + 1.0).sqrt().exp());
            let b = generate(|i, j| (a[[i - 1, j]] - a[[i + 1, j]]).sqrt().exp());
            let c = generate(|i, j| (b[[i, j]] - b[[i + 1, j]]).sqrt().exp());
            (a, b, generate(|i, j| c[[i, j]] / c[[i + 3, j]]))
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3 4, by rows of h less 6
      given: xs (and 6)
      kept: c (and 3)
      made: a (and 6) b (and 4) result_map
    ");
}

#[test]
fn totals_are_combined_behind_a_band() {
    let found = bands(
        "(Vec<f64>, f64, f64) {
            let x = reshape(xs, [h, w]);
            let a = generate(|i, j| (x[[i, j]] + 1.0).sqrt().exp());
            let m = generate(|i, j| (a[[i - 1, j]] - a[[i + 1, j]]).sqrt().exp());
            let b = generate(|i, j| (m[[i, j - 1]] - m[[i + 1, j]]).sqrt().exp());
            let most = fold(0.0, f64::max, b);
            let sum = fold(0.0, |a, b| a + b, map(|x| x * x, b));
            (b, most, sum)
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3, by rows of h less 3
      given: xs (and 3)
      kept: a (and 3) m (and 1)
      made: b
      totals: most sum
    ");
    // There may be nothing else.
    let found = bands(
        "usize {
            let x = reshape(xs, [h, w]);
            let a = generate(|i, j| (x[[i, j]] + 1.0).sqrt().exp());
            let m = generate(|i, j| (a[[i - 1, j]] - a[[i + 1, j]]).sqrt().exp());
            let b = generate(|i, j| (m[[i, j - 1]] - m[[i + 1, j]]).sqrt().exp());
            fold(0, |a, b| a + b, map(|x| if x > 1.0 { 1 } else { 0 }, b))
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3, by rows of h less 3
      given: xs (and 3)
      kept: a (and 3) m (and 1)
      totals: result_fold
    ");
}

#[test]
fn a_loop_that_needs_a_total_is_behind_the_band() {
    let found = bands(
        "Vec<f64> {
            let x = reshape(xs, [h, w]);
            let a = generate(|i, j| (x[[i, j]] + 1.0).sqrt().exp());
            let m = generate(|i, j| (a[[i - 1, j]] - a[[i + 1, j]]).sqrt().exp());
            let b = generate(|i, j| (m[[i, j - 1]] - m[[i + 1, j]]).sqrt().exp());
            let most = fold(0.0, f64::max, b);
            let c = generate(|i, j| (b[[i, j]] / most).sqrt().exp());
            generate(|i, j| c[[i - 1, j]] - c[[i + 1, j]])
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3, by rows of h less 3
      given: xs (and 3)
      kept: a (and 3) m (and 1)
      made: b
      totals: most
    band of loops 4 5, by rows of h less 5
      given: b (and 2)
      kept: c (and 2)
      made: result_map
    ");
    let found = bands(
        "Vec<f64> {
            let x = reshape(xs, [h, w]);
            let a = generate(|i, j| (x[[i, j]] + 1.0).sqrt().exp());
            let m = generate(|i, j| (a[[i - 1, j]] - a[[i + 1, j]]).sqrt().exp());
            let b = generate(|i, j| (m[[i, j - 1]] - m[[i + 1, j]]).sqrt().exp());
            let many = fold(0, |a, b| a + b, map(|x| if x > 1.0 { 1 } else { 0 }, b));
            generate([many, w], |i, j| i as f64 - j as f64)
        }",
    );
    insta::assert_snapshot!(found, @"
    band of loops 1 2 3, by rows of h less 3
      given: xs (and 3)
      kept: a (and 3) m (and 1)
      totals: many
    ");
}

/// One array between loops is no gain beside the copy of results.
#[test]
fn loops_with_totals_keep_two_arrays() {
    let found = bands(
        "(Vec<f64>, f64) {
            let x = reshape(xs, [h, w]);
            let a = generate(|i, j| (x[[i, j]] + 1.0).sqrt().exp());
            let b = generate(|i, j| (a[[i - 1, j]] - a[[i + 1, j]]).sqrt().exp());
            (b, fold(0.0, f64::max, b))
        }",
    );
    assert_eq!(found, "");
}

#[test]
fn totals_that_end_a_band() {
    for (why, fold) in [
        (
            "rows of one element",
            "fold(0.0, f64::max, generate(|i| sum(|j| b[[i, j]])))",
        ),
        ("more rows than others", "fold(0.0, f64::max, a)"),
        (
            "blocks that the cost does not decide",
            "fold((0.0, 0.0), |p, q| if q.0 > p.0 { q } else { p }, map(|b| (b, b), b)).0",
        ),
    ] {
        let body = format!(
            "(Vec<f64>, f64) {{
                let x = reshape(xs, [h, w]);
                let a = generate(|i, j| (x[[i, j]] + 1.0).sqrt().exp());
                let b = generate(|i, j| (a[[i - 1, j]] - a[[i + 1, j]]).sqrt().exp());
                let c = generate(|i, j| b[[i - 1, j]] - b[[i + 1, j]]);
                (c, {fold})
            }}"
        );
        let found = bands(&body);
        assert!(!found.contains("totals"), "{why}: {found}");
    }
}
