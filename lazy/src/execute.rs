//! Programs, done: one task after the other.

use crate::element::Scalar;
use crate::error::Error;
use crate::graph::Graph;
#[cfg(feature = "ocl")]
use crate::ocl;
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
        #[cfg(feature = "ocl")]
        let device = ocl::begin(&values)?;
        for (task, ends) in program.tasks.iter().zip(&program.ends) {
            #[cfg(feature = "ocl")]
            let is_done = match &device {
                Some(device) => ocl::task(&mut values, device, task)?,
                None => false,
            };
            #[cfg(not(feature = "ocl"))]
            let is_done = false;
            if !is_done {
                values.task(task)?;
            }
            for step in ends {
                values.steps[*step] = None;
            }
        }
        Ok(values)
    }

    /// Does a task.
    fn task(&mut self, task: &Task) -> Result<(), Error> {
        match task {
            Task::Loop(own) => self.run(own),
            Task::Nest(own) => nests::nest(self, own),
            Task::Scan(step) => {
                let result = scan::scan(self, *step);
                self.set(*step, result)
            }
            Task::With { step, is_in_place } => {
                let spare = is_in_place.then(|| self.spare(*step)).flatten();
                let result = update::with(self, *step, spare);
                self.set(*step, result)
            }
        }
    }
}
