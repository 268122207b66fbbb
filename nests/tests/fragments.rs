//! Figures 2 and 5 of the paper.

mod support;

use fusus_nests::costs::{Bytes, Contract};
use fusus_nests::optimal::{Limit, Rules, optimal};
use fusus_nests::zpl::{Level, find_loop_structure, zpl};
use fusus_nests::{
    Insertion, Kind, Plan, Program, StatementId, Storage, Vector, Violation, check, dependences,
    parse,
};
use support::execute::{expected, planned, written};
use support::fragments::{FRAGMENTS, figure_2, fragment};
use support::partitions::{one_nest, plan, structures};

fn normal(name: &str) -> Program {
    fragment(name).normalised(Insertion::Always)
}

fn dependences_text(program: &Program) -> Vec<String> {
    let text = dependences(program).into_iter().map(|it| {
        let kind = match it.kind {
            Kind::Flow => "flow",
            Kind::Anti => "anti",
            Kind::Output => "output",
        };
        let (from, to) = (it.from.0 + 1, it.to.0 + 1);
        let name = &program.array(it.array).name;
        format!("{from}→{to} {name} {:?} {kind}", it.distance)
    });
    text.collect()
}

/// Runs a plan that the judge accepts, and compares what it computes.
fn assert_right(program: &Program, plan: &Plan) {
    assert_eq!(check(program, plan), Ok(()), "{}", plan.text(program));
    let text = || format!("{program}{}", plan.text(program));
    assert_eq!(
        planned(program, plan),
        expected(program, plan),
        "{}",
        text()
    );
}

#[test]
fn figure_2_has_one_structure() {
    let program = figure_2();
    assert_eq!(
        dependences_text(&program),
        [
            "1→2 A [0, 1] flow",
            "1→3 B [-1, 0] anti",
            "1→3 A [1, -1] flow"
        ]
    );
    let distances: [Vector; 2] = [vec![1, -1], vec![-1, 0]];
    let structure = find_loop_structure(2, &distances).expect("there is one");
    assert_eq!(structure.to_string(), "(-2,-1)");
    let constrained = distances.map(|distance| structure.constrained(&distance));
    assert_eq!(constrained, [[1, -1], [0, 1]]);
    let right = structures(2).into_iter().filter(|structure| {
        let groups = [
            (vec![StatementId(0), StatementId(2)], structure.clone()),
            (vec![StatementId(1)], structures(2)[0].clone()),
        ];
        let plan = plan(&program, &groups);
        let is_right = planned(&program, &plan) == written(&program);
        assert_eq!(check(&program, &plan).is_ok(), is_right);
        is_right
    });
    let right: Vec<String> = right.map(|it| it.to_string()).collect();
    assert_eq!(right, ["(-2,-1)"]);
}

#[test]
fn figure_2_by_levels() {
    let program = figure_2();
    let clusters = |level| {
        let plan = zpl(&program, level);
        assert_right(&program, &plan);
        plan.clusters_text()
    };
    assert_eq!(clusters(Level::C2), "{1} (1,2) {2} (1,2) {3} (1,2)");
    assert_eq!(clusters(Level::C2F3), "{1} (1,2) {2} (1,2) {3} (1,2)");
    assert_eq!(clusters(Level::C2F4), "{1} (1,2) {2,3} (1,2)");
}

#[test]
fn dependences_of_the_fragments() {
    let none: [&str; 0] = [];
    assert_eq!(dependences_text(&normal("1")), none);
    assert_eq!(dependences_text(&normal("2")), none);
    for name in ["3", "3 with B live"] {
        assert_eq!(dependences_text(&normal(name)), ["1→2 C [-1, 0] anti"]);
    }
    assert_eq!(
        dependences_text(&normal("4")),
        ["1→2 A [0, 0] anti", "1→2 _1 [0, 0] flow"]
    );
    assert_eq!(
        dependences_text(&normal("5")),
        ["1→2 A [-1, 0] anti", "1→2 _1 [0, 0] flow"]
    );
    assert_eq!(dependences_text(&normal("6")), ["1→2 B [0, 0] flow"]);
    for name in ["7", "7 with B live"] {
        assert_eq!(
            dependences_text(&normal(name)),
            ["1→2 C [-1, 0] anti", "1→2 B [0, 0] flow"]
        );
    }
    assert_eq!(
        dependences_text(&normal("8")),
        [
            "1→3 T1 [-1, 0] flow",
            "2→3 T2 [-1, 0] flow",
            "3→4 A [1, 0] anti",
            "3→4 _1 [0, 0] flow"
        ]
    );
}

