//! Checks the invariants of a program that its types cannot express.
//!
//! Every stage that makes or changes a [`Program`] is followed by [`validate`],
//! in every build: a violation is a bug of the compiler, never of its user, and
//! is cheaper to find here than in generated code.

mod returned;
mod violation;

pub use violation::{Violation, ViolationKind};

use crate::ordered::{OrderedMap, ToList};

use super::{
    ArrayId, Binding, BindingId, Cells, Count, GridId, Host, Id, Op, Origin, Output, Program,
    ScalarId, Section, Shape, SpaceId, Yields, over,
};

/// Checks the program; all that is wrong is found at once.
pub fn validate(program: &Program) -> Result<(), Vec<Violation>> {
    let mut validator = Validator {
        program,
        arrays: vec![false; program.arrays.len()],
        scalars: vec![false; program.scalars.len()],
        current: OrderedMap::new(),
        place: String::new(),
        violations: Vec::new(),
    };
    validator.check_names();
    validator.check_arrays();
    validator.check_scalars();
    validator.check_guards(0);
    for (id, binding) in program.bindings.iter() {
        validator.check_binding(id, binding);
        validator.check_guards(id.index() + 1);
    }
    validator.place = "the result".to_owned();
    validator.check_returned(&program.result);
    if validator.violations.is_empty() {
        Ok(())
    } else {
        Err(validator.violations)
    }
}

struct Validator<'a> {
    program: &'a Program,
    /// The arrays and scalars that are bound so far.
    arrays: Vec<bool>,
    scalars: Vec<bool>,
    /// The array whose elements each home holds by now, where not its own.
    current: OrderedMap<ArrayId, ArrayId>,
    place: String,
    violations: Vec<Violation>,
}

