//! One nest: the loop structure, shifts and parts with which some statements are a nest.

use std::collections::{BTreeMap, BTreeSet};

use super::Rules;
use super::shifts::shifted;
use super::window::{Candidate, candidate};
use crate::dependence::{Dependence, dependences};
use crate::plan::{Nest, Part, Plan, Storage};
use crate::program::{Program, StatementId};
use crate::region::Vector;
use crate::structure::Structure;
use crate::zpl::{find_loop_structure, is_fusible};

/// A nest with the shifts of its statements.
#[derive(Clone, Debug)]
pub(crate) struct Arranged {
    pub(crate) nest: Nest,
    pub(crate) shifts: BTreeMap<StatementId, Vector>,
}

/// The facts by which all nests of a program are arranged.
#[derive(Debug)]
pub(crate) struct Arranger<'a> {
    pub(crate) program: &'a Program,
    pub(crate) dependences: Vec<Dependence>,
    candidates: Vec<Option<Candidate<'a>>>,
    /// Statements whose innermost loop cannot run over the last dimension.
    strided: BTreeSet<StatementId>,
    rules: Rules,
}

impl<'a> Arranger<'a> {
    pub(crate) fn new(program: &'a Program, rules: Rules) -> Self {
        let arrays = program.array_ids();
        let mut arranger = Self {
            program,
            dependences: dependences(program),
            candidates: arrays.map(|id| candidate(program, id, rules)).collect(),
            strided: BTreeSet::new(),
            rules,
        };
        if rules >= Rules::Wide {
            arranger.strided = arranger.strided();
        }
        arranger
    }

    fn strided(&self) -> BTreeSet<StatementId> {
        let statements: Vec<StatementId> = self.program.ids().collect();
        let all: Vec<&Dependence> = self.dependences.iter().collect();
        let is_strided = |group: &BTreeSet<StatementId>| {
            let group: Vec<StatementId> = group.iter().copied().collect();
            let inside = within(&all, &group);
            let rank = self.program.statement(group[0]).region.rank();
            let (contiguous, _) = by_last_loop(rank);
            let mut nests = contiguous.iter();
            !nests.any(|structure| self.along(&group, &inside, structure, 0).is_some())
        };
        let groups = cycles(&statements, &all).into_iter();
        groups.filter(is_strided).flatten().collect()
    }

    /// The plan of some nests, each with what is left of every array.
    pub(crate) fn plan<'n>(&self, nests: impl IntoIterator<Item = &'n Arranged>) -> Plan {
        let rank = |id: StatementId| self.program.statement(id).region.rank();
        let mut plan = Plan {
            nests: Vec::new(),
            shifts: self.program.ids().map(|id| vec![0; rank(id)]).collect(),
            storage: vec![Storage::Memory; self.program.arrays.len()],
        };
        for arranged in nests {
            plan.nests.push(arranged.nest.clone());
            for (id, shift) in &arranged.shifts {
                plan.shifts[id.0].clone_from(shift);
            }
        }
        let storage = self.candidates.iter().map(|candidate| match candidate {
            Some(candidate) => candidate.storage(&plan, self.rules),
            None => Storage::Memory,
        });
        plan.storage = storage.collect();
        plan
    }

    /// The best nest of some statements, which are in the order of the program, if they can be one.
    pub(crate) fn nest(&self, statements: &[StatementId]) -> Option<Arranged> {
        let rank = self.program.statement(*statements.first()?).region.rank();
        let mut ranks = statements
            .iter()
            .map(|&id| self.program.statement(id).region.rank());
        if ranks.any(|other| other != rank) {
            return None;
        }
        let all: Vec<&Dependence> = self.dependences.iter().collect();
        let inside = within(&all, statements);
        if self.rules >= Rules::Wide {
            return self.wide(rank, statements, &inside);
        }
        let regions = statements
            .iter()
            .map(|&id| &self.program.statement(id).region);
        let mut pairs = regions.clone().zip(regions.skip(1));
        if pairs.any(|(one, next)| one != next)
            || self.rules == Rules::Published
                && !is_fusible(self.program, &self.dependences, statements)
        {
            return None;
        }
        let distances: Vec<Vector> = inside.iter().map(|it| it.distance.clone()).collect();
        let outer = find_loop_structure(rank, &distances)?;
        self.along(statements, &inside, &outer, 0)
    }

    /// A nest by wide rules: all loops are shared if that is possible, else as many outer ones as
    /// possible. Of the nests whose innermost loops run over the last dimension, or of all others
    /// where these are allowed, that with the least windows is taken, then that with the least
    /// shifts.
    fn wide(
        &self,
        rank: usize,
        statements: &[StatementId],
        inside: &[&Dependence],
    ) -> Option<Arranged> {
        let (contiguous, others) = by_last_loop(rank);
        let is_any =
            self.rules == Rules::Strided || statements.iter().any(|id| self.strided.contains(id));
        let mut tried = vec![contiguous];
        tried.extend(is_any.then_some(others));
        let best = |structures: &[Structure], own: usize| {
            let all = structures
                .iter()
                .filter_map(|structure| self.along(statements, inside, structure, own));
            all.min_by_key(|arranged| self.key(arranged))
        };
        let shared = |own: usize| {
            let nests = tried.iter().filter_map(|structures| best(structures, own));
            nests.min_by_key(|arranged| self.key(arranged))
        };
        (0..rank).find_map(shared)
    }

    fn key(&self, arranged: &Arranged) -> (u64, u64) {
        let plan = self.plan([arranged]);
        let windows = plan.storage.iter().map(Storage::window).sum();
        let shifts = arranged.shifts.values().flatten();
        (windows, shifts.map(|along| along.unsigned_abs()).sum())
    }

    /// The nest with a structure of which the innermost `own` loops are not shared.
    fn along(
        &self,
        statements: &[StatementId],
        inside: &[&Dependence],
        structure: &Structure,
        own: usize,
    ) -> Option<Arranged> {
        let (outer, inner) = structure.0.split_at(structure.0.len() - own);
        let outer = Structure(outer.to_vec());
        let unmoved = vec![0; structure.0.len()];
        let mut shifts: BTreeMap<StatementId, Vector> =
            statements.iter().map(|&id| (id, unmoved.clone())).collect();
        let rest = if self.rules >= Rules::Wide {
            shifted(statements, inside, &outer, &mut shifts)?
        } else {
            inside.iter().copied().filter(|it| it.is_null()).collect()
        };
        let dimensions: Vec<usize> = inner.iter().map(|it| it.dimension).collect();
        let groups = match own {
            0 => vec![statements.iter().copied().collect()],
            _ => cycles(statements, &rest),
        };
        let mut parts: Vec<Part> = Vec::new();
        for group in groups {
            parts.push(own_loops(&group, &rest, &dimensions, &mut shifts)?);
        }
        Some(Arranged {
            nest: Nest { outer, parts },
            shifts,
        })
    }
}

