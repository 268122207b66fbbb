//! The instructions of a loop at one position.

use fusus_ocl::{Device, Error};

use super::c::{self, Functions};
use super::kernel::Kernel;
use super::lines::Lines;
use super::there::There;
use crate::element::{ElementType, Scalar};
use crate::ids::Map;
use crate::layout::Layout;
use crate::operation::{Binary, Unary};
use crate::program::{Action, Instruction, Loop, Pair, Place};
use crate::storage::Memory;
use crate::values::Values;

/// An array of a loop: its elements, and where they are.
#[derive(Debug)]
struct Input {
    there: There,
    layout: Layout,
}

/// The arrays and numbers that a loop reads, and the arrays that it writes.
#[derive(Debug)]
pub(super) struct Operands {
    inputs: Vec<Input>,
    numbers: Vec<Scalar>,
    pub(super) outputs: Vec<There>,
}

impl Operands {
    /// The arrays of a loop that writes results of so many elements.
    pub(super) fn of(
        values: &Values<'_>,
        device: &Device,
        own: &Loop,
        memories: &[Memory],
        len: usize,
    ) -> Result<Operands, Error> {
        let mut inputs = Vec::with_capacity(memories.len());
        for memory in memories {
            let there = memory.storage.on(device)?;
            let layout = memory.layout;
            inputs.push(Input { there, layout });
        }
        let mut outputs = Vec::with_capacity(own.outputs.len());
        for &step in &own.outputs {
            let ty = values.graph.steps[step].node.ty;
            outputs.push(There::fresh(device, ty, len)?);
        }
        Ok(Operands {
            inputs,
            numbers: own.numbers.iter().map(|arg| values.number(*arg)).collect(),
            outputs,
        })
    }

    /// The layout of an array that is read at indices along axes, if there is one.
    pub(super) fn apart(&self, own: &Loop) -> Option<&Layout> {
        let walked = self.inputs.iter().zip(&own.walked);
        let mut layouts = walked
            .filter(|(_, is_walked)| **is_walked)
            .map(|(input, _)| &input.layout);
        layouts.find(|layout| !layout.are_neighbours())
    }

    /// Declares the sizes of the axes of a loop, if an array is read at indices along them.
    pub(super) fn declare_sizes(&self, own: &Loop, kernel: &mut Kernel) {
        if let Some(layout) = self.apart(own) {
            for (axis, size) in layout.dims().as_slice().iter().enumerate().skip(1) {
                kernel.parameters.count(&format!("size{axis}"), *size);
            }
        }
    }

    /// Writes the position of an item, and its indices along axes where an array is read so.
    pub(super) fn position(&self, own: &Loop, kernel: &mut Kernel, index: &str) -> Position {
        let mut axes = vec![index.to_owned()];
        if let Some(layout) = self.apart(own) {
            let sizes = 1..layout.dims().axes();
            let sizes: Vec<String> = sizes.map(|axis| format!("size{axis}")).collect();
            let ty = kernel.parameters.position();
            axes = along(&mut kernel.lines, ty, index, &sizes);
        }
        let index = index.to_owned();
        Position { index, axes }
    }
}

/// A position of a loop, as the text names it.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// Its number, as elements that lie next to each other are counted.
    pub(super) index: String,
    /// The index along each axis, where an array is read so.
    pub(super) axes: Vec<String>,
}

/// The text of a loop at a position.
pub(super) struct Body<'b> {
    own: &'b Loop,
    /// Stands before names, so that the two loops of a nest have different ones.
    prefix: &'static str,
    operands: &'b Operands,
    position: Position,
    /// The names of what is in registers.
    registers: Map<(ElementType, usize), String>,
    /// The names of the results that are written.
    written: Vec<String>,
    /// True for each input that was read.
    read: Vec<bool>,
    /// The names of the results of folds along an axis.
    pub(super) folded: Vec<String>,
    /// True if the kernel writes the results of the loop.
    has_results: bool,
}

