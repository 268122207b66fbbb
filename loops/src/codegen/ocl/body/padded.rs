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
        let around = |period: &str| format!("({position} % ({period}) + ({period})) % ({period})");
        let seen = match padding {
            Padding::Edge | Padding::Value(_) => format!("clamp({position}, 0L, {len} - 1)"),
            Padding::Wrap => around(&len),
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
        let Some(value) = padding.value() else {
            return self.printer.load(ty, buffers, &at);
        };
        let parameter = &self.parameters.all[self.parameters.scalars[&value]];
        let leaves = buffers.iter().zip(&parameter.leaves);
        let leaves: Vec<String> = leaves
            .map(|(buffer, value)| format!("({at} == {position} ? {buffer}[{at}] : {value})"))
            .collect();
        self.printer.compose(ty, &leaves)
    }
}
