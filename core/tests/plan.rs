//! Everything that can be seen of the plans of the programs: text, JSON,
//! drawings and code, as files to read.

#[path = "support/papers.rs"]
mod papers;

use fusus_core::backend;
use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::plan::flow::Flow;
use fusus_core::plan::{Plan, dot, json, svg};
use papers::{PROGRAMS, explained};
use proc_macro2::TokenStream;
use quote::quote;
use std::time::Duration;

/// A program with its plan, in which nothing depends on the clock.
fn compiled(name: &str, strategy: Option<&str>) -> (Compiled, Plan) {
    let compiled = papers::compiled(name, strategy);
    let plan = Plan {
        solve_time: Duration::ZERO,
        ..Plan::explained(&compiled)
    };
    (compiled, plan)
}

#[test]
fn texts() {
    for (name, _) in PROGRAMS {
        let (_, plan) = compiled(name, None);
        insta::assert_snapshot!(format!("{name}.text"), plan.to_string());
    }
    for (name, strategy) in [
        ("normalize2", "unfused"),
        ("normalize2", "stream"),
        ("closest_pairs", "paper"),
    ] {
        let (_, plan) = compiled(name, Some(strategy));
        insta::assert_snapshot!(format!("{name}.{strategy}.text"), plan.to_string());
    }
}

/// Statements of index notation, with neither the elements that they read nor their indices.
#[test]
fn plans_of_index_notation_have_the_names_of_the_program() {
    let compiled = papers::compiled("Tomcatv's residuals", None);
    // The next best clustering is one that a slow machine may not find in time.
    let plan = Plan {
        solve_time: Duration::ZERO,
        ..Plan::of(&compiled)
    };
    insta::assert_snapshot!("tomcatv.text", plan.to_string());
    let flow = Flow::of(&compiled);
    insta::assert_snapshot!("tomcatv.dot", dot::dot("tomcatv", &flow));
    let own = ["_at", "_i", "_j"];
    let names = flow.operators.iter().map(|operator| &operator.name);
    let names: Vec<&String> = names.chain(&plan.contracted).collect();
    let is_own = |name: &&&String| own.iter().any(|end| name.contains(end));
    assert_eq!(names.iter().find(is_own), None);
}

/// Elements have loops of their own by a strategy that fuses nothing.
#[test]
fn an_element_with_a_loop_of_its_own_is_in_the_plan() {
    let mut found = Diagnostics::new();
    let source = "fn f(xs: &[f64]) -> Vec<f64> { generate(|i| xs[i] + xs[i + 1]) }";
    let overrides = Overrides {
        strategy: Some("unfused".to_owned()),
        ..Overrides::default()
    };
    let tokens = source.parse().expect("the source is Rust");
    let explained = explain(tokens, "f", &overrides, &mut found).remove(0);
    let plan = Plan::of(&explained.outcome.expect("it is right"));
    let names = |cluster: &fusus_core::plan::Cluster| cluster.bound().collect::<Vec<_>>().join(" ");
    let loops: Vec<String> = plan.clusters.iter().map(names).collect();
    assert_eq!(loops, ["xs_at_3", "xs_at_4", "result_map"]);
    assert_eq!(plan.loops, 3);
}

#[test]
fn jsons() {
    for (name, _) in PROGRAMS {
        let (_, plan) = compiled(name, None);
        insta::assert_snapshot!(format!("{name}.json"), json::programs(&[plan]));
    }
    assert_eq!(json::programs(&[]), "{\"programs\": []}\n");
}

#[test]
fn old_names_of_strategies_and_costs_are_accepted() {
    for (old, new) in [("ilp", "optimal"), ("robinson", "paper")] {
        let source = format!(
            "#[cnf(strategy = \"{old}\", cost = \"robinson\")]
            fn sum(xs: &[f64]) -> f64 {{ fold(0.0, |a, b| a + b, xs) }}"
        );
        let tokens: TokenStream = source.parse().expect("the source is Rust");
        let mut found = Diagnostics::new();
        let explained = explain(tokens, "sum", &Overrides::default(), &mut found).remove(0);
        let compiled = explained
            .outcome
            .unwrap_or_else(|found| panic!("{old}: {found:?}"));
        assert_eq!((compiled.strategy, compiled.cost), (new, "paper"), "{old}");
    }
}

#[test]
fn a_plan_that_may_not_be_the_best_says_how_far_it_may_be_from_it() {
    let (_, plan) = compiled("normalize2", Some("stream"));
    let json = json::programs(&[plan]);
    assert!(
        json.contains("\"optimal\": false,\n    \"lower_bound\": 0,"),
        "{json}"
    );
}

