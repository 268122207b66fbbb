//! Index notation: `generate(|i| …)`, `at`, and the index spaces that they have.

use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::interp::{Array, Fault, Inputs, run};
use fusus_core::ir::Program;
use fusus_core::lower;
use fusus_core::size::scheme::Scheme;
use fusus_core::syntax::{Source, parse};

fn program(text: &str) -> Program {
    let Ok(Source::Functions(functions, _)) = parse(text.parse().expect("it lexes")) else {
        panic!("not a function: {text}");
    };
    lower::function(&functions[0]).unwrap_or_else(|found| panic!("{text}: {found:?}"))
}

/// A program over two arrays.
fn over(body: &str) -> String {
    format!("fn f(a: &[f64], b: &[f64]) -> Vec<f64> {{ {body} }}")
}

fn explained(source: &str, strategy: &str) -> Result<Compiled, Diagnostics> {
    let overrides = Overrides {
        strategy: Some(strategy.to_owned()),
        ..Overrides::default()
    };
    let mut found = Diagnostics::new();
    let tokens = source.parse().expect("tokens");
    explain(tokens, "file:1", &overrides, &mut found)
        .remove(0)
        .outcome
}

fn compiled(source: &str, strategy: &str) -> Compiled {
    explained(source, strategy).unwrap_or_else(|found| panic!("{source}: {found:?}"))
}

/// The first message for a program that is wrong.
fn message(body: &str) -> String {
    match explained(&over(body), "optimal") {
        Ok(_) => panic!("{body} compiles"),
        Err(found) => found.iter().next().expect("a mistake").text(),
    }
}

fn inputs(a: &[f64], b: &[f64]) -> Inputs {
    Inputs::new().array("a", a.to_vec()).array("b", b.to_vec())
}

fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|k| (k * k % 17) as f64).collect()
}

/// The elements of the result, by the program as it is written and as the default strategy runs it.
fn elements(body: &str, a: &[f64], b: &[f64]) -> Vec<f64> {
    let source = over(body);
    let get = |program: &Program| -> Vec<f64> {
        let outcome = run(program, &inputs(a, b)).unwrap_or_else(|e| panic!("{body}: {e}"));
        outcome.result.get().expect("numbers")
    };
    let written = get(&program(&source));
    assert_eq!(
        get(&compiled(&source, "optimal").program),
        written,
        "{body}"
    );
    written
}

#[test]
fn an_index_goes_as_far_as_every_read_is_inside_its_array() {
    for n in 0..9 {
        let a = numbers(n);
        let at = |k: usize| a[k];
        let central = elements("generate(|i| (a[i + 1] - a[i - 1]) / 2.0)", &a, &a);
        let expected: Vec<f64> = (1..n.max(2) - 1)
            .map(|i| (at(i + 1) - at(i - 1)) / 2.0)
            .collect();
        assert_eq!(central, expected);
        let every = elements("generate(|i| a[2 * i + 1] - a[2 * i])", &a, &a);
        let expected: Vec<f64> = (0..n / 2).map(|i| at(2 * i + 1) - at(2 * i)).collect();
        assert_eq!(every, expected);
        let ahead = elements("at(a, 2)", &a, &a);
        assert_eq!(ahead, a.get(2..).unwrap_or(&[]));
        let numbered = elements("generate(|i| a[i - 3] * i as f64)", &a, &a);
        let expected: Vec<f64> = (3..n + 3).map(|i| at(i - 3) * i as f64).collect();
        assert_eq!(numbered, expected);
    }
}

