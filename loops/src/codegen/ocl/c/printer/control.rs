//! Branches, loops and assignments: Rust's expressions that are C's statements.

use super::super::operators;
use super::super::text::{AND, Lines, OR, PREFIX, Text};
use super::{Printer, field};
use crate::scalar::{Expr, LocalId, LoopId, Place, Statement, Type};

impl Printer<'_, '_> {
    /// `if condition { then } else { otherwise }`: C's operator where both need no statements.
    pub(super) fn choice(
        &mut self,
        ty: &Type,
        condition: &Expr,
        then: &Expr,
        otherwise: Option<&Expr>,
    ) -> Text {
        let condition = self.expr(condition);
        let (then_value, then_lines) = self.indented(then);
        let (else_value, else_lines) = match otherwise {
            Some(otherwise) => self.indented(otherwise),
            None => (Text::nothing(), Lines::default()),
        };
        let is_unit = *ty == Type::UNIT;
        let pure = then_lines.is_empty() && else_lines.is_empty();
        if pure && !is_unit && !then_value.text.is_empty() && !else_value.text.is_empty() {
            return operators::choice(ty.prim(), &condition, &then_value, &else_value);
        }
        let name = match is_unit {
            true => String::new(),
            false => self.declare(ty, "chosen", None),
        };
        self.lines.open(format!("if ({condition}) {{"));
        self.lines.append(&then_lines);
        self.chosen(&name, &then_value);
        if !else_lines.is_empty() || !(is_unit || else_value.text.is_empty()) {
            self.lines.between("} else {");
            self.lines.append(&else_lines);
            self.chosen(&name, &else_value);
        }
        self.lines.close("}");
        Text::atom(name)
    }

    /// The value of a branch; one that leaves has none.
    fn chosen(&mut self, name: &str, value: &Text) {
        if !name.is_empty() && !value.text.is_empty() {
            self.lines.line(format!("{name} = {value};"));
        }
    }

    /// `left && right` or `left || right`: the right one only where it counts.
    pub(super) fn lazy(&mut self, left: &Expr, right: &Expr, and: bool) -> Text {
        let first = self.expr(left);
        let (second, statements) = self.indented(right);
        let (op, binds) = match and {
            true => ("&&", AND),
            false => ("||", OR),
        };
        if statements.is_empty() {
            return Text::binary(&first, op, binds, &second);
        }
        let name = self.declare(&Type::BOOL, "holds", Some(&first.text));
        let negation = if and { "" } else { "!" };
        self.lines.open(format!("if ({negation}{name}) {{"));
        self.lines.append(&statements);
        self.lines.line(format!("{name} = {second};"));
        self.lines.close("}");
        Text::atom(name)
    }

    pub(super) fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let(local, Some(value)) => {
                let text = self.expr(value);
                let (ty, name) = self.local(*local);
                if ty != Type::UNIT {
                    let name = self.declare(&ty, &name, Some(&text.text));
                    self.locals[*local].1 = Text::atom(name);
                }
            }
            Statement::Let(local, None) => {
                let (ty, name) = self.local(*local);
                let name = self.declare(&ty, &name, None);
                self.locals[*local].1 = Text::atom(name);
            }
            Statement::Expr(value) => {
                let text = self.expr(value);
                // An expression whose value nobody wants is dropped,
                // unless it may fail.
                if text.text.contains("record") {
                    self.lines.line(format!("(void){};", text.within(PREFIX)));
                }
            }
        }
    }

    fn local(&self, local: LocalId) -> (Type, String) {
        let (ty, _) = &self.locals[local];
        (ty.clone(), self.names[local].clone())
    }

    /// The left-hand side of an assignment.
    pub(super) fn place(&self, place: &Place) -> Text {
        place
            .fields
            .iter()
            .fold(self.locals[place.local].1.clone(), |text, index| {
                field(&text, *index)
            })
    }

    /// The body of a loop.
    pub(super) fn inside(&mut self, id: LoopId, body: &Expr) {
        self.loops.push(id);
        let value = self.expr(body);
        self.loops.pop();
        debug_assert!(value.text.is_empty(), "a loop's body yields nothing");
    }

    /// A loop over a range.
    pub(super) fn counted(
        &mut self,
        id: LoopId,
        local: LocalId,
        bounds: &[Text],
        inclusive: bool,
        body: &Expr,
    ) {
        let (ty, wish) = self.local(local);
        let [start, end] = bounds else {
            unreachable!("a range has two ends");
        };
        let c = self.module.ty(&ty);
        let end = match end.is_name() {
            true => end.clone(),
            false => Text::atom(self.declare(&ty, "end", Some(&end.text))),
        };
        let name = self.fresh(&wish);
        self.locals[local].1 = Text::atom(name.clone());
        if inclusive {
            // The last value may be the greatest that there is.
            let more = self.declare(
                &Type::BOOL,
                "more",
                Some(&format!("{} <= {end}", start.within(9))),
            );
            self.lines.open(format!(
                "for ({c} {name} = {start}; {more}; {more} = {name} != {end}, {name} += {more}) {{"
            ));
        } else {
            self.lines.open(format!(
                "for ({c} {name} = {start}; {name} < {end}; {name}++) {{"
            ));
        }
        self.inside(id, body);
        self.lines.close("}");
    }

    /// `break` or `continue`.
    pub(super) fn leave(&mut self, id: LoopId, how: &str) -> Text {
        debug_assert_eq!(
            self.loops.last(),
            Some(&id),
            "only the innermost loop is left"
        );
        self.lines.line(format!("{how};"));
        Text::nothing()
    }
}