/// The plan of a program without a strategy of its own.
fn plan_of(source: &str) -> Plan {
    let tokens: TokenStream = source.parse().expect("the source is Rust");
    let mut found = Diagnostics::new();
    let explained = explain(tokens, "f", &Overrides::default(), &mut found).remove(0);
    let compiled = explained
        .outcome
        .unwrap_or_else(|found| panic!("{source}: {found:?}"));
    Plan::explained(&compiled)
}

#[test]
fn it_says_how_recurrences_are_run() {
    let of_step = |start: &str, step: &str| {
        plan_of(&format!(
            "fn f(xs: &[f64]) -> f64 {{
                let ys = recurrence({start}, {step}, xs);
                fold(0.0, |a, b| a + b, map(|_, x| x, ys, xs))
            }}"
        ))
        .to_string()
    };
    for (start, step, how) in [
        (
            "0.0",
            "|y, x| 0.9 * y + 0.1 * x",
            "block by block, by composed steps: it is `a * y + b`",
        ),
        (
            "(0.0, 0.0, 0.0, 0.0)",
            "|(a, b, c, d), x| (x - 0.5 * d, a, b, c)",
            "block by block, by composed steps: it is `a * y + b`",
        ),
        (
            "0.0",
            "|y, x| (y + x).max(0.0)",
            "block by block, by composed steps: it is `(y + a).max(b)`",
        ),
        (
            "(0.0, 0.0, 0.0, 0.0, 0.0)",
            "|(a, b, c, d, e), x| (x - 0.5 * e, a, b, c, d)",
            "from left to right: its step is none of `a * y + b` in up to four components",
        ),
        (
            "0.5",
            "|y, x| 3.0 * y * (1.0 - y) + x",
            "from left to right: its step is none of `a * y + b` in up to four components",
        ),
    ] {
        let plan = of_step(start, step);
        assert!(plan.contains(how), "{step}: {plan}");
    }
}

#[test]
fn dots() {
    for (name, _) in PROGRAMS {
        let (compiled, _) = compiled(name, None);
        insta::assert_snapshot!(format!("{name}.dot"), dot::dot(name, &Flow::of(&compiled)));
    }
}

/// One drawing shows what all of them look like.
#[test]
fn drawing() {
    let (compiled, plan) = compiled("readings", None);
    insta::assert_snapshot!("readings.svg", svg::svg(&plan, &Flow::of(&compiled)));
}

/// One listing shows what code looks like; how loops are run is what `schedule_texts` shows.
#[test]
fn code() {
    let code = explained("readings", None)
        .code(backend::DEFAULT)
        .expect("it is right");
    let file = syn::parse2(code).expect("it is Rust");
    insta::assert_snapshot!("pipeline.code", prettyplease::unparse(&file));
}

/// Sweeps over the ends of segments are told the variable by which workers know the last position, also
/// where another map makes the keys.
#[test]
fn ends_of_segments_know_the_length_that_workers_read() {
    for keys in ["ids", "map(|id| id & 255, ids)"] {
        let program = format!(
            "fn f(ids: &[u32], xs: &[f64]) -> Vec<f64> {{
                let (_, sums) = fold_by({keys}, 0.0, |a, b| a + b, xs);
                sums
            }}"
        );
        let tokens = program.parse().expect("tokens");
        let code = fusus_core::expand(tokens, &quote!(::fusus)).to_string();
        let (_, call) = code
            .split_once("ends_of_segments (")
            .expect("its ends are found in groups");
        let len = call.split(',').nth(1).map(str::trim);
        let len = len.expect("it has arguments");
        let defined = format!("let {len} = ids_in_ . len () ;");
        assert!(code.contains(&defined), "{keys}: {len} in {code}");
    }
}

#[test]
fn the_documentation_ends_with_the_plan() {
    let code = explained("normalize2", None)
        .code(backend::DEFAULT)
        .expect("it is right");
    assert_eq!(
        documentation(code),
        [
            " Divides by the sum of all elements, and by the sum of the positive ones.",
            " ",
            " # Plan",
            " ",
            " * 2 loops: `{gts sum1 sum2}`, `{ys1 ys2}`",
            " * contracted: `gts`",
            " * sizes: `∀k.(xs: k) → (ys1: k, ys2: k)`",
        ]
    );
}

