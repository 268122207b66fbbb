//! Formulas: their language, their types, names, and every kind of mistake.

#[path = "support/columns.rs"]
mod columns;
#[path = "support/mistakes.rs"]
mod mistakes;

use fusus_lazy::{Array, Column, ElementType, Env, Formula, FormulaError};
use insta::assert_snapshot;

use columns::{apply, inputs};

/// The result of a formula, as it is shown.
#[track_caller]
fn shown(text: &str) -> String {
    let column = apply(text).unwrap_or_else(|error| panic!("{error}"));
    format!("{}: {column}", column.ty())
}

#[test]
fn expressions_have_the_precedence_of_rust() {
    assert_eq!(shown("1 + 2 * 3 - 4 / 2"), "i64: 5");
    assert_eq!(shown("-x[0] * 2 + 10 % 4"), "f64: 0");
    assert_eq!(
        shown("x > 0 && x < 2 || n == 0"),
        "bool: [true, false, false, true]"
    );
    assert_eq!(
        shown("!(x >= 0) == mask"),
        "bool: [false, false, false, true]"
    );
    assert_eq!(shown("n[3] as i64 + 6 & 3 | xor(8, 1)"), "i64: 11");
    assert_eq!(shown("2 * n as f64 / 4.0"), "f64: [1.5, 1, 0.5, 0]");
    assert_eq!(shown("--x.abs().sqrt()[..1]"), "f64: [1]");
    assert_eq!(shown("x != 3.0 && true"), "bool: [true, true, false, true]");
}

#[test]
fn numbers_take_the_type_of_what_they_meet() {
    assert_eq!(shown("single * 2"), "f32: [1, 3, 5, 7]");
    assert_eq!(shown("single * (pi / pi)"), "f32: [0.5, 1.5, 2.5, 3.5]");
    assert_eq!(shown("n * 2"), "i32: [6, 4, 2, 0]");
    assert_eq!(shown("n * 0.5"), "f64: [1.5, 1, 0.5, 0]");
    assert_eq!(shown("small + 100"), "u8: [200, 44, 103, 104]");
    assert_eq!(shown("small + 100_i32"), "i32: [200, 300, 103, 104]");
    assert_eq!(shown("small as i8"), "i8: [100, -56, 3, 4]");
    assert_eq!(shown("n + small"), "i32: [103, 202, 4, 4]");
    assert_eq!(shown("wide + n"), "f64: [18446744073709552000, 3, 3, 3]");
    assert_eq!(shown("single + n"), "f64: [3.5, 3.5, 3.5, 3.5]");
    assert_eq!(
        shown("18_446_744_073_709_551_615"),
        "u64: 18446744073709551615"
    );
    assert_eq!(shown("1e3 + .5 + 2. + 1f32 as f64"), "f64: 1003.5");
    assert_eq!(shown("mask as u8"), "u8: [1, 0, 1, 1]");
    assert_eq!(
        shown("sqrt(n - 3 + 4)"),
        "f64: [2, 1.7320508075688772, 1.4142135623730951, 1]"
    );
}

#[test]
fn reductions_masks_and_sections() {
    assert_eq!(shown("sum(x)"), "f64: -2");
    assert_eq!(shown("x.sum() / len(x) as f64"), "f64: -0.5");
    assert_eq!(shown("mean(n)"), "f64: 1.5");
    assert_eq!(shown("max(x) - min(x)"), "f64: 7");
    assert_eq!(shown("max(x, 0)"), "f64: [1, 0, 3, 0]");
    assert_eq!(shown("x[x > 0]"), "f64: [1, 3]");
    assert_eq!(shown("len(x[x > 0])"), "i64: 2");
    assert_eq!(shown("sum(x[x > 0] * n[x > 0])"), "f64: 6");
    assert_eq!(shown("count(mask) + len(x)"), "i64: 7");
    assert_eq!(shown("any(mask) && !all(mask)"), "bool: true");
    assert_eq!(shown("x[n]"), "f64: [-4, 3, -2, 1]");
    assert_eq!(shown("x[1..] - x[..-1]"), "f64: [-3, 5, -7]");
    assert_eq!(shown("x[..; -2]"), "f64: [-4, -2]");
    assert_eq!(shown("x[1..=-2]"), "f64: [-2, 3]");
    assert_eq!(shown("x[-1] + x[0]"), "f64: -3");
    assert_eq!(shown("reverse(scan_sum(n))"), "i32: [6, 6, 5, 3]");
    assert_eq!(shown("with(x, 1..-1, y[..2])"), "f64: [1, 1, 2, -4]");
    assert_eq!(shown("with(with(n, [0], 5), [-1], 6)"), "i32: [5, 2, 1, 6]");
    assert_eq!(shown("range(3) * 2"), "i64: [0, 2, 4]");
    assert_eq!(
        shown("if x > 0 { x } else if x < -3 { 0 } else { 1 }"),
        "f64: [1, 1, 3, 0]"
    );
    assert_eq!(shown("select(mask, x, nan)[1] == 0"), "bool: false");
}