#[test]
fn an_index_of_a_padded_array_goes_along_its_axis() {
    let kinds = [
        ("edge", [0, 0, 1, 2, 2]),
        ("wrap", [2, 0, 1, 2, 0]),
        ("reflect", [1, 0, 1, 2, 1]),
        ("symmetric", [0, 0, 1, 2, 2]),
    ];
    let a = [3.0, 5.0, 7.0];
    for (name, seen) in kinds {
        let body = format!("let p = pad({name}, a); generate(|i| p[i - 1] + 10.0 * p[i + 1])");
        let seen = |k: usize| a[seen[k]];
        let expected: Vec<f64> = (0..3).map(|k| seen(k) + 10.0 * seen(k + 2)).collect();
        assert_eq!(elements(&body, &a, &a), expected, "{name}");
    }
    let body = "let p = pad(-1.0, a); generate(|i| p[i - 2] + b[i + 1])";
    assert_eq!(elements(body, &a, &a), [4.0, 6.0]);
    let body = "let n = len(a); let p = pad(edge, a); generate(|i| p[n - 1 - i])";
    assert_eq!(elements(body, &a, &a), [7.0, 5.0, 3.0]);
    let body = "let n = len(a); let p = pad(-1.0, a); generate(|i| p[n - i])";
    assert_eq!(elements(body, &a, &a), [-1.0, 7.0, 5.0]);
    let body = "let p = pad(edge, a); generate(|i| p[2 * i + 5])";
    assert_eq!(elements(body, &a, &a), [7.0, 7.0]);
    let inside = "let h = generate(|i| a[i + 1] - a[i - 1]); let p = pad(edge, h);
        generate(|i| p[i - 1] + p[i + 7] + b[i])";
    assert_eq!(elements(inside, &numbers(9), &numbers(9)).len(), 7);
}

#[test]
fn short_arrays_are_padded_as_in_numpy() {
    for name in ["edge", "wrap", "reflect", "symmetric", "0.5"] {
        let body = format!("let p = pad({name}, a); generate(|i| p[i - 3] + p[i + 4])");
        assert_eq!(elements(&body, &[], &[]), []);
        let one = if name == "0.5" { 1.0 } else { 4.0 };
        assert_eq!(elements(&body, &[2.0], &[]), [one]);
    }
    let two = |name: &str| {
        let body = format!("let p = pad({name}, a); generate(|i| p[i - 3] + 10.0 * p[i + 4])");
        elements(&body, &[1.0, 2.0], &[])
    };
    assert_eq!(two("edge"), [21.0, 21.0]);
    assert_eq!(two("wrap"), [12.0, 21.0]);
    assert_eq!(two("reflect"), [12.0, 21.0]);
    assert_eq!(two("symmetric"), [12.0, 22.0]);
}

