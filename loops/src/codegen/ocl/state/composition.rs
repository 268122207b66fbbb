//! The composed steps of a recurrence, as a part of a state: the image of zero under them, and those
//! of the units under their linear parts. A state that is known has zeros for these.

use super::super::c::printer::field;
use super::super::c::{self, Lines, Printer, Text};
use crate::nest::Law;
use crate::scalar::{Binary, Function, Type};
use crate::schedule::device::Composed;
use crate::schedule::device::states::Neutral;

/// The steps of a recurrence that a state has beside its own.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub(super) struct Composition {
    pub(super) composed: Composed,
    /// The step without the terms in which the state has no part.
    pub(super) linear: Function,
    /// The type of the state.
    pub(super) ty: Type,
}

/// A neutral element in C.
pub(super) fn literal(neutral: &Neutral, ty: &Type) -> Text {
    match (neutral, ty.prim()) {
        (Neutral::Tuple(parts), _) => {
            let Type::Tuple(types) = ty else {
                unreachable!("the neutral element of a tuple has its parts")
            };
            let parts = parts.iter().zip(types);
            let parts: Vec<String> = parts.map(|(part, ty)| literal(part, ty).text).collect();
            Text::atom(format!("{{{}}}", parts.join(", ")))
        }
        (Neutral::Int(value), Some(prim)) => c::integer(prim, *value),
        (Neutral::Float(value), Some(prim)) => c::float(prim, *value),
        (Neutral::Bool(value), _) => Text::atom(u8::from(*value).to_string()),
        (_, None) => unreachable!("other types have no neutral element of one part"),
    }
}

impl Composition {
    /// The members with the images of the units, of a member of this name.
    fn columns(&self, name: &str) -> Vec<String> {
        let count = self.composed.components.max(1);
        let columns = (0..count).map(|index| format!("{name}_column{index}"));
        columns.collect()
    }

    /// The member that is set if a composition says too little, if one may.
    pub(super) fn lost(&self, name: &str) -> Option<String> {
        self.composed.may_be_lost().then(|| format!("{name}_lost"))
    }

    /// The image of zero under no step.
    pub(super) fn zero(&self) -> Text {
        literal(&self.composed.zero(), &self.ty)
    }

    /// Declares the members beside that of the state, whose type has a name in C.
    pub(super) fn define(&self, lines: &mut Lines, ty: &str, name: &str) {
        for column in self.columns(name) {
            lines.line(format!("{ty} {column};"));
        }
        if let Some(lost) = self.lost(name) {
            lines.line(format!("uchar {lost};"));
        }
    }

    /// The initialisers of these members: for no step, or for a state that is known.
    pub(super) fn initial(&self, is_known: bool) -> Vec<String> {
        let columns = (0..self.composed.components.max(1)).map(|index| {
            let neutral = match (is_known, self.composed.law) {
                (true, Law::Linear | Law::Wrapping) => self.composed.zero(),
                _ => self.composed.unit(index),
            };
            literal(&neutral, &self.ty).text
        });
        let lost = self.lost("").map(|_| "0".to_owned());
        columns.chain(lost).collect()
    }

    /// Takes elements into the images of the units, in the state that lies in `variable`.
    pub(super) fn push(&self, printer: &mut Printer<'_, '_>, variable: &str, elements: &[Text]) {
        for column in self.columns(variable) {
            let state = [Text::atom(column.clone())].into_iter();
            let arguments: Vec<Text> = state.chain(elements.iter().cloned()).collect();
            let next = printer.function(&self.linear, &arguments);
            printer.lines.line(format!("{column} = {next};"));
        }
    }

    /// `left` and then `right`, in `left`.
    pub(super) fn combine(&self, printer: &mut Printer<'_, '_>, name: &str) {
        let (left, right) = (format!("left.{name}"), format!("right.{name}"));
        for column in self.columns(&left) {
            let image = self.image(printer, &right, &column, None);
            printer.lines.line(format!("{column} = {image};"));
        }
        let image = self.image(printer, &right, &left, Some(&right));
        printer.lines.line(format!("{left} = {image};"));
        if let (Some(before), Some(behind)) = (self.lost(&left), self.lost(&right)) {
            let states = [left.clone(), right.clone()];
            let states = states.iter().flat_map(|state| self.numbers(state));
            let states = states.map(|number| match self.composed.law {
                Law::Linear | Law::Wrapping => format!("isfinite({number})"),
                // The other infinite number loses against everything.
                Law::Greatest => format!("{number} < INFINITY"),
                Law::Least => format!("{number} > -INFINITY"),
            });
            let columns = self.columns(&right);
            let columns = columns.iter().flat_map(|column| self.numbers(column));
            let columns = columns.map(|number| format!("isfinite({number})"));
            let sound: Vec<String> = states.chain(columns).collect();
            let sound = sound.join(" && ");
            printer
                .lines
                .line(format!("{before} = {before} || {behind} || !({sound});"));
        }
    }

    /// The numbers of a state.
    fn numbers(&self, state: &str) -> Vec<Text> {
        let state = Text::atom(state);
        match self.composed.components {
            0 => vec![state],
            components => (0..components).map(|index| field(&state, index)).collect(),
        }
    }

    /// The image of a state under the steps of `steps`; that of a difference, without an offset.
    fn image(
        &self,
        printer: &mut Printer<'_, '_>,
        steps: &str,
        state: &str,
        offset: Option<&str>,
    ) -> Text {
        let columns = self.columns(steps);
        let columns: Vec<Vec<Text>> = columns.iter().map(|name| self.numbers(name)).collect();
        let (state, offset) = (self.numbers(state), offset.map(|name| self.numbers(name)));
        let rows = (0..state.len()).map(|row| {
            let products = columns.iter().zip(&state);
            let products =
                products.map(|(column, number)| self.times(printer, &column[row], number));
            let products: Vec<Text> = products.collect();
            let offset = offset.iter().map(|offset| offset[row].clone());
            let mut summands = products.into_iter().chain(offset);
            let first = summands.next().expect("a state has a component");
            summands.fold(first, |sum, next| self.plus(printer, &sum, &next))
        });
        let rows: Vec<Text> = rows.collect();
        match &self.ty {
            Type::Tuple(_) => printer.tuple(&self.ty, &rows),
            _ => rows[0].clone(),
        }
    }

    fn times(&self, printer: &mut Printer<'_, '_>, left: &Text, right: &Text) -> Text {
        let op = match self.composed.law {
            Law::Linear | Law::Wrapping => Binary::Mul,
            Law::Greatest | Law::Least => Binary::Add,
        };
        c::binary(printer.module, op, self.composed.prim, left, right)
    }

    fn plus(&self, printer: &mut Printer<'_, '_>, left: &Text, right: &Text) -> Text {
        let call = |name: &str| Text::call(name, &[&left.text, &right.text]);
        match self.composed.law {
            Law::Linear | Law::Wrapping => {
                c::binary(printer.module, Binary::Add, self.composed.prim, left, right)
            }
            Law::Greatest => call("fmax"),
            Law::Least => call("fmin"),
        }
    }
}
