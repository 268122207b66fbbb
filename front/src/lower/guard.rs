//! Guards: early returns before the first combinator.

use super::Lowering;
use super::host::Position;
use crate::diagnostic::{catalog, place};
use crate::ir::{self, BindingId, Early, tokens};
use crate::syntax::Guard;
use syn::Expr;

impl Lowering {
    /// `if condition { return value; }`
    pub(super) fn guard(&mut self, guard: &Guard, value: &Expr) {
        if self.open {
            self.found.push(catalog::return_of_expression(guard.place));
            return;
        }
        if let Some(first) = self.first_not_opening() {
            let name = self.program.binding_name(first);
            let place = place(self.program.bindings[first].span);
            let name = (!name.is_empty()).then_some(&*name);
            self.found
                .push(catalog::late_return(guard.place, name, &place));
            return;
        }
        let before = self.found.len();
        let condition = self.host(&guard.condition, "guard", Position::Scalar);
        let value = match guard.fails {
            true => Some(Early::Error(self.host(value, "guard", Position::Scalar))),
            false => self.returned(value).map(Early::Value),
        };
        if let Some(first) = self.first_not_opening() {
            let binding = &self.program.bindings[first];
            self.found
                .push(catalog::guard_of_combinator(binding.span, binding.name()));
        }
        if let Some(value) = value
            && self.found.len() == before
        {
            self.program.guards.push(ir::Guard {
                condition,
                text: tokens::of(&guard.condition),
                value,
                after: self.program.bindings.len(),
            });
        }
    }

    /// The first binding that no guard may stand below.
    fn first_not_opening(&self) -> Option<BindingId> {
        let mut bindings = self.program.bindings.iter();
        let first = bindings.find(|(_, binding)| !self.program.may_open(binding));
        first.map(|(id, _)| id)
    }
}