#[test]
fn lines_bind_names_and_the_last_one_is_the_result() -> Result<(), FormulaError> {
    let text = "
        # returns
        // of a column
        let up = x[1..];  down = x[..-1]
        ratio = (
            up
            / down
        ) # of neighbours
        ratio * rate
    ";
    let formula = Formula::parse(text)?;
    assert_eq!(formula.inputs(), ["x", "rate"]);
    assert_eq!(formula.outputs(), ["up", "down", "ratio"]);
    assert_eq!(
        formula.apply(inputs())?.to_string(),
        "[-1, -0.75, -0.6666666666666666]"
    );
    let all = formula.apply_all(inputs())?;
    assert_eq!(all[0].0, "up");
    assert_eq!(all[2].1.to_string(), "[-2, -1.5, -1.3333333333333333]");
    assert_eq!(shown("a = 2; a = a * a; b = a + 1"), "i64: 5");
    assert_eq!(Formula::parse("pi = x; pi + inf")?.inputs(), ["x"]);
    let arrays = Array::from_vec(vec![1.0, 2.0]);
    let tripled = Formula::parse("3 * v")?.apply([("v", &arrays)])?;
    assert_eq!(
        tripled.array::<f64>().unwrap().to_vec().unwrap(),
        [3.0, 6.0]
    );
    Ok(())
}

#[test]
fn positions_are_those_of_an_array() {
    assert_eq!(shown("positions(x)"), "i64: [0, 1, 2, 3]");
    assert_eq!(shown("range(len(x)) as f64 * x"), "f64: [0, -2, 6, -12]");
    assert_eq!(shown("n = len(x); range(n - 1)"), "i64: [0, 1, 2]");
    assert_eq!(
        shown("range(2 * len(y) - 4 / 2) + positions(x)"),
        "i64: [0, 2, 4, 6]"
    );
    assert_eq!(shown("min(positions(x)[x == max(x)])"), "i64: 2");
    assert_eq!(shown("positions(x)[x < 0]"), "i64: [1, 3]");
    for text in ["positions(x[mask])", "range(len(x[mask]))"] {
        assert_eq!(shown(text), "i64: [0, 1, 2]");
        assert_eq!(
            shown(&format!("x[mask] * {text} as f64")),
            "f64: [0, 3, -8]"
        );
        assert_eq!(shown(&format!("sum({text}[x[mask] > 0])")), "i64: 1");
    }
    assert_eq!(shown("positions(x[x > 9])"), "i64: []");
    let formula = Formula::parse("range(len(x)) as f64 + x").unwrap();
    for len in [2, 3, 2, 2, 3, 3, 3, 0, 0, 0] {
        let x = Array::from_vec(vec![1.0; len]);
        let sums = formula.apply([("x", &x)]).unwrap();
        let expected: Vec<f64> = (1..=len).map(|at| at as f64).collect();
        assert_eq!(sums.to_vec::<f64>().unwrap(), expected);
    }
}

#[test]
fn operators_join_lines() {
    for text in [
        "a = n\n  + single\n  * 2\nsum(a)",
        "a = n +\n\n  single * # twice\n 2\nsum(a)",
        "a =\n n + single * 2\na\n  .sum()",
        "a = n -\n -single * 2;\n-sum(-a)",
    ] {
        assert_eq!(shown(text), "f64: 22", "{text}");
    }
    assert_eq!(
        shown("x > 0\n && x < 2\n|| n\n== 0"),
        "bool: [true, false, false, true]"
    );
    assert_eq!(
        shown("if mask { 1 }\nelse { 0 }\nas u8"),
        "u8: [1, 0, 1, 1]"
    );
    assert_eq!(shown("m = mask\n!m"), "bool: [false, true, false, false]");
    assert_eq!(shown("-n\n  + 1;"), "i32: [-2, -1, 0, 1]");
}

