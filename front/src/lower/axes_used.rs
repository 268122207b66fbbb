//! The axes of captured arrays, whose types the expression form does not see: it tells them by use.

use super::array::is_place;
use super::arrays_used::named;
use super::radius::distances;
use crate::ordered::OrderedMap;
use crate::syntax::{Apply, Body, Pattern, StatementKind, Term, strip};
use crate::walk::{self, Node};
use syn::{Expr, Ident, Pat};

/// The names that are used as arrays of several axes, and how many: by subscripts, by neighbours along
/// them, as what has rows, by their shape, or as what an array with these axes is made of.
pub(super) fn collect(body: &Body) -> OrderedMap<String, usize> {
    let mut axes = Axes::default();
    if let Some(result) = &body.result {
        axes.look_into(result);
    }
    // From the last to the first, so that the uses of a name are known where it is bound.
    for statement in body.statements.iter().rev() {
        if let StatementKind::Let(pattern, _) = &statement.kind {
            axes.bind(pattern, &statement.value);
        }
        axes.look_into(&statement.value);
        if let StatementKind::Write(name) = &statement.kind {
            axes.write(name, &statement.value);
        }
    }
    let all = axes.known.into_iter();
    all.filter(|(_, axes)| *axes > 1).collect()
}

#[derive(Default)]
struct Axes {
    known: OrderedMap<String, usize>,
}

impl Axes {
    fn of(&self, name: &Ident) -> Option<usize> {
        self.known.get(&name.to_string()).copied()
    }

    fn insert(&mut self, expr: &Expr, axes: usize) {
        if let Some(name) = named(expr) {
            self.known.insert(name.to_string(), axes);
        }
    }

    /// An array has as many axes as what is written over it.
    fn write(&mut self, name: &Ident, value: &Expr) {
        if let Some(axes) = self.made(value) {
            self.known.insert(name.to_string(), axes);
        }
        self.origins(value, self.of(name));
    }

    /// The axes of what an expression makes, where it is a `generate` or made of arrays in step.
    fn made(&self, value: &Expr) -> Option<usize> {
        match Term::of(value) {
            Term::Name(name) => self.of(name),
            Term::Apply(apply) => match apply.combinator.name {
                "generate" => match strip(apply.args.last()?) {
                    Expr::Closure(worker) => Some(worker.inputs.len()),
                    _ => None,
                },
                "map" => apply.args.iter().skip(1).find_map(|arg| self.made(arg)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Goes from the uses of a name to those of what it is made of. Behind its binding the name has
    /// another meaning: `let a = reshape(a, [h, w]);`.
    fn bind(&mut self, pattern: &Pattern, value: &Expr) {
        if let (Pattern::Tuple(sizes, _), Term::Apply(apply)) = (pattern, Term::of(value))
            && apply.combinator.name == "shape"
            && let Some(array) = apply.args.first()
        {
            self.insert(array, sizes.len());
            return;
        }
        if let (Pattern::Tuple(patterns, _), Term::Tuple(values, _)) = (pattern, Term::of(value))
            && patterns.len() == values.elems.len()
        {
            for (pattern, value) in patterns.iter().zip(&values.elems) {
                self.bind(pattern, value);
            }
            return;
        }
        // A field comes from outside, as a captured name does.
        if is_place(value) {
            return;
        }
        let axes = match pattern {
            Pattern::Name(name) => self.of(name),
            _ => None,
        };
        for name in pattern.names() {
            self.known.remove(&name.to_string());
        }
        self.origins(value, axes);
    }

    /// The arrays that have as many axes as what is made of them.
    fn origins(&mut self, value: &Expr, axes: Option<usize>) {
        let Some(axes) = axes else { return };
        match Term::of(value) {
            Term::Apply(apply) => match apply.combinator.name {
                "pad" | "map" => {
                    for arg in apply.args.iter().skip(1) {
                        self.origins(arg, Some(axes));
                    }
                }
                "conform" => {
                    for arg in &apply.args {
                        self.origins(arg, Some(axes));
                    }
                }
                _ => {}
            },
            _ => self.insert(value, axes),
        }
    }

    /// Adds the arrays that an expression uses with several axes.
    fn look_into(&mut self, expr: &Expr) {
        walk::expr(expr, &mut |node| {
            match node {
                Node::Expr(Expr::Index(subscripted)) => {
                    if let Expr::Array(list) = strip(&subscripted.index) {
                        self.insert(&subscripted.expr, list.elems.len());
                    }
                }
                Node::Expr(call @ (Expr::Call(_) | Expr::MethodCall(_))) => {
                    if let Term::Apply(apply) = Term::of(call) {
                        self.apply(&apply);
                    }
                }
                _ => {}
            }
            true
        });
    }

    fn apply(&mut self, apply: &Apply<'_>) {
        match (apply.combinator.name, &apply.args[..]) {
            ("rows" | "columns", [array, ..]) => self.insert(array, 2),
            ("at", [array, offset]) => {
                if let Expr::Array(offsets) = strip(offset) {
                    self.neighbours(array, offsets.elems.len());
                }
            }
            ("map", [worker, args @ ..]) => {
                for (position, arg) in args.iter().enumerate() {
                    let pattern = match strip(worker) {
                        Expr::Closure(worker) => worker.inputs.iter().nth(position),
                        _ => None,
                    };
                    if let Term::Apply(inner) = Term::of(arg)
                        && inner.combinator.name == "around"
                        && let Some(array) = inner.args.first()
                    {
                        let said = distances(&inner).map(|distances| distances.len());
                        self.neighbours(array, said.unwrap_or_else(|| pattern.map_or(0, depth)));
                    }
                }
            }
            _ => {}
        }
    }

    /// An array whose neighbours are read, padded or not.
    fn neighbours(&mut self, array: &Expr, axes: usize) {
        if axes > 1 {
            self.origins(array, Some(axes));
        }
    }
}

/// The number of axes that a picture of neighbours has.
fn depth(pattern: &Pat) -> usize {
    match pattern {
        Pat::Slice(rows) => 1 + rows.elems.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
