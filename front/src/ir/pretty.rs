//! The text form of a program: the surface language in Combinator Normal Form.
//!
//! One binding a line, one combinator a binding, every name bound once. The
//! front end reads it back as the same program, so it serves as golden file, as
//! bug report and as the answer to "what became of my nested calls".
//!
//! Reads at an offset stand in the binding that they are for. Where several share
//! one, which recomputation makes, it has a line of its own, for people only:
//! `let xs_at = xs[p + 1];`.

mod names;
mod spaces;

use std::fmt::{self, Write};

use names::Names;
use spaces::Notation;

use super::{Along, Beyond, Cells, ScalarId, Way};
use super::{
    ArrayId, Binding, BindingId, Early, Guard, Host, Id, Op, Output, Outside, Parameter, Program,
    Returned, Section, Shape, tokens,
};

/// The program as source.
pub fn text(program: &Program) -> String {
    let mut out = String::new();
    let names = Names::of(program);
    Printer {
        program,
        notation: Notation::of(program, &names),
        names,
    }
    .write(&mut out)
    .expect("a string takes everything");
    out
}

struct Printer<'a> {
    program: &'a Program,
    notation: Notation,
    names: Names,
}

impl Printer<'_> {
    fn write(&self, out: &mut String) -> fmt::Result {
        let name = names::function(&self.program.name);
        if name != self.program.name {
            writeln!(out, "// {}", self.program.name)?;
        }
        write!(out, "fn {name}(")?;
        self.parameters(out)?;
        out.push(')');
        let fails = |guard: &Guard| matches!(guard.value, Early::Error(_));
        if self.program.guards.iter().any(fails) {
            write!(out, " -> Result<{}, _>", result_type(&self.program.result))?;
        } else if !is_unit(&self.program.result) {
            write!(out, " -> {}", result_type(&self.program.result))?;
        }
        out.push_str(" {\n");
        self.guards(0, out)?;
        for (id, binding) in self.program.bindings.iter() {
            if !self.notation.is_inside(id) {
                writeln!(out, "    {}", self.binding(id, binding))?;
            }
            self.guards(id.index() + 1, out)?;
        }
        if !is_unit(&self.program.result) {
            writeln!(out, "    {}", self.returned(&self.program.result))?;
        }
        out.push_str("}\n");
        Ok(())
    }

    /// The guards below so many bindings.
    fn guards(&self, after: usize, out: &mut String) -> fmt::Result {
        let guards = self.program.guards.iter();
        for guard in guards.filter(|guard| guard.after == after) {
            let condition = self.host(&guard.condition);
            let value = match &guard.value {
                Early::Value(value) if is_unit(value) => String::new(),
                Early::Value(value) => format!(" {}", self.returned(value)),
                Early::Error(error) => format!(" Err({})", self.host(error)),
            };
            writeln!(out, "    if {condition} {{ return{value}; }}")?;
        }
        Ok(())
    }

    /// Arrays, then scalars: the order in which they were declared is gone.
    fn parameters(&self, out: &mut String) -> fmt::Result {
        let mut parameters = Vec::new();
        for (id, input) in self.program.inputs() {
            let name = self.array(id);
            let reference = if input.mutable { "&mut " } else { "&" };
            let host = tokens::of(&input.host);
            let comment = (host != *name).then(|| format!(" // = {host}"));
            parameters.push((format!("{name}: {reference}[_]"), comment));
        }
        for scalar in self.program.scalars.values() {
            if scalar.origin.is_none() {
                parameters.push((format!("{}: _", scalar.name), None));
            }
        }
        if parameters.iter().all(|(_, comment)| comment.is_none()) {
            let parameters: Vec<String> = parameters.into_iter().map(|(text, _)| text).collect();
            out.push_str(&parameters.join(", "));
            return Ok(());
        }
        out.push('\n');
        for (parameter, comment) in parameters {
            writeln!(out, "    {parameter},{}", comment.unwrap_or_default())?;
        }
        Ok(())
    }

    fn binding(&self, id: BindingId, binding: &Binding) -> String {
        let (before, operation) = match self.notation.map(id) {
            Some(text) => {
                let lines = text.before.iter().map(|line| format!("{line}\n    "));
                (lines.collect(), text.map.clone())
            }
            None => (String::new(), self.operation(&binding.op)),
        };
        let written = |output: &Output| match output {
            Output::Array(array) => self.names.in_place(*array),
            Output::Scalar(_) => false,
        };
        // A write binds nothing.
        let binds = binding.outputs.is_empty() || !binding.outputs.iter().all(written);
        format!(
            "{before}{}{} = {operation};{}",
            if binds { "let " } else { "" },
            self.pattern(&binding.shape, &binding.outputs),
            self.homes_in_comment(id)
        )
    }

    fn pattern(&self, shape: &Shape, outputs: &[Output]) -> String {
        match shape {
            Shape::Ignored => "_".to_owned(),
            Shape::Output(index) => match outputs[*index] {
                Output::Array(array) if self.names.in_place(array) => {
                    format!("*{}", self.array(array))
                }
                Output::Array(array) => self.array(array).to_owned(),
                Output::Scalar(scalar) => self.program.scalars[scalar].name.to_string(),
            },
            Shape::Tuple(items) => tuple(
                items
                    .iter()
                    .map(|item| self.pattern(item, outputs))
                    .collect(),
            ),
        }
    }

    /// Returns a comment for the outputs that overwrite inputs, which a pattern of names cannot
    /// tell from fresh ones, and for an operation of which programs have no name.
    fn homes_in_comment(&self, id: BindingId) -> String {
        let mut comment = String::new();
        if let Op::Next { .. } = self.program.bindings[id].op {
            comment.push_str(" // the next one of each");
        }
        for array in self.program.bindings[id].arrays() {
            if let Some(home) = self.program.arrays[array].home
                && !self.names.in_place(array)
            {
                let separator = if comment.is_empty() { " //" } else { "," };
                comment.push_str(&format!(
                    "{separator} *{} = {}",
                    self.array(home),
                    self.array(array)
                ));
            }
        }
        comment
    }

    fn operation(&self, op: &Op) -> String {
        match op {
            Op::Read {
                section, outside, ..
            } => return self.read(section, *outside),
            // As a program would say it.
            Op::Next { arg } => return format!("at(pad(edge, {}), 1)", self.array(*arg)),
            // The coordinates say which part is written.
            Op::Write { arg, .. } => return self.array(*arg).to_owned(),
            Op::Cells { cells, beyond, .. } => return self.cells(cells, beyond.as_ref()),
            Op::Coordinate { grid, index } => {
                let index = &self.program.grids[*grid].indices[*index];
                return format!("{} of {grid:?}", index.name);
            }
            Op::Inside {
                positions,
                arg,
                axis,
            } => {
                let axis = axis.map_or(String::new(), |axis| format!(", {axis}"));
                let positions = self.host(positions);
                return format!("inside({positions}, {}{axis})", self.array(*arg));
            }
            Op::Length {
                arg,
                axis: Some(axis),
            } => return format!("shape({})[{axis}]", self.array(*arg)),
            _ => {}
        }
        let Some(combinator) = op.combinator() else {
            let hosts = op.hosts().into_iter();
            return hosts.map(|host| self.host(host)).collect();
        };
        if let Op::External { call, arrays } = op {
            let call = self.names.host(self.program, call, arrays);
            return format!("{}({call})", op.name());
        }
        let mut hosts: Vec<String> = op.hosts().iter().map(|host| self.host(host)).collect();
        if let Some(array) = names::measured(op) {
            hosts[0] = format!("len({})", self.array(array));
        }
        let mut hosts = hosts.into_iter();
        let mut arrays = op
            .args()
            .into_iter()
            .map(|array| self.array(array).to_owned());
        let mut args: Vec<String> = Vec::new();
        for parameter in combinator.parameters {
            match parameter {
                Parameter::Worker(_) | Parameter::Scalar | Parameter::Host => {
                    args.extend(hosts.next());
                }
                Parameter::Array(_) => args.extend(arrays.next()),
                Parameter::Arrays(_) => args.extend(arrays.by_ref()),
            }
        }
        format!("{}({})", op.name(), args.join(", "))
    }

    /// `xs[2 * p + 1]`, where `p` is the position in the index space.
    fn read(&self, section: &Section, outside: Option<Outside>) -> String {
        let array = self.array(section.array);
        let start = section.start as i128;
        let (array, start) = match outside {
            None => (array.to_owned(), start),
            Some(Outside { offset, padding }) => {
                let array = spaces::padded(self.program, padding, array);
                (array, start + offset as i128)
            }
        };
        match (section.factor, start) {
            (1, start) => format!("{array}[p + {start}]"),
            (factor, 0) => format!("{array}[{factor} * p]"),
            (factor, start) => format!("{array}[{factor} * p + {start}]"),
        }
    }

    /// `a[[p0 + 1, p1]]`, where `p0` and `p1` are the positions of the indices.
    fn cells(&self, cells: &Cells, beyond: Option<&Beyond>) -> String {
        let axes = cells.along.iter().enumerate();
        let along = axes.map(|(axis, along)| {
            let offset = beyond.map_or(0, |beyond| beyond.offsets[axis]);
            let start = along.start.cast_signed() + offset;
            if !cells.goes_up() {
                return self.line(along);
            }
            let Some(index) = along.index else {
                return start.to_string();
            };
            let by = match along.factor {
                1 => format!("p{index}"),
                factor => format!("{factor} * p{index}"),
            };
            match start {
                0 => by,
                1.. => format!("{by} + {start}"),
                _ => format!("{by} - {}", start.unsigned_abs()),
            }
        });
        let along: Vec<String> = along.collect();
        let array = self.array(cells.array);
        let array = match beyond {
            None => array.to_owned(),
            Some(beyond) => spaces::padded(self.program, beyond.padding, array),
        };
        format!("{array}[[{}]]", along.join(", "))
    }

    /// `s - 2 * p0`: a position along an axis of n positions.
    fn line(&self, along: &Along) -> String {
        let name = |scalar: ScalarId| self.program.scalars[scalar].name.to_string();
        let from = match along.way {
            Way::Up => along.start.to_string(),
            Way::Down => format!("n - {}", 1 + along.start),
            Way::UpFrom(scalar) | Way::DownFrom(scalar) => name(scalar),
        };
        let sign = if along.way.is_down() { '-' } else { '+' };
        match (along.index, along.factor) {
            (None, _) => from,
            (Some(index), 1) => format!("{from} {sign} p{index}"),
            (Some(index), factor) => format!("{from} {sign} {factor} * p{index}"),
        }
    }

    fn returned(&self, returned: &Returned) -> String {
        match returned {
            Returned::Array(array) => self.array(*array).to_owned(),
            Returned::Scalar(host) => self.host(host),
            Returned::Tuple(items) => tuple(items.iter().map(|item| self.returned(item)).collect()),
        }
    }

    fn host(&self, host: &Host) -> String {
        self.names.host(self.program, host, &[])
    }

    fn array(&self, id: ArrayId) -> &str {
        self.names.array(id)
    }
}

fn is_unit(returned: &Returned) -> bool {
    matches!(returned, Returned::Tuple(items) if items.is_empty())
}

fn result_type(returned: &Returned) -> String {
    match returned {
        Returned::Array(_) | Returned::Scalar(_) => "_".to_owned(),
        Returned::Tuple(items) => tuple(items.iter().map(result_type).collect()),
    }
}

fn tuple(items: Vec<String>) -> String {
    match &items[..] {
        [item] => format!("({item},)"),
        items => format!("({})", items.join(", ")),
    }
}
