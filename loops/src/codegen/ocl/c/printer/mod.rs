//! Typed functions as C statements and expressions.
//!
//! An expression of Rust may hold statements; in C these come first. So every
//! expression is printed as the statements that it needs and a C expression of
//! its value. Rust's order of evaluation is kept: a value that has been computed by
//! the time that later statements run gets a name.

mod control;
mod divided;
mod elements;
mod helpers;
mod late;
mod operations;

pub(in crate::codegen::ocl) use divided::Divided;

use super::module::Module;
use super::names::c_name;
use super::text::{Lines, Text};
use super::{numbers, operators};
use crate::nest::{ArrayId, ScalarId};
use crate::ordered::OrderedSet;
use crate::scalar::{Expr, ExprKind, Function, LoopId, Prim, Type, Unary};
pub(in crate::codegen::ocl) use elements::{field, inside};
use std::collections::BTreeMap;

/// The context of a function: names of C for everything that it uses from outside.
#[derive(Clone, Debug, Default)]
pub(in crate::codegen::ocl) struct Given {
    /// The scalars of the program.
    pub(in crate::codegen::ocl) scalars: BTreeMap<ScalarId, String>,
    /// The arrays that are indexed: a buffer for each leaf of their elements,
    /// and their length.
    pub(in crate::codegen::ocl) arrays: BTreeMap<ArrayId, (Vec<String>, String)>,
    /// The types of the elements of these.
    pub(in crate::codegen::ocl) elements: BTreeMap<ArrayId, Type>,
    /// Names that are taken.
    pub(in crate::codegen::ocl) names: OrderedSet<String>,
}

/// The receiver of failures.
#[derive(Clone, Debug)]
pub(in crate::codegen::ocl) enum Failing {
    /// The record, in the name of a binding.
    Binding(String),
    /// The record, in the name of whoever calls: the messages of failures, by the number
    /// that is added to the caller's site.
    Caller(Vec<&'static str>),
}

/// Prints into [`lines`](Printer::lines).
#[cfg_attr(feature = "report", derive(Debug))]
pub(in crate::codegen::ocl) struct Printer<'m, 'e> {
    pub(in crate::codegen::ocl) module: &'m mut Module<'e>,
    pub(in crate::codegen::ocl) given: Given,
    pub(in crate::codegen::ocl) failing: Failing,
    pub(in crate::codegen::ocl) lines: Lines,
    /// The types of the locals of the function at hand, and their C texts.
    locals: Vec<(Type, Text)>,
    /// Their names in Rust.
    names: Vec<String>,
    /// The loops around.
    loops: Vec<LoopId>,
    /// The lanes that divide the folds of an element, if they do.
    pub(in crate::codegen::ocl) divided: Option<Divided>,
    /// The indices that a loop checks, if it says behind it that one was outside.
    late: Option<Vec<late::Missed>>,
}

impl<'m, 'e> Printer<'m, 'e> {
    pub(in crate::codegen::ocl) fn new(
        module: &'m mut Module<'e>,
        given: Given,
        failing: Failing,
    ) -> Self {
        Printer {
            module,
            given,
            failing,
            lines: Lines::default(),
            locals: Vec::new(),
            names: Vec::new(),
            loops: Vec::new(),
            divided: None,
            late: None,
        }
    }

    /// A name of C that nothing has yet.
    pub(in crate::codegen::ocl) fn fresh(&mut self, wish: &str) -> String {
        let plain = c_name(wish);
        let mut name = plain.clone();
        let mut number = 2;
        while !self.given.names.insert(name.clone()) {
            name = format!("{plain}_{number}");
            number += 1;
        }
        name
    }

    /// A function applied to arguments, in place: its statements, and the value.
    pub(in crate::codegen::ocl) fn function(&mut self, function: &Function, args: &[Text]) -> Text {
        let outer = std::mem::take(&mut self.locals);
        let outer_names = std::mem::replace(
            &mut self.names,
            function
                .locals
                .iter()
                .map(|local| local.name.clone())
                .collect(),
        );
        for (index, local) in function.locals.iter().enumerate() {
            let text = match args.get(index) {
                // Whoever assigns to a parameter needs a variable of his own.
                Some(arg) if !local.mutable => arg.clone(),
                Some(arg) => {
                    let name = self.declare(&local.ty, &local.name, Some(&arg.text));
                    Text::atom(name)
                }
                None => Text::nothing(),
            };
            self.locals.push((local.ty.clone(), text));
        }
        let value = self.expr(&function.body);
        self.locals = outer;
        self.names = outer_names;
        value
    }

    /// `ty name = value;`; the name.
    pub(in crate::codegen::ocl) fn declare(
        &mut self,
        ty: &Type,
        wish: &str,
        value: Option<&str>,
    ) -> String {
        let ty = self.module.ty(ty);
        let name = self.fresh(wish);
        match value {
            Some(value) => self.lines.line(format!("{ty} {name} = {value};")),
            None => self.lines.line(format!("{ty} {name};")),
        }
        name
    }

    /// The value under a name, so that it can be used more than once.
    fn named(&mut self, value: Text, ty: &Type, wish: &str) -> Text {
        if value.is_name() || *ty == Type::UNIT {
            return value;
        }
        Text::atom(self.declare(ty, wish, Some(&value.text)))
    }

