//! Programs over rows: `map(|row| …, rows(a))`, and over columns and other lanes of arrays.
//!
//! Such a program is an abbreviation of index notation. A name of it that is a number is an array
//! with one for each row; a name that is a row is an array of all axes. Where combinators stand in
//! each other, they become one expression of the indices of all axes (`value`), so that nothing is
//! bound but what the program binds, and what is read at other positions than its own.

use super::Lowering;
use super::scope::Entity;
use super::subscript::read_at;
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Op, Output, Returned};
use crate::ordered::{OrderedMap, OrderedSet, ToList, flat};
use crate::syntax::{Apply, Pattern, Statement, StatementKind, Term, names, strip};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, Type, parse_quote};

mod combinators;
mod parameters;
mod value;
mod worker;

/// A program over lanes, as far as it is lowered.
struct Lanes {
    /// The indices of all axes but that of the lanes, the outermost first.
    outer: Vec<Ident>,
    /// The index along a lane.
    lane: Ident,
    /// The number of the axis along which the first array's lanes go, as those of results do.
    along: usize,
    names: OrderedMap<String, Kind>,
    /// The lanes that those of arrays of the program are made of, in step.
    made: OrderedMap<(ArrayId, usize), (ArrayId, usize)>,
}

/// A name of such a program.
#[derive(Clone)]
enum Kind {
    /// A number for each lane.
    Scalar,
    /// A lane along this axis of its array. The flags of the elements that a filter keeps have a
    /// name.
    Lane { along: usize, kept: Option<Ident> },
}

/// A part of such a program, as an expression of its indices.
enum Value {
    Scalar(Expr),
    Lane(Lane),
}

/// A lane as an expression of the index along it.
struct Lane {
    body: Expr,
    /// Its name, if it is nothing but that.
    name: Option<(Ident, usize)>,
    /// The arrays that are read in step with it, and the axes along which they are.
    reads: Vec<(ArrayId, usize)>,
    /// True if it has not the positions of these arrays.
    moved: bool,
    /// The flag of an element that a filter keeps.
    kept: Option<Expr>,
}

/// Returns true if an argument of `map` is what a program goes through.
pub(super) fn is_lanes(arg: &Expr) -> bool {
    matches!(Term::of(arg), Term::Apply(apply) if is_name(apply.combinator.name))
}

fn is_name(combinator: &str) -> bool {
    ["rows", "columns", "lanes"].contains(&combinator)
}

/// Returns true if an expression is a program over lanes.
pub(super) fn is_program(apply: &Apply<'_>) -> bool {
    apply.combinator.name == "map" && apply.args.iter().skip(1).any(|arg| is_lanes(arg))
}

/// Returns true if a `map` is a program over lanes that ends with a tuple.
pub(super) fn yields_several(apply: &Apply<'_>) -> bool {
    if !is_program(apply) {
        return false;
    }
    let mut value = match apply.args.first().map(|worker| strip(worker)) {
        Some(Expr::Closure(closure)) => strip(&closure.body),
        _ => return false,
    };
    while let Expr::Block(block) = value
        && let Some(syn::Stmt::Expr(last, None)) = block.block.stmts.last()
    {
        value = strip(last);
    }
    matches!(value, Expr::Tuple(_))
}

