//! Early returns: their text, what is checked of them, and what they mean.

use fusus_core::compile::compile;
use fusus_core::documentation;
use fusus_core::interp::{self, Fault, Inputs};
use fusus_core::ir::validate::{ViolationKind, validate};
use fusus_core::ir::{Early, Guard, Host, Program, Returned, pretty};
use fusus_core::lower;
use fusus_core::plan::{Plan, json};
use fusus_core::syntax::{Options, Source, parse};

fn program(text: &str) -> Program {
    let tokens = text.parse().expect("it lexes");
    let Ok(Source::Functions(functions, _)) = parse(tokens) else {
        panic!("not a function: {text}");
    };
    lower::function(&functions[0]).unwrap_or_else(|found| panic!("{text}: {found:?}"))
}

const GUARDED: &str = "fn f(xs: &[f64], k: usize) -> Result<(f64, Vec<f64>), Wrong> {
    if xs.is_empty() { return Err(Wrong); }
    let n = xs.len() / k;
    if n == 0 { return Ok((0.0, Vec::new())); }
    if n == 1 || k > 5 { return (xs[0], xs); }
    let kept = filter(|x| x > 0.0, xs);
    (fold(0.0, |a, b| a + b, kept), kept)
}";

#[test]
fn the_text_reads_back_as_the_same_program() {
    let program = program(GUARDED);
    validate(&program).expect("it is valid");
    let text = pretty::text(&program);
    assert_eq!(
        text,
        "\
fn f(xs: &[_], k: _) -> Result<(_, _), _> {
    let guard_len = len(xs);
    if (guard_len == 0) { return Err(Wrong); }
    let n_len = len(xs);
    let n = n_len / k;
    if n == 0 { return (0.0, Vec::new()); }
    if n == 1 || k > 5 { return (xs[0], xs); }
    let kept = filter(|x| x > 0.0, xs);
    let result_fold = fold(0.0, |a, b| a + b, kept);
    (result_fold, kept)
}
"
    );
    assert_eq!(pretty::text(&self::program(&text)), text);
}

#[test]
fn the_interpreter_returns_early() {
    let program = program(GUARDED);
    let run = |xs: Vec<f64>, k: usize| {
        let inputs = Inputs::new().array("xs", xs).scalar("k", k);
        interp::run(&program, &inputs)
            .map(|outcome| outcome.result.get::<(f64, Vec<f64>)>().expect("its type"))
            .map_err(|error| error.fault)
    };
    assert_eq!(run(vec![], 1), Err(Fault::Returned("Wrong".to_owned())));
    assert_eq!(run(vec![3.0], 2), Ok((0.0, vec![])));
    assert_eq!(run(vec![3.0], 1), Ok((3.0, vec![3.0])));
    assert_eq!(run(vec![3.0, -1.0], 1), Ok((3.0, vec![3.0])));
    // The bindings above a guard run before it.
    assert!(matches!(run(vec![3.0], 0), Err(Fault::Panic(_))));
}

#[test]
fn nothing_below_a_guard_runs_before_it() {
    let program = program(
        "fn f(xs: &[f64], ys: &[f64]) -> f64 {
            if ys.is_empty() { return -1.0; }
            fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, ys))
        }",
    );
    let inputs = Inputs::new()
        .array("xs", vec![1.0])
        .array("ys", Vec::<f64>::new());
    let outcome = interp::run(&program, &inputs).expect("it returns early");
    assert_eq!(outcome.result.get(), Ok(-1.0));
    let compiled = compile(program, &Options::default()).expect("it is right");
    let text = compiled.nest.to_string();
    let lines: Vec<&str> = text.lines().take(3).collect();
    assert_eq!(
        lines,
        [
            // Of `ys` itself: that `xs` is as long is not known yet.
            "let guard_len = len(ys)",
            "if (guard_len == 0) return -1.0",
            "check len(ys) = len(xs)",
        ]
    );
}

#[test]
fn plans_say_when_a_program_returns_early() {
    let compiled = compile(program(GUARDED), &Options::default()).expect("it is right");
    let plan = Plan::of(&compiled);
    assert_eq!(plan.guards, ["xs.is_empty()", "n == 0", "n == 1 || k > 5"]);
    assert!(
        plan.to_string()
            .contains("\n  returns early if xs.is_empty()\n")
    );
    assert!(documentation::of(&compiled).contains("* returns early if `n == 0`\n"));
    assert!(json::programs(&[plan]).contains("\"guards\": [\"xs.is_empty()\", "));
}

#[test]
fn a_guard_below_a_combinator_is_no_program() {
    let mut program = program("fn f(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }");
    program.guards.push(Guard {
        condition: Host::plain(syn::parse_quote!(true)),
        text: "true".to_owned(),
        value: Early::Value(Returned::Tuple(Vec::new())),
        after: 1,
    });
    let found = validate(&program).unwrap_err();
    assert_eq!(found[0].kind, ViolationKind::Guard { after: 1 });
}