#[test]
fn mistakes_of_padding_say_what_there_is() {
    let says = |body: &str, words: &[&str]| {
        let text = message(body);
        for word in words {
            assert!(text.contains(word), "{body}: {text}");
        }
    };
    says(
        "at(pad(nearest, a), 1)",
        &["`nearest`", "reflect", "pad(0.0, xs)"],
    );
    says("at(pad(egde, a), 1)", &["`edge` is one"]);
    says("let p = pad(edge, a); p", &["no result", "p[i + 1]"]);
    says(
        "map(|x| x, pad(edge, a))",
        &["no array by itself", "around"],
    );
    says(
        "let p = pad(edge, a); map(|x| x + p[0], a)",
        &["`p`", "index"],
    );
    says(
        "let p = pad(edge, a); scan(0.0, |a, b| a + b, p)",
        &["`scan` cannot take"],
    );
    says("let (p, q) = pad(edge, a); p", &["no array by itself"]);
    says("at(pad(b, a), 1)", &["`b` is an array"]);
    let forgotten = over("let p = pad(nearest, a); generate(|i| p[i + 1])");
    let found = explained(&forgotten, "optimal").expect_err("a mistake");
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn arrays_keep_the_coordinates_of_their_space() {
    let (a, b) = (numbers(9), numbers(9));
    let body = "let h = generate(|i| a[i + 1] - a[i - 1]); generate(|i| h[i] * b[i])";
    let expected: Vec<f64> = (1..8).map(|i| (a[i + 1] - a[i - 1]) * b[i]).collect();
    assert_eq!(elements(body, &a, &b), expected);
    let body = "let h = generate(|i| a[i + 1] - a[i - 1]);
        let g = map(|h| h + 1.0, h);
        generate(|i| g[i + 1] - b[i])";
    let expected: Vec<f64> = (0..7).map(|i| a[i + 2] - a[i] + 1.0 - b[i]).collect();
    assert_eq!(elements(body, &a, &b), expected);
    let body = "map(|x, y| y - x, a, at(b, 1))";
    let expected: Vec<f64> = (0..8).map(|i| b[i + 1] - a[i]).collect();
    assert_eq!(elements(body, &a, &b), expected);
}

#[test]
fn a_chain_of_stencils_is_one_loop() {
    let chain = "let h = generate(|i| a[i - 1] + a[i] + a[i + 1]);
        let v = generate(|i| h[i - 1] + h[i] + h[i + 1]);
        map(|v| v / 9.0, v)";
    let a = numbers(12);
    let expected: Vec<f64> = (2..10)
        .map(|i| {
            let h = |i: usize| a[i - 1] + a[i] + a[i + 1];
            (h(i - 1) + h(i) + h(i + 1)) / 9.0
        })
        .collect();
    assert_eq!(elements(chain, &a, &a), expected);
    let loops = |strategy| compiled(&over(chain), strategy).nest.loops().count();
    assert_eq!(loops("optimal"), 1);
    assert!(loops("unfused") > 2);
    // Five elements of `a` and three of `h`, each once.
    let text = compiled(&over(chain), "optimal").nest.to_string();
    assert_eq!(text.matches("= a[").count(), 5, "{text}");
    assert_eq!(text.matches("|a_at").count(), 3, "{text}");
}

#[test]
fn elements_that_are_computed_again_have_names_of_their_own() {
    // Of several arrays called `heat_at` the seventh would be `heat_at_6`, which is another one.
    let text = "fn f(a: &[f64]) -> Vec<f64> {
        let heat = generate(|i| a[i + 1] - a[i]);
        let once = generate(|i| heat[i - 2] + heat[i + 1]);
        generate(|i| once[i - 1] * once[i] - heat[i + 3])
    }";
    let krate = "fusus".parse().expect("a path");
    let expanded = fusus_core::expand(text.parse().expect("tokens"), &krate).to_string();
    let binds = |name: &str| expanded.matches(&format!("let {name} =")).count();
    // Once for each body of the loop.
    assert_eq!(binds("heat_at_6_i_"), binds("result_map_i_"), "{expanded}");
    assert_eq!(
        binds("heat_at_6_again_i_"),
        binds("result_map_i_"),
        "{expanded}"
    );
}

#[test]
fn what_is_expensive_or_returned_is_stored() {
    let roots = "let h = map(|x| x.sin(), a); generate(|i| h[i + 1] - h[i])";
    assert_eq!(compiled(&over(roots), "optimal").nest.loops().count(), 2);
    let a = numbers(5);
    let expected: Vec<f64> = (0..4).map(|i| a[i + 1].sin() - a[i].sin()).collect();
    assert_eq!(elements(roots, &a, &a), expected);
    let both = "fn f(a: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let h = map(|x| x + 1.0, a);
        (generate(|i| h[i + 1] - h[i]), h)
    }";
    assert_eq!(compiled(both, "optimal").nest.loops().count(), 2);
}

#[test]
fn a_part_in_step_with_another_array_is_stored() {
    // Its elements lie at positions of an array that is longer than the other one.
    let body = "let h = generate(|i| a[i + 1] - a[i]); let p = map(|h, w| h * w, h, b);
        generate(|i| p[i + 1] - p[i])";
    let (a, b) = (numbers(9), numbers(8));
    let p = |k: usize| (a[k + 1] - a[k]) * b[k];
    let expected: Vec<f64> = (0..7).map(|k| p(k + 1) - p(k)).collect();
    assert_eq!(elements(body, &a, &b), expected);
    assert_eq!(compiled(&over(body), "optimal").nest.loops().count(), 2);
}

