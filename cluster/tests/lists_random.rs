//! Random lists of operations: every partition is legal by the letter, and the optimum is what an
//! exhaustive search finds.

mod support;

use fusus_cluster::graph::Graph;
use fusus_cluster::operations::{List, Loop, Operation, Piece, Reductions, View};
use fusus_cluster::{Clustering, Limit, PARTITIONERS, check, cost};
use fusus_rng::Rng;
use support::letter::{Letter, Unit};

const COSTS: [&str; 5] = ["bytes", "traffic", "contract", "locality", "weighted"];

/// A random view of a base of twelve elements over some positions.
fn view(rng: &mut Rng, base: usize, shape: &[usize]) -> View {
    if shape == [2, 2] {
        let offset = rng.below(3);
        let strides = rng.pick(&[[4, 1], [2, 1], [1, 4], [0, 1]]).to_vec();
        return View {
            base,
            offset,
            shape: shape.to_vec(),
            strides,
        };
    }
    let offset = *rng.pick(&[0, 0, 1, 6]);
    let strides = match offset {
        6 => vec![-1],
        _ => rng.pick(&[[1], [1], [1], [2], [0]]).to_vec(),
    };
    View {
        base,
        offset,
        shape: shape.to_vec(),
        strides,
    }
}

/// A random list of so many loops, with operations that free and show memory.
fn list(rng: &mut Rng, loops: usize) -> List {
    let mut list = List::default();
    let mut alive: Vec<usize> = Vec::new();
    for number in 0..2 {
        list.bases.push(Piece {
            label: format!("in{number}"),
            element: 1 + rng.below(2) as u64,
        });
        alive.push(number);
    }
    let shapes = [vec![4], vec![4], vec![5], vec![2, 2]];
    let mut made = 0;
    while made < loops {
        let kinds = 2 + rng.below(3);
        let shape = rng.pick(&shapes[..kinds]).clone();
        let bases: Vec<usize> = (0..rng.below(3)).map(|_| *rng.pick(&alive)).collect();
        let reads = bases.iter().map(|base| view(rng, *base, &shape)).collect();
        let reduces = rng.percent(15);
        let fresh = rng.percent(60);
        let base = match fresh {
            true => list.bases.len(),
            false => *rng.pick(&alive),
        };
        let written = match (reduces, fresh) {
            (true, _) => View {
                offset: rng.below(2),
                ..View::whole(base, &[1])
            },
            (false, true) => View::whole(base, &shape),
            (false, false) => view(rng, base, &shape),
        };
        let work = Loop {
            label: format!("v{made}"),
            shape,
            reads,
            creates: Vec::from_iter(fresh.then_some(base)),
            writes: vec![written],
            reduces,
        };
        // As many elements are written as there are positions.
        let injective = reduces || !work.writes[0].strides.contains(&0);
        if !injective || !work.is_data_parallel() {
            continue;
        }
        if fresh {
            list.bases.push(Piece {
                label: format!("t{base}"),
                element: 1 + rng.below(2) as u64,
            });
            alive.push(base);
        }
        list.operations.push(Operation::Loop(work));
        made += 1;
        if rng.percent(40) && alive.len() > 2 {
            let base = alive.remove(2 + rng.below(alive.len() - 2));
            if rng.percent(15) {
                list.operations.push(Operation::Show { base });
            }
            list.operations.push(Operation::Free { base });
        }
    }
    list
}

fn blocks(clustering: &Clustering) -> Vec<Vec<usize>> {
    let clusters = clustering.clusters().iter();
    clusters
        .map(|cluster| cluster.iter().map(|node| node.0).collect())
        .collect()
}

fn lists(count: u64, loops: std::ops::Range<usize>) -> impl Iterator<Item = (u64, List)> {
    (0..count).map(move |seed| {
        let mut rng = Rng::new(seed);
        let loops = loops.start + rng.below(loops.len());
        (seed, list(&mut rng, loops))
    })
}

/// Solves by every partitioner, and holds each result against the letter. Returns their costs.
fn solve_all(letter: &Letter<'_>, graph: &Graph, by: &str, what: &str) -> Vec<u64> {
    let cost = cost(by).expect("it is listed");
    let prices = PARTITIONERS.iter().map(|partitioner| {
        let what = format!("{what}: {} by {by}", partitioner.name());
        let solution = partitioner.cluster(graph, &*cost, Limit::default());
        assert_eq!(check(graph, &solution.clustering), Ok(()), "{what}");
        let blocks = blocks(&solution.clustering);
        assert!(letter.is_legal(&blocks), "{what}");
        assert_eq!(
            letter.cost(by, &blocks),
            solution.objective as i64,
            "{what}"
        );
        assert!(solution.lower_bound <= solution.objective, "{what}");
        solution.objective
    });
    prices.collect()
}

#[test]
fn the_optimum_is_what_exhaustive_search_finds() {
    let (mut frees, mut shows, mut totals, mut saved) = (0, 0, 0, 0);
    for (seed, list) in lists(400, 2..7) {
        let reductions = if seed % 3 == 0 {
            Reductions::Many
        } else {
            Reductions::One
        };
        let letter = Letter::new(&list, reductions, Unit::Bytes);
        let graph = list.graph(reductions);
        for by in COSTS {
            let prices = solve_all(&letter, &graph, by, &format!("seed {seed}"));
            let least = letter.cheapest(by, &|_| true);
            let best = *prices.last().expect("there are partitioners");
            assert_eq!(best as i64, least, "seed {seed}: {by}\n{list:#?}");
            saved += prices[0] - best;
        }
        for operation in &list.operations {
            match operation {
                Operation::Free { .. } => frees += 1,
                Operation::Show { .. } => shows += 1,
                Operation::Loop(work) => totals += usize::from(work.reduces),
            }
        }
    }
    assert!(
        frees > 300 && shows > 30 && totals > 100 && saved > 5_000,
        "{frees} {shows} {totals} {saved}"
    );
}

#[test]
fn every_partitioner_is_legal_and_none_beats_the_optimum() {
    for (seed, list) in lists(60, 8..16) {
        let letter = Letter::new(&list, Reductions::One, Unit::Bytes);
        let graph = list.graph(Reductions::One);
        for by in COSTS {
            let prices = solve_all(&letter, &graph, by, &format!("seed {seed}"));
            let best = prices.last().expect("there are partitioners");
            assert!(
                prices.iter().all(|price| price >= best),
                "seed {seed}: {by} {prices:?}"
            );
            assert!(
                prices.iter().all(|price| *price <= prices[0]),
                "seed {seed}: {by} {prices:?}"
            );
        }
    }
}

/// More operations than the search takes at once.
#[test]
fn lists_of_any_length_are_partitioned() {
    for (seed, list) in lists(3, 150..220) {
        let graph = list.graph(Reductions::One);
        for by in COSTS {
            let cost = cost(by).expect("it is listed");
            let mut least = u64::MAX;
            for partitioner in PARTITIONERS {
                let limit = Limit::seconds(0.2);
                let solution = partitioner.cluster(&graph, &*cost, limit);
                let name = partitioner.name();
                assert_eq!(
                    check(&graph, &solution.clustering),
                    Ok(()),
                    "seed {seed}: {name} by {by}"
                );
                if name == "optimal" {
                    assert!(solution.objective <= least, "seed {seed}: {by}");
                    assert!(
                        solution.lower_bound <= solution.objective,
                        "seed {seed}: {by}"
                    );
                }
                least = least.min(solution.objective);
            }
        }
    }
}