impl Lowering {
    /// `map(|row| …, rows(a))` as one array.
    pub(super) fn map_lanes(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        self.in_lanes(apply, hint, |lowering, lanes, mut values| {
            if values.len() == 1 {
                let value = values.remove(0);
                return lowering.lanes_op(value, lanes, apply.span, hint);
            }
            // The parts of its elements.
            let is_scalar = |value: &Value| matches!(value, Value::Scalar(_));
            let scalars = values.iter().filter(|value| is_scalar(value)).count();
            if scalars != 0 && scalars != values.len() {
                let report = catalog::lanes_of_both_kinds(apply.span);
                lowering.found.push(report);
                return None;
            }
            let mut all = values.into_iter();
            let mut whole = all.next()?;
            let mut bodies = vec![whole.body().clone()];
            for value in all {
                bodies.push(value.body().clone());
                if let (Value::Lane(lane), Value::Lane(other)) = (&mut whole, value) {
                    lane.reads.extend(other.reads);
                    lane.kept = lane.kept.take().or(other.kept);
                }
            }
            *whole.body_mut() = parse_quote!((#(#bodies),*));
            lowering.lanes_op(whole, lanes, apply.span, hint)
        })
    }

    /// `let (sums, shares) = map(|row| …, rows(a));`
    pub(super) fn bind_lanes(&mut self, apply: &Apply<'_>, pattern: &Pattern, ty: Option<&Type>) {
        let hint = super::hint(pattern);
        let Pattern::Tuple(patterns, _) = pattern else {
            let op = self.map_lanes(apply, &hint);
            self.bind_or_forget(apply.span, op, pattern, ty);
            return;
        };
        let ops = self.in_lanes(apply, &hint, |lowering, lanes, values| {
            if values.len() != patterns.len() {
                let report = catalog::lanes_parts(pattern.span(), values.len(), patterns.len());
                lowering.found.push(report);
                return None;
            }
            Some(lowering.lanes_ops(values, lanes, apply.span, &hint))
        });
        let Some(ops) = ops else {
            self.forget(pattern);
            return;
        };
        let types = super::bind::types(ty, patterns.len());
        for ((op, pattern), ty) in ops.into_iter().zip(patterns).zip(types) {
            self.bind_or_forget(apply.span, op, pattern, ty);
        }
    }

    /// The arrays of a program over lanes that yields several, as the result of the whole.
    pub(super) fn returned_lanes(&mut self, apply: &Apply<'_>) -> Option<Returned> {
        let ops = self.in_lanes(apply, "result", |lowering, lanes, values| {
            Some(lowering.lanes_ops(values, lanes, apply.span, "result"))
        })?;
        let mut items = Vec::new();
        for op in ops {
            if let Output::Array(array) = self.bind_temporary(apply.span, op?, "result") {
                items.push(Returned::Array(array));
            }
        }
        Some(Returned::Tuple(items))
    }

    /// Lowers a program over lanes and gives its values away, with its names still in scope.
    fn in_lanes<R>(
        &mut self,
        apply: &Apply<'_>,
        hint: &str,
        take: impl FnOnce(&mut Self, &mut Lanes, Vec<Value>) -> Option<R>,
    ) -> Option<R> {
        let before = self.found.len();
        let mut scope = self.scope.names();
        let outer = std::mem::take(&mut self.along);
        let mut own = OrderedSet::new();
        if let Expr::Closure(closure) = strip(apply.args[0]) {
            own.extend(flat(closure.inputs.iter().map(names::bound)));
        }
        let result = self.lanes(apply, hint).and_then(|(mut lanes, body)| {
            for statement in &body.statements {
                if let StatementKind::Let(pattern, _) = &statement.kind {
                    own.extend(pattern.names().into_iter().map(text));
                }
            }
            for statement in &body.statements {
                self.statement_of_lanes(statement, &mut lanes);
            }
            let Some(result) = &body.result else {
                self.found.push(catalog::lanes_without_value(body.span));
                return None;
            };
            let values = self.values_of_lanes(result, &mut lanes, hint);
            let values = values.filter(|_| self.found.len() == before)?;
            take(self, &mut lanes, values)
        });
        self.along = outer;
        // Its own names are those of nothing any more.
        for (name, entity) in self.scope.names().iter() {
            if !own.contains(name) && !scope.contains_key(name) {
                scope.insert(name.clone(), *entity);
            }
        }
        self.scope.restore(&scope);
        result.filter(|_| self.found.len() == before)
    }

    fn statement_of_lanes(&mut self, statement: &Statement, lanes: &mut Lanes) {
        match &statement.kind {
            StatementKind::Let(pattern, ty) => {
                self.let_in_lanes(&statement.value, pattern, ty.as_ref(), lanes);
            }
            StatementKind::Write(_) | StatementKind::Return(_) => {
                let report = catalog::statement_of_lanes(statement.value.span());
                self.found.push(report);
            }
            StatementKind::Lost(names) => {
                for name in names {
                    self.scope.forget(name);
                }
            }
        }
    }

    fn let_in_lanes(
        &mut self,
        value: &Expr,
        pattern: &Pattern,
        ty: Option<&Type>,
        lanes: &mut Lanes,
    ) {
        match (Term::of(value), pattern) {
            (Term::Tuple(tuple, _), Pattern::Tuple(patterns, _))
                if patterns.len() == tuple.elems.len() =>
            {
                // All values are those of the names before.
                let types = super::bind::types(ty, patterns.len());
                let mut own = Vec::new();
                for ((value, pattern), ty) in tuple.elems.iter().zip(patterns).zip(types) {
                    let name = self.scope.fresh(&super::hint(pattern), value.span());
                    self.let_in_lanes(value, &Pattern::Name(name.clone()), ty, lanes);
                    own.push(name);
                }
                for (name, pattern) in own.iter().zip(patterns) {
                    self.let_in_lanes(&parse_quote!(#name), pattern, None, lanes);
                }
                return;
            }
            (Term::Name(name), Pattern::Name(alias)) if lanes.names.contains_key(&text(name)) => {
                let kind = lanes.names[&text(name)].clone();
                self.bind_name(name, pattern, ty);
                lanes.names.insert(text(alias), kind);
                return;
            }
            (Term::Apply(apply), Pattern::Name(padded)) if apply.combinator.name == "pad" => {
                let kind = apply.args.get(1).and_then(|arg| match Term::of(arg) {
                    Term::Name(name) => lanes.names.get(&text(name)).cloned(),
                    _ => None,
                });
                self.bind_value(value, pattern, ty);
                lanes.names.remove(&text(padded));
                if let Some(kind) = kind {
                    lanes.names.insert(text(padded), kind);
                }
                return;
            }
            _ => {}
        }
        if !lanes.is_in(value) {
            self.bind_value(value, pattern, ty);
            for name in pattern.names() {
                lanes.names.remove(&text(name));
            }
            return;
        }
        match self.value_of_lanes(value, lanes, &super::hint(pattern)) {
            Some(value) => self.bind_in_lanes(value, pattern, ty, lanes),
            None => self.forget(pattern),
        }
    }

    /// Binds a value under the names of a pattern.
    fn bind_in_lanes(
        &mut self,
        value: Value,
        pattern: &Pattern,
        ty: Option<&Type>,
        lanes: &mut Lanes,
    ) {
        let hint = super::hint(pattern);
        let span = pattern.span();
        let (value, kind, ty) = match value {
            Value::Scalar(value) => {
                let value = match ty {
                    Some(ty) => parse_quote!({ let value: #ty = #value; value }),
                    None => value,
                };
                (Value::Scalar(value), Kind::Scalar, None)
            }
            Value::Lane(mut lane) => {
                let along = lane.name.as_ref().map_or(lanes.along, |name| name.1);
                let kept = lane.kept.take().map(|kept| {
                    if let Some(known) = lanes.flags(&kept) {
                        return known;
                    }
                    let name = self.scope.fresh(&format!("{hint}_kept"), span);
                    let flags = Value::Lane(Lane::of(kept));
                    let op = self.lanes_op(flags, lanes, span, &hint);
                    self.bind_or_forget(span, op, &Pattern::Name(name.clone()), None);
                    name
                });
                (Value::Lane(lane), Kind::Lane { along, kept }, ty)
            }
        };
        if let (Value::Scalar(value), Pattern::Name(name)) = (&value, pattern)
            && !names::free(value)
                .iter()
                .any(|name| lanes.outer.contains(name))
        {
            // It is one number for all lanes.
            self.bind_value(value, pattern, ty);
            lanes.names.remove(&text(name));
            return;
        }
        match (&value, pattern) {
            // The elements that a filter keeps are those of its argument.
            (
                Value::Lane(Lane {
                    name: Some((name, _)),
                    ..
                }),
                Pattern::Name(_),
            ) => self.bind_name(&name.clone(), pattern, ty),
            _ => {
                let of = value.origin();
                let op = self.lanes_op(value, lanes, span, &hint);
                self.bind_or_forget(span, op, pattern, ty);
                for name in pattern.names() {
                    if let (Some(of), Some(Entity::Array(array))) = (of, self.scope.get(name)) {
                        lanes.made.insert((array, lanes.along), of);
                    }
                }
            }
        }
        for name in pattern.names() {
            lanes.names.insert(text(name), kind.clone());
        }
    }

    /// The values that a program over lanes ends with.
    fn values_of_lanes(
        &mut self,
        result: &Expr,
        lanes: &mut Lanes,
        hint: &str,
    ) -> Option<Vec<Value>> {
        match Term::of(result) {
            Term::Tuple(tuple, _) => {
                let values = tuple.elems.iter();
                let values = values.map(|value| self.value_of_lanes(value, lanes, hint));
                values.list().into_iter().collect()
            }
            _ => Some(vec![self.value_of_lanes(result, lanes, hint)?]),
        }
    }

    /// The arrays of some values at all positions.
    fn lanes_ops(
        &mut self,
        values: Vec<Value>,
        lanes: &Lanes,
        span: Span,
        hint: &str,
    ) -> Vec<Option<Op>> {
        let values = values.into_iter();
        values
            .map(|value| self.lanes_op(value, lanes, span, hint))
            .list()
    }

    /// The array of a value at all positions.
    fn lanes_op(&mut self, value: Value, lanes: &Lanes, span: Span, hint: &str) -> Option<Op> {
        let (indices, body) = match value {
            Value::Scalar(body) => (lanes.outer.clone(), body),
            Value::Lane(Lane { kept: Some(_), .. }) => {
                self.found.push(catalog::filtered_lane(span));
                return None;
            }
            Value::Lane(lane) => (lanes.indices(lanes.along), lane.body),
        };
        self.over_indices(None, &parse_quote!(|#(#indices),*| #body), hint)
    }
}

impl Value {
    /// A lane that it is made of, in step.
    fn origin(&self) -> Option<(ArrayId, usize)> {
        match self {
            Value::Lane(lane) if !lane.moved => lane.reads.first().copied(),
            _ => None,
        }
    }

    fn body(&self) -> &Expr {
        match self {
            Value::Scalar(body) | Value::Lane(Lane { body, .. }) => body,
        }
    }

    fn body_mut(&mut self) -> &mut Expr {
        match self {
            Value::Scalar(body) | Value::Lane(Lane { body, .. }) => body,
        }
    }
}

impl Lane {
    /// A lane that is read in step with no array.
    fn of(body: Expr) -> Lane {
        Lane {
            body,
            name: None,
            reads: Vec::new(),
            moved: false,
            kept: None,
        }
    }

    /// Adds what another lane reads, which stands beside it.
    fn read_beside(&mut self, other: &Lane) {
        self.moved |= other.moved;
        self.reads.extend(&other.reads);
    }
}

impl Lanes {
    /// The lane that one is made of in the end, in step.
    fn origin(&self, mut read: (ArrayId, usize)) -> (ArrayId, usize) {
        while let Some(of) = self.made.get(&read) {
            read = *of;
        }
        read
    }

    /// The indices of an array whose lanes go along an axis.
    fn indices(&self, along: usize) -> Vec<Ident> {
        let mut indices = self.outer.clone();
        indices.insert(along, self.lane.clone());
        indices
    }

    /// The element of a lane at a position.
    fn element(&self, name: &Ident, along: usize, at: &Expr) -> Expr {
        let outer = self.outer.iter().map(|index| parse_quote!(#index));
        let mut indices: Vec<Expr> = outer.list();
        indices.insert(along, at.clone());
        parse_quote!(#name[[#(#indices),*]])
    }

    /// The name of flags that are read at the positions of a lane.
    fn flags(&self, read: &Expr) -> Option<Ident> {
        let index = &self.lane;
        let at = parse_quote!(#index);
        let mut kinds = self.names.iter().filter_map(|(_, kind)| match kind {
            Kind::Lane { kept, .. } => kept.as_ref(),
            Kind::Scalar => None,
        });
        let known = kinds
            .find(|flags| value::same(Some(&self.element(flags, self.along, &at)), Some(read)));
        known.cloned()
    }

    /// The number of a lane.
    fn number(&self, name: &Ident) -> Expr {
        read_at(name, &self.outer)
    }

    /// Returns true if an expression uses what differs from lane to lane.
    fn is_in(&self, expr: &Expr) -> bool {
        let free = names::free(expr);
        free.iter().any(|name| self.names.contains_key(&text(name)))
    }
}

fn text(name: &Ident) -> String {
    name.to_string()
}
