//! Programs, done: one task after the other.

use crate::element::Scalar;
use crate::error::Error;
use crate::graph::{Arg, Graph};
#[cfg(feature = "ocl")]
use crate::ocl;
use crate::place::Place;
use crate::program::{Program, Task};
use crate::storage::Memory;
use crate::values::Values;
use crate::{nests, scan, update};

impl<'g> Values<'g> {
    /// Does a program on arrays and numbers.
    pub(crate) fn of(
        graph: &'g Graph,
        leaves: Vec<Memory>,
        numbers: &'g [Scalar],
        program: &Program,
    ) -> Result<Values<'g>, Error> {
        let mut values = Values::new(graph, leaves, numbers);
        values.execute(program)?;
        Ok(values)
    }

    /// Does a program. Where it fails, the results of what was done before are there.
    pub(crate) fn execute(&mut self, program: &Program) -> Result<(), Error> {
        self.given()?;
        #[cfg(feature = "ocl")]
        let device = ocl::begin(self)?;
        for (task, ends) in program.tasks.iter().zip(&program.ends) {
            #[cfg(feature = "ocl")]
            let is_done = match &device {
                Some(device) => ocl::task(self, device, task)?,
                None => false,
            };
            #[cfg(not(feature = "ocl"))]
            let is_done = false;
            if !is_done {
                self.task(task)?;
            }
            for step in ends {
                self.steps[*step] = None;
            }
        }
        Ok(())
    }

    /// Checks that no array is an input that is traced: the first step that reads one fails.
    fn given(&self) -> Result<(), Error> {
        let missing = |leaf: &Option<Memory>| leaf.as_ref()?.storage.given().err();
        let Some(kind) = self.leaves.iter().find_map(missing) else {
            return Ok(());
        };
        let reads = |arg: &Arg| match arg {
            Arg::Leaf(leaf) => missing(&self.leaves[*leaf]).is_some(),
            _ => false,
        };
        let mut steps = self.graph.steps.iter();
        Err(match steps.position(|step| step.args.iter().any(reads)) {
            Some(step) => self.error(step, kind),
            None => Error::new(kind, "input", Place::Nowhere),
        })
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
            Task::With { steps, is_in_place } => update::with(self, steps, None, *is_in_place),
        }
    }
}
