//! Programs, done: one task after the other.

use crate::element::Scalar;
use crate::error::Error;
use crate::graph::Graph;
use crate::program::{Program, Task};
use crate::storage::Memory;
use crate::values::Values;
use crate::{nests, scan, update};

impl<'g> Values<'g> {
    /// Does a program.
    pub(crate) fn of(
        graph: &'g Graph,
        leaves: &'g [Memory],
        numbers: &'g [Scalar],
        program: &Program,
    ) -> Result<Values<'g>, Error> {
        let mut values = Values::new(graph, leaves, numbers);
        for (task, ends) in program.tasks.iter().zip(&program.ends) {
            match task {
                Task::Loop(own) => values.run(own)?,
                Task::Nest(own) => nests::nest(&mut values, own)?,
                Task::Scan(step) => {
                    let result = scan::scan(&values, *step);
                    values.set(*step, result)?;
                }
                Task::With { step, is_in_place } => {
                    let spare = is_in_place.then(|| values.spare(*step)).flatten();
                    let result = update::with(&values, *step, spare);
                    values.set(*step, result)?;
                }
            }
            for step in ends {
                values.steps[*step] = None;
            }
        }
        Ok(values)
    }
}