#[test]
fn a_formula_is_one_loop_and_says_so() -> Result<(), FormulaError> {
    let formula = Formula::parse("a = x * y; b = sqrt(a + 1); sum(b[b > 1]) / sum(a)")?;
    let plan = formula.plan()?;
    assert_eq!(plan.loops(), 2, "{plan}");
    assert!(
        plan.to_string()
            .starts_with("2 loops: {* + sqrt < keep sum sum} {/}"),
        "{plan}"
    );
    Ok(())
}

#[test]
fn failures_of_elements_name_the_place_in_the_formula() {
    let column = apply("a = n + 1\n6 / (n - 1) + a").unwrap();
    let error = column.eval().unwrap_err();
    assert_eq!(error.position(), Some((2, 3)));
    assert_eq!(
        error.to_string(),
        "`/`: a division by zero at position 2 (built at formula:2:3)"
    );
    let error = apply("x[n + 3]").unwrap().eval().unwrap_err();
    assert!(
        error
            .to_string()
            .contains("index 6 at position 0 is out of bounds"),
        "{error}"
    );
}

#[test]
fn an_environment_keeps_names() -> Result<(), FormulaError> {
    let mut env = Env::new();
    for (name, column) in inputs() {
        env.set(name, column);
    }
    assert!(env.run("twice = x * 2")?.is_none());
    assert_eq!(env.run("twice[0] + rate")?.unwrap().to_string(), "2.5");
    assert!(env.run("twice = 1; oops +").is_err());
    assert!(env.run("later = 1; 1 + missing").is_err());
    assert_eq!(env.get("twice").unwrap().ty(), ElementType::F64);
    // A last line that only names a binding is a result.
    for text in ["q = rate * 2\nq", "q = rate * 2\n(q)", "pi = 1; pi"] {
        assert_eq!(env.run(text)?.unwrap().to_string(), "1", "{text}");
    }
    assert!(env.run("q = 1\nr = q")?.is_none());
    assert!(env.get("later").is_none());
    assert!(env.names().any(|name| name == "twice"));
    assert!(env.remove("twice").is_some() && env.get("twice").is_none());
    Ok(())
}

#[test]
fn bound_names_stand_where_they_are_used() {
    let error = apply("m = x + 1\nk = y[..2]\nm + k").unwrap_err();
    assert_eq!((error.line(), error.column()), (3, 1));
    assert!(
        error
            .message()
            .starts_with("`m` has length 4 and `k` has length 2")
    );
}

#[test]
fn what_a_mask_keeps_gets_axes() -> Result<(), FormulaError> {
    let formula = Formula::parse("m = x + 1\nk = m[x > 0]\nk[.., new] * y[new, ..]")?;
    for _ in 0..4 {
        let table = formula.apply(inputs())?.to_string();
        assert_eq!(table, "[[2, 4, 6], [4, 8, 12]]");
    }
    let formula = Formula::parse("p = range(4)[range(4) > rate as u64]\nlen(flatten(p[.., new]))")?;
    for rate in [0.0, 1.0, 0.0, 2.0, 1.0, 0.0] {
        let found = formula.apply([("rate", Column::from(rate))])?.to_string();
        assert_eq!(found, format!("{}", 3.0 - rate));
    }
    let error = apply("k = (n / n)[n < 9]\nk[.., new]").unwrap_err();
    assert!(error.message().contains("division by zero"), "{error}");
    Ok(())
}

#[test]
fn failures_of_integers_say_that_both_sides_are_computed() -> Result<(), FormulaError> {
    for (text, help) in [
        ("if n != 0 { 100 / n } else { 0 }", "choose the divisor"),
        ("select(n < 3, x[n + 2], 0)", "choose the index"),
    ] {
        let error = apply(text)?.eval().unwrap_err();
        let shown = error.in_text(text).unwrap().to_string();
        assert!(
            shown.contains("both sides of a choice are computed"),
            "{shown}"
        );
        assert!(shown.contains(help), "{shown}");
    }
    assert_eq!(
        apply("if n != 0 { 6 / (if n == 0 { 1 } else { n }) } else { 0 }")?.to_string(),
        "[2, 3, 6, 0]"
    );
    assert_eq!(
        apply("count(x > 0) as f64 / len(x) as f64")?.to_string(),
        "0.5"
    );
    assert_eq!(
        apply("with(x, ..2, n[..2])[..2] + xor(n[..2], 1)")?.to_string(),
        "[5, 5]"
    );
    Ok(())
}

