//! The plans of random programs: the same on every run and by either solver,
//! and the generator's promises.

use std::collections::BTreeSet;

use fusus_core::cluster::{Limit, Paper, STRATEGIES, Solver, check, optimal};
use fusus_core::combinator::COMBINATORS;
use fusus_core::graph::Rules;
use fusus_core::graph::build::build;
use fusus_random::facts::Facts;
use fusus_random::plan::{self, Places, Runs, compiled};
use fusus_random::program::{Op, Param, Program};
use fusus_random::{generate, render};

fn programs(count: u64) -> impl Iterator<Item = (Program, String)> {
    (0..count).map(|number| {
        let program = generate::program(21, number);
        let source = render::source(&program);
        (program, source)
    })
}

/// The tokens that `cnf!` becomes.
fn expansion(source: &str) -> String {
    let tokens = source.parse().expect("it lexes");
    let krate = "::fusus".parse().expect("a path");
    fusus_core::expand::expand(tokens, &krate).to_string()
}

#[test]
fn the_same_expansion_on_every_run() {
    for (_, source) in programs(50) {
        let first = expansion(&source);
        assert!(!first.contains("compile_error"), "{source}");
        assert_eq!(expansion(&source), first, "{source}");
    }
}

/// No program with associative operators is refuted, and most of the others are: not
/// those whose elements happen to be such that nothing is wrong.
#[test]
fn operators_are_refuted_where_they_are_not_associative() {
    let (mut strict, mut refuted) = (0, 0);
    for (program, source) in programs(600) {
        let loose = source.replace(render::STRICT, "");
        match (program.is_strict(), compiled(&loose, None)) {
            (false, Ok(_)) => {}
            (true, Ok(_)) => strict += 1,
            (true, Err(what)) if what.contains("needs an associative operator") => {
                strict += 1;
                refuted += 1;
            }
            (_, Err(what)) => panic!("{what}\n{source}"),
        }
    }
    assert!(
        strict > 10 && refuted * 10 >= strict * 9,
        "{refuted} of {strict}"
    );
}

#[test]
fn the_same_plan_by_either_solver() {
    planned_by_either_solver(100);
}

fn planned_by_either_solver(count: u64) {
    let mut compared: u64 = 0;
    for (_, source) in programs(count) {
        let compiled = compiled(&source, None).unwrap_or_else(|what| panic!("{what}\n{source}"));
        // Larger ones take the linear programs seconds.
        if compiled.graph.nodes.len() > 14 {
            continue;
        }
        compared += 1;
        let limit = Limit::default();
        let search = optimal(&compiled.graph, &Paper, Solver::Search, limit);
        let ilp = optimal(&compiled.graph, &Paper, Solver::Microlp, limit);
        assert_eq!(search.clustering, compiled.solution.clustering, "{source}");
        assert_eq!(ilp.clustering, search.clustering, "{source}");
        assert_eq!(ilp.objective, search.objective, "{source}");
    }
    assert!(compared * 5 > count * 2, "{compared} of {count}");
}

#[test]
fn every_strategy_plans_every_program() {
    planned_by_every_strategy(40);
}

fn planned_by_every_strategy(count: u64) {
    for (_, source) in programs(count) {
        for strategy in STRATEGIES.iter().map(|strategy| strategy.name()) {
            let compiled = compiled(&source, Some(strategy))
                .unwrap_or_else(|what| panic!("{strategy}: {what}\n{source}"));
            let wider = build(&compiled.program, &compiled.sizes, Rules::Wider);
            let judged = check(&wider, &compiled.solution.clustering);
            assert_eq!(judged, Ok(()), "{strategy}\n{source}");
            assert!(
                compiled.solution.lower_bound <= compiled.solution.objective,
                "{strategy}\n{source}"
            );
        }
    }
}

/// Over processes nothing is refused but a worker that looks into an array of `&mut`.
#[test]
fn processes_run_nearly_all_programs() {
    let over = Places {
        processes: true,
        ..Places::default()
    };
    let mut refused = 0;
    for (program, source) in programs(40) {
        let plans = plan::plans(&program, &source, over).expect("it compiles");
        let is_there = |runs: Runs| matches!(runs, Runs::Processes { .. });
        let there = plans.forms.iter().filter(|form| is_there(form.runs));
        match &plans.processes {
            Ok(()) => assert_eq!(there.count(), 4, "{source}"),
            Err(why) => {
                let limits = [
                    "workers that look into an array",
                    "reads of an array beside the pairs of",
                ];
                assert!(
                    limits.iter().any(|limit| why.contains(limit)),
                    "{why}\n{source}"
                );
                assert_eq!(there.count(), 0);
                refused += 1;
            }
        }
    }
    assert!(refused < 5, "{refused}");
}

