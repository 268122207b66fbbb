//! The parts of loops with scans, for devices: their kernels of scans do nothing else.

use super::{Loop, Program, Task};
use crate::graph::{Arg, Graph};
use crate::operation::Operation;

impl Program {
    /// The program of a loop that has scans beside other steps: the steps that scans need, each scan, and all
    /// others. `None` for any other loop.
    pub(crate) fn around_scans(graph: &Graph, own: &Loop) -> Option<Program> {
        if own.scans.is_empty() || own.members.len() == 1 {
            return None;
        }
        let is_scan = |step: &usize| matches!(graph.steps[*step].operation, Operation::Scan(_));
        let mut is_needed = vec![false; graph.steps.len()];
        for step in own.members.iter().rev() {
            if is_scan(step) || is_needed[*step] {
                for arg in graph.steps[*step].args.iter() {
                    if let Arg::Step(from, _) = *arg {
                        is_needed[from] = true;
                    }
                }
            }
        }
        let (scans, others): (Vec<usize>, Vec<usize>) =
            own.members.iter().copied().partition(is_scan);
        let (before, behind): (Vec<usize>, Vec<usize>) =
            others.into_iter().partition(|step| is_needed[*step]);
        let mut clusters = vec![before];
        clusters.extend(scans.into_iter().map(|scan| vec![scan]));
        clusters.push(behind);
        clusters.retain(|cluster| !cluster.is_empty());
        let mut program = Program::of(graph, &clusters);
        for task in &mut program.tasks {
            if let Task::Loop(part) = task {
                // Blocks and lanes are those of the whole loop, so that sums have its bits.
                part.cost = own.cost;
                part.set_lanes(own.lanes);
            }
        }
        Some(program)
    }
}
