//! Reads of padded arrays.

use super::super::c::Text;
use super::{Here, KernelBody};
use crate::nest::{Padding, Read};
use crate::scalar::Type;

impl KernelBody<'_, '_, '_> {
    /// The element that a read of a padded array sees: of the array everywhere, if an element of
    /// it is seen outside, or else inside, and a value outside.
    pub(super) fn padded(
        &mut self,
        read: &Read,
        ty: &Type,
        buffers: &[String],
        here: &Here,
    ) -> Text {
        let (start, factor, padding) = read.padded().expect("a read of a padded array");
        let (position, len) = (self.printer.fresh("at"), self.printer.fresh("len"));
        let by = match factor {
            1 => String::new(),
            factor => format!(" * {factor}"),
        };
        let index = &here.index;
        let elements = self.length(read.array);
        self.line(format!(
            "const long {position} = (long)({index}){by} + ({start}), {len} = (long){elements};"
        ));
        let at = self.seen(&position, &len, padding);
        let is_inside = format!("{at} == {position}");
        self.or_outside(padding, ty, buffers, (&at, &is_inside))
    }

    /// The element that a read of a padded array of several axes sees.
    pub(super) fn beyond(
        &mut self,
        read: &Read,
        ty: &Type,
        buffers: &[String],
        here: &Here,
    ) -> Text {
        let (digits, padding) = read.beyond().expect("a read of a padded array");
        let axes = self.program.nest.arrays[read.array].axes.clone();
        let (mut at, mut inside) = (String::new(), Vec::new());
        for (axis, (digit, start, factor)) in digits.into_iter().enumerate() {
            let (position, len) = (self.printer.fresh("at"), self.printer.fresh("len"));
            let along = match digit {
                Some(digit) => format!("{factor} * (long){} + ({start})", self.digit(digit, here)),
                None => start.to_string(),
            };
            let size = match axes.get(axis) {
                Some(size) => self.size(size),
                None => self.length(read.array),
            };
            self.line(format!(
                "const long {position} = {along}, {len} = (long){size};"
            ));
            let seen = self.seen(&position, &len, padding);
            inside.push(format!("{seen} == {position}"));
            at = match axis {
                0 => seen,
                _ => format!("({at}) * {len} + {seen}"),
            };
        }
        let place = self.printer.fresh("place");
        self.line(format!("const long {place} = {at};"));
        self.or_outside(padding, ty, buffers, (&place, &inside.join(" && ")))
    }

    /// The position that is seen at another one along an axis, which is itself inside.
    fn seen(&mut self, position: &str, len: &str, padding: Padding) -> String {
        let around = |period: &str| format!("({position} % ({period}) + ({period})) % ({period})");
        let seen = match padding {
            Padding::Edge | Padding::Value(_) => format!("clamp({position}, 0L, {len} - 1)"),
            Padding::Wrap => around(len),
            Padding::Symmetric => {
                let within = around(&format!("2 * {len}"));
                format!("min({within}, 2 * {len} - 1 - {within})")
            }
            Padding::Reflect => {
                let period = format!("max(2 * {len} - 2, 1L)");
                let within = around(&period);
                format!("min({within}, {period} - {within})")
            }
        };
        let at = self.printer.fresh("seen");
        self.line(format!("const long {at} = {seen};"));
        at
    }

    /// The element at a position, or the value outside unless a condition holds.
    fn or_outside(
        &mut self,
        padding: Padding,
        ty: &Type,
        buffers: &[String],
        (at, is_inside): (&str, &str),
    ) -> Text {
        let Some(value) = padding.value() else {
            return self.printer.load(ty, buffers, at);
        };
        let parameter = &self.parameters.all[self.parameters.scalars[&value]];
        let leaves = buffers.iter().zip(&parameter.leaves);
        let leaves: Vec<String> = leaves
            .map(|(buffer, value)| format!("({is_inside} ? {buffer}[{at}] : {value})"))
            .collect();
        self.printer.compose(ty, &leaves)
    }
}
