//! Programs at random: what is accepted computes what the program computes, and the search finds
//! the best of all partitions.

mod support;

use std::collections::BTreeSet;

use fusus_nests::costs::{Bytes, COSTS, Contract, Cost};
use fusus_nests::optimal::{Limit, Rules, optimal};
use fusus_nests::zpl::{Level, find_loop_structure, is_contractible, is_fusible, zpl, zpl_blocks};
use fusus_nests::{
    Part, Plan, Program, StatementId, Storage, Structure, Vector, check, dependences,
    is_lexicographically_nonnegative,
};
use fusus_rng::Rng;
use support::execute::{expected, planned, written};
use support::partitions::{one_nest, partitions, plan, structures};
use support::random::{Kind, program};

/// Equal regions, without user loops.
const BLOCK: Kind = Kind {
    rank: 2,
    statements: 5,
    regions: false,
    loops: false,
    live: 50,
    reach: 1,
};

fn assert_right(program: &Program, plan: &Plan, what: &str) {
    let text = || format!("{what}\n{program}{}", plan.text(program));
    assert_eq!(check(program, plan), Ok(()), "{}", text());
    assert_eq!(
        planned(program, plan),
        expected(program, plan),
        "{}",
        text()
    );
}

/// The judge accepts a nest exactly if it computes what the program computes.
#[test]
fn distances_decide_which_nests_are_right() {
    let kind = Kind { live: 100, ..BLOCK };
    let (mut legal, mut illegal) = (0, 0);
    for number in 0..200 {
        let program = program(&mut Rng::of(1, number), kind);
        let written = written(&program);
        let distances: Vec<Vector> = dependences(&program)
            .into_iter()
            .map(|it| it.distance)
            .collect();
        for structure in structures(2) {
            let plan = one_nest(&program, &structure);
            let keeps = |distance: &Vector| {
                is_lexicographically_nonnegative(&structure.constrained(distance))
            };
            let is_legal = distances.iter().all(keeps);
            assert_eq!(
                check(&program, &plan).is_ok(),
                is_legal,
                "{program}{structure}"
            );
            let is_right = planned(&program, &plan) == written;
            // A dead store may come in any order; nothing else may.
            assert!(is_right || !is_legal, "{program}{structure}");
            if is_legal {
                legal += 1;
            } else {
                illegal += usize::from(!is_right);
            }
        }
    }
    assert!(legal > 300 && illegal > 300, "{legal} {illegal}");
}

/// FIND-LOOP-STRUCTURE finds a structure exactly if one keeps all distances.
#[test]
fn find_loop_structure_is_complete() {
    let mut sets: Vec<(usize, Vec<Vector>)> = Vec::new();
    let range = |low: i64, high: i64| low..=high;
    let line: Vec<Vector> = range(-2, 2).map(|x| vec![x]).collect();
    let plane: Vec<Vector> = range(-2, 2)
        .flat_map(|x| range(-2, 2).map(move |y| vec![x, y]))
        .collect();
    for (rank, vectors) in [(1, &line), (2, &plane)] {
        for (one, first) in vectors.iter().enumerate() {
            sets.push((rank, vec![first.clone()]));
            for (other, second) in vectors.iter().enumerate().skip(one + 1) {
                sets.push((rank, vec![first.clone(), second.clone()]));
                for third in &vectors[other + 1..] {
                    sets.push((rank, vec![first.clone(), second.clone(), third.clone()]));
                }
            }
        }
    }
    let mut rng = Rng::new(3);
    for _ in 0..3_000 {
        let number = rng.within(1, 5);
        let vector = |rng: &mut Rng| (0..3).map(|_| rng.below(5) as i64 - 2).collect();
        sets.push((3, (0..number).map(|_| vector(&mut rng)).collect()));
    }
    let all: Vec<Vec<Structure>> = (0..=3).map(structures).collect();
    for (rank, distances) in sets {
        let keeps = |structure: &Structure| {
            let mut constrained = distances.iter().map(|it| structure.constrained(it));
            constrained.all(|it| is_lexicographically_nonnegative(&it))
        };
        let found = find_loop_structure(rank, &distances);
        let is_sound = found.as_ref().is_none_or(&keeps);
        assert!(is_sound, "{distances:?}");
        assert_eq!(
            found.is_some(),
            all[rank].iter().any(keeps),
            "{distances:?}"
        );
    }
}

