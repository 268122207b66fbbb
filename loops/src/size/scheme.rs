//! Size schemes (Robinson, section 3.1): `∀k1.∃k2.(xs: k1) → (ys1: k1, ys2: k2)`.

use super::{Size, SizeKind, SizeVar, Sizes};
use crate::ir::{ArrayId, Count, Input, InputPart, Op, Origin, Program};
use crate::ordered::ToList;
use std::fmt;

/// The size scheme of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Quantified universally: `∀k`.
    pub universal: Vec<String>,
    /// Quantified existentially: `∃k`.
    pub existential: Vec<String>,
    /// The inputs and their sizes.
    pub inputs: Vec<(String, String)>,
    /// The arrays returned and their sizes.
    pub outputs: Vec<(String, String)>,
}

impl Scheme {
    /// Generalises the sizes of a program's inputs and outputs.
    pub fn of(program: &Program, sizes: &Sizes) -> Scheme {
        let inputs = shaped_inputs(program);
        let outputs: Vec<(ArrayId, Vec<ArrayId>)> = (program.result.arrays().into_iter())
            .map(|output| (output, vec![output]))
            .list();
        let mut universal: Vec<SizeVar> = Vec::new();
        let mut existential: Vec<SizeVar> = Vec::new();
        let axes = inputs.iter().chain(&outputs).flat_map(|(_, axes)| axes);
        for axis in axes {
            for var in sizes.count(*axis).vars() {
                let quantified = match sizes.kind(var) {
                    SizeKind::Unification => &mut universal,
                    SizeKind::Rigid(..) => &mut existential,
                    SizeKind::Named(_) => continue,
                };
                if !quantified.contains(&var) {
                    quantified.push(var);
                }
            }
        }
        let quantified: Vec<SizeVar> = universal.iter().chain(&existential).copied().list();
        let name = |var: SizeVar| match sizes.kind(var) {
            SizeKind::Named(Count::Literal(number)) => number.to_string(),
            SizeKind::Named(Count::Scalar(scalar)) => program.scalars[*scalar].shown(),
            _ if quantified.len() == 1 => "k".to_owned(),
            _ => match quantified.iter().position(|other| *other == var) {
                Some(index) => format!("k{}", index + 1),
                None => "k".to_owned(),
            },
        };
        let show = |(array, axes): &(ArrayId, Vec<ArrayId>)| {
            let nested = axes.len() > 1;
            let axes = axes
                .iter()
                .map(|axis| text(&sizes.count(*axis), &name, nested));
            (
                program.arrays[*array].name.to_string(),
                axes.list().join(" × "),
            )
        };
        Scheme {
            inputs: inputs.iter().map(show).list(),
            outputs: outputs.iter().map(show).list(),
            universal: universal.iter().map(|var| name(*var)).list(),
            existential: existential.iter().map(|var| name(*var)).list(),
        }
    }
}

/// The inputs, each with the arrays whose sizes are those of its axes: itself, or the positions along
/// each axis of an array of ndarray.
fn shaped_inputs(program: &Program) -> Vec<(ArrayId, Vec<ArrayId>)> {
    let is_axis = |input: &Input| matches!(input.part, InputPart::Axis(_));
    let arrays = program.inputs().filter(|(_, input)| !is_axis(input));
    let with_axes = arrays.map(|(array, _)| match axes_of(program, array) {
        Some(axes) => (array, axes),
        None => (array, vec![array]),
    });
    with_axes.list()
}

/// The positions along each axis of an input that is an array of ndarray with several.
fn axes_of(program: &Program, input: ArrayId) -> Option<Vec<ArrayId>> {
    program.bindings.iter().find_map(|(_, binding)| {
        let Op::Reshape { arg, counts, .. } = &binding.op else {
            return None;
        };
        let axis = |count: &Count| match count {
            Count::Length(along) => matches!(
                program.arrays[*along].origin,
                Origin::Input(Input {
                    part: InputPart::Axis(_),
                    ..
                })
            )
            .then_some(*along),
            _ => None,
        };
        (*arg == input).then(|| counts.iter().map(axis).collect())?
    })
}

fn text(size: &Size, name: &dyn Fn(SizeVar) -> String, nested: bool) -> String {
    match size {
        Size::Var(var) => match name(*var) {
            computed if nested && computed.contains(' ') => format!("({computed})"),
            name => name,
        },
        Size::Product(shape) => {
            let axes = shape.axes().iter().map(|axis| text(axis, name, true));
            let product = axes.list().join(" × ");
            if nested {
                format!("({product})")
            } else {
                product
            }
        }
        Size::Section { of, less, by } => section(&text(of, name, true), (*less, *by), nested),
    }
}

/// `(n - 1) / 2`, rounded up: every second position behind the first.
pub fn section(of: &str, (less, by): (usize, usize), nested: bool) -> String {
    match (less, by) {
        (less, 1) if nested => format!("({of} - {less})"),
        (less, 1) => format!("{of} - {less}"),
        (0, by) => format!("⌈{of} / {by}⌉"),
        (less, by) => format!("⌈({of} - {less}) / {by}⌉"),
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |arrays: &[(String, String)]| {
            let parts: Vec<String> = arrays
                .iter()
                .map(|(name, size)| format!("{name}: {size}"))
                .list();
            format!("({})", parts.join(", "))
        };
        if !self.universal.is_empty() {
            write!(f, "∀{}.", self.universal.join(" "))?;
        }
        if !self.existential.is_empty() {
            write!(f, "∃{}.", self.existential.join(" "))?;
        }
        write!(f, "{} → {}", list(&self.inputs), list(&self.outputs))
    }
}
