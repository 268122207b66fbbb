//! The checks of lengths and sizes: on entry, and between loops each as soon as what it compares is known.

use super::Fusion;
use crate::ir::{Count, Op, Program, ScalarId};
use crate::nest::{Agree, Extent, Stage};
use crate::ordered::ToList;

/// The length of an input that depends on scalars that the program computes.
pub(super) struct Late {
    pub(super) what: Agree,
    /// True if a loop reads the input.
    pub(super) is_read: bool,
}

impl Fusion<'_> {
    /// Returns the conditions on the lengths of the inputs: those that are known on entry, and
    /// those that depend on scalars that the program computes.
    pub(super) fn agreements(&self) -> (Vec<Agree>, Vec<Late>) {
        let (mut entry, mut late) = (Vec::new(), Vec::new());
        for (input, _) in self.program.inputs() {
            let extent = self.agreed(&self.sizes.count(input));
            if extent == Extent::Array(input) {
                continue;
            }
            let agree = Agree {
                array: input,
                extent,
            };
            if self.known_on_entry(&agree.extent) {
                entry.push(agree);
                continue;
            }
            // Loops before that may read inputs of one size together.
            let alike = |other: &&Late| other.what.extent == agree.extent;
            match late.iter().find(alike) {
                Some(other) => entry.push(Agree {
                    extent: Extent::Array(other.what.array),
                    ..agree
                }),
                None => late.push(Late {
                    what: agree,
                    is_read: false,
                }),
            }
        }
        (entry, late)
    }

    /// Checks the sizes that are known by now.
    pub(super) fn check_sizes(
        &self,
        unchecked: &mut Vec<(ScalarId, String)>,
        stages: &mut Vec<Stage>,
    ) {
        unchecked.retain(|(size, of)| {
            let origin = self.program.scalars[*size].origin;
            let is_known = origin.is_none_or(|origin| self.done.contains(&origin));
            if is_known {
                let (size, of) = (*size, of.clone());
                stages.push(Stage::Size { size, of });
            }
            !is_known
        });
    }

    /// Checks the lengths of inputs that loops have begun to read.
    pub(super) fn check(&self, late: &mut Vec<Late>, stages: &mut Vec<Stage>) {
        late.retain(|agree| {
            let now = agree.is_read && self.knows(&agree.what.extent);
            if now {
                stages.push(Stage::Agree(agree.what.clone()));
            }
            !now
        });
    }
}

/// The sizes that may be below zero, each with the first binding that has it.
pub(super) fn sizes(program: &Program) -> Vec<(ScalarId, String)> {
    let mut sizes: Vec<(ScalarId, String)> = Vec::new();
    for (id, binding) in program.bindings.iter() {
        let counts: Vec<&Count> = match &binding.op {
            Op::Generate { count, .. } => vec![count],
            Op::Reshape { counts, .. } => counts.iter().list(),
            Op::Cells { grid, .. } | Op::Coordinate { grid, .. } => {
                let indices = program.grids[*grid].indices.iter();
                let given = indices.filter(|index| !index.inside);
                given.filter_map(|index| index.count.as_ref()).list()
            }
            _ => continue,
        };
        for count in counts {
            let Count::Scalar(size) = count else { continue };
            let is_unsigned = || {
                let ty = program.integer(*size);
                ty.is_some_and(|ty| ty.starts_with('u'))
            };
            if !sizes.iter().any(|(known, _)| known == size) && !is_unsigned() {
                sizes.push((*size, program.binding_name(id)));
            }
        }
    }
    sizes
}