/// Formulas with one mistake each.
const MISTAKES: &[&str] = &[
    "",
    "  # nothing\n",
    "1 +",
    "(x + 1",
    "x + 1)",
    "x[1",
    "2 x",
    "x y",
    "x = ",
    "let x",
    "let mut a = 1",
    "if = 2",
    "2 = x",
    "x + = 1",
    "x\ny",
    "a = x; x + 1; a",
    "x ** 2",
    "x ^ 2",
    "1 < x < 2",
    "+x",
    "sqroot(x)",
    "average(x)",
    "Exp(x)",
    "filter(x)",
    "x |> sum",
    "map(|x| x + 1, x)",
    "y = 2; y(3)",
    "atan2(x)",
    "sum(x, y)",
    "select(x > 0, x)",
    "with(x, y, 1)",
    "x.sum",
    "x.1",
    "x[1, 2]",
    "x[n..2]",
    "x[1..2; 0]",
    "x[..=]",
    "x[1..9]",
    "x[2..1]",
    "x[-1..1]",
    "x[3..9]",
    "x[-1..-9]",
    "with(x, 3..=1, 0)",
    "x[7]",
    "x[rate]",
    "x[x]",
    "x as float",
    "x as",
    "sumx + xx",
    "raet * x",
    "x + y",
    "x[y > 1]",
    "x + mask",
    "ln(mask)",
    "sum(mask)",
    "count(x)",
    "any(x)",
    "sum(rate)",
    "small + 300",
    "300u8",
    "99999999999999999999",
    "1e999",
    "2kg * x",
    "1 / 2 * x",
    "1 / 0",
    "if x > 0 { 1 }",
    "if x { 1 } else { 2 }",
    "if x > 0 then 1 else 2",
    "x ≤ 2",
    "√x",
    "x > 0 ? 1 : 2",
    "'text'",
    "[1, 2]",
    "(x, y)",
    "range(n)",
    "range(-1)",
    "range(len(y) - 4)",
    "range(len(x[mask]) - 1)",
    "range(len(rate))",
    "positions(rate)",
    "range()",
    "argmax(x)",
    "IndexOf(x)",
    "for i in x",
    "a = x\nb = a + größe\nb",
    "with(small, ..1, 300)",
    "np.mean(x)",
    "np.atan2(x, 2)",
    "np.sum(x * y)",
    "np.max(x)",
    "np.average(x)",
    "2 * np.pi",
    "AND(x > 0, mask)",
    "OR(x > 0, mask)",
    "NOT(mask)",
    "IF(mask, x, 0)",
    "if (mask, x, 0)",
    "ABS(x)",
    "SUMIF(x, x > 0)",
    "x <> rate",
    "x => 1",
    "(x =< 1)",
    "a = n << 1",
    "n >> 3",
    "n << small",
    "x === 1",
    "x !== 1",
    "x += 1",
    "~mask",
    "2 * x ** 2 + 1",
    "(x + 1) ** n",
    "single ^ 2",
    "abs(x - 0.5) ^ (rate * 12.0 + 13.0 * 0)",
    "with(x, 0, 5)",
    "with(x, -1, 5)",
    "with(x, mask, 5)",
    "a = x\n  - 1",
    "x\n- y",
    "a = x +\nb = y\na",
    "a = x +\n",
    "a = x\n+ = y",
    "n // 2",
    "y = n + // 2\n  1\ny",
    "k = x[mask]\nk[.., ..] * x",
    "k = x[1..]\nl = x[2..]\nk + l",
    "count(x > 0) / len(x)",
    "all = len(x)\ncount(mask) / all",
    "range(len(x) - 9)",
    "i = wide + n\nx[i]",
    "with(n, 0..2, 2.5)",
    "with(small, ..2, n[..2])",
    "with(x, ..2, mask[..2])",
    "with(mask, ..2, x[..2])",
    "n ^ 2",
    "2 ^ n",
    "n ^ rate",
    "n ^ small",
    "xor(x, n)",
    "log(x)",
    "lag(x, 1)",
    "count_axis(mask, 0)",
    "float(n)",
    "fillna(x, 0)",
    "rolling(x, 3)",
    "mean(x, 0)",
];

#[test]
fn every_mistake_has_a_message() {
    assert_snapshot!(mistakes::messages(MISTAKES, apply));
}