#[test]
fn devices_run_most_programs_and_say_why_not_the_others() {
    let (mut scans, mut others) = (0, 0);
    for (program, source) in programs(60) {
        let plans = plan::plans(
            &program,
            &source,
            Places {
                device: true,
                ..Places::default()
            },
        )
        .expect("it compiles");
        let forms = &plans.forms;
        let there: Vec<usize> = (0..forms.len())
            .filter(|form| matches!(forms[*form].runs, Runs::Device { .. }))
            .collect();
        match &plans.device {
            Ok(()) => {
                // One function, from the host and in place; three ways where
                // there is something to scan.
                assert!([2, 3].contains(&there.len()), "{source}");
                assert!(there.iter().all(|form| forms[*form].function == there[0]));
                let last = forms.len() - 1;
                assert!(there.contains(&forms[last].twin) && forms[last].twin != last);
                scans += usize::from(there.len() == 3);
            }
            Err(why) => {
                assert!(
                    there.is_empty() && why.contains("device"),
                    "{why}\n{source}"
                );
                others += 1;
            }
        }
        let host = plan::plans(&program, &source, Places::default()).expect("it compiles");
        assert_eq!(host.forms, forms[..forms.len() - there.len()]);
    }
    assert!(scans > 20 && (1..12).contains(&others), "{scans} {others}");
}

/// A combinator of the table that no random program has stands in `MISSING`, with the reason.
#[test]
fn programs_have_every_combinator_in_every_form() {
    const MISSING: &[&str] = &[];
    let text: String = programs(700).map(|(_, source)| source).collect();
    for combinator in COMBINATORS {
        let call = format!("{}(", combinator.name);
        let in_a_word = |at: usize| text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let called = text.match_indices(&call).any(|(at, _)| !in_a_word(at));
        assert_eq!(
            called,
            !MISSING.contains(&combinator.name),
            "{combinator:?}"
        );
        let methods = [Some(combinator.name), combinator.method];
        // Methods of what has another name already: `xs.len()` is Rust's as well.
        let methods = methods.into_iter().flatten();
        for method in methods.filter(|name| combinator.has_method() && *name != "len") {
            assert!(
                text.contains(&format!(".{method}(")),
                "no method `{method}`"
            );
        }
    }
}

#[test]
fn generated_programs_are_varied() {
    let mut kinds = BTreeSet::new();
    let (mut longest, mut bounded, mut written, mut tied, mut distinct) = (0, 0, 0, 0, 0);
    for (program, source) in programs(700) {
        let facts = Facts::of(&program).unwrap_or_else(|why| panic!("{why:?}\n{source}"));
        bounded += usize::from(render::shadow(&program, &facts).is_some());
        longest = longest.max(program.stmts.len());
        tied += plan::ties(&program).len();
        let is_written = |param: &Param| matches!(param, Param::Mut(..));
        written += usize::from(program.params.iter().any(is_written));
        distinct += program
            .arrays
            .iter()
            .filter(|array| array.distinct.is_some())
            .count();
        for stmt in &program.stmts {
            kinds.insert(match &stmt.op {
                Op::Scan {
                    exclusive: true, ..
                } => "scan_exclusive".to_owned(),
                Op::Segments { kind, .. } => kind.name().to_owned(),
                Op::External { function, .. } => (*function).to_owned(),
                Op::Along(along) => {
                    let text = format!("{:?}", along.form);
                    text.split([' ', '(']).next().unwrap_or("").to_owned()
                }
                op => {
                    let text = format!("{op:?}");
                    text.split([' ', '(']).next().unwrap_or("").to_owned()
                }
            });
        }
    }
    // Twenty-three combinators and what stands beside them, four externals, fourteen ways along an
    // axis, of which one has the name of a combinator, and statements over several axes.
    assert_eq!(kinds.len(), 42, "{kinds:?}");
    assert!(longest >= 16, "{longest}");
    for count in [bounded, written, tied, distinct] {
        assert!(count > 30, "{bounded} {written} {tied} {distinct}");
    }
}

#[test]
fn a_number_means_the_same_program_for_ever() {
    let text: String = programs(20).map(|(_, source)| source).collect();
    assert_eq!(
        text,
        programs(20).map(|(_, source)| source).collect::<String>()
    );
}

mod soak {
    #[test]
    #[ignore = "part of cargo xtask soak"]
    fn more_programs_are_planned_by_everybody() {
        super::planned_by_every_strategy(300);
        super::planned_by_either_solver(300);
    }
}
