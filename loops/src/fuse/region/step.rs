//! The steps of a loop: one for each combinator that computes elements.

use super::Builder;
use crate::fuse::{array_output, pattern, scalar_output};
use crate::ir::grid::coordinate;
use crate::ir::{ArrayId, Binding, BindingId, Host, Neighbour, Op, Output, known::Known};
use crate::nest::{
    Combine, Element, Fold, FoldTarget, Intake, Scan, ScanKind, Segments, Step, Transition,
};
use crate::ordered::ToList;
use proc_macro2::Ident;

impl Builder<'_> {
    /// The operator that a worker is, if it is a known one.
    fn known(&self, worker: &Host) -> Option<Known> {
        Known::of(&worker.expr, &self.fusion.program.items.functions)
    }

    /// The operator of a fold or scan, likewise.
    fn known_from(&self, seed: &Host, worker: &Host) -> Option<Known> {
        let functions = &self.fusion.program.items.functions;
        Known::of_reduction(&seed.expr, &worker.expr, functions)
    }

    /// The transition that the step of a recurrence is. One that takes long would be computed
    /// several times, and is not composed.
    fn transition(&self, step: &Host) -> Option<Box<Transition>> {
        let found = Transition::of(&step.expr, &self.fusion.program.items.functions)?;
        (!step.estimate.is_heavy()).then(|| Box::new(found))
    }

    /// The distances along the axes of an array of neighbours along one of them.
    fn next_along(&self, axis: usize, array: ArrayId) -> Vec<isize> {
        let axes = 0..self.fusion.program.rank(array);
        axes.map(|other| isize::from(other == axis)).list()
    }

    /// The step of a combinator; filters and crosses open regions, and reverses are reads.
    pub(super) fn step(&mut self, id: BindingId, binding: &Binding) -> Option<Step> {
        let into = || pattern(&binding.shape, &|output| array_output(binding, output));
        let name = || {
            let array = binding.arrays().next();
            array.map_or_else(String::new, |array| {
                self.fusion.program.arrays[array].name.to_string()
            })
        };
        Some(match &binding.op {
            Op::Map { worker, args } => Step::Map {
                worker: worker.clone(),
                args: args.clone(),
                into: into(),
            },
            Op::Write { arg, .. } | Op::Flatten { arg } => Step::Map {
                worker: Host::plain(syn::parse_quote!(|value| value)),
                args: vec![*arg],
                into: into(),
            },
            Op::Generate { worker, .. } => Step::Generate {
                worker: worker.clone(),
                digit: None,
                into: into(),
            },
            Op::Coordinate { grid, index } => Step::Generate {
                worker: coordinate(self.fusion.program.grids[*grid].indices[*index].first),
                digit: Some(*index),
                into: into(),
            },
            Op::Range { range, .. } => Step::Range {
                range: range.clone(),
                into: into(),
            },
            Op::Gather { data, indices } => Step::Gather {
                data: *data,
                index: *indices,
                name: name(),
                into: into(),
            },
            Op::Scatter {
                combine,
                indices,
                values,
                ..
            } => Step::Scatter {
                into: binding.arrays().next()?,
                combine: combine.as_deref().map(|operator| {
                    Box::new(Combine {
                        id: self.state(),
                        operator: operator.clone(),
                        known: self.known(operator),
                        untested: self.fusion.unknown.untested.contains(&id),
                    })
                }),
                index: *indices,
                value: *values,
            },
            Op::Scan {
                kind,
                seed,
                worker,
                arg,
                segments,
                along,
            } => Step::Scan(Scan {
                id: self.state(),
                name: self.name(binding),
                kind: *kind,
                seed: seed.clone(),
                operator: worker.clone(),
                known: self.known_from(seed, worker),
                untested: self.fusion.unknown.untested.contains(&id),
                segments: segments.as_deref().map(|segments| Segments {
                    known: self.known(&segments.worker),
                    keeps_ends: segments.heads.is_none(),
                }),
                rows: match segments {
                    Some(segments) if segments.are_rows => segments.heads,
                    _ => None,
                },
                intake: Intake::Operand(Element::Array(*arg)),
                transition: None,
                neighbours: match along {
                    Some(axis) => vec![Neighbour::whole(self.next_along(*axis, *arg))],
                    None => Vec::new(),
                },
                into: into(),
            }),
            Op::Recurrence {
                seed,
                worker,
                args,
                neighbours,
            } => Step::Scan(Scan {
                id: self.state(),
                name: self.name(binding),
                kind: ScanKind::Inclusive,
                seed: seed.clone(),
                operator: worker.clone(),
                known: None,
                untested: false,
                segments: None,
                rows: None,
                intake: Intake::Step {
                    worker: worker.clone(),
                    args: args.clone(),
                    binding: id,
                },
                transition: match neighbours.is_empty() {
                    true => self.transition(worker),
                    false => None,
                },
                neighbours: neighbours.clone(),
                into: into(),
            }),
            Op::Fold {
                seed,
                step,
                worker,
                args,
            } => Step::Fold(Fold {
                id: self.state(),
                name: self.name(binding),
                seed: seed.clone(),
                operator: worker.clone(),
                known: self.known_from(seed, worker),
                untested: self.fusion.unknown.untested.contains(&id),
                intake: match step {
                    None => Intake::Operand(Element::Array(args[0])),
                    Some(step) => Intake::Step {
                        worker: (**step).clone(),
                        args: args.clone(),
                        binding: id,
                    },
                },
                into: FoldTarget::Scalars(pattern(&binding.shape, &|output| {
                    scalar_output(binding, output)
                })),
            }),
            // Reads, regions inside the loop, and stages of their own.
            _ => return None,
        })
    }

    /// The name of a state: that of the first thing the binding binds.
    fn name(&self, binding: &Binding) -> Ident {
        match binding.outputs.first() {
            Some(Output::Array(array)) => self.fusion.program.arrays[*array].name.clone(),
            Some(Output::Scalar(scalar)) => self.fusion.program.scalars[*scalar].name.clone(),
            None => Ident::new("unnamed", binding.span),
        }
    }
}
