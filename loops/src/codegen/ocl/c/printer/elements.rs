//! Elements of arrays: tuples from several columns, behind indices that are checked.

use super::super::module::SiteKind;
use super::super::text::{ATOM, PREFIX, Text};
use super::{Failing, Printer};
use crate::nest::ArrayId;
use crate::scalar::{Expr, Type};

impl Printer<'_, '_> {
    /// An element of an array, if it has it.
    pub(super) fn index(&mut self, array: ArrayId, index: &Expr, ty: &Type) -> Text {
        let text = self.expr(index);
        let text = self.named(text, &index.ty, "at");
        let (buffers, len) = self.given.arrays[&array].clone();
        let element = self.load(ty, &buffers, &text.text);
        let binding = match &self.failing {
            Failing::Binding(binding) => binding.clone(),
            Failing::Caller(_) => String::new(),
        };
        match self.checked_late(&text, &len, &binding, ty, &element) {
            Some(element) => element,
            None => self.checked(&text, &len, false, &binding, ty, &element),
        }
    }

    /// A value, where an index is below a length; nothing in particular
    /// elsewhere, which is recorded.
    pub(in crate::codegen::ocl) fn checked(
        &mut self,
        index: &Text,
        len: &str,
        signed: bool,
        binding: &str,
        ty: &Type,
        value: &Text,
    ) -> Text {
        let site = self.module.site(binding, &[SiteKind::Index { signed }]);
        let name = self.declare(ty, "found", None);
        let inside = inside(index, len, signed);
        self.lines.open(format!("if ({inside}) {{"));
        self.lines.line(format!("{name} = {value};"));
        self.lines.between("} else {");
        self.lines.line(format!(
            "fail(record, {site}, (ulong){}, {len});",
            index.within(PREFIX)
        ));
        let zero = self.zero(ty);
        self.lines.line(format!("{name} = {zero};"));
        self.lines.close("}");
        Text::atom(name)
    }

    /// A value that does no harm.
    pub(in crate::codegen::ocl) fn zero(&mut self, ty: &Type) -> String {
        match ty {
            Type::Tuple(_) => {
                let name = self.module.ty(ty);
                format!("({name}){{0}}")
            }
            _ => "0".to_owned(),
        }
    }

    /// The element at a position of an array, from one buffer for each leaf.
    pub(in crate::codegen::ocl) fn load(
        &mut self,
        ty: &Type,
        buffers: &[String],
        at: &str,
    ) -> Text {
        let elements: Vec<String> = buffers
            .iter()
            .map(|buffer| format!("{buffer}[{at}]"))
            .collect();
        self.compose(ty, &elements)
    }

    /// A value from the texts of its leaves.
    pub(in crate::codegen::ocl) fn compose(&mut self, ty: &Type, leaves: &[String]) -> Text {
        self.compose_from(ty, &mut leaves.iter())
    }

    fn compose_from(&mut self, ty: &Type, leaves: &mut std::slice::Iter<'_, String>) -> Text {
        match ty {
            Type::Tuple(items) => {
                let items: Vec<Text> = items
                    .iter()
                    .map(|item| self.compose_from(item, leaves))
                    .collect();
                self.tuple(ty, &items)
            }
            _ => {
                self.module.ty(ty);
                Text::atom(leaves.next().expect("there is a text for each leaf"))
            }
        }
    }
}

/// The condition that an index is one of an array of this length.
pub(in crate::codegen::ocl) fn inside(index: &Text, len: &str, signed: bool) -> String {
    match signed {
        true => format!(
            "{} >= 0 && (ulong){} < {len}",
            index.within(9),
            index.within(PREFIX)
        ),
        false => format!("{} < {len}", index.within(9)),
    }
}

/// `value.index`
pub(in crate::codegen::ocl) fn field(value: &Text, index: usize) -> Text {
    if let Some(part) = value.parts().and_then(|parts| parts.get(index).cloned()) {
        return part;
    }
    Text::atom(format!("{}._{index}", value.within(ATOM)))
}