/// The lines of the documentation of the first item.
fn documentation(code: TokenStream) -> Vec<String> {
    let item: syn::ItemFn = syn::parse2(code).expect("it is a function");
    let lines = item.attrs.iter().filter_map(|attr| match &attr.meta {
        syn::Meta::NameValue(pair) if attr.path().is_ident("doc") => match &pair.value {
            syn::Expr::Lit(text) => match &text.lit {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    lines.collect()
}

/// No two boxes that hold a name share a place, and no edge leaves the paper.
#[test]
fn drawings_have_no_overlaps() {
    for (name, _) in PROGRAMS {
        for strategy in ["unfused", "stream", "paper", "optimal"] {
            let (compiled, plan) = compiled(name, Some(strategy));
            let drawing = svg::svg(&plan, &Flow::of(&compiled));
            let boxes: Vec<[f64; 4]> = drawing
                .split("</g>")
                .next()
                .expect("there is a drawing")
                .lines()
                .filter(|line| line.starts_with("<rect") && line.contains(" x="))
                .filter(|line| !line.contains("\"cluster\""))
                .map(rectangle)
                .collect();
            assert!(boxes.len() > 2, "{name} by {strategy}");
            for (index, a) in boxes.iter().enumerate() {
                for b in &boxes[..index] {
                    let apart = a[0] >= b[0] + b[2]
                        || b[0] >= a[0] + a[2]
                        || a[1] >= b[1] + b[3]
                        || b[1] >= a[1] + a[3];
                    assert!(apart, "{name} by {strategy}: {a:?} lies on {b:?}");
                }
            }
        }
    }
}

/// Left, top, width and height of a `<rect …>`.
fn rectangle(line: &str) -> [f64; 4] {
    ["x", "y", "width", "height"].map(|attribute| {
        let (_, rest) = line
            .split_once(&format!(" {attribute}=\""))
            .unwrap_or_else(|| panic!("no {attribute} in {line}"));
        let (value, _) = rest.split_once('"').expect("it is quoted");
        value.parse().expect("it is a number")
    })
}

#[test]
fn the_same_program_gives_the_same_drawing() {
    let draw = || {
        let (compiled, plan) = compiled("readings", None);
        svg::svg(&plan, &Flow::of(&compiled))
    };
    assert_eq!(draw(), draw());
}

/// From the documentation to the last brace, whether it is public or not.
#[test]
fn a_program_has_the_lines_of_its_text() {
    let source = "

        fn private(xs: &[i32]) -> i32 {
            fold(0, |a, b| a + b, xs)
        }

        /// Has documentation.
        #[must_use]
        pub fn public(xs: &[i32]) -> i32 { fold(0, |a, b| a + b, xs) }

        pub(crate) fn visible(n: usize) -> Vec<usize> { generate(n, |i| i)
        }";
    let tokens: TokenStream = source.parse().expect("it is Rust");
    let mut found = Diagnostics::new();
    let programs = explain(tokens, "here", &Overrides::default(), &mut found);
    let lines: Vec<_> = programs.iter().map(|program| program.lines()).collect();
    assert_eq!(lines, [Some((3, 5)), Some((7, 9)), Some((11, 12))]);
}

/// Pairs of which only the number is used take no loop, so that loops after them count on from
/// those before, in the report as in the kernels.
#[test]
fn loops_have_the_numbers_of_the_code() {
    let source = "fn f(xs: &[f64], ys: &[f64]) -> (f64, usize, Vec<f64>) {
        let sum = fold(0.0, |a, b| a + b, xs);
        let pairs = cross(ys, xs);
        let n = len(pairs);
        (sum, n, map(|i| i as f64 * sum, 0..n))
    }";
    for strategy in ["unfused", "stream", "paper", "optimal"] {
        let overrides = Overrides {
            strategy: Some(strategy.to_owned()),
            ..Overrides::default()
        };
        let mut found = Diagnostics::new();
        let tokens: TokenStream = source.parse().expect("it is Rust");
        let program = explain(tokens, "here", &overrides, &mut found).remove(0);
        let compiled = program.outcome.expect("it is right");
        let plan = Plan::of(&compiled);
        let of_plan = plan.clusters.iter().filter_map(|cluster| {
            let names = cluster.names().map(str::to_owned).collect();
            Some((cluster.number?, names))
        });
        let of_plan: Vec<(usize, Vec<String>)> = of_plan.collect();
        let loops = compiled.nest.loops();
        let of_nest = loops.map(|nested| (nested.number, nested.bindings.clone()));
        let of_nest: Vec<(usize, Vec<String>)> = of_nest.collect();
        assert_eq!(of_plan, of_nest, "{strategy}");
        assert_eq!(of_plan.len(), plan.loops, "{strategy}");
        let numbers: Vec<usize> = of_plan.iter().map(|(number, _)| *number).collect();
        assert!(numbers.iter().copied().eq(1..=plan.loops), "{numbers:?}");
        let text = plan.to_string();
        assert!(text.contains("\nno loop\n  pairs"), "{strategy}: {text}");
        assert!(!text.contains("external"), "{strategy}: {text}");
        assert!(
            plan.not_fused.iter().all(|pair| pair.a != "pairs"),
            "{text}"
        );
    }
}

#[test]
fn programs_for_one_process_have_no_messages() {
    let explained = explained("normalize2", None);
    let plan = Plan::of(&explained.outcome.expect("it is right"));
    assert!(plan.messages.is_empty());
}
