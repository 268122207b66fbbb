//! Numbers that count elements: which are one size, and what is said where they are not.

use fusus_core::diagnostic::Diagnostics;
use fusus_core::interp::{self, Fault, Inputs, Overflow};
use fusus_core::ir::chunks::are_chunks;
use fusus_core::ir::{Program, pretty};
use fusus_core::size::scheme::Scheme;
use fusus_core::syntax::{Source, parse};
use fusus_core::{lower, size};

fn program(text: &str) -> Program {
    let tokens = text.parse().expect("it lexes");
    let Ok(Source::Functions(functions, _)) = parse(tokens) else {
        panic!("not a function: {text}");
    };
    lower::function(&functions[0]).unwrap_or_else(|found| panic!("{text}: {found:?}"))
}

/// A program that generates as many elements as two numbers say, and maps over both.
fn of_two(before: &str, first: &str, second: &str) -> Result<Program, Diagnostics> {
    let program = program(&format!(
        "fn f(xs: &[f64], w: usize, h: usize, k: u8) -> Vec<usize> {{
            {before}
            let a = generate({first}, |i| i);
            let b = generate({second}, |i| i);
            map(|a, b| a + b, a, b)
        }}"
    ));
    size::infer(&program).map(|_| program)
}

#[test]
fn equal_arithmetic_is_one_size() {
    for (before, first, second) in [
        ("", "w * h", "w * h"),
        ("", "w * h", "h * w"),
        ("", "w + h * 2", "2 * h + w"),
        ("", "(w * h)", "w * h"),
        ("", "w - 1", "w - 1usize"),
        ("", "xs.len() - 1", "len(xs) - 1"),
        ("", "xs.len() / w % 3", "len(xs) / w % 3"),
        ("", "(k as usize) << 3", "(k as usize) << 3"),
        ("", "k as usize * w", "w * k as usize"),
        ("", "N * w", "w * N"),
        ("", "usize::MAX / w", "usize::MAX / w"),
        ("let n = w * h;", "n", "h * w"),
        ("let n = w * h;", "w * h", "n"),
        ("let n = w * h; let m = n;", "m", "w * h"),
        ("let m = w;", "m * h", "h * w"),
        ("let m = w; let n = m;", "n", "w"),
        ("let n = len(xs) + 1;", "n", "xs.len() + 1"),
        ("let n = len(xs); let m = n;", "m", "len(xs)"),
        (
            "let ys = map(|x| x + 1.0, xs);",
            "len(ys) - 1",
            "len(xs) - 1",
        ),
        (
            "let k = filter(|x| x > 0.0, xs); let l = map(|k| k, k);",
            "len(l) / 2",
            "len(k) / 2",
        ),
        ("let n = 12;", "n", "12"),
        ("", "3 * 4", "12"),
        ("let n = 3;", "n * w", "w * 3"),
        ("let w = w + 1;", "w * h", "h * w"),
        ("let (n, m) = (w - h, w);", "n", "m - h"),
    ] {
        let sized = of_two(before, first, second);
        assert!(
            sized.is_ok(),
            "{before} `{first}` and `{second}`: {sized:?}"
        );
    }
}

#[test]
fn what_may_differ_is_another_size() {
    for (before, first, second) in [
        ("", "w * h", "w + h"),
        ("", "w - h", "h - w"),
        ("", "w / h", "h / w"),
        // Calls may yield anything.
        ("", "side(w)", "side(w)"),
        ("", "w.pow(2)", "w.pow(2)"),
        ("let n = side(w); let m = side(w);", "n", "m"),
        // The name is another one's by then.
        ("let n = w; let w = h;", "n * 2", "w * 2"),
        // Another order overflows elsewhere.
        ("", "w * h * 3", "w * (h * 3)"),
        ("", "k as usize", "k as u16 as usize"),
        // Of 8 bits or of more: nobody knows what the literal is.
        ("let n = 100;", "n * 2", "200"),
        ("", "1 << w", "1 << w"),
        (
            "",
            "len(filter(|x| x > 0.0, xs))",
            "len(filter(|x| x > 0.0, xs))",
        ),
        (
            "let a = filter(|x| x > 0.0, xs); let b = filter(|x| x > 0.0, xs);",
            "len(a) + 1",
            "len(b) + 1",
        ),
    ] {
        let sized = of_two(before, first, second);
        assert!(sized.is_err(), "{before} `{first}` and `{second}`");
    }
}

#[test]
fn many_sums_of_sums_are_numbered_once_each() {
    let mut text = String::from("fn f(n: usize) -> Vec<usize> { let n0 = n;");
    for i in 0..200 {
        text.push_str(&format!("let n{} = n{i} + n{i};", i + 1));
    }
    text.push_str("generate(n200, |i| i) }");
    program(&text);
}

