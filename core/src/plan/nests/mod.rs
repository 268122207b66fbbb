//! Loop nests that a program of several axes could be, and what would be left of its arrays.
//!
//! None of this is generated: the loops of a program are those of its clusters. It is what fusion
//! with distance vectors would reach without computing anything twice, as `fusus-nests` finds it.

mod classes;
mod statements;

use fusus_nests::costs::Bytes;
use fusus_nests::optimal::{Limit, Rules, optimal};
use fusus_nests::zpl::{Level, zpl};
use fusus_nests::{Plan, Storage, Structure, check};

use crate::compile::Compiled;
use statements::Segment;

/// The partial plans that a search looks at.
const LIMIT: Limit = Limit(2_000);

/// The nests of a program by one strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    /// The strategy: `zpl` or `optimal`.
    pub strategy: &'static str,
    /// Returns true if no other nests cost less by its rules; a greedy strategy does not know.
    pub is_proven: bool,
    /// The arrays that the nests make, in program order.
    pub arrays: Vec<PossibleArray>,
    /// The nests, in the order in which they run.
    pub nests: Vec<PossibleNest>,
}

/// An array that a nest makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleArray {
    /// Its name.
    pub name: String,
    /// Its coordinates along each axis: `1..n - 1`.
    pub region: Vec<String>,
    /// The indices along which all of it exists at once.
    pub kept: Vec<String>,
    /// The positions of a rolling window, by its index.
    pub window: Vec<(String, u64)>,
    /// The number of the nest that makes it, from 1 on.
    pub nest: usize,
    /// Returns true if it is in memory.
    pub memory: bool,
}

/// A nest of loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleNest {
    /// Its number, from 1 on.
    pub number: usize,
    /// The indices of its loops, from the outermost.
    pub order: Vec<String>,
    /// The indices that run downwards.
    pub downwards: Vec<String>,
    /// The names that it makes, in the order of its body, and the positions by which each is made
    /// later than at its own indices.
    pub body: Vec<(String, Vec<(String, i64)>)>,
}

/// The nests that a program of several axes could be, by each strategy, if the judge of plans accepts
/// them; none where no two statements could share one.
pub(super) fn of(compiled: &Compiled) -> Vec<Possible> {
    let program = compiled.written.as_ref().unwrap_or(&compiled.program);
    if program.grids.is_empty() {
        return Vec::new();
    }
    let segments = statements::segments(program);
    let by_zpl = segments
        .iter()
        .map(|it| Some((zpl(&it.program, Level::C2F3), false)));
    let searched = segments.iter().map(|it| {
        let best = optimal(&it.program, Rules::Wide, &Bytes, LIMIT)?;
        Some((best.plan, best.is_proven))
    });
    let all = [
        ("zpl", by_zpl.collect::<Option<Vec<_>>>()),
        ("optimal", searched.collect()),
    ];
    let possible = all.into_iter().filter_map(|(strategy, plans)| {
        let plans = plans?;
        let is_proven = plans.iter().all(|(_, is_proven)| *is_proven);
        let plans: Vec<Plan> = plans.into_iter().map(|(plan, _)| plan).collect();
        let mut judged = segments.iter().zip(&plans);
        let is_legal = judged.all(|(segment, plan)| check(&segment.program, plan).is_ok());
        let (arrays, nests) = possible(&segments, &plans);
        is_legal.then_some(Possible {
            strategy,
            is_proven,
            arrays,
            nests,
        })
    });
    let possible: Vec<Possible> = possible.collect();
    let mut nests = possible.iter().flat_map(|it| &it.nests);
    match nests.any(|nest| nest.body.len() > 1) {
        true => possible,
        false => Vec::new(),
    }
}

fn possible(segments: &[Segment], plans: &[Plan]) -> (Vec<PossibleArray>, Vec<PossibleNest>) {
    let (mut arrays, mut nests) = (Vec::new(), Vec::new());
    for (segment, plan) in segments.iter().zip(plans) {
        let before = nests.len();
        for (position, nest) in plan.nests.iter().enumerate() {
            let indices = nest.statements().next().map(|id| &segment.indices[id.0]);
            let name = |dimension: usize| indices.map_or(String::new(), |it| it[dimension].clone());
            let mut loops = nest.outer.clone();
            loops
                .0
                .extend(nest.parts.iter().flat_map(|part| &part.inner.0).take(
                    // The loops of parts run over one set of dimensions.
                    segment.rank(nest) - nest.outer.0.len(),
                ));
            let Structure(loops) = loops;
            let down = loops.iter().filter(|it| it.downwards);
            let body = nest.statements().map(|id| {
                let shift = plan.shifts[id.0].iter().enumerate();
                let shift = shift.filter(|(_, by)| **by != 0);
                let shift = shift.map(|(dimension, by)| (name(dimension), *by));
                (segment.made(id), shift.collect())
            });
            nests.push(PossibleNest {
                number: before + position + 1,
                order: loops.iter().map(|it| name(it.dimension)).collect(),
                downwards: down.map(|it| name(it.dimension)).collect(),
                body: body.collect(),
            });
        }
        for made in &segment.made {
            let Some(nest) = plan.nest_of(made.statement) else {
                continue;
            };
            let indices = &segment.indices[made.statement.0];
            let extents = &segment.program.statement(made.statement).region.0;
            let (mut kept, mut window) = (indices.clone(), Vec::new());
            if let Storage::Window(positions) = plan.storage(made.array) {
                kept.clear();
                for ((index, &positions), extent) in indices.iter().zip(positions).zip(extents) {
                    if positions == extent.len() {
                        kept.push(index.clone());
                    } else if positions > 1 {
                        window.push((index.clone(), positions));
                    }
                }
            }
            arrays.push(PossibleArray {
                name: segment.program.array(made.array).name.clone(),
                region: made.region.clone(),
                kept,
                window,
                nest: before + nest + 1,
                memory: !plan.storage(made.array).is_contracted(),
            });
        }
    }
    (arrays, nests)
}

impl Possible {
    /// The nests and what is left of arrays, in words.
    pub fn words(&self) -> String {
        let nests = self.nests.iter().map(|nest| {
            let loops = nest
                .order
                .iter()
                .map(|index| match nest.downwards.contains(index) {
                    true => format!("{index} down"),
                    false => index.clone(),
                });
            let body = nest.body.iter().map(|(name, shift)| {
                let later = shift
                    .iter()
                    .map(|(index, by)| format!(" later by {by} along {index}"));
                format!("{name}{}", later.collect::<Vec<_>>().join(","))
            });
            let (loops, body): (Vec<_>, Vec<_>) = (loops.collect(), body.collect());
            format!("for {}: {}", loops.join(", "), body.join(", "))
        });
        let nests: Vec<String> = nests.collect();
        let mut words = nests.join("; ");
        let contracted = self.arrays.iter().filter(|array| !array.memory);
        let contracted: Vec<String> = contracted.map(PossibleArray::words).collect();
        if !contracted.is_empty() {
            words += &format!("; {}", contracted.join(", "));
        }
        words
    }
}

impl PossibleArray {
    fn words(&self) -> String {
        let windows = self.window.iter();
        let mut left: Vec<String> = windows
            .map(|(index, positions)| format!("{positions} of {index}"))
            .collect();
        left.extend(self.kept.iter().map(|index| format!("all of {index}")));
        match left.is_empty() {
            true => format!("{} a scalar", self.name),
            false => format!("{} with {}", self.name, left.join(" and ")),
        }
    }
}