impl Validator<'_> {
    fn found(&mut self, kind: ViolationKind) {
        self.violations.push(Violation {
            place: self.place.clone(),
            kind,
        });
    }

    fn array_name(&self, id: ArrayId) -> String {
        match self.program.arrays.get(id) {
            Some(array) => format!("array {id:?} `{}`", array.name),
            None => format!("array {id:?}"),
        }
    }

    fn scalar_name(&self, id: ScalarId) -> String {
        match self.program.scalars.get(id) {
            Some(scalar) => format!("scalar {id:?} `{}`", scalar.name),
            None => format!("scalar {id:?}"),
        }
    }

    fn output_name(&self, output: Output) -> String {
        match output {
            Output::Array(array) => self.array_name(array),
            Output::Scalar(scalar) => self.scalar_name(scalar),
        }
    }

    fn check_names(&mut self) {
        let mut seen = OrderedMap::new();
        for (id, scalar) in self.program.scalars.iter() {
            if let Some(other) = seen.insert(scalar.name.to_string(), id) {
                self.place = self.scalar_name(id);
                self.found(ViolationKind::SameName { other });
            }
        }
    }

    /// Origins and homes, as far as they don't depend on the order.
    fn check_arrays(&mut self) {
        for (id, array) in self.program.arrays.iter() {
            self.place = self.array_name(id);
            match array.origin {
                Origin::Input(_) => self.arrays[id.index()] = true,
                Origin::Output(binding, position) => {
                    self.check_listed(binding, Some(position), Output::Array(id));
                }
            }
            if let Some(home) = array.home {
                let of_home = self.program.arrays.get(home).map(|home| &home.origin);
                let is_home = matches!(of_home, Some(Origin::Input(input)) if input.mutable);
                let is_input = matches!(array.origin, Origin::Input(_));
                if !is_home || is_input {
                    let home = self.array_name(home);
                    self.found(ViolationKind::NotAHome { home });
                }
            }
        }
    }

    fn check_scalars(&mut self) {
        for (id, scalar) in self.program.scalars.iter() {
            self.place = self.scalar_name(id);
            match scalar.origin {
                None => self.scalars[id.index()] = true,
                Some(binding) => self.check_listed(binding, None, Output::Scalar(id)),
            }
        }
    }

    /// Checks that the binding lists the output, at the position if one is given.
    fn check_listed(&mut self, binding: BindingId, position: Option<usize>, output: Output) {
        let Some(found) = self.program.bindings.get(binding) else {
            let id = format!("binding {binding:?}");
            return self.found(ViolationKind::Unknown { id });
        };
        let listed = match position {
            Some(position) => found.outputs.get(position) == Some(&output),
            None => found.outputs.contains(&output),
        };
        if !listed {
            self.found(ViolationKind::Unlisted { binding });
        }
    }

    fn check_binding(&mut self, id: BindingId, binding: &Binding) {
        let names: Vec<String> = binding
            .outputs
            .iter()
            .map(|output| self.output_name(*output))
            .list();
        self.place = format!("binding {id:?} ({})", names.join(", "));
        self.check_outputs(binding);
        for array in binding.op.args() {
            // A length is the same whatever was written over the elements.
            if let Op::Length { .. } | Op::Inside { .. } = binding.op {
                self.check_array(array);
            } else {
                self.check_read(array);
            }
        }
        match &binding.op {
            Op::Map { args, .. } | Op::Fold { args, .. } | Op::Recurrence { args, .. }
                if args.is_empty() =>
            {
                self.found(ViolationKind::NoArguments)
            }
            Op::External { arrays, .. } => self.check_ascending("arrays", arrays),
            Op::Read { section, space, .. } => self.check_space(*section, *space),
            Op::Cells { cells, grid, .. } => self.check_grid(Some(cells), *grid),
            Op::Coordinate { grid, .. } => self.check_grid(None, *grid),
            Op::Write { dest, grid, .. } => {
                self.check_array(*dest);
                self.check_grid(None, *grid);
            }
            Op::Generate { count, .. } | Op::Range { count, .. } => match count {
                Count::Scalar(scalar) => self.check_scalar(*scalar),
                Count::Length(array) => {
                    self.check_array(*array);
                }
                Count::Literal(_) | Count::Anonymous => {}
            },
            _ => {}
        }
        for host in binding.op.hosts() {
            self.check_host(host);
        }
        for scalar in binding.op.scalars() {
            self.check_scalar(scalar);
        }
        let mut written = Vec::new();
        for (position, output) in binding.outputs.iter().enumerate() {
            match output {
                Output::Array(array) => self.bind_array(id, position, *array, &mut written),
                Output::Scalar(scalar) => self.bind_scalar(id, position, *scalar),
            }
        }
    }

    /// Checks that a read is one of its index space's, and that the arrays of all of them are there.
    fn check_space(&mut self, section: Section, space: SpaceId) {
        let Some(known) = self.program.spaces.get(space) else {
            let id = format!("index space {space:?}");
            return self.found(ViolationKind::Unknown { id });
        };
        if !known.reads.contains(&section) || known.reads.iter().any(|read| read.factor == 0) {
            self.found(ViolationKind::NotInSpace { space });
        }
        for read in &known.reads {
            self.check_array(read.array);
        }
    }

    /// Checks that a read is one of its grid's, and that the arrays of all of them are there.
    fn check_grid(&mut self, cells: Option<&Cells>, grid: GridId) {
        let Some(known) = self.program.grids.get(grid) else {
            let id = format!("index space {grid:?}");
            return self.found(ViolationKind::Unknown { id });
        };
        if cells.is_some_and(|cells| !known.reads.contains(cells)) {
            let space = format!("{grid:?}");
            self.found(ViolationKind::NotInGrid { space });
        }
        for read in &known.reads {
            self.check_array(read.array);
        }
        for bound in &known.bounds {
            self.check_array(bound.of.0);
        }
    }

    fn check_outputs(&mut self, binding: &Binding) {
        let (arrays, scalars) = (binding.arrays().count(), binding.scalars().count());
        let (fits, expected) = match binding.op.yields() {
            Yields::Scalar => (arrays == 0, "scalars"),
            Yields::Anything => (true, "anything"),
            Yields::Array { .. } => (scalars == 0, "arrays"),
        };
        if !fits {
            self.found(ViolationKind::Outputs {
                op: binding.op.name(),
                expected,
                arrays,
                scalars,
            });
        }
        let mut named = Vec::new();
        outputs_of(&binding.shape, &mut named);
        if named != (0..binding.outputs.len()).list() {
            self.found(ViolationKind::Shape { named });
        }
    }

    fn bind_array(
        &mut self,
        binding: BindingId,
        position: usize,
        id: ArrayId,
        written: &mut Vec<ArrayId>,
    ) {
        let Some(array) = self.program.arrays.get(id) else {
            let id = self.array_name(id);
            return self.found(ViolationKind::Unknown { id });
        };
        let origin = match array.origin {
            Origin::Output(from, at) if (from, at) == (binding, position) => None,
            Origin::Output(from, at) => Some(format!("output {at} of {from:?}")),
            Origin::Input(_) => Some("an input".to_owned()),
        };
        if let Some(origin) = origin {
            let output = self.array_name(id);
            return self.found(ViolationKind::ForeignOutput {
                output,
                position,
                origin,
            });
        }
        self.arrays[id.index()] = true;
        if let Some(home) = array.home {
            if written.contains(&home) {
                let home = self.array_name(home);
                self.found(ViolationKind::WrittenTwice { home });
            }
            written.push(home);
            self.current.insert(home, id);
        }
    }

    fn bind_scalar(&mut self, binding: BindingId, position: usize, id: ScalarId) {
        let Some(scalar) = self.program.scalars.get(id) else {
            let id = self.scalar_name(id);
            return self.found(ViolationKind::Unknown { id });
        };
        if scalar.origin == Some(binding) {
            self.scalars[id.index()] = true;
            return;
        }
        let origin = match scalar.origin {
            Some(from) => format!("bound by {from:?}"),
            None => "a parameter".to_owned(),
        };
        let output = self.scalar_name(id);
        self.found(ViolationKind::ForeignOutput {
            output,
            position,
            origin,
        });
    }

    /// Returns true if the array is known and bound.
    fn check_array(&mut self, id: ArrayId) -> bool {
        let kind = match self.arrays.get(id.index()) {
            Some(true) => return true,
            Some(false) => ViolationKind::NotBoundYet {
                used: self.array_name(id),
            },
            None => ViolationKind::Unknown {
                id: self.array_name(id),
            },
        };
        self.found(kind);
        false
    }

    /// Checks that the elements of the array can be read here.
    fn check_read(&mut self, id: ArrayId) {
        if !self.check_array(id) {
            return;
        }
        let id = self.program.lies_in(id);
        // Memory that may be overwritten: an input's own, or that of its home.
        let memory = self.program.arrays[id].home.unwrap_or(id);
        if let Some(by) = self.current.get(&memory).copied()
            && by != id
        {
            let (array, by) = (self.array_name(id), self.array_name(by));
            self.found(ViolationKind::Overwritten { array, by });
        }
    }

    fn check_scalar(&mut self, id: ScalarId) {
        let kind = match self.scalars.get(id.index()) {
            Some(true) => return,
            Some(false) => ViolationKind::NotBoundYet {
                used: self.scalar_name(id),
            },
            None => ViolationKind::Unknown {
                id: self.scalar_name(id),
            },
        };
        self.found(kind);
    }

    fn check_host(&mut self, host: &Host) {
        self.check_ascending("scalars", &host.scalars);
        self.check_ascending("indexed arrays", &host.arrays);
        for scalar in &host.scalars {
            self.check_scalar(*scalar);
        }
        for array in &host.arrays {
            self.check_read(*array);
            if let Some(found) = self.program.arrays.get(*array)
                && !matches!(found.origin, Origin::Input(_))
                && !over::arrays(&host.expr).contains(&found.name)
            {
                let array = self.array_name(*array);
                self.found(ViolationKind::IndexesBound { array });
            }
        }
    }

    fn check_ascending<I: Ord>(&mut self, list: &'static str, ids: &[I]) {
        if !ids.is_sorted_by(|a, b| a < b) {
            self.found(ViolationKind::Unordered { list });
        }
    }
}

/// The outputs that a pattern names, from left to right.
fn outputs_of(shape: &Shape, into: &mut Vec<usize>) {
    match shape {
        Shape::Output(index) => into.push(*index),
        Shape::Ignored => {}
        Shape::Tuple(items) => items.iter().for_each(|item| outputs_of(item, into)),
    }
}
