//! Index notation: `generate(|i| xs[i + 1] - xs[i])`, and `at(xs, 1)` and `around(xs)`.
//!
//! A subscript becomes a parameter of the worker, so that a `generate` is a map over reads of an
//! index space (`ir::space`). An array that is read at the very positions of the space is an argument in
//! step, as of any map.

use super::Lowering;
use super::conditions::Inferred;
use super::scope::Entity;
use super::space::{Wanted, element_name};
use super::subscript::{Subscript, place_read_at, read_at_computed};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Host, Op, tokens};
use crate::ordered::ToList;
use crate::syntax::{Apply, Pattern, Term, names, strip};
use proc_macro2::Ident;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, ExprIndex, ItemConst, Pat};

/// A read in a worker, and the parameter that stands for it.
struct Found {
    wanted: Wanted,
    parameter: Ident,
}

/// `at(xs, offset)` or `around(xs)` in the place of an array.
pub(super) fn is_neighbour(arg: &Expr) -> bool {
    matches!(Term::of(arg), Term::Apply(apply) if ["at", "around"].contains(&apply.combinator.name))
}

impl Lowering {
    /// `generate(|i| …)`: a map over the elements that its body reads.
    pub(super) fn over_index(&mut self, worker: &Expr, hint: &str) -> Option<Op> {
        let Expr::Closure(closure) = strip(worker) else {
            return None;
        };
        if self.is_grid(closure) {
            return self.over_indices(None, worker, hint);
        }
        if self.misnamed_folds(&closure.body) || self.subscripts_apart(&closure.body, &[]) {
            return None;
        }
        let mut closure = closure.clone();
        let index = self.index(&closure)?;
        let before = self.found.len();
        let found = self.subscripts(&mut closure, &index, hint);
        if self.found.len() != before || found.is_empty() && self.reads_forgotten(&closure.body) {
            return None;
        }
        if found.is_empty() {
            let report = match place_read_at(&closure.body, &index) {
                Some(place) => catalog::unbounded_by_place(&index, &place),
                None => {
                    let read = read_at_computed(&closure.body, &index);
                    catalog::unbounded_index(&[&index], &[], "generate", read.as_ref())
                }
            };
            self.found.push(report);
            return None;
        }
        let reads = found.iter().map(|one| one.wanted.bounded(&index)).list();
        self.conditions(&closure.body, &index, Inferred::BOTH, &reads);
        if self.found.len() != before {
            return None;
        }
        let (wanted, mut parameters): (Vec<Wanted>, Vec<Ident>) = found
            .into_iter()
            .map(|found| (found.wanted, found.parameter))
            .unzip();
        let outer = self.part_of;
        self.part_of = outer.or(Some("generate"));
        let uses_index = names::free(&closure.body).contains(&index);
        let args = self.over(&wanted, uses_index.then_some(&index), hint);
        self.part_of = outer;
        let args = args?;
        parameters.extend(uses_index.then_some(index));
        let parameters = parameters
            .into_iter()
            .map(|name| -> Pat { syn::parse_quote!(#name) });
        closure.inputs = parameters.collect();
        let worker = self.worker(&Expr::Closure(closure), hint);
        if self.found.len() != before {
            return None;
        }
        self.closing = Some("generate");
        Some(Op::Map { worker, args })
    }

    /// The arrays of the elements that are read, and that of the index if it is one of them.
    fn over(
        &mut self,
        wanted: &[Wanted],
        index: Option<&Ident>,
        hint: &str,
    ) -> Option<Vec<ArrayId>> {
        let (mut args, first) = self.reads(wanted)?;
        if let Some(index) = index {
            args.push(self.coordinates(args[0], first, index, hint)?);
        }
        Some(args)
    }

    /// `at(xs, offset)` by itself.
    pub(super) fn at(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        let wanted = self.wanted(apply, hint)?;
        let args = self.neighbours_in_sequences(vec![wanted], hint)?;
        let identity = syn::parse2(quote_spanned!(apply.span=> |value| value));
        Some(Op::Map {
            worker: Host::plain(identity.expect("a closure")),
            args,
        })
    }

    /// `map(f, xs, at(ys, offset), around(zs))`: its arguments are read at the positions at which all
    /// of them have an element. An array pattern for what `around` reads falls apart into its
    /// elements.
    pub(super) fn map_around(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        let before = self.found.len();
        let mut worker = strip(apply.args[0]).clone();
        let patterns: Vec<Pat> = match &worker {
            Expr::Closure(closure) => closure.inputs.iter().cloned().list(),
            _ => Vec::new(),
        };
        let (mut wanted, mut parameters) = (Vec::new(), Vec::new());
        for (position, arg) in apply.args[1..].iter().enumerate() {
            let pattern = patterns.get(position).cloned();
            match Term::of(arg) {
                Term::Apply(inner) if inner.combinator.name == "around" => {
                    self.around(
                        &inner,
                        pattern.as_ref(),
                        (&mut wanted, &mut parameters),
                        hint,
                    );
                    continue;
                }
                Term::Apply(inner) if inner.combinator.name == "at" => {
                    wanted.extend(self.wanted(&inner, hint));
                }
                _ => wanted.extend(self.array(arg, hint, "map").map(|array| Wanted {
                    array,
                    padding: None,
                    factor: 1,
                    offset: 0,
                    span: arg.span(),
                })),
            }
            parameters.extend(pattern);
        }
        if let Expr::Closure(closure) = &mut worker {
            closure.inputs = parameters.into_iter().collect();
        }
        let worker = self.worker(&worker, hint);
        if self.found.len() != before {
            return None;
        }
        let args = self.neighbours_in_sequences(wanted, hint)?;
        Some(Op::Map { worker, args })
    }

    /// The reads of an `around`, and the patterns for them: one for each element of an array pattern
    /// of odd length, the middle one of which is the element itself. `_` is not read.
    fn around(
        &mut self,
        apply: &Apply<'_>,
        pattern: Option<&Pat>,
        (wanted, parameters): (&mut Vec<Wanted>, &mut Vec<Pat>),
        hint: &str,
    ) {
        if !self.check(apply) {
            return;
        }
        let array = self.readable(apply.args[0], hint, "around");
        let elements: Vec<&Pat> = match pattern {
            Some(Pat::Slice(elements)) => elements.elems.iter().list(),
            _ => Vec::new(),
        };
        let is_rest = |pattern: &Pat| matches!(pattern, Pat::Rest(_));
        let is_read = |pattern: &Pat| !matches!(pattern, Pat::Wild(_));
        if elements.len().is_multiple_of(2)
            || elements.iter().any(|pattern| is_rest(pattern))
            || !elements.iter().any(|pattern| is_read(pattern))
        {
            let span = pattern.map_or(apply.span, Spanned::span);
            self.found.push(catalog::around_needs_pattern(span));
            return;
        }
        let Some((array, padding)) = array else {
            return;
        };
        let middle = elements.len() / 2;
        for (position, pattern) in elements.into_iter().enumerate() {
            if !is_read(pattern) {
                continue;
            }
            wanted.push(Wanted {
                array,
                padding,
                factor: 1,
                offset: position.cast_signed() - middle.cast_signed(),
                span: apply.span,
            });
            parameters.push(pattern.clone());
        }
    }

    /// The read that an `at` is.
    fn wanted(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Wanted> {
        if !self.check(apply) {
            return None;
        }
        let array = self.readable(apply.args[0], hint, "at");
        // An offset is what is added to an index.
        let (offset, index) = (apply.args[1], Ident::new("index", apply.span));
        let sum = syn::parse_quote!(#index + (#offset));
        match Subscript::of(&sum, &index, &self.program.items.constants) {
            Subscript::Affine {
                factor: 1,
                offset: distance,
            } => {
                for constant in self.constants_in(offset) {
                    self.mention(&constant);
                }
                let (array, padding) = array?;
                Some(Wanted {
                    array,
                    padding,
                    factor: 1,
                    offset: distance,
                    span: apply.span,
                })
            }
            _ => {
                self.found.push(catalog::offset_of_at(offset.span()));
                None
            }
        }
    }

    /// The index of a `generate(|i| …)`.
    fn index(&mut self, closure: &ExprClosure) -> Option<Ident> {
        let report = match closure.inputs.len() {
            1 => {
                let pattern = match &closure.inputs[0] {
                    Pat::Type(typed) => &*typed.pat,
                    pattern => pattern,
                };
                match pattern {
                    Pat::Ident(name)
                        if name.by_ref.is_none()
                            && name.mutability.is_none()
                            && name.subpat.is_none() =>
                    {
                        return Some(name.ident.clone());
                    }
                    other => catalog::index_is_no_name(other.span()),
                }
            }
            _ => catalog::index_is_no_name(closure.span()),
        };
        self.found.push(report);
        None
    }

    /// Puts parameters in the place of the elements that a body reads at an index.
    fn subscripts(&mut self, closure: &mut ExprClosure, index: &Ident, hint: &str) -> Vec<Found> {
        let mut reads: Vec<Found> = Vec::new();
        let mut constants: Vec<Ident> = Vec::new();
        names::visit_subscripts(&mut closure.body, &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let Term::Name(name) = Term::of(&subscripted.expr) else {
                return;
            };
            if enclosing.binds(name) || enclosing.binds(index) {
                return;
            }
            if *name == hint && self.is_unknown(name) {
                self.found.push(catalog::subscript_of_itself(
                    name,
                    &tokens::of(subscripted),
                    std::slice::from_ref(index),
                ));
                self.scope.forget(name);
                return;
            }
            let Some(wanted) = self.subscript(name, subscripted, index) else {
                return;
            };
            for name in self.constants_in(&subscripted.index) {
                if !constants.contains(&name) {
                    constants.push(name);
                }
            }
            let same = |found: &&Found| {
                let known = &found.wanted;
                (known.array, known.padding, known.factor, known.offset)
                    == (wanted.array, wanted.padding, wanted.factor, wanted.offset)
            };
            let mut parameter = match reads.iter().find(same) {
                Some(known) => known.parameter.clone(),
                None => {
                    let parameter = self.scope.fresh(&element_name(name), wanted.span);
                    reads.push(Found {
                        wanted,
                        parameter: parameter.clone(),
                    });
                    parameter
                }
            };
            parameter.set_span(parameter.span().located_at(expr.span()));
            *expr = syn::parse_quote!(#parameter);
        });
        for constant in &constants {
            self.mention(constant);
        }
        reads
    }

    /// Returns true if a worker names anything of which the binding is wrong.
    pub(super) fn reads_forgotten(&self, worker: &Expr) -> bool {
        let names = names::free(worker);
        names.iter().any(|name| self.scope.is_forgotten(name))
    }

    /// The constants beside the program that an expression names.
    pub(super) fn constants_in(&self, expr: &Expr) -> Vec<Ident> {
        let mut names = names::free(expr);
        let constants = &self.program.items.constants;
        names.retain(|name| constants.iter().any(|known| known.ident == *name));
        names
    }

    /// `let _ = NAME;`: a constant of which only the value is left is used all the same.
    pub(super) fn mention(&mut self, constant: &Ident) {
        let value = Host::plain(syn::parse_quote!(#constant));
        let nothing = Pattern::Wild(constant.span());
        self.bind(constant.span(), Op::Host { value }, &nothing, None, None);
    }

    /// Returns true if nothing has a name, here or outside.
    pub(super) fn is_unknown(&self, name: &Ident) -> bool {
        !self.open && self.scope.get(name).is_none() && !self.scope.is_forgotten(name)
    }

    /// The element that a subscript reads, if its array is one of the program's and its position
    /// follows from the index.
    fn subscript(
        &mut self,
        name: &Ident,
        subscripted: &ExprIndex,
        index: &Ident,
    ) -> Option<Wanted> {
        if let Some(Entity::Scalar(_)) = self.scope.get(name) {
            return None;
        }
        let at = element(&subscripted.index);
        let span = subscripted.span();
        let constants: &[ItemConst] = &self.program.items.constants;
        match Subscript::of(at, index, constants) {
            Subscript::Affine { factor, offset } => {
                let (array, padding) = self.readable_name(name, "generate")?;
                Some(Wanted {
                    array,
                    padding,
                    factor,
                    offset,
                    span,
                })
            }
            Subscript::Other => None,
        }
    }
}

/// The subscript: `i` of `xs[i]`, and of `xs[[i]]`, as ndarray writes it.
fn element(index: &Expr) -> &Expr {
    match strip(index) {
        Expr::Array(array) if array.elems.len() == 1 => &array.elems[0],
        other => other,
    }
}