impl<'b> Body<'b> {
    pub(super) fn new(
        own: &'b Loop,
        prefix: &'static str,
        operands: &'b Operands,
        position: Position,
    ) -> Body<'b> {
        Body {
            own,
            prefix,
            operands,
            position,
            registers: Map::default(),
            written: vec![String::new(); operands.outputs.len()],
            read: vec![false; operands.inputs.len()],
            folded: Vec::new(),
            has_results: true,
        }
    }

    /// Returns the text without the results of the loop, which another kernel writes.
    pub(super) fn without_results(mut self) -> Self {
        self.has_results = false;
        self
    }

    /// Declares the arrays and numbers of the loop.
    pub(super) fn declare(&self, kernel: &mut Kernel) {
        let parameters = &mut kernel.parameters;
        let prefix = self.prefix;
        let gathered = |input: usize| {
            let instructions = self.own.instructions.iter();
            let mut actions = instructions.map(|instruction| instruction.action);
            actions.any(|action| action == Action::Gather(input))
        };
        for (at, Input { there, layout }) in self.operands.inputs.iter().enumerate() {
            let name = format!("{prefix}x{at}");
            parameters.input(&name, there);
            let first = isize::try_from(layout.first).unwrap_or(isize::MAX);
            parameters.stride(&format!("{name}_first"), first);
            if gathered(at) {
                parameters.stride(
                    &format!("{name}_len"),
                    isize::try_from(layout.len()).unwrap_or(isize::MAX),
                );
            }
            if layout.are_neighbours() {
                continue;
            }
            for (axis, (_, stride)) in layout.axes().enumerate() {
                parameters.stride(&format!("{name}_stride{axis}"), stride);
            }
        }
        for (at, number) in self.operands.numbers.iter().enumerate() {
            parameters.number(&format!("{prefix}k{at}"), *number);
        }
        let outputs = self.operands.outputs.iter().filter(|_| self.has_results);
        for (at, there) in outputs.enumerate() {
            parameters.output(&format!("{prefix}y{at}"), there);
        }
    }

    /// Writes all instructions.
    pub(super) fn write(&mut self, kernel: &mut Kernel) {
        for (at, instruction) in self.own.instructions.iter().enumerate() {
            let value = self.instruction(instruction, at, kernel);
            let name = format!("{}v{at}", self.prefix);
            let of = c::name(instruction.gives);
            let lines = &mut kernel.lines;
            lines.line(format_args!("{of} {name} = {value};"));
            match instruction.target {
                Place::Register(register) => {
                    self.registers.insert((instruction.gives, register), name);
                }
                Place::Output(output) => {
                    let (prefix, index) = (self.prefix, &self.position.index);
                    if self.has_results {
                        lines.line(format_args!("{prefix}y{output}[{index}] = {name};"));
                    }
                    self.written[output] = name;
                }
                Place::Input(_) | Place::Number(_) => unreachable!("an operand is no target"),
            }
        }
    }

    /// The name of a value.
    pub(super) fn value(&mut self, place: Place, ty: ElementType, kernel: &mut Kernel) -> String {
        match place {
            Place::Register(register) => self.registers[&(ty, register)].clone(),
            Place::Output(output) => self.written[output].clone(),
            Place::Number(number) => format!("{}k{number}", self.prefix),
            Place::Input(input) => self.input(input, kernel),
        }
    }

    /// The element of an input at the position, which is read once.
    fn input(&mut self, input: usize, kernel: &mut Kernel) -> String {
        let name = format!("{}x{input}", self.prefix);
        let own = format!("{name}_here");
        if !std::mem::replace(&mut self.read[input], true) {
            let Input { there, layout } = &self.operands.inputs[input];
            let place = match layout.are_neighbours() {
                true => format!("{name}_first + {}", self.position.index),
                false => place(&name, &self.position.axes),
            };
            let of = c::name(there.ty());
            let lines = &mut kernel.lines;
            lines.line(format_args!("{of} {own} = {name}[{place}];"));
        }
        own
    }

    /// A truth value: whether the position counts.
    pub(super) fn counts(&mut self, mask: Option<Place>, kernel: &mut Kernel) -> Option<String> {
        mask.map(|place| self.value(place, ElementType::Bool, kernel))
    }

    fn instruction(&mut self, instruction: &Instruction, at: usize, kernel: &mut Kernel) -> String {
        let (takes, gives) = (instruction.takes, instruction.gives);
        let [a, b, c, ..] = instruction.operands;
        let mut of = |place: Place| self.value(place, takes, kernel);
        match instruction.action {
            Action::Unary(unary) => {
                let a = of(a);
                kernel.functions.unary(unary, takes, &a)
            }
            Action::Binary(binary @ (Binary::Div | Binary::Rem)) if takes.is_integer() => {
                let both = [of(a), of(b)];
                let counts = self.counts(instruction.mask, kernel);
                let counts = counts.as_deref().unwrap_or("1");
                kernel.has_flag = true;
                kernel.may_fail |= !self.divides_safely(b);
                let both = both.each_ref().map(String::as_str);
                kernel.functions.divide(binary, takes, both, counts)
            }
            Action::Binary(binary) => Functions::binary(binary, takes, &of(a), &of(b)),
            Action::Compare(compare) => c::compare(compare, &of(a), &of(b)),
            Action::CompareRoot(comparison) => {
                let (a, b) = (of(a), of(b));
                let root = kernel.functions.unary(Unary::Sqrt, takes, &a);
                let [left, right] = match comparison.is_behind {
                    true => [&b, &root],
                    false => [&root, &b],
                };
                c::compare(comparison.comparison, left, right)
            }
            Action::Select => {
                let (b, c) = (of(b), of(c));
                let mask = self.value(a, ElementType::Bool, kernel);
                format!("{mask} ? {b} : {c}")
            }
            Action::Cast => {
                let a = of(a);
                kernel.functions.cast(takes, gives, &a)
            }
            Action::MultiplyAdd => {
                let product = Functions::binary(Binary::Mul, takes, &of(a), &of(b));
                Functions::binary(Binary::Add, takes, &product, &of(c))
            }
            Action::Sum(count) => {
                let mut sum = of(a);
                for place in &instruction.operands[1..count] {
                    sum = Functions::binary(Binary::Add, takes, &sum, &of(*place));
                }
                sum
            }
            Action::Polynomial(steps) => {
                let (mut value, x) = (of(a), of(b));
                for place in &instruction.operands[2..2 + steps] {
                    value = format!("({value} * {x} + {})", of(*place));
                }
                value
            }
            Action::Pair(pair) => paired(pair, &of(a), &of(b), &of(c)),
            Action::ScaledProduct(scale) => {
                let prefix = self.prefix;
                let mut of = |place: Place| self.value(place, takes, kernel);
                format!("({} * {} + {}) * {prefix}k{scale}", of(a), of(b), of(c))
            }
            Action::ScaledSum(scale) => {
                let prefix = self.prefix;
                let mut of = |place: Place| self.value(place, takes, kernel);
                format!("({} + {} + {}) * {prefix}k{scale}", of(a), of(b), of(c))
            }
            Action::Gather(input) => {
                let index = of(a);
                self.gather(input, &index, instruction, at, kernel)
            }
            Action::Positions => self.position.index.clone(),
            Action::Ones => "1".to_owned(),
            Action::Copy => of(a),
            Action::Folded(fold) => self.folded[fold].clone(),
            Action::Map(_) => unreachable!("a closure of the host is in no kernel"),
            Action::Scan(_) => unreachable!("a loop with a scan is none of these kernels"),
        }
    }

    /// Returns true if every number has a quotient by a divisor.
    fn divides_safely(&self, divisor: Place) -> bool {
        let Place::Number(number) = divisor else {
            return false;
        };
        !matches!(
            self.operands.numbers[number],
            Scalar::I8(-1..=0)
                | Scalar::I16(-1..=0)
                | Scalar::I32(-1..=0)
                | Scalar::I64(-1..=0)
                | Scalar::U8(0)
                | Scalar::U16(0)
                | Scalar::U32(0)
                | Scalar::U64(0)
        )
    }

    /// The element of an input at an index, zero if there is none.
    fn gather(
        &mut self,
        input: usize,
        index: &str,
        instruction: &Instruction,
        at: usize,
        kernel: &mut Kernel,
    ) -> String {
        kernel.has_flag = true;
        kernel.may_fail = true;
        let name = format!("{}x{input}", self.prefix);
        let wanted = format!("{}j{at}", self.prefix);
        let is_there = match instruction.takes.is_signed() {
            true => format!("{index} >= 0 && (ulong){index} < (ulong){name}_len"),
            false => format!("(ulong){index} < (ulong){name}_len"),
        };
        let counts = match self.counts(instruction.mask, kernel) {
            Some(counts) => format!(" && {counts}"),
            None => String::new(),
        };
        let lines = &mut kernel.lines;
        lines.line(format_args!("uchar {wanted}_is_there = {is_there};"));
        lines.line(format_args!(
            "if (!{wanted}_is_there{counts}) atomic_xchg(failed, 1u);"
        ));
        lines.line(format_args!(
            "long {wanted} = {wanted}_is_there ? (long){index} : 0;"
        ));
        let layout = &self.operands.inputs[input].layout;
        let place = match layout.are_neighbours() {
            true => format!("{name}_first + {wanted}"),
            // Elements are gathered from arrays of one axis.
            false => place(&name, std::slice::from_ref(&wanted)),
        };
        format!("{wanted}_is_there ? {name}[{place}] : 0")
    }
}

