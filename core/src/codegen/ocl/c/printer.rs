//! Typed functions as C statements and expressions.
//!
//! An expression of Rust may hold statements; in C these come first. So every
//! expression is printed as the statements that it needs and a C expression of
//! its value. Rust's order of evaluation is kept: what has been computed by
//! the time that later statements run gets a name.

use super::module::{Module, SiteKind};
use super::text::{AND, Lines, OR, PREFIX, Text};
use super::{numbers, operators};
use crate::nest::{ArrayId, ScalarId};
use crate::scalar::methods::{DIVISION, Method, division_failures};
use crate::scalar::{
    Binary, Expr, Function, Kind, LocalId, LoopId, Place, Prim, Statement, Type, Unary,
};
use std::collections::{BTreeMap, BTreeSet};

/// What surrounds a function: names of C for what it uses from outside.
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
    pub(in crate::codegen::ocl) names: BTreeSet<String>,
}

/// Who is told what fails.
#[derive(Clone, Debug)]
pub(in crate::codegen::ocl) enum Failing {
    /// The record, in the name of a binding.
    Binding(String),
    /// The record, in the name of whoever calls: what may fail, by the number
    /// that is added to the caller's site.
    Caller(Vec<&'static str>),
}

/// Prints into [`lines`](Printer::lines).
#[derive(Debug)]
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
            let (text, statements) = self.apart(expr);
            if !statements.is_empty() {
                // What has been computed comes before these statements.
                for (earlier, text) in texts.iter_mut().enumerate() {
                    let constant = matches!(
                        exprs[earlier].kind,
                        Kind::Bool(_) | Kind::Int(_) | Kind::Float(_)
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
    fn apart(&mut self, expr: &Expr) -> (Text, Lines) {
        let inside = Lines::at_depth(self.lines.depth());
        let outside = std::mem::replace(&mut self.lines, inside);
        let text = self.expr(expr);
        (text, std::mem::replace(&mut self.lines, outside))
    }

    /// The same, one level further in.
    fn indented(&mut self, expr: &Expr) -> (Text, Lines) {
        let inside = Lines::at_depth(self.lines.depth() + 1);
        let outside = std::mem::replace(&mut self.lines, inside);
        let text = self.expr(expr);
        (text, std::mem::replace(&mut self.lines, outside))
    }

    pub(in crate::codegen::ocl) fn expr(&mut self, expr: &Expr) -> Text {
        match &expr.kind {
            Kind::Bool(value) => Text::atom(value.to_string()),
            Kind::Int(value) => match expr.prim() {
                Some(prim) => numbers::integer(prim, *value),
                None => Text::nothing(),
            },
            Kind::Float(number) => match expr.prim() {
                Some(Prim::F32) => numbers::single(number.single),
                _ => {
                    self.module.ty(&expr.ty);
                    numbers::double(number.double)
                }
            },
            Kind::Local(local) => self.locals[*local].1.clone(),
            Kind::Scalar(scalar) => Text::atom(self.given.scalars[scalar].clone()),
            Kind::Unary(op, value) => {
                let text = self.expr(value);
                match (op, value.prim()) {
                    (Unary::Neg, Some(prim)) => operators::negated(self.module, prim, &text),
                    (Unary::Not, Some(prim)) => operators::complement(prim, &text),
                    _ => text,
                }
            }
            Kind::Binary(op, left, right) => self.binary(*op, left, right),
            Kind::And(left, right) => self.lazy(left, right, true),
            Kind::Or(left, right) => self.lazy(left, right, false),
            Kind::Cast(value) => {
                let text = self.expr(value);
                match (value.prim(), expr.prim()) {
                    (Some(from), Some(to)) => operators::cast(self.module, from, to, &text),
                    _ => text,
                }
            }
            Kind::Tuple(items) if items.is_empty() => Text::nothing(),
            Kind::Tuple(items) => {
                let texts = self.operands(&items.iter().collect::<Vec<_>>());
                self.tuple(&expr.ty, &texts)
            }
            Kind::Field(base, index) => {
                let base_text = self.expr(base);
                field(&base_text, *index)
            }
            Kind::Method(method, args) => self.method(method, args),
            Kind::Unresolved(name, _) => unreachable!("`{name}` was resolved with the types"),
            Kind::Call(helper, args) => {
                let mut texts: Vec<String> = self
                    .operands(&args.iter().collect::<Vec<_>>())
                    .into_iter()
                    .map(|text| text.text)
                    .collect();
                let helper = self.module.helper(*helper);
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
            Kind::Index(array, index) => self.index(*array, index, &expr.ty),
            Kind::If(condition, then, otherwise) => {
                self.choice(&expr.ty, condition, then, otherwise.as_deref())
            }
            Kind::Block(statements, value) => {
                for statement in statements {
                    self.statement(statement);
                }
                match value {
                    Some(value) => self.expr(value),
                    None => Text::nothing(),
                }
            }
            Kind::Assign(place, value) => {
                let text = self.expr(value);
                let place = self.place(place);
                if value.ty != Type::UNIT {
                    self.lines.line(format!("{place} = {text};"));
                }
                Text::nothing()
            }
            Kind::Loop(id, body) => {
                self.lines.open("for (;;) {");
                self.inside(*id, body);
                self.lines.close("}");
                Text::nothing()
            }
            Kind::For {
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
            Kind::Break(id) => self.leave(*id, "break"),
            Kind::Continue(id) => self.leave(*id, "continue"),
            Kind::Return(value) => {
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

    fn binary(&mut self, op: Binary, left: &Expr, right: &Expr) -> Text {
        let Some(prim) = left.prim() else {
            return self.compared(op, left, right);
        };
        let texts = self.operands(&[left, right]);
        let [left_text, right_text] = &texts[..] else {
            unreachable!("an operator has two operands");
        };
        if op.shifts() {
            let known = match right.kind {
                Kind::Int(value) => Some(value),
                _ => None,
            };
            let distance = operators::distance(prim, right_text, known);
            return operators::shift(op, prim, left_text, &distance);
        }
        if prim.is_int() && matches!(op, Binary::Div | Binary::Rem) {
            // Where the divisor is a number that is right, nothing can fail.
            if matches!(right.kind, Kind::Int(value) if value != 0 && value != -1) {
                return operators::binary(self.module, op, prim, left_text, right_text);
            }
            let name = match op {
                Binary::Div => "div",
                _ => "rem",
            };
            let function = self.module.prelude(prim, name);
            let mut args = vec![left_text.text.clone(), right_text.text.clone()];
            args.extend(self.failure(division_failures(DIVISION, prim)));
            return Text::call(&function, &args);
        }
        operators::binary(self.module, op, prim, left_text, right_text)
    }

    /// A comparison of tuples: part by part, from the left.
    fn compared(&mut self, op: Binary, left: &Expr, right: &Expr) -> Text {
        let texts = self.operands(&[left, right]);
        let mut texts = texts.into_iter();
        let mut next = || texts.next().unwrap_or_else(Text::nothing);
        let (a, b) = (next(), next());
        let a = self.named(a, &left.ty, "left");
        let b = self.named(b, &left.ty, "right");
        compared(op, &left.ty, &a, &b)
    }

    /// `left && right` or `left || right`: the right one only where it counts.
    fn lazy(&mut self, left: &Expr, right: &Expr, and: bool) -> Text {
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

    fn method(&mut self, method: &'static Method, args: &[Expr]) -> Text {
        // The type that has the method: that of the receiver, or, where there
        // is none, of a float whose bits are given.
        let prim = match (method.name, args[0].prim()) {
            ("from_bits", Some(Prim::U32)) => Prim::F32,
            ("from_bits", _) => Prim::F64,
            (_, Some(prim)) => prim,
            (_, None) => return Text::nothing(),
        };
        let mut texts = self.operands(&args.iter().collect::<Vec<_>>());
        if matches!(method.name, "trailing_zeros" | "trailing_ones") {
            texts[0] = self.named(texts[0].clone(), &args[0].ty, "bits");
        }
        if let Some(text) = operators::method(self.module, method, prim, &texts) {
            return text;
        }
        if method.name == "clamp" && prim == Prim::Bool {
            return Text::binary(
                &Text::binary(&texts[0], "|", 4, &texts[1]),
                "&",
                6,
                &texts[2],
            );
        }
        let function = self.module.prelude(prim, method.name);
        let mut args: Vec<String> = texts.into_iter().map(|text| text.text).collect();
        let failures = method.failures_on(prim);
        if !failures.is_empty() {
            args.extend(self.failure(failures));
        }
        Text::call(&function, &args)
    }

    /// What a function that may fail is told: the record, and the number of
    /// its site.
    fn failure(&mut self, failures: &[&'static str]) -> [String; 2] {
        let record = "record".to_owned();
        match &mut self.failing {
            Failing::Binding(binding) => {
                let kinds: Vec<SiteKind> = failures
                    .iter()
                    .map(|what| SiteKind::Arithmetic(what))
                    .collect();
                let site = self.module.site(binding, &kinds);
                [record, site.to_string()]
            }
            Failing::Caller(known) => {
                let place = known
                    .windows(failures.len().max(1))
                    .position(|some| some == failures);
                let place = place.unwrap_or_else(|| {
                    known.extend(failures);
                    known.len() - failures.len()
                });
                let site = match place {
                    0 => "site".to_owned(),
                    more => format!("site + {more}"),
                };
                [record, site]
            }
        }
    }

    /// An element of an array, if it has it.
    fn index(&mut self, array: ArrayId, index: &Expr, ty: &Type) -> Text {
        let text = self.expr(index);
        let text = self.named(text, &index.ty, "at");
        let (buffers, len) = self.given.arrays[&array].clone();
        let element = self.load(ty, &buffers, &text.text);
        let binding = match &self.failing {
            Failing::Binding(binding) => binding.clone(),
            Failing::Caller(_) => String::new(),
        };
        self.checked(&text, &len, false, &binding, ty, &element)
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

    fn choice(
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
            return operators::choice(&condition, &then_value, &else_value);
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

    fn statement(&mut self, statement: &Statement) {
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
                // What only computes a value that nobody wants is dropped,
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

    fn place(&self, place: &Place) -> Text {
        place
            .fields
            .iter()
            .fold(self.locals[place.local].1.clone(), |text, index| {
                field(&text, *index)
            })
    }

    fn inside(&mut self, id: LoopId, body: &Expr) {
        self.loops.push(id);
        let value = self.expr(body);
        self.loops.pop();
        debug_assert!(value.text.is_empty(), "a loop's body yields nothing");
    }

    fn counted(
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

    fn leave(&mut self, id: LoopId, how: &str) -> Text {
        debug_assert_eq!(
            self.loops.last(),
            Some(&id),
            "only the innermost loop is left"
        );
        self.lines.line(format!("{how};"));
        Text::nothing()
    }
}

/// Whether an index is one of an array of this length.
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
    Text::atom(format!("{}._{index}", value.within(super::text::ATOM)))
}

fn compared(op: Binary, ty: &Type, a: &Text, b: &Text) -> Text {
    let Type::Tuple(items) = ty else {
        return operators::plain(op, a, b);
    };
    let parts: Vec<(&Type, Text, Text)> = items
        .iter()
        .enumerate()
        .map(|(index, item)| (item, field(a, index), field(b, index)))
        .collect();
    let Some(((last_ty, last_a, last_b), before)) = parts.split_last() else {
        return Text::atom(match op {
            Binary::Eq | Binary::Le | Binary::Ge => "true",
            _ => "false",
        });
    };
    let strictly = match op {
        Binary::Le => Binary::Lt,
        Binary::Ge => Binary::Gt,
        op => op,
    };
    before.iter().rev().fold(
        compared(op, last_ty, last_a, last_b),
        |rest, (ty, a, b)| match op {
            Binary::Eq => Text::binary(&compared(op, ty, a, b), "&&", AND, &rest),
            Binary::Ne => Text::binary(&compared(op, ty, a, b), "||", OR, &rest),
            _ => {
                let same = compared(Binary::Eq, ty, a, b);
                let rest = Text::binary(&same, "&&", AND, &rest);
                Text::binary(&compared(strictly, ty, a, b), "||", OR, &rest)
            }
        },
    )
}

/// A name that C takes: a Rust name, unless it means something else there.
pub(in crate::codegen::ocl) fn c_name(name: &str) -> String {
    let plain: String = name
        .trim_start_matches("r#")
        .chars()
        .map(|c| match c {
            c if c.is_ascii_alphanumeric() || c == '_' => c.to_string(),
            c => format!("u{:x}", u32::from(c)),
        })
        .collect();
    let reserved = RESERVED.contains(&plain.as_str())
        // Vector types.
        || ["char", "short", "int", "long", "float", "double", "half", "uchar", "ushort", "uint", "ulong"]
            .iter()
            .any(|ty| plain.strip_prefix(ty).is_some_and(|n| n.chars().all(|c| c.is_ascii_digit())))
        || plain.starts_with("as_")
        || plain.starts_with("convert_")
        || plain.starts_with("get_")
        || plain.starts_with("native_")
        || plain.starts_with("half_")
        || plain.starts_with("atom")
        || plain.starts_with("__")
        // States of levels.
        || ["mine", "at", "now", "total", "before", "scratch", "link", "seed"]
            .iter()
            .any(|state| {
                let number = plain.strip_prefix(state);
                number.is_some_and(|n| n.chars().all(|c| c.is_ascii_digit() || c == '_'))
            })
        || plain.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    if reserved || plain == "_" {
        format!("{plain}_")
    } else {
        plain
    }
}

/// Words of OpenCL C, its functions, and names of our own.
const RESERVED: &[&str] = &[
    "auto",
    "break",
    "case",
    "const",
    "continue",
    "default",
    "do",
    "else",
    "enum",
    "extern",
    "for",
    "goto",
    "if",
    "inline",
    "register",
    "restrict",
    "return",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "bool",
    "size_t",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
    "global",
    "local",
    "constant",
    "private",
    "kernel",
    "read_only",
    "write_only",
    "read_write",
    "uniform",
    "pipe",
    "complex",
    "imaginary",
    "quad",
    "image2d_t",
    "image3d_t",
    "sampler_t",
    "event_t",
    "true",
    "false",
    "main",
    "printf",
    "record",
    "site",
    "fail",
    "n",
    "stage",
    "ticket",
    "chunk",
    "partials",
    "parts",
    "tiles",
    "lane",
    "tile",
    "begin",
    "whole",
    "first",
    "claimed",
    "inside",
    "scratch",
    "folds",
    "k",
    "i",
    "carry",
    "run",
    "base",
    "end",
    "total",
    "before",
    "left",
    "right",
    "seed",
    "GROUP",
    "ITEMS",
    "RUNS",
    "WINDOW",
    "LOOK_BACK",
    "abs",
    "abs_diff",
    "acos",
    "acosh",
    "acospi",
    "add_sat",
    "all",
    "any",
    "asin",
    "asinh",
    "asinpi",
    "atan",
    "atan2",
    "atan2pi",
    "atanh",
    "atanpi",
    "barrier",
    "bitselect",
    "cbrt",
    "ceil",
    "clamp",
    "clz",
    "ctz",
    "copysign",
    "cos",
    "cosh",
    "cospi",
    "cross",
    "degrees",
    "distance",
    "dot",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "fract",
    "frexp",
    "hadd",
    "hypot",
    "ilogb",
    "isequal",
    "isfinite",
    "isgreater",
    "isinf",
    "isless",
    "isnan",
    "isnormal",
    "isnotequal",
    "isordered",
    "ldexp",
    "length",
    "lgamma",
    "lgamma_r",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "mad",
    "mad24",
    "mad_hi",
    "mad_sat",
    "max",
    "maxmag",
    "mem_fence",
    "min",
    "minmag",
    "mix",
    "modf",
    "mul24",
    "mul_hi",
    "nan",
    "nextafter",
    "normalize",
    "popcount",
    "pow",
    "pown",
    "powr",
    "prefetch",
    "radians",
    "read_mem_fence",
    "remainder",
    "remquo",
    "rhadd",
    "rint",
    "rootn",
    "rotate",
    "round",
    "rsqrt",
    "select",
    "shuffle",
    "sign",
    "signbit",
    "sin",
    "sincos",
    "sinh",
    "sinpi",
    "smoothstep",
    "sqrt",
    "step",
    "sub_sat",
    "tan",
    "tanh",
    "tanpi",
    "tgamma",
    "trunc",
    "upsample",
    "vec_step",
    "wait_group_events",
    "write_mem_fence",
];
