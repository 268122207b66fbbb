//! Branch and bound over partitions of the statements.

use std::collections::{BTreeMap, BTreeSet};

use super::Rules;
use super::arrange::{Arranged, Arranger};
use crate::costs::Cost;
use crate::plan::{Plan, Storage};
use crate::program::{Program, StatementId};

/// The most partial plans that a search looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(pub usize);

impl Default for Limit {
    fn default() -> Self {
        Self(20_000)
    }
}

/// A plan that was found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The plan.
    pub plan: Plan,
    /// Its cost.
    pub cost: Vec<u128>,
    /// Returns true if no partition into nests costs less.
    pub is_proven: bool,
}

/// The cheapest plan: over all partitions of the statements, each nest arranged as the rules ask.
/// Of plans that cost the same, one with smaller windows is preferred. `None` if the rules allow no
/// plan: without shifts, some user loops are no nest.
///
/// Statements are placed one after the other, in a nest that is there or in a new one. A branch ends
/// where a nest is illegal, where nests wait for each other, and where its cost is beyond that of
/// the best plan so far. None of this is mended by more statements.
pub fn optimal(program: &Program, rules: Rules, cost: &dyn Cost, limit: Limit) -> Option<Solution> {
    let arranger = Arranger::new(program, rules);
    let mut search = Search {
        cost,
        nests: BTreeMap::new(),
        best: None,
        looked: 0,
        limit: limit.0,
        arranger: &arranger,
    };
    search.place(0, &mut Vec::new());
    let is_proven = search.looked <= search.limit;
    let best = search.best.take().or_else(|| search.apart())?;
    Some(Solution {
        plan: best.plan,
        cost: best.cost,
        is_proven,
    })
}

struct Found {
    plan: Plan,
    cost: Vec<u128>,
    windows: u64,
}

struct Search<'a> {
    arranger: &'a Arranger<'a>,
    cost: &'a dyn Cost,
    /// The nests of sets of statements that were asked for.
    nests: BTreeMap<Vec<StatementId>, Option<Arranged>>,
    best: Option<Found>,
    looked: usize,
    limit: usize,
}

impl Search<'_> {
    fn place(&mut self, next: usize, groups: &mut Vec<Vec<StatementId>>) {
        if self.looked > self.limit {
            return;
        }
        self.looked += 1;
        let Some(found) = self.found(groups) else {
            return;
        };
        if next == self.arranger.program.statements.len() {
            self.best = Some(found);
            return;
        }
        let id = StatementId(next);
        for position in self.by_affinity(id, groups) {
            groups[position].push(id);
            if self.is_nest(&groups[position]) {
                self.place(next + 1, groups);
            }
            groups[position].pop();
        }
        groups.push(vec![id]);
        if self.is_nest(&groups[groups.len() - 1]) {
            self.place(next + 1, groups);
        }
        groups.pop();
    }

    /// The groups, those first that have most arrays in common with a statement.
    fn by_affinity(&self, id: StatementId, groups: &[Vec<StatementId>]) -> Vec<usize> {
        let program = self.arranger.program;
        let arrays = |id: StatementId| -> BTreeSet<_> {
            program.references(id).map(|it| it.array).collect()
        };
        let own = arrays(id);
        let shared = |group: &Vec<StatementId>| {
            let all: BTreeSet<_> = group.iter().flat_map(|&id| arrays(id)).collect();
            all.intersection(&own).count()
        };
        let mut positions: Vec<usize> = (0..groups.len()).collect();
        positions.sort_by_key(|&position| std::cmp::Reverse(shared(&groups[position])));
        positions
    }

    fn is_nest(&mut self, group: &[StatementId]) -> bool {
        let arranger = self.arranger;
        let nest = self.nests.entry(group.to_vec());
        nest.or_insert_with(|| arranger.nest(group)).is_some()
    }

    /// The plan of some groups, if its nests can follow each other and it may still be the best.
    fn found(&self, groups: &[Vec<StatementId>]) -> Option<Found> {
        let order = self.order(groups)?;
        let nests = order
            .into_iter()
            .map(|it| self.nests.get(&groups[it])?.as_ref());
        let nests: Option<Vec<&Arranged>> = nests.collect();
        let plan = self.arranger.plan(nests?);
        let Arranger {
            program,
            dependences,
            ..
        } = self.arranger;
        let cost = self.cost.of(program, dependences, &plan);
        let windows = plan.storage.iter().map(Storage::window).sum();
        let is_better = self
            .best
            .as_ref()
            .is_none_or(|best| cost < best.cost || cost == best.cost && windows < best.windows);
        is_better.then_some(Found {
            plan,
            cost,
            windows,
        })
    }

    /// The order in which groups run, by their positions; `None` where they wait for each other.
    fn order(&self, groups: &[Vec<StatementId>]) -> Option<Vec<usize>> {
        let of = |id: StatementId| groups.iter().position(|group| group.contains(&id));
        let edges: BTreeSet<(usize, usize)> = self
            .arranger
            .dependences
            .iter()
            .filter_map(|it| Some((of(it.from)?, of(it.to)?)))
            .filter(|(from, to)| from != to)
            .collect();
        let mut rest: BTreeSet<usize> = (0..groups.len()).collect();
        let mut order = Vec::with_capacity(groups.len());
        while !rest.is_empty() {
            let waits = |group: usize| edges.iter().any(|it| it.1 == group && rest.contains(&it.0));
            let ready = rest.iter().copied().find(|&group| !waits(group))?;
            rest.remove(&ready);
            order.push(ready);
        }
        Some(order)
    }

    /// The plan with as little in a nest as is possible, where the limit lets nothing else be found.
    fn apart(&mut self) -> Option<Found> {
        let program = self.arranger.program;
        let all: Vec<StatementId> = program.ids().collect();
        let reached = |from: StatementId| {
            let mut reached = BTreeSet::from([from]);
            let mut open = vec![from];
            while let Some(id) = open.pop() {
                let out = self.arranger.dependences.iter().filter(|it| it.from == id);
                open.extend(out.map(|it| it.to).filter(|&to| reached.insert(to)));
            }
            reached
        };
        let reached: Vec<BTreeSet<StatementId>> = all.iter().map(|&id| reached(id)).collect();
        let mut groups: Vec<Vec<StatementId>> = Vec::new();
        for &id in &all {
            let mutual = |other: &StatementId| {
                reached[id.0].contains(other) && reached[other.0].contains(&id)
            };
            if all.iter().find(|&other| mutual(other)) == Some(&id) {
                groups.push(all.iter().copied().filter(mutual).collect());
            }
        }
        for group in &groups {
            self.is_nest(group);
        }
        self.found(&groups)
    }
}