#[test]
fn published_levels_are_right() {
    for number in 0..300 {
        let kind = Kind {
            rank: 1 + (number % 3) as usize,
            regions: number % 2 == 0,
            ..BLOCK
        };
        let program = program(&mut Rng::of(4, number), kind);
        for level in Level::ALL {
            assert_right(&program, &zpl(&program, level), level.name());
        }
    }
}

/// Blocks of programs with user loops: each row alone.
#[test]
fn published_levels_are_right_in_user_loops() {
    for number in 0..100 {
        let kind = Kind {
            loops: true,
            regions: true,
            ..BLOCK
        };
        let program = program(&mut Rng::of(5, number), kind);
        for (block, plan) in zpl_blocks(&program, Level::C2F3) {
            assert_right(&block.program, &plan, "block");
        }
    }
}

#[test]
fn searched_plans_are_right() {
    for number in 0..240 {
        let kind = Kind {
            rank: 1 + (number % 3) as usize,
            regions: number % 2 == 0,
            loops: number % 3 == 0,
            reach: 1 + (number % 2) as i64,
            live: 30,
            ..BLOCK
        };
        let program = program(&mut Rng::of(6, number), kind);
        for rules in [Rules::Carried, Rules::Wide] {
            let cost = COSTS[number as usize % COSTS.len()];
            let best = optimal(&program, rules, cost, Limit(500));
            assert!(best.is_some() || rules == Rules::Carried, "{program}");
            if let Some(best) = best {
                assert_right(&program, &best.plan, &format!("{rules:?} {}", cost.name()));
            }
        }
    }
}

/// With shifts, any block of one rank and region is one nest.
#[test]
fn every_block_is_one_nest_with_shifts() {
    for number in 0..150 {
        let kind = Kind { live: 20, ..BLOCK };
        let program = program(&mut Rng::of(7, number), kind);
        let best = optimal(
            &program,
            Rules::Wide,
            &fusus_nests::costs::Loops,
            Limit::default(),
        );
        let best = best.expect("a plan");
        assert_right(&program, &best.plan, "one nest");
        assert_eq!(best.plan.nests.len(), 1, "{program}");
    }
}

/// A window that loses an element is refused.
#[test]
fn windows_that_are_too_small_are_refused() {
    let mut wrong = 0;
    for number in 0..200 {
        let kind = Kind { live: 20, ..BLOCK };
        let program = program(&mut Rng::of(8, number), kind);
        let best = optimal(&program, Rules::Wide, &Bytes, Limit(500)).expect("a plan");
        for array in program.array_ids() {
            let Storage::Window(window) = best.plan.storage(array) else {
                continue;
            };
            for dimension in 0..window.len() {
                let mut less = window.clone();
                less[dimension] = (less[dimension] - 1).max(1);
                let mut plan = best.plan.clone();
                plan.storage[array.0] = Storage::Window(less);
                let is_right = planned(&program, &plan) == expected(&program, &plan);
                let is_accepted = check(&program, &plan).is_ok();
                assert!(is_right || !is_accepted, "{program}{}", plan.text(&program));
                wrong += usize::from(!is_right);
            }
        }
    }
    assert!(wrong > 30, "{wrong}");
}

/// A plan that the judge accepts is right: plans at random, most of them illegal.
#[test]
fn accepted_plans_are_right() {
    let mut accepted = 0;
    for number in 0..3_000 {
        let mut rng = Rng::of(10, number);
        let kind = Kind {
            statements: 3,
            regions: number % 2 == 0,
            loops: number % 3 == 0,
            live: 20,
            ..BLOCK
        };
        let program = program(&mut rng, kind);
        let plan = any_plan(&mut rng, &program);
        if check(&program, &plan).is_ok() {
            accepted += 1;
            assert_right(&program, &plan, "any");
        }
    }
    assert!(accepted > 100, "{accepted}");
}

