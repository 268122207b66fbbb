//! Fusion partitions, and definitions 5 and 6.

use std::collections::BTreeSet;

use super::find_loop_structure;
use crate::dependence::{Dependence, Kind};
use crate::program::{ArrayId, Program, StatementId};
use crate::region::Vector;

/// A partition of the statements of a basic block, with the dependences between them.
#[derive(Clone, Debug)]
pub struct Clusters<'a> {
    program: &'a Program,
    dependences: &'a [Dependence],
    /// The cluster of each statement, by the number of its first one.
    of: Vec<StatementId>,
}

impl<'a> Clusters<'a> {
    /// The partition with one statement in each cluster.
    pub fn trivial(program: &'a Program, dependences: &'a [Dependence]) -> Self {
        Self {
            program,
            dependences,
            of: program.ids().collect(),
        }
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// The dependences of the program.
    pub fn dependences(&self) -> &'a [Dependence] {
        self.dependences
    }

    /// The cluster of a statement, by its first one.
    pub fn of(&self, id: StatementId) -> StatementId {
        self.of[id.0]
    }

    /// The clusters, by their first statements.
    pub fn all(&self) -> BTreeSet<StatementId> {
        self.of.iter().copied().collect()
    }

    /// The statements of some clusters.
    pub fn statements(&self, clusters: &BTreeSet<StatementId>) -> Vec<StatementId> {
        let ids = self.program.ids();
        ids.filter(|&id| clusters.contains(&self.of(id))).collect()
    }

    /// The clusters that mention an array.
    pub fn mention(&self, array: ArrayId) -> BTreeSet<StatementId> {
        let statements = self.program.statements_of(array).into_iter();
        statements.map(|id| self.of(id)).collect()
    }

    /// Makes one cluster of several; it takes the place of the first one.
    pub fn merge(&mut self, clusters: &BTreeSet<StatementId>) {
        let Some(&first) = clusters.first() else {
            return;
        };
        for of in &mut self.of {
            if clusters.contains(of) {
                *of = first;
            }
        }
    }

    /// GROW: the other clusters on a path that leaves these clusters and comes back to them.
    pub fn grown(&self, clusters: &BTreeSet<StatementId>) -> BTreeSet<StatementId> {
        let behind = self.reached(clusters, |it| (it.from, it.to));
        let ahead = self.reached(clusters, |it| (it.to, it.from));
        behind.intersection(&ahead).copied().collect()
    }

    fn reached(
        &self,
        from: &BTreeSet<StatementId>,
        ends: impl Fn(&Dependence) -> (StatementId, StatementId),
    ) -> BTreeSet<StatementId> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<StatementId> = from.iter().copied().collect();
        while let Some(cluster) = open.pop() {
            for dependence in self.dependences {
                let (source, target) = ends(dependence);
                let (source, target) = (self.of(source), self.of(target));
                if source == cluster && target != cluster && reached.insert(target) {
                    open.push(target);
                }
            }
        }
        reached.difference(from).copied().collect()
    }

    /// The distances of dependences inside of a cluster.
    pub fn distances_within(&self, statements: &[StatementId]) -> Vec<Vector> {
        let inside = self.dependences.iter().filter(|it| within(it, statements));
        inside.map(|it| it.distance.clone()).collect()
    }

    /// The statements of each cluster, in an order in which clusters and statements may run.
    pub fn in_order(&self) -> Vec<Vec<StatementId>> {
        let mut rest = self.all();
        let mut order = Vec::new();
        while !rest.is_empty() {
            let waits = |cluster: StatementId| {
                self.dependences.iter().any(|it| {
                    let source = self.of(it.from);
                    self.of(it.to) == cluster && source != cluster && rest.contains(&source)
                })
            };
            let ready = rest.iter().copied().find(|&cluster| !waits(cluster));
            let ready = ready.expect("clusters form no cycle");
            rest.remove(&ready);
            // Dependences follow the order of the text, so that it is one for the statements.
            order.push(self.statements(&BTreeSet::from([ready])));
        }
        order
    }
}

fn within(dependence: &Dependence, statements: &[StatementId]) -> bool {
    statements.contains(&dependence.from) && statements.contains(&dependence.to)
}

/// Definition 5 without its third condition: returns true if the statements have one region, all
/// flow between them is null, and some loop structure keeps all dependences between them.
pub fn is_fusible(
    program: &Program,
    dependences: &[Dependence],
    statements: &[StatementId],
) -> bool {
    let region = |id: &StatementId| &program.statement(*id).region;
    let Some(first) = statements.first() else {
        return true;
    };
    let inside = dependences.iter().filter(|it| within(it, statements));
    let distances: Vec<Vector> = inside.clone().map(|it| it.distance.clone()).collect();
    let mut flow = inside.filter(|it| it.kind == Kind::Flow);
    statements.iter().all(|id| region(id) == region(first))
        && flow.all(Dependence::is_null)
        && find_loop_structure(region(first).rank(), &distances).is_some()
}

/// Definition 6 without its first condition, and what its text leaves to be understood: returns
/// true if all dependences due to the array are null, if it is not live after the program, and if
/// no element is read that the program has not written.
pub fn is_contractible(program: &Program, dependences: &[Dependence], array: ArrayId) -> bool {
    let references = program.references_to(array);
    let mut reads = references.iter().filter(|it| !it.is_write());
    let mut due = dependences.iter().filter(|it| it.is_due_to(array));
    !references.is_empty()
        && !program.array(array).live
        && reads.all(|read| program.exposed(read).is_empty())
        && due.all(Dependence::is_null)
}
