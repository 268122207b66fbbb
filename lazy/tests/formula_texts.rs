//! Formulas that are hostile or random: none panics, and those that are right have results.

#[path = "support/columns.rs"]
mod columns;
#[path = "support/formulas.rs"]
mod formulas;

use columns::apply;
use fusus_rng::Rng;

fn try_out(text: &str) {
    formulas::try_out(text, apply);
}

#[test]
fn hostile_formulas_do_not_panic() {
    for deep in [
        "(",
        "[",
        "{",
        "-",
        "!",
        "x[",
        "f(",
        "exp(",
        "if x {",
        "if x > 0 { 1 } else ",
        "x.max(",
    ] {
        try_out(&deep.repeat(100_000));
        try_out(&format!("{}x", deep.repeat(60)));
    }
    for (piece, count) in [
        ("x + ", 100_000),
        ("x\n", 1000),
        ("1e", 1000),
        ("9", 100_000),
        ("a = x;", 10_000),
    ] {
        try_out(&format!("{}1", piece.repeat(count)));
    }
    let chained: String = (0..20_000)
        .map(|i| format!("a{i} = x * 0.5 + {i}\n"))
        .collect();
    try_out(&chained);
    for odd in [
        "\u{0}",
        "\u{feff}x",
        "x\u{301}",
        "😀",
        "x[😀]",
        "é = x; é + é",
        "\r\n\r\nx\r\n",
        "x\u{202e}y",
        "1.",
        ".",
        "..",
        "1..2",
        "x[..]..",
        "x.",
        "1.exp()",
        "1.e5",
        "1e+",
        "0x1f",
        "1__f64",
        "1_",
        "_",
        "__",
        "_1",
        "1.2.3",
        "x[-9223372036854775808]",
        "x[..9223372036854775807; 9223372036854775807]",
        "x[..; -9223372036854775807]",
        "range(18446744073709551615)",
        "range(99999999999999)",
        "-9223372036854775808 / -1",
        "n / n",
        "n % -1",
        "18446744073709551615 * 18446744073709551615",
        "170141183460469231731687303715884105727",
        "wide as i8 / 0",
        "x as u8",
        "nan as i32",
        "x;;;x",
        ";",
        "=",
        "==",
        "let",
        "let let = 1",
        "as as as",
        "x as f64 as f32 as bool",
        "with(x, ..,",
        "with(x",
        "with()",
        "sum()",
        "x[mask][mask[mask]]",
        "x[mask] + x",
        "x[mask][5..]",
        "len(x[mask])[0]",
        "x[x[mask] > 0]",
        "scan_sum(x[mask])[1..]",
        "with(x[mask], 1.., 0)",
        "reverse(y)[n]",
        &format!("range(len(x){})", " + 1".repeat(100_000)),
        &format!("a = len(x)\n{}range(a)", "a = a + a\n".repeat(200)),
    ] {
        try_out(odd);
    }
}

#[test]
fn random_texts_do_not_panic() {
    const PIECES: &[&str] = &[
        "x", "y", "n", "mask", "single", "small", "wide", "rate", "1", "2.5", "0", "-1", "300",
        "1e9", "+", "-", "*", "/", "%", "<", ">", "==", "!=", "&&", "||", "&", "|", "^", "!", "(",
        ")", "[", "]", "{", "}", ",", ";", "..", "..=", "=", ".", " ", "\n", "as", "f64", "i8",
        "bool", "if", "else", "let", "sum", "max", "exp", "select", "with", "scan_sum", "reverse",
        "range", "len", "count", "mean", "é", "😀", "a", "b", "true", "pi", "#", "\t",
    ];
    formulas::try_pieces(40, PIECES, apply);
}

/// A random formula that is right, and longer ones of its kind.
fn random(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 {
        return (*rng.pick(&[
            "x", "single", "n", "small", "rate", "2", "0.5", "x[n]", "wide",
        ]))
        .to_owned();
    }
    let a = random(rng, depth - 1);
    let b = random(rng, depth - 1);
    match rng.below(9) {
        0 => format!("({a} + {b})"),
        1 => format!("{a} * {b}"),
        2 => format!("exp(-abs(({a}) as f64)) - {b}"),
        3 => format!("select({a} > {b}, {a}, {b})"),
        4 => format!("max({a}, {b})"),
        5 => format!("({a}) as i16"),
        6 => format!("sum(x[{a} <= x]) + {b}"),
        7 => format!("mean(x * ({a})) + {b}"),
        _ => format!("if {a} < {b} {{ {a} }} else {{ 1 }}"),
    }
}

#[test]
fn random_formulas_that_are_right_have_results() {
    for seed in 0..500 {
        let mut rng = Rng::of(41, seed);
        let depth = 1 + rng.below(4);
        let text = random(&mut rng, depth);
        match apply(&text) {
            Ok(column) => drop(
                column
                    .eval()
                    .unwrap_or_else(|error| panic!("{text}: {error}")),
            ),
            Err(error) => assert!(error.message().contains("does not fit"), "{text}: {error}"),
        }
    }
}