/// A plan at random: neighbouring statements share nests, and windows have any size.
fn any_plan(rng: &mut Rng, program: &Program) -> Plan {
    let mut groups: Vec<Vec<StatementId>> = Vec::new();
    for id in program.ids() {
        match groups.last_mut() {
            Some(group) if rng.percent(70) => group.push(id),
            _ => groups.push(vec![id]),
        }
    }
    let groups: Vec<_> = groups
        .into_iter()
        .map(|group| (group, rng.pick(&structures(2)).clone()))
        .collect();
    let mut plan = plan(program, &groups);
    for nest in &mut plan.nests {
        if rng.percent(30) {
            let inner = nest.outer.0.split_off(1);
            let statements = nest.parts[0].statements.clone();
            let part = |id: StatementId| Part {
                statements: vec![id],
                inner: Structure(inner.clone()),
            };
            nest.parts = statements.into_iter().map(part).collect();
        }
    }
    for shift in plan.shifts.iter_mut().flatten() {
        *shift = if rng.percent(80) {
            0
        } else {
            rng.below(3) as i64 - 1
        };
    }
    for storage in &mut plan.storage {
        if rng.percent(60) {
            *storage = Storage::Window((0..2).map(|_| *rng.pick(&[1, 1, 2, 3, 5])).collect());
        }
    }
    plan
}

/// The greatest benefit of contraction over all fusion partitions, by definitions 5 and 6.
fn best_partition(program: &Program, cost: &dyn Cost) -> Vec<u128> {
    let dependences = dependences(program);
    let mut best: Option<Vec<u128>> = None;
    for partition in partitions(program.statements.len()) {
        if !partition
            .iter()
            .all(|group| is_fusible(program, &dependences, group))
        {
            continue;
        }
        let of = |id: StatementId| partition.iter().position(|group| group.contains(&id));
        let edges: BTreeSet<_> = dependences
            .iter()
            .map(|it| (of(it.from), of(it.to)))
            .collect();
        let mut rest: Vec<usize> = (0..partition.len()).collect();
        while let Some(ready) = rest.iter().position(|&group| {
            let into = edges
                .iter()
                .filter(|it| it.1 == Some(group) && it.0 != it.1);
            into.filter(|it| it.0.is_some_and(|from| rest.contains(&from)))
                .count()
                == 0
        }) {
            rest.remove(ready);
        }
        if !rest.is_empty() {
            continue;
        }
        let groups: Vec<_> = partition
            .iter()
            .map(|group| (group.clone(), structures(2)[0].clone()))
            .collect();
        let mut plan = plan(program, &groups);
        for array in program.array_ids() {
            let nests: BTreeSet<_> = program
                .statements_of(array)
                .into_iter()
                .map(|id| plan.nest_of(id))
                .collect();
            if nests.len() == 1
                && is_contractible(program, &dependences, array)
                && program.references_to(array).iter().any(|it| it.is_write())
            {
                plan.storage[array.0] = Storage::Window(vec![1, 1]);
            }
        }
        let cost = cost.of(program, &dependences, &plan);
        if best.as_ref().is_none_or(|best| cost < *best) {
            best = Some(cost);
        }
    }
    best.expect("the trivial partition")
}

#[test]
fn the_search_finds_the_best_of_all_partitions() {
    let (mut greedy_loses, mut programs) = (0, 0);
    for number in 0..150 {
        let program = program(&mut Rng::of(9, number), BLOCK);
        if program.statements.len() > 7 {
            continue;
        }
        for &cost in COSTS {
            let found = optimal(&program, Rules::Published, cost, Limit(1_000_000));
            let found = found.expect("a plan");
            assert!(found.is_proven);
            assert_right(&program, &found.plan, cost.name());
            let best = best_partition(&program, cost);
            assert_eq!(found.cost, best, "{}\n{program}", cost.name());
        }
        let greedy = zpl(&program, Level::C2);
        let greedy = Contract.of(&program, &dependences(&program), &greedy);
        greedy_loses += usize::from(greedy > best_partition(&program, &Contract));
        programs += 1;
    }
    assert!(programs > 80, "{programs}");
    println!("greedy loses {greedy_loses} of {programs}");
}
