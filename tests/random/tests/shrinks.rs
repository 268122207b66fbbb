//! A form that is wrong on purpose is found, and its program made small.

use fusus_random::bench::{Bench, Speed, Verdict};
use fusus_random::case::{DEVICE, PROCESSES};
use fusus_random::emit::{self, Place, Prepared, Sabotage};
use fusus_random::generate;
use fusus_random::judge::{Failure, Judge};
use fusus_random::plan::Places;
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

/// One place beside this process, or none.
fn at(place: Place) -> Places {
    Places {
        device: place == Place::Device,
        processes: place == Place::Processes,
    }
}

/// A program of so many statements at least, among them an exclusive scan, that
/// devices and processes can run.
fn long(stmts: usize) -> Program {
    (0..)
        .map(|number| generate::program(11, number))
        .filter(|program| program.stmts.len() >= stmts && !program.small)
        .filter(has_exclusive_scan)
        .find(|program| {
            let prepared = emit::prepare(program.clone(), 5, at(Place::Here));
            let plans = prepared.expect("it compiles").plans;
            plans.device.is_ok() && plans.processes.is_ok()
        })
        .expect("there are infinitely many")
}

/// One form of a program that has an inclusive scan instead is found, and the
/// program made small. Its failure is returned.
fn found_and_made_small(name: &str, stmts: usize, place: Place) -> String {
    let bench = Bench::new(name, 2).expect("a place below target");
    let mut prepared = emit::prepare(long(stmts), 5, at(place)).expect("it compiles");
    let verdict = |prepared: Prepared| {
        let name = prepared.program.name.clone();
        bench
            .build(&[prepared], Speed::Checked)
            .unwrap_or_else(|what| panic!("{what}"))
            .run(&[name])
            .remove(0)
            .1
    };
    let without = verdict(prepared.clone());
    assert!(matches!(without, Verdict::Right(_)), "{without:?}");

    let sabotage = Some(Sabotage {
        right: "scan_exclusive(",
        wrong: "scan(",
        at: place,
    });
    prepared.sabotage = sabotage;
    let Verdict::Wrong(what) = verdict(prepared.clone()) else {
        panic!("the wrong form is not found");
    };
    assert!(what.contains("should be"), "{what}");
    let judge = Judge {
        bench: &bench,
        speed: Speed::Checked,
        seed: 5,
        places: at(place),
        sabotage,
    };
    let (smallest, failure) = judge.smallest(&prepared.program, &Failure::Wrong(what));
    let source = render::conformance(&smallest);
    assert!(has_exclusive_scan(&smallest), "{source}");
    assert!(smallest.stmts.len() <= 2, "{source}");
    assert!(smallest.params.len() <= 2, "{source}");
    // Inputs are small as well, so that they are printed.
    let text = failure.text();
    assert!(text.contains(" of 1 elements"), "{text}");
    text
}

#[test]
fn what_makes_a_program_fail_is_all_that_remains() {
    let mut asked = 0;
    let smallest = shrink(long(12), 1, 10_000, &mut |programs| {
        asked += 1;
        has_exclusive_scan(&programs[0]).then_some(0)
    });
    let source = render::source(&smallest);
    assert_eq!(smallest.stmts.len(), 1, "{source}");
    assert_eq!(smallest.result.len(), 1, "{source}");
    assert!(asked > 5);
    // The rest is a program still.
    assert!(
        emit::prepare(smallest, 0, Places::default()).is_ok(),
        "{source}"
    );
}

#[test]
fn what_never_fails_stays_as_it_is() {
    let program = long(12);
    let same = shrink(program.clone(), 4, 50, &mut |_| None);
    assert_eq!(render::source(&same), render::source(&program));
}

/// Tests that compile a program dozens of times.
mod soak {
    use super::*;

    #[test]
    #[ignore = "part of cargo xtask soak"]
    fn a_wrong_form_is_found_and_made_small() {
        let text = found_and_made_small("sabotage", 12, Place::Here);
        assert!(!text.contains(DEVICE), "{text}");
    }

    #[test]
    #[ignore = "part of cargo xtask soak"]
    fn a_wrong_form_on_the_device_is_found_and_made_small() {
        // Devices take their time to compile.
        let text = found_and_made_small("device", 6, Place::Device);
        assert!(text.starts_with(DEVICE), "{text}");
    }

    #[test]
    #[ignore = "part of cargo xtask soak"]
    fn a_wrong_form_over_processes_is_found_and_made_small() {
        let text = found_and_made_small("processes", 12, Place::Processes);
        assert!(text.starts_with(PROCESSES), "{text}");
    }
}