#[test]
fn a_computed_number_is_bound_once_and_shown_as_it_was_written() {
    let program = of_two("", "w * xs.len()", "len(xs) * w").expect("one size");
    let text = pretty::text(&program);
    assert_eq!(
        text.matches("let a_count = w * a_len;").count(),
        1,
        "{text}"
    );
    let sizes = size::infer(&program).expect("it was inferred");
    assert_eq!(
        Scheme::of(&program, &sizes).to_string(),
        "∀k.(xs: k) → (result_map: w * xs.len())"
    );
}

#[test]
fn the_help_names_the_users_own_expression() {
    let text = |first, second| {
        let found = of_two("", first, second).unwrap_err();
        found.iter().map(|wrong| wrong.text()).collect::<String>()
    };
    assert!(text("w * h", "w * h + 1").contains("compute it once, `let n = w * h;`"));
    assert!(text("w", "side(w)").contains("compute it once, `let n = side(w);`"));
}

#[test]
fn the_interpreter_checks_what_sizes_are_computed_from() {
    let program = program(
        "fn f(n: usize, k: u8) -> (Vec<usize>, Vec<u8>, usize) {
            let m = n - 1;
            let unrelated = n.wrapping_sub(5);
            (generate(m, |i| i), 0..k + 250, unrelated)
        }",
    );
    for overflow in [Overflow::Panic, Overflow::Wrap] {
        let run = |n: usize, k: u8| {
            let inputs = Inputs::new().scalar("n", n).scalar("k", k);
            interp::run(&program, &inputs.overflow(overflow))
        };
        assert!(run(1, 5).is_ok());
        let error = run(0, 5).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`f`, binding `m`: the size 0 - 1 is below zero"
        );
        assert!(matches!(error.fault, Fault::SizeArithmetic { .. }));
        let error = run(1, 6).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`f`, binding `result_range`: the size 6 + 250 overflows `u8`"
        );
    }
}

#[test]
fn the_interpreter_has_no_size_below_zero() {
    let error = |program_text: &str, n: i32| {
        let program = program(program_text);
        let inputs = Inputs::new().scalar("n", n).array("xs", vec![1.0; 2]);
        interp::run(&program, &inputs).map_err(|error| error.to_string())
    };
    let generated = "fn f(n: i32, xs: &[f64]) -> Vec<usize> { let ys = generate(n, |i| i); ys }";
    assert!(error(generated, 0).is_ok());
    assert_eq!(
        error(generated, -2).unwrap_err(),
        "`f`, binding `ys`: the size -2 is below zero"
    );
    let shaped =
        "fn f(n: i32, xs: &[f64]) -> f64 { let a = reshape(xs, [n, 2]); sum(|i, j| a[[i, j]]) }";
    assert!(error(shaped, 1).is_ok());
    assert_eq!(
        error(shaped, -1).unwrap_err(),
        "`f`, binding `a`: the size -1 is below zero"
    );
    // As in Rust.
    let range = "fn f(n: i32, xs: &[f64]) -> Vec<i32> { map(|i| i, 0..n) }";
    assert!(error(range, -2).is_ok());
}

#[test]
fn chunks_leave_no_element_over() {
    let recognised = |expr: &str| {
        let program = program(&format!(
            "fn f(xs: &[f64], ys: &[f64], n: usize, k: usize) -> Vec<f64> {{
                let a = {expr};
                generate(|i, j| a[[i, j]])
            }}"
        ));
        let mut bindings = program.bindings.values();
        bindings.any(|binding| are_chunks(&program, &binding.op))
    };
    for expr in [
        "chunks(4, xs)",
        "chunks(k, xs)",
        "chunks(k + 1, xs)",
        "chunks(4, map(|x| x + 1.0, xs))",
        "reshape(xs, [xs.len() / k, k])",
    ] {
        assert!(recognised(expr), "{expr}");
    }
    for expr in [
        "reshape(xs, [n, k])",
        "reshape(xs, [n / k, k])",
        "reshape(xs, [len(ys) / k, k])",
        "reshape(xs, [len(xs) / k, n])",
        "reshape(xs, [len(xs) / 4, 5])",
    ] {
        assert!(!recognised(expr), "{expr}");
    }
    let program = program(
        "fn f(k: usize, xs: &[f64]) -> Vec<f64> { flatten(map(|x| x + 1.0, chunks(k, xs))) }",
    );
    let run = |xs: Vec<f64>| {
        interp::run(
            &program,
            &Inputs::new().scalar("k", 3_usize).array("xs", xs),
        )
    };
    assert!(run(vec![0.5; 6]).is_ok());
    let error = run(vec![0.5; 7]).expect_err("one is left over");
    assert!(
        matches!(&error.fault, Fault::Chunks { array, chunk: 3 } if array.length == 7),
        "{error}"
    );
    assert!(error.fault.is_run_time());
}
