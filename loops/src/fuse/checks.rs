//! The checks of lengths and sizes between loops: each as soon as what it compares is known.

use super::{Fusion, Late};
use crate::ir::{Count, Op, Program, ScalarId};
use crate::nest::Stage;
use crate::ordered::ToList;

impl Fusion<'_> {
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