    /// Expressions that are evaluated one after the other.
    fn operands(&mut self, exprs: &[&Expr]) -> Vec<Text> {
        let mut texts: Vec<Text> = Vec::new();
        for (index, expr) in exprs.iter().enumerate() {
            let (text, statements) = self.separately(expr);
            if !statements.is_empty() {
                // The values that have been computed come before these statements.
                for (earlier, text) in texts.iter_mut().enumerate() {
                    let constant = matches!(
                        exprs[earlier].kind,
                        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Float(_)
                    );
                    if !constant && exprs[earlier].ty != Type::UNIT {
                        let name = self.declare(&exprs[earlier].ty, "value", Some(&text.text));
                        *text = Text::atom(name);
                    }
                }
                self.lines.append(&statements);
            }
            debug_assert_eq!(texts.len(), index, "one text an operand");
            texts.push(text);
        }
        texts
    }

    /// An expression, and the statements that it needs, which are not printed.
    fn separately(&mut self, expr: &Expr) -> (Text, Lines) {
        let inside = Lines::at_depth(self.lines.depth());
        let outside = std::mem::replace(&mut self.lines, inside);
        let text = self.expr(expr);
        (text, std::mem::replace(&mut self.lines, outside))
    }

    /// Prints an expression one level further in.
    fn indented(&mut self, expr: &Expr) -> (Text, Lines) {
        let inside = Lines::at_depth(self.lines.depth() + 1);
        let outside = std::mem::replace(&mut self.lines, inside);
        let text = self.expr(expr);
        (text, std::mem::replace(&mut self.lines, outside))
    }

    pub(in crate::codegen::ocl) fn expr(&mut self, expr: &Expr) -> Text {
        match &expr.kind {
            ExprKind::Bool(value) => Text::atom(value.to_string()),
            ExprKind::Int(value) => match expr.prim() {
                Some(prim) => numbers::integer(prim, *value),
                None => Text::nothing(),
            },
            ExprKind::Float(number) => match expr.prim() {
                Some(Prim::F32) => numbers::single(number.single),
                _ => {
                    self.module.ty(&expr.ty);
                    numbers::double(number.double)
                }
            },
            ExprKind::Local(local) => self.locals[*local].1.clone(),
            ExprKind::Scalar(scalar) => Text::atom(self.given.scalars[scalar].clone()),
            ExprKind::Unary(op, value) => {
                let text = self.expr(value);
                match (op, value.prim()) {
                    (Unary::Neg, Some(prim)) => operators::negated(self.module, prim, &text),
                    (Unary::Not, Some(prim)) => operators::complement(prim, &text),
                    _ => text,
                }
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::And(left, right) => self.lazy(left, right, true),
            ExprKind::Or(left, right) => self.lazy(left, right, false),
            ExprKind::Cast(value) => {
                let text = self.expr(value);
                match (value.prim(), expr.prim()) {
                    (Some(from), Some(to)) => operators::cast(self.module, from, to, &text),
                    _ => text,
                }
            }
            ExprKind::Tuple(items) if items.is_empty() => Text::nothing(),
            ExprKind::Tuple(items) => {
                let texts = self.operands(&items.iter().collect::<Vec<_>>());
                self.tuple(&expr.ty, &texts)
            }
            ExprKind::Field(base, index) => {
                let base_text = self.expr(base);
                field(&base_text, *index)
            }
            ExprKind::Method(method, args) => self.method(method, args),
            ExprKind::Unresolved(name, _) => unreachable!("`{name}` was resolved with the types"),
            ExprKind::Call(helper, args) => {
                let mut texts: Vec<String> = self
                    .operands(&args.iter().collect::<Vec<_>>())
                    .into_iter()
                    .map(|text| text.text)
                    .collect();
                let helper = self.helper(*helper);
                if !helper.failures.is_empty() {
                    texts.extend(self.failure(&helper.failures));
                }
                let call = Text::call(&helper.name, &texts);
                if expr.ty == Type::UNIT {
                    self.lines.line(format!("{call};"));
                    return Text::nothing();
                }
                call
            }
            ExprKind::Index(array, index) => self.index(*array, index, &expr.ty),
            ExprKind::If(condition, then, otherwise) => {
                self.choice(&expr.ty, condition, then, otherwise.as_deref())
            }
            ExprKind::Block(statements, value) => {
                if let Some(total) = self.divide(statements, value.as_deref()) {
                    return total;
                }
                for statement in statements {
                    self.statement(statement);
                }
                match value {
                    Some(value) => self.expr(value),
                    None => Text::nothing(),
                }
            }
            ExprKind::Assign(place, value) => {
                let text = self.expr(value);
                let place = self.place(place);
                if value.ty != Type::UNIT {
                    self.lines.line(format!("{place} = {text};"));
                }
                Text::nothing()
            }
            ExprKind::Loop(id, body) => {
                self.lines.open("for (;;) {");
                self.inside(*id, body);
                self.lines.close("}");
                Text::nothing()
            }
            ExprKind::For {
                id,
                local,
                start,
                end,
                inclusive,
                body,
            } => {
                let bounds = self.operands(&[start, end]);
                self.counted(*id, *local, &bounds, *inclusive, body);
                Text::nothing()
            }
            ExprKind::Break(id) => self.leave(*id, "break"),
            ExprKind::Continue(id) => self.leave(*id, "continue"),
            ExprKind::Return(value) => {
                let text = self.expr(value);
                match text.text.is_empty() {
                    true => self.lines.line("return;"),
                    false => self.lines.line(format!("return {text};")),
                }
                Text::nothing()
            }
        }
    }

    /// A tuple of values.
    pub(in crate::codegen::ocl) fn tuple(&mut self, ty: &Type, items: &[Text]) -> Text {
        let name = self.module.ty(ty);
        Text::tuple(&name, items)
    }
}