/// The dependences between some statements.
fn within<'d>(dependences: &[&'d Dependence], statements: &[StatementId]) -> Vec<&'d Dependence> {
    let inside = |it: &&&Dependence| statements.contains(&it.from) && statements.contains(&it.to);
    dependences.iter().filter(inside).copied().collect()
}

/// The structures whose innermost loop runs over the last dimension, and all others.
fn by_last_loop(rank: usize) -> (Vec<Structure>, Vec<Structure>) {
    let dimensions: Vec<usize> = (0..rank).collect();
    let structures = Structure::all(&dimensions).into_iter();
    structures.partition(|structure| structure.0.last().is_none_or(|it| it.dimension + 1 == rank))
}

/// A part of some statements: the loops of their own with the least shifts.
fn own_loops(
    group: &BTreeSet<StatementId>,
    dependences: &[&Dependence],
    dimensions: &[usize],
    shifts: &mut BTreeMap<StatementId, Vector>,
) -> Option<Part> {
    let statements: Vec<StatementId> = group.iter().copied().collect();
    let inside = within(dependences, &statements);
    let all = Structure::all(dimensions).into_iter().filter_map(|inner| {
        let mut moved = shifts.clone();
        let rest = shifted(&statements, &inside, &inner, &mut moved)?;
        let statements = ordered(&statements, &rest)?;
        let by: u64 = moved.values().flatten().map(|it| it.unsigned_abs()).sum();
        Some((by, Part { statements, inner }, moved))
    });
    let (_, part, moved) = all.min_by_key(|it| it.0)?;
    *shifts = moved;
    Some(part)
}

/// Statements in an order that keeps dependences, that of the program as far as it goes.
fn ordered(statements: &[StatementId], dependences: &[&Dependence]) -> Option<Vec<StatementId>> {
    let mut rest: BTreeSet<StatementId> = statements.iter().copied().collect();
    let mut order = Vec::with_capacity(statements.len());
    while !rest.is_empty() {
        let ready = rest.iter().copied().find(|&id| {
            let mut into = dependences.iter().filter(|it| it.to == id);
            into.all(|it| !rest.contains(&it.from))
        });
        let ready = ready?;
        rest.remove(&ready);
        order.push(ready);
    }
    Some(order)
}

/// Statements that depend on each other in a circle, and all others alone, in an order that keeps
/// dependences.
fn cycles(statements: &[StatementId], dependences: &[&Dependence]) -> Vec<BTreeSet<StatementId>> {
    let reached = |from: StatementId| {
        let mut reached = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(id) = open.pop() {
            let targets = dependences.iter().filter(|it| it.from == id);
            open.extend(targets.map(|it| it.to).filter(|&to| reached.insert(to)));
        }
        reached
    };
    let reached: BTreeMap<StatementId, BTreeSet<StatementId>> =
        statements.iter().map(|&id| (id, reached(id))).collect();
    let mut groups: Vec<BTreeSet<StatementId>> = Vec::new();
    for &id in statements {
        if groups.iter().any(|group| group.contains(&id)) {
            continue;
        }
        let mutual = reached[&id].iter().copied();
        groups.push(
            mutual
                .filter(|other| reached[other].contains(&id))
                .collect(),
        );
    }
    // A group that reaches another one comes first.
    let mut order: Vec<BTreeSet<StatementId>> = Vec::with_capacity(groups.len());
    while !groups.is_empty() {
        let is_ready = |group: &BTreeSet<StatementId>| {
            groups.iter().all(|other| {
                other == group
                    || other
                        .first()
                        .zip(group.first())
                        .is_none_or(|(other, first)| !reached[other].contains(first))
            })
        };
        let ready = groups.iter().position(is_ready);
        order.push(groups.remove(ready.expect("groups form no circle")));
    }
    order
}
