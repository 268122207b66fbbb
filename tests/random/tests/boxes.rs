//! Random statements over arrays of several axes: all of them are programs, and of all kinds.

use fusus_random::plan::compiled;
use fusus_random::program::Op;
use fusus_random::{generate, render};

#[test]
fn the_compiler_takes_all_of_them() {
    let mut wrong = Vec::new();
    let mut all = String::new();
    let mut count = 0;
    for number in 0..600 {
        let program = generate::program(33, number);
        if !(program.stmts.iter()).any(|stmt| matches!(stmt.op, Op::Boxes(_))) {
            continue;
        }
        count += 1;
        let source = render::source(&program);
        if let Err(what) = compiled(&source, None) {
            wrong.push(format!("{number}: {what}\n{source}"));
        }
        all.push_str(&source);
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
    for text in [
        "sum(",
        "lanes(",
        "rows(",
        "columns(",
        "recurrence(",
        "windows(",
        "chunks(",
        "at(",
        "around(",
        "shape(",
        "2 * ",
        "pad(wrap",
        "i, j, k, l, m",
        "1.., ..",
        " - 1 - i",
        "..=",
        "reverse(",
        "unsigned_abs() as usize",
        "let at = ",
        " + u]",
        "|i, j| (sum(i..=j",
        "].1 {",
        "*box",
    ] {
        assert!(all.contains(text), "{text}");
    }
}