/// The nest of each fragment, and what is contracted in it.
#[test]
fn fragments_1_to_7_are_one_nest() {
    for (name, structure, contracted) in [
        ("1", "(1,2)", &["B"][..]),
        ("2", "(1,2)", &["B"]),
        ("3", "(-1,2)", &["B"]),
        ("3 with B live", "(-1,2)", &[]),
        ("4", "(1,2)", &["_1"]),
        ("5", "(-1,2)", &["_1"]),
        ("6", "(1,2)", &["B"]),
        ("7", "(-1,2)", &["B"]),
        ("7 with B live", "(-1,2)", &[]),
    ] {
        let program = normal(name);
        for plan in [
            zpl(&program, Level::C2F3),
            optimal(&program, Rules::Published, &Bytes, Limit::default())
                .expect("a plan")
                .plan,
        ] {
            assert_right(&program, &plan);
            assert_eq!(
                plan.clusters_text(),
                format!("{{1,2}} {structure}"),
                "{name}"
            );
            assert_eq!(plan.contracted(&program), contracted, "{name}");
        }
    }
}

#[test]
fn fragments_under_all_structures() {
    let any = [
        "(1,2)", "(1,-2)", "(-1,2)", "(-1,-2)", "(2,1)", "(2,-1)", "(-2,1)", "(-2,-1)",
    ];
    let last_row_first = ["(-1,2)", "(-1,-2)", "(2,-1)", "(-2,-1)"];
    for (name, expected) in [
        ("1", &any[..]),
        ("2", &any),
        ("3 with B live", &last_row_first),
        ("4", &any),
        ("5", &last_row_first),
        ("6", &any),
        ("7", &last_row_first),
        ("7 with B live", &last_row_first),
    ] {
        let program = normal(name);
        let right = structures(2).into_iter().filter(|structure| {
            let plan = one_nest(&program, structure);
            let is_right = planned(&program, &plan) == written(&program);
            assert_eq!(
                check(&program, &plan).is_ok(),
                is_right,
                "{name} {structure}"
            );
            is_right
        });
        let mut right: Vec<String> = right.map(|it| it.to_string()).collect();
        let mut expected: Vec<String> = expected.iter().map(|&it| it.to_owned()).collect();
        right.sort();
        expected.sort();
        assert_eq!(right, expected, "{name}");
    }
}

/// With B dead, fragment 3 has no wrong order: nothing that is read differs.
#[test]
fn fragment_3_with_b_dead_is_right_in_any_order() {
    let program = normal("3");
    let b = program.array_named("B").expect("an array").0;
    for structure in structures(2) {
        let mut plan = one_nest(&program, &structure);
        plan.storage[b] = Storage::Window(vec![1, 1]);
        assert_eq!(planned(&program, &plan), expected(&program, &plan));
    }
}

#[test]
fn levels_at_which_fragments_fuse() {
    let fused = |name: &str| {
        let program = normal(name);
        let levels = Level::ALL.into_iter().filter(|&level| {
            let plan = zpl(&program, level);
            assert_right(&program, &plan);
            plan.nests.len() == 1
        });
        levels.map(Level::name).collect::<Vec<_>>().join(" ")
    };
    for name in ["1", "2", "3"] {
        assert_eq!(fused(name), "f3 c2+f3 c2+f4", "{name}");
    }
    for name in ["4", "5"] {
        assert_eq!(fused(name), "f1 c1 f2 f3 c2 c2+f3 c2+f4", "{name}");
    }
    for name in ["6", "7"] {
        assert_eq!(fused(name), "f2 f3 c2 c2+f3 c2+f4", "{name}");
    }
}

#[test]
fn fragment_8_and_its_variants() {
    for (name, clusters, contracted) in [
        ("8", "{1,2} (1,2) {3,4} (1,2)", &["_1"][..]),
        ("8a", "{1,2,3,4} (1,2)", &["T1", "T2", "_1"]),
        ("8b", "{1,2,3} (1,2) {4} (1,2)", &["T1", "T2"]),
        ("8c", "{1,2,3} (1,2) {4} (1,2)", &["T1", "T2"]),
    ] {
        let program = normal(name);
        let plan = zpl(&program, Level::C2F3);
        assert_right(&program, &plan);
        assert_eq!(plan.clusters_text(), clusters, "{name}");
        assert_eq!(plan.contracted(&program), contracted, "{name}");
        let best = optimal(&program, Rules::Published, &Contract, Limit::default());
        let best = best.expect("a plan");
        assert!(best.is_proven);
        assert_right(&program, &best.plan);
        assert_eq!(best.plan.contracted(&program), contracted, "{name}");
    }
}

#[test]
fn fragment_8_with_carried_flow_keeps_windows_of_two_rows() {
    let program = normal("8");
    let best = optimal(&program, Rules::Carried, &Contract, Limit::default()).expect("a plan");
    assert!(best.is_proven);
    assert_right(&program, &best.plan);
    assert_eq!(best.plan.clusters_text(), "{1,2,3} (-1,2) {4} (1,2)");
    assert_eq!(best.plan.contracted(&program), ["T1", "T2"]);
    for name in ["T1", "T2"] {
        let id = program.array_named(name).expect("an array");
        assert_eq!(
            best.plan.storage(id),
            &Storage::Window(vec![2, 5]),
            "{name}"
        );
        // Nothing smaller is enough.
        for window in [[1, 1], [1, 5], [2, 4], [2, 1]] {
            let mut plan = best.plan.clone();
            plan.storage[id.0] = Storage::Window(window.to_vec());
            assert_eq!(check(&program, &plan), Err(Violation::Window(id)));
            assert_ne!(planned(&program, &plan), expected(&program, &plan));
        }
    }
}

