//! Writes in place: `*ys = …`.

use super::Lowering;
use super::scope::Entity;
use crate::diagnostic::catalog;
use crate::ir::grid::Index;
use crate::ir::{ArrayId, Host, Length, Op, Origin, Output, Use};
use crate::syntax::{Pattern, Term};
use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowering {
    /// Lowers `*name = term;`.
    ///
    /// If the value reads the old elements at other positions than the one being written, it is
    /// computed into an array of its own first.
    pub(super) fn write(&mut self, name: &Ident, value: &Expr) {
        let Some(home) = self.writable(name) else {
            return;
        };
        let view = self.scope_array(name);
        let view = view.filter(|view| self.program.rank(*view) > 1);
        self.write_into(name, value, home, view);
        if let Some(view) = view {
            self.view_again(name, view);
        }
    }

    /// Lowers `*name = term;` for an input, which has the axes of `view` if there is one.
    fn write_into(&mut self, name: &Ident, value: &Expr, home: ArrayId, view: Option<ArrayId>) {
        let term = Term::of(value);
        let span = term.span();
        let source = match &term {
            Term::Apply(apply) if self.plain_method(apply).is_none() => {
                if apply.combinator.yields_scalar() {
                    self.found.push(catalog::scalar_written(apply.span, name));
                    return;
                }
                let Some(op) = self.apply(apply, &name.to_string()) else {
                    return;
                };
                let is_part = op.like().is_some() && self.has_part(&op);
                if !is_part && self.writes_directly(&op, home) {
                    let pattern = Pattern::Name(name.clone());
                    self.bind(apply.span, op, &pattern, None, Some(home));
                    return;
                }
                self.bind_temporary(apply.span, op, &name.to_string())
            }
            Term::Range(range, expr) => {
                let op = self.range(range, expr);
                let pattern = Pattern::Name(name.clone());
                self.bind(span, op, &pattern, None, Some(home));
                return;
            }
            Term::Name(source) => {
                if let Some(Entity::Scalar(_)) = self.scope.get(source) {
                    self.found.push(catalog::scalar_written(span, name));
                    return;
                }
                match self.named_array(source, "*") {
                    Some(array) => Output::Array(array),
                    None => return,
                }
            }
            Term::Host(expr) if is_scalar(expr) => {
                self.found.push(catalog::scalar_written(span, name));
                return;
            }
            Term::Tuple(tuple, _) => {
                self.found.push(catalog::tuple_written(tuple.span(), name));
                return;
            }
            Term::Apply(_) | Term::Host(_) => match self.array(value, &name.to_string(), "*") {
                Some(array) => Output::Array(array),
                None => return,
            },
        };
        if let Output::Array(source) = source {
            self.copy(span, name, source, (home, view));
        }
    }

    /// Returns true if an argument in step does not have all coordinates of its axis.
    fn has_part(&self, op: &Op) -> bool {
        let mut args = op.streamed().into_iter().chain(op.like());
        args.any(|arg| self.program.axis(arg).is_part() || self.is_region(arg))
    }

    /// Returns true if an array of a grid need not have all coordinates of one of its axes.
    fn is_region(&self, array: ArrayId) -> bool {
        let rank = self.program.rank(array);
        let is_of_grid = rank > 1 || self.program.is_of_grid(array);
        is_of_grid
            && (0..rank).any(|axis| {
                let side = self.program.side(array, axis);
                !side.is_whole() || self.program.has_own_count(side.of)
            })
    }

    /// A map of the identity into the parameter, or into the part of it whose coordinates the source
    /// has.
    fn copy(
        &mut self,
        span: Span,
        name: &Ident,
        source: ArrayId,
        (home, view): (ArrayId, Option<ArrayId>),
    ) {
        if self.is_region(source) {
            let dest = view.or_else(|| self.scope_array(name)).unwrap_or(home);
            return self.copy_region(span, name, source, (home, dest));
        }
        let axis = self.program.axis(source);
        if axis.is_part() {
            if axis.cut < 0 {
                self.found.push(catalog::written_beyond(span, name));
                return;
            }
            let index = Index {
                first: axis.first,
                cut: axis.cut,
                ..Index::new(&name.to_string())
            };
            let op = self.write_at(source, axis.root, vec![index]);
            self.bind(span, op, &Pattern::Name(name.clone()), None, Some(home));
            return;
        }
        let identity = syn::parse2(quote_spanned!(span=> |value| value)).expect("a closure");
        let op = Op::Map {
            worker: Host::plain(identity),
            args: vec![source],
        };
        self.bind(span, op, &Pattern::Name(name.clone()), None, Some(home));
    }

    /// The parameter behind a name that is to be written.
    fn writable(&mut self, name: &Ident) -> Option<ArrayId> {
        let array = match self.scope.get(name) {
            Some(Entity::Array(array)) => {
                // An array of several axes is a way to see one.
                let array = match self.program.rank(array) {
                    1 => array,
                    _ => self.program.lies_in(array),
                };
                self.program.arrays[array].home.unwrap_or(array)
            }
            Some(Entity::Padded(..)) => {
                self.found.push(catalog::padded_as_array(name, "*"));
                return None;
            }
            Some(Entity::Windows(..)) => self.named_array(name, "*")?,
            None if self.open => {
                let array = self.captured(name);
                self.program.lies_in(array)
            }
            None if self.scope.is_forgotten(name) => return None,
            Some(Entity::Scalar(scalar)) => {
                if !self.reports_container(name, scalar) {
                    self.found.push(catalog::write_to_scalar(name));
                }
                return None;
            }
            None => {
                let similar = self.scope.similar(name);
                self.found
                    .push(catalog::unknown_array(name, similar.as_deref()));
                return None;
            }
        };
        if !self.is_current(name, self.scope_array(name).unwrap_or(array)) {
            return None;
        }
        let open = self.open;
        match &mut self.program.arrays[array].origin {
            Origin::Input(input) if input.mutable => Some(array),
            // A captured array is mutable if the program says so anywhere.
            Origin::Input(input) if open && matches!(input.host, syn::Expr::Path(_)) => {
                input.mutable = true;
                Some(array)
            }
            Origin::Input(_) => {
                self.found.push(catalog::not_writable(name));
                None
            }
            Origin::Output(binding, _) => {
                let bound = self.program.bindings[*binding].span;
                self.found.push(catalog::write_to_binding(name, bound));
                None
            }
        }
    }

    fn scope_array(&self, name: &Ident) -> Option<ArrayId> {
        match self.scope.get(name) {
            Some(Entity::Array(array)) => Some(array),
            _ => None,
        }
    }

    /// Returns true if an operator may put its elements straight over the old ones: it reads them,
    /// if at all, at the position it writes.
    fn writes_directly(&self, op: &Op, home: ArrayId) -> bool {
        let is_home = |array: ArrayId| {
            let array = self.program.lies_in(array);
            array == home || self.program.arrays[array].home == Some(home)
        };
        let indexed = op
            .hosts()
            .iter()
            .any(|host| host.arrays.iter().any(|array| is_home(*array)));
        if indexed {
            return false;
        }
        match op {
            Op::Scatter {
                dest,
                indices,
                values,
                ..
            } => is_home(*dest) && !is_home(*indices) && !is_home(*values),
            // Of those as long as what they read, and those whose length is asked of a number.
            op if op.in_loop() => {
                let fits = matches!(op.length(), Some(Length::Like(_) | Length::Count));
                let elsewhere = |used| used != Use::InStep;
                let mut operands = op.operands().into_iter();
                let mut streamed = op.streamed().into_iter();
                let reads_home = streamed.any(|arg| {
                    let producer = self.program.producer(arg);
                    match producer.map(|binding| &self.program.bindings[binding].op) {
                        Some(Op::Read { section, .. }) => is_home(section.array),
                        Some(Op::Cells { cells, .. }) => is_home(cells.array),
                        _ => false,
                    }
                });
                fits && !reads_home && !operands.any(|(arg, used)| elsewhere(used) && is_home(arg))
            }
            _ => false,
        }
    }
}

/// Returns true if a host expression is a scalar by its shape.
fn is_scalar(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(_) | Expr::Binary(_) | Expr::Unary(_))
}
