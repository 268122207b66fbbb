//! A form that is wrong on purpose is found, and its program made small.

use fusus_random::bench::{Bench, Speed, Verdict};
use fusus_random::emit::{self, Prepared};
use fusus_random::generate;
use fusus_random::judge::{Failure, Judge};
use fusus_random::program::{Op, Program};
use fusus_random::render;
use fusus_random::shrink::shrink;

fn has_exclusive_scan(program: &Program) -> bool {
    let exclusive = |op: &Op| {
        matches!(
            op,
            Op::Scan {
                exclusive: true,
                ..
            }
        )
    };
    program.stmts.iter().any(|stmt| exclusive(&stmt.op))
}

/// A program of a dozen statements, among them an exclusive scan.
fn long() -> Program {
    (0..)
        .map(|number| generate::program(11, number))
        .find(|program| program.stmts.len() >= 12 && !program.small && has_exclusive_scan(program))
        .expect("there are infinitely many")
}

/// The same form, with an inclusive scan instead.
const SABOTAGE: (&str, &str) = ("scan_exclusive(", "scan(");

fn verdict(bench: &Bench, prepared: &Prepared) -> Verdict {
    let name = prepared.program.name.clone();
    bench
        .build(std::slice::from_ref(prepared), Speed::Checked)
        .unwrap_or_else(|what| panic!("{what}"))
        .run(&[name])
        .remove(0)
        .1
}

#[test]
fn a_wrong_form_is_found_and_made_small() {
    let bench = Bench::new("sabotage", 2).expect("a place below target");
    let mut prepared = emit::prepare(long(), 5, false).expect("it compiles");
    assert!(
        matches!(verdict(&bench, &prepared), Verdict::Right(_)),
        "without sabotage all forms agree"
    );

    prepared.sabotage = Some(SABOTAGE);
    let Verdict::Wrong(what) = verdict(&bench, &prepared) else {
        panic!("the wrong form is not found");
    };
    assert!(what.contains("should be"), "{what}");
    let judge = Judge {
        bench: &bench,
        speed: Speed::Checked,
        seed: 5,
        on_device: false,
        sabotage: Some(SABOTAGE),
    };
    let (smallest, failure) = judge.smallest(&prepared.program, &Failure::Wrong(what));
    let source = render::conformance(&smallest);
    assert!(has_exclusive_scan(&smallest), "{source}");
    assert!(smallest.stmts.len() <= 2, "{source}");
    assert!(smallest.params.len() <= 2, "{source}");
    // Inputs are small as well, so that they are printed.
    let text = failure.text();
    assert!(text.contains(" of 1 elements"), "{text}");
}

#[test]
fn what_makes_a_program_fail_is_all_that_remains() {
    let mut asked = 0;
    let smallest = shrink(long(), 1, 10_000, &mut |programs| {
        asked += 1;
        has_exclusive_scan(&programs[0]).then_some(0)
    });
    let source = render::source(&smallest);
    assert_eq!(smallest.stmts.len(), 1, "{source}");
    assert_eq!(smallest.result.len(), 1, "{source}");
    assert!(asked > 5);
    // What is left is a program still.
    assert!(emit::prepare(smallest, 0, false).is_ok(), "{source}");
}

#[test]
fn what_never_fails_stays_as_it_is() {
    let program = long();
    let same = shrink(program.clone(), 4, 50, &mut |_| None);
    assert_eq!(render::source(&same), render::source(&program));
}