#[test]
fn fragment_8_with_shifts_is_one_nest_of_scalars() {
    let program = normal("8");
    let best = optimal(&program, Rules::Wide, &Bytes, Limit::default()).expect("a plan");
    assert!(best.is_proven);
    assert_right(&program, &best.plan);
    assert_eq!(best.plan.clusters_text(), "{1,2,3,4} (1,2)");
    assert_eq!(best.plan.contracted(&program), ["T1", "T2", "_1"]);
    for name in ["T1", "T2", "_1"] {
        let id = program.array_named(name).expect("an array");
        assert_eq!(
            best.plan.storage(id),
            &Storage::Window(vec![1, 1]),
            "{name}"
        );
    }
}

#[test]
fn every_fragment_is_one_nest_by_wide_rules() {
    for (name, _) in FRAGMENTS {
        let program = normal(name);
        let best = optimal(&program, Rules::Wide, &Bytes, Limit::default()).expect("a plan");
        assert!(best.is_proven, "{name}");
        assert_right(&program, &best.plan);
        assert_eq!(best.plan.nests.len(), 1, "{name}");
    }
}

/// Figure 1: a row of Tomcatv's forward sweep.
#[test]
fn figure_1_is_one_nest_without_temporaries() {
    let text = "live D Rx Ry\n\
                for 1 up [2..9, 1..6]\n\
                R := AA * D@(-1,0)\n\
                D := 1 / (DD - AA@(-1,0) * R)\n\
                Rx := Rx - Rx@(-1,0) * R\n\
                Ry := Ry - Ry@(-1,0) * R\n\
                end";
    let program = parse(text, &[])
        .expect("a program")
        .normalised(Insertion::WhereMoved);
    let blocks = program.blocks();
    assert_eq!(blocks.len(), 1);
    let row = &blocks[0].program;
    // The rows at -1 do not meet the row that is written.
    assert!(dependences(row).iter().all(|it| it.is_null()));
    let plan = zpl(row, Level::C2);
    assert_right(row, &plan);
    assert_eq!(plan.clusters_text(), "{1,2,3,4,5,6} (1,2)");
    assert_eq!(plan.contracted(row), ["R", "_1", "_2"]);
    for structure in structures(2) {
        assert_eq!(check(row, &one_nest(row, &structure)), Ok(()));
    }
    // As a whole, the user's loop is a nest of its own, in its own direction.
    let best = optimal(&program, Rules::Wide, &Bytes, Limit::default()).expect("a plan");
    assert_right(&program, &best.plan);
    assert_eq!(best.plan.clusters_text(), "{1,2,3,4,5,6} (1,2)");
    assert_eq!(best.plan.contracted(&program), ["R", "_1", "_2"]);
}

/// A greedy choice that loses: T has the largest weight, and excludes T1 and T2, which together
/// weigh more.
#[test]
fn optimal_wins_where_greedy_loses() {
    let text = "live A E\n[1..n,1..m] T1 := A@(-1,0)\n[1..n,1..m] T2 := A@(-1,0)\n\
                [1..n,1..m] T := A@(1,0) + T1 + T2\n[1..n,1..m] A := T + T";
    let program = parse(text, &[("n", 4), ("m", 5)]).expect("a program");
    let greedy = zpl(&program, Level::C2F3);
    assert_right(&program, &greedy);
    assert_eq!(greedy.contracted(&program), ["T"]);
    let best = optimal(&program, Rules::Published, &Contract, Limit::default()).expect("a plan");
    assert!(best.is_proven);
    assert_right(&program, &best.plan);
    assert_eq!(best.plan.contracted(&program), ["T1", "T2"]);
}

/// A blur of two stages: rows outermost, three rows; columns outermost, three elements of one.
#[test]
fn windows_of_a_blur() {
    let text = "live Q\n[0..9,1..8] H := P@(0,-1) + P + P@(0,1)\n\
                [1..8,1..8] Q := H@(-1,0) + H + H@(1,0)";
    let program = parse(text, &[]).expect("a program");
    let best = optimal(&program, Rules::Wide, &Bytes, Limit::default()).expect("a plan");
    assert_right(&program, &best.plan);
    let h = program.array_named("H").expect("an array");
    assert_eq!(best.plan.storage(h), &Storage::Window(vec![3, 8]));
    assert_eq!(
        best.plan.text(&program),
        "for 1 from 0 to 9\n  for 2 from 1 to 8\n    H := f(P@(0,-1), P, P@(0,1))\n    \
         Q := f(H@(-1,0), H, H@(1,0))  later by (1,0)\nH: a window of 3 × 8\n"
    );
}
