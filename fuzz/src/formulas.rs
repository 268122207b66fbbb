//! Formulas that come at run time.

use fusus_lazy::{Column, Formula};
use fusus_rng::Rng;

/// The parts of formulas: words of the language, numbers at limits, and text that is neither.
const WORDS: &[&str] = &[
    "x",
    "n",
    "mask",
    "small",
    "y",
    "=",
    "let ",
    "if ",
    " else ",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ";",
    "\n",
    "..",
    "..=",
    ".",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<",
    ">=",
    "==",
    "&&",
    "||",
    "!",
    "^",
    "&",
    " as f64",
    " as i8",
    " as bool",
    "sum(",
    "mean(x)",
    "min(",
    "max(x, ",
    "scan_sum(",
    "len(x)",
    "count(mask)",
    "reverse(",
    "with(x, 1..-1, ",
    "select(mask, ",
    "exp(",
    "sqrt(",
    ".abs()",
    "x[mask]",
    "x[n]",
    "x[1..]",
    "x[-1]",
    "range(10)",
    "0",
    "1",
    "-1",
    "2.5",
    "1e308",
    "1e999",
    "18446744073709551615",
    "99999999999999999999",
    "-9223372036854775808",
    "0x10",
    "1_f32",
    "3u8",
    ".5",
    "5.",
    "pi",
    "nan",
    "inf",
    "# no\n",
    "// no\n",
    "é",
    "\u{2212}",
    "\u{202e}",
    "𝒙",
    "\0",
    "\"",
    "'",
    "@",
    "√",
    "\u{1f980}",
    "\t",
    "\r\n",
];

/// A text of words that may be a formula.
pub fn random_formula(data: &[u8]) -> String {
    let mut rng = Rng::from_bytes(data);
    match rng.below(3) {
        // Anything.
        0 => (0..rng.below(40)).map(|_| *rng.pick(WORDS)).collect(),
        // Brackets and prefixes as deep as one likes.
        1 => {
            let open = *rng.pick(&["(", "-", "!", "sqrt(", "x[", "if mask { ", "{"]);
            let depth = rng.below(3000);
            let close = *rng.pick(&["", ")", "]", " }"]);
            format!("{}x{}", open.repeat(depth), close.repeat(depth))
        }
        // A right one, in which some words are changed.
        _ => {
            let mut words: Vec<String> = vec![expression(&mut rng, 4)];
            for _ in 0..rng.below(3) {
                words.push((*rng.pick(WORDS)).to_owned());
            }
            words.concat()
        }
    }
}

/// An expression of floats.
fn expression(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 {
        return (*rng.pick(&["x", "n", "2.5", "small", "x[0]", "sum(x)", "len(n)"])).to_owned();
    }
    let mut part = || expression(rng, depth - 1);
    let (a, b) = (part(), part());
    match rng.below(8) {
        0 | 1 => format!("({a} + {b})"),
        2 => format!("({a} * {b})"),
        3 => format!("({a} / ({b}).abs())"),
        4 => format!("max({a}, {b})"),
        5 => format!("(if {a} > {b} {{ {a} }} else {{ {b} }})"),
        6 => format!("(sum({a}) - {b})"),
        _ => format!("sqrt(abs({a}))"),
    }
}

/// The most digits that a number may have in a formula that makes arrays of its own.
const DIGITS: usize = 5;

/// Reads a text as a formula, and applies it. A mistake is at a place of the text, and what has no
/// mistake has a result or a failure, the same one each time.
///
/// # Panics
/// If that does not hold.
pub fn formulas(text: &str) {
    let formula = match Formula::parse(text) {
        Ok(formula) => formula,
        Err(error) => return at_a_place(text, &error),
    };
    if text.contains("range") && longest_number(text) > DIGITS {
        return;
    }
    let columns = columns();
    let column = |index: usize| Column::from(&columns[index % columns.len()].1);
    let known = |name: &str| columns.iter().find(|(known, _)| *known == name);
    let inputs = || {
        let names = formula.inputs().into_iter().enumerate();
        names.map(|(index, name)| {
            let own = known(name).map(|(_, column)| Column::from(column));
            (name, own.unwrap_or_else(|| column(index)))
        })
    };
    let mut results = Vec::new();
    // Plans of all tiers.
    for _ in 0..4 {
        match formula.apply(inputs()) {
            Ok(result) => {
                let planned = result.plan().map(|plan| plan.to_string());
                let shown = result.eval().map(|column| column.to_string());
                assert!(planned.is_ok() || shown.is_err(), "{text:?}: {planned:?}");
                if let Err(error) = &shown
                    && let Some(mistake) = error.in_text(text)
                {
                    at_a_place(text, &mistake);
                }
                results.push(shown.map_err(|error| error.to_string()));
            }
            Err(error) => return at_a_place(text, &error),
        }
    }
    let is_same = results.windows(2).all(|pair| pair[0] == pair[1]);
    assert!(is_same, "{text:?}: {results:?}");
}

fn columns() -> Vec<(&'static str, Column)> {
    vec![
        ("x", Column::from(vec![1.0, -2.0, f64::NAN, 0.0])),
        ("n", Column::from(vec![3, 0, -1, i32::MIN])),
        ("mask", Column::from(vec![true, false, true, true])),
        ("small", Column::from(vec![100_u8, 200, 3, 0])),
        ("rate", Column::from(0.5)),
    ]
}

/// The number of digits of the longest number.
fn longest_number(text: &str) -> usize {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '_');
    numbers.map(str::len).max().unwrap_or(0)
}

fn at_a_place(text: &str, error: &fusus_lazy::FormulaError) {
    let lines = text.split('\n').count();
    assert!((1..=lines).contains(&error.line()), "{text:?}: {error}");
    let line = text.split('\n').nth(error.line() - 1).unwrap_or_default();
    let most = line.chars().count() + 1;
    assert!((1..=most).contains(&error.column()), "{text:?}: {error}");
    assert!(error.to_string().starts_with("error: "), "{text:?}");
}