/// Writes the indices along axes of a position, given the sizes of all axes but the first.
pub(super) fn along(lines: &mut Lines, ty: &str, position: &str, sizes: &[String]) -> Vec<String> {
    let mut axes = vec![String::new(); sizes.len() + 1];
    let mut rest = position.to_owned();
    for (axis, size) in sizes.iter().enumerate().rev() {
        let (own, next) = (
            format!("{position}_{}", axis + 1),
            format!("{position}_to{axis}"),
        );
        lines.line(format_args!("{ty} {own} = {rest} % {size};"));
        lines.line(format_args!("{ty} {next} = {rest} / {size};"));
        axes[axis + 1] = own;
        rest = next;
    }
    axes[0] = rest;
    axes
}

/// The place of an element by its indices along axes.
fn place(name: &str, axes: &[String]) -> String {
    let mut place = format!("{name}_first");
    for (axis, index) in axes.iter().enumerate() {
        place.push_str(&format!(" + (long){index} * {name}_stride{axis}"));
    }
    place
}

/// Two operations on three floats.
fn paired(pair: Pair, a: &str, b: &str, c: &str) -> String {
    let first = format!("({a} {} {b})", pair.first.name());
    let second = pair.second.name();
    match pair.is_behind {
        true => format!("{c} {second} {first}"),
        false => format!("{first} {second} {c}"),
    }
}
