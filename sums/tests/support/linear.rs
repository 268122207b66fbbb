//! The least memory by integer linear programming, with legality as lazy cuts.
//!
//! A node has one binary column for each set of loops that it may share with its parent. The
//! column's weight is the elements of its array under that set, so that memory is a linear function
//! of the columns. Two loops that overlap are excluded only after a solution had them.

use fusus_sums::lam::{Chain, Expression, Fusion, NodeId, Violation, check};
use fusus_sums::{Index, IndexSet};
use good_lp::{
    Expression as Sum, Solution, SolverModel, Variable, constraint, variable, variables,
};

/// The least memory, and the number of cuts that it took to prove it.
pub fn least(expression: &Expression) -> (u128, usize) {
    let mut cuts: Vec<(Chain, Chain)> = Vec::new();
    loop {
        let fusion = relaxed(expression, &cuts);
        match check(expression, &fusion) {
            Ok(()) => return (expression.memory(&fusion), cuts.len()),
            Err(Violation::Overlap(one, other)) => {
                let cut = (one, other);
                assert!(!cuts.contains(&cut), "a cut that excludes nothing: {cut:?}");
                cuts.push(cut);
            }
            Err(other) => panic!("{other}"),
        }
    }
}

/// The fusion with the least memory in which none of the pairs of loops occur.
fn relaxed(expression: &Expression, cuts: &[(Chain, Chain)]) -> Fusion {
    let mut columns = variables!();
    let chosen: Vec<Vec<(IndexSet, Variable)>> = expression
        .ids()
        .map(|id| {
            let sets = expression.shareable(id).subsets();
            sets.map(|set| (set, columns.add(variable().binary())))
                .collect()
        })
        .collect();
    let memory = expression.ids().flat_map(|id| {
        let weight = move |set| expression.elements(id, set) as f64;
        chosen[id.0]
            .iter()
            .map(move |&(set, column)| weight(set) * column)
    });
    let mut model = columns
        .minimise(memory.sum::<Sum>())
        .using(good_lp::microlp);
    for node in &chosen {
        let one: Sum = node.iter().map(|&(_, column)| column).sum();
        model.add_constraint(constraint!(one == 1));
    }
    let fused = |node: NodeId, index: Index| -> Sum {
        let sets = chosen[node.0].iter().filter(|(set, _)| set.contains(index));
        sets.map(|&(_, column)| column).sum()
    };
    for (one, other) in cuts {
        // One of the two loops is another one: shorter, as a node no longer shares it, or longer.
        let mut others = Sum::from(0);
        for chain in [one, other] {
            for id in expression
                .ids()
                .filter(|&id| expression.shareable(id).contains(chain.index))
            {
                let parent = expression
                    .parent(id)
                    .unwrap_or(NodeId(expression.nodes().len()));
                match (chain.scope.contains(&id), chain.scope.contains(&parent)) {
                    (true, true) => others += 1 - fused(id, chain.index),
                    (false, false) => {}
                    _ => others += fused(id, chain.index),
                }
            }
        }
        model.add_constraint(constraint!(others >= 1));
    }
    let solution = model.solve().expect("the fusion of nothing is a solution");
    let sets = chosen.iter().map(|node| {
        let mut sets = node
            .iter()
            .filter(|(_, column)| solution.value(*column) > 0.5);
        sets.next().expect("one set of loops").0
    });
    Fusion(sets.collect())
}
