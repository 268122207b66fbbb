//! All partitions of a few statements, and nests made by hand.

use fusus_nests::{Nest, Part, Plan, Program, StatementId, Storage, Structure};

/// All partitions of the statements below a number.
pub fn partitions(statements: usize) -> Vec<Vec<Vec<StatementId>>> {
    let mut all = vec![Vec::new()];
    for id in (0..statements).map(StatementId) {
        let extended = |partition: Vec<Vec<StatementId>>| {
            (0..=partition.len()).map(move |position| {
                let mut partition = partition.clone();
                match partition.get_mut(position) {
                    Some(group) => group.push(id),
                    None => partition.push(vec![id]),
                }
                partition
            })
        };
        all = all.into_iter().flat_map(extended).collect();
    }
    all
}

/// The plan with one nest for each group, in this order, all of one structure and in memory.
pub fn plan(program: &Program, groups: &[(Vec<StatementId>, Structure)]) -> Plan {
    let nests = groups.iter().map(|(statements, outer)| Nest {
        outer: outer.clone(),
        parts: vec![Part {
            statements: statements.clone(),
            inner: Structure::default(),
        }],
    });
    Plan {
        nests: nests.collect(),
        shifts: program
            .statements
            .iter()
            .map(|it| vec![0; it.region.rank()])
            .collect(),
        storage: vec![Storage::Memory; program.arrays.len()],
    }
}

/// The plan with all statements in one nest.
pub fn one_nest(program: &Program, structure: &Structure) -> Plan {
    plan(program, &[(program.ids().collect(), structure.clone())])
}

/// All loop structures of a rank.
pub fn structures(rank: usize) -> Vec<Structure> {
    let dimensions: Vec<usize> = (0..rank).collect();
    Structure::all(&dimensions)
}