#[test]
fn sizes_of_spaces_are_sections() {
    let scheme = |body: &str| {
        let compiled = compiled(&over(body), "unfused");
        Scheme::of(&compiled.program, &compiled.sizes).to_string()
    };
    assert_eq!(
        scheme("let h = generate(|i| a[i + 1] * b[i - 1]); h"),
        "∀k.(a: k, b: k) → (h: k - 2)"
    );
    assert_eq!(
        scheme(
            "let h = generate(|i| a[2 * i + 1]); let g = at(h, 2); let s = generate(|i| g[2 * i] + b[2 * i]); s"
        ),
        "∀k.(a: k, b: ⌈(k - 1) / 2⌉) → (s: ⌈(k - 5) / 4⌉)"
    );
    // Of one size with what is in step with it.
    assert_eq!(
        scheme("let h = generate(|i| a[i + 1] - a[i]); let p = map(|h, w| h * w, h, b); p"),
        "∀k.(a: k, b: k - 1) → (p: k - 1)"
    );
}

#[test]
fn lengths_that_one_index_needs_equal_are_compared() {
    let program = program(&over("generate(|i| a[i + 1] - b[i])"));
    let error = run(&program, &inputs(&numbers(5), &numbers(4))).expect_err("two lengths");
    assert!(matches!(error.fault, Fault::Lengths { .. }), "{error}");
    let compiled = compiled(&over("generate(|i| a[i + 1] - b[i])"), "optimal");
    assert_eq!(compiled.nest.entry.len(), 1);
}

#[test]
fn a_write_leaves_the_elements_without_a_value() {
    let text = "fn f(a: &[f64], b: &mut [f64]) {
        *b = generate(|i| a[i + 1] - b[i - 1]);
        *b = generate(|i| b[i + 1] + 100.0);
    }";
    for n in 0..7 {
        let (a, b) = (numbers(n), numbers(n));
        let outcome = run(&program(text), &inputs(&a, &b)).expect("it runs");
        let mut expected = b.clone();
        for i in 1..n.max(2) - 1 {
            expected[i] = a[i + 1] - b[i - 1];
        }
        let before = expected.clone();
        for i in 0..n.max(1) - 1 {
            expected[i] = before[i + 1] + 100.0;
        }
        assert_eq!(outcome.written["b"], Array::from(expected));
    }
    // Parts of one size that overlap are written one after the other.
    let parts = "fn f(a: &[f64], b: &mut [f64]) {
        *b = at(a, 1);
        *b = map(|x, y| x + y, at(a, -1), a);
    }";
    assert_eq!(compiled(parts, "optimal").nest.loops().count(), 2);
}

#[test]
fn mistakes_are_told_with_their_remedy() {
    for (body, part) in [
        ("generate(|i| 0.0)", "nothing says how far `i` goes"),
        ("generate(|i| a[i / 2])", "nothing says how far `i` goes"),
        (
            "generate(|i| { let i = 0; a[i] })",
            "nothing says how far `i` goes",
        ),
        ("generate(|i, j| a[i])", "nothing says how far `j` goes"),
        ("generate(|i, j| a[[i, j]])", "`a` has one axis"),
        (
            "let m = reshape(a, [2, 3]); generate(|i| m[i])",
            "`m` has 2 axes",
        ),
        (
            "let m = reshape(a, [2, 3]); generate(|i, j| m[i, j])",
            "brackets of their own",
        ),
        (
            "let m = reshape(a, [2, 3]); generate(|i, j| m[[i, 3]] + b[j])",
            "position 3 of the second axis of `m`",
        ),
        (
            "let m = reshape(a, [2, 3]); generate(|i| m[[i, i]])",
            "the index `i` has two sizes",
        ),
        ("generate(|(i, j)| a[i])", "a plain name"),
        (
            "let m = reshape(a, [2, 3]); generate([2, 3], |i, j| m[[i, j + 1]])",
            "this read leaves its array",
        ),
        ("generate(|i| a[i] + a[2 * i])", "two lengths"),
        ("generate(|i| c[i + 1])", "`c`"),
        ("generate(|i| a[i + 4000000000000])", "too far"),
        (
            "let c = filter(|x| x > 0.0, a); generate(|i| a[i] + c[i + 1])",
            "has two lengths",
        ),
    ] {
        let text = message(body);
        assert!(text.contains(part), "{body}: {text}");
        assert!(text.contains("help: "), "{body}: {text}");
    }
}
