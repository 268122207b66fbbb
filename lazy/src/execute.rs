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
            match &device {
                Some(device) => self.on_device(device, task)?,
                None => self.task(task)?,
            }
            #[cfg(not(feature = "ocl"))]
            self.task(task)?;
            for step in ends {
                self.steps[*step] = None;
            }
        }
        Ok(())
    }

    /// Does a task on a device, or on the host where no kernel can do it. Kernels of scans do nothing else, so
    /// that a loop with scans is done in parts.
    #[cfg(feature = "ocl")]
    fn on_device(&mut self, device: &fusus_ocl::Device, task: &Task) -> Result<(), Error> {
        if let Task::Loop(own) = task
            && let Some(parts) = Program::around_scans(self.graph, own)
        {
            for part in &parts.tasks {
                self.on_device(device, part)?;
            }
            for step in own.inner() {
                self.steps[step] = None;
            }
            return Ok(());
        }
        match ocl::task(self, device, task)? {
            true => Ok(()),
            false => self.task(task),
        }
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
