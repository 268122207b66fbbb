//! The parameters of a program over lanes: lanes of arrays, and arrays with an element for each.

use super::{Kind, Lanes, is_name};
use crate::diagnostic::catalog;
use crate::ir::ArrayId;
use crate::lower::Lowering;
use crate::lower::index_scope::Bounded;
use crate::lower::scope::Entity;
use crate::ordered::{OrderedMap, ToList};
use crate::syntax::{self, Apply, Body, Pattern, Term, strip};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, Lit, Pat, parse_quote};

impl Lowering {
    /// Reports an array that has not, along the axes but that of its lanes, the coordinates of the
    /// first array of lanes: of which lanes it would be one is not said.
    fn lanes_together(
        &mut self,
        first: &Option<(usize, usize, Option<ArrayId>)>,
        (array, along): (ArrayId, Option<usize>),
        name: &Ident,
        span: Span,
    ) {
        let Some((outer, first_along, Some(first))) = *first else {
            return;
        };
        let sides = |array: ArrayId, along: Option<usize>| {
            let axes = 0..outer + usize::from(along.is_some());
            let axes = axes.filter(|axis| Some(*axis) != along);
            let sides = axes.map(|axis| self.program.side(array, axis).coordinates());
            sides.list()
        };
        if sides(first, Some(first_along)) != sides(array, along) {
            let report = catalog::lanes_begin_apart(span, &name.to_string());
            self.found.push(report);
        }
    }

    /// The indices and parameters of a program over lanes, and its body.
    pub(super) fn lanes(&mut self, apply: &Apply<'_>, hint: &str) -> Option<(Lanes, Body)> {
        if !self.check(apply) {
            return None;
        }
        let lanes = apply.args[1..].iter().find_map(|arg| match Term::of(arg) {
            Term::Apply(inner) if is_name(inner.combinator.name) => Some(inner),
            _ => None,
        })?;
        let Expr::Closure(closure) = strip(apply.args[0]) else {
            let report = catalog::lanes_worker(apply.args[0].span(), lanes.combinator.name);
            self.found.push(report);
            return None;
        };
        let before = self.found.len();
        let body = syntax::block(&closure.body, &mut self.found);
        let (mut known, mut kinds, mut windows) = (None, Vec::new(), None);
        let mut others = Vec::new();
        for (pattern, arg) in closure.inputs.iter().zip(&apply.args[1..]) {
            let pattern = match pattern {
                Pat::Type(typed) => &*typed.pat,
                pattern => pattern,
            };
            match Term::of(arg) {
                Term::Apply(inner) if is_name(inner.combinator.name) => {
                    let Some((name, along, array)) = self.lane_of(&inner, pattern, hint) else {
                        continue;
                    };
                    if let Some(Entity::Windows(found)) = self.scope.get(&name) {
                        windows.get_or_insert(found);
                    }
                    let outer = array.map_or(1, |array| self.program.rank(array) - 1);
                    let (first, _, _) = *known.get_or_insert((outer, along, array));
                    if outer != first {
                        let shown = name.to_string();
                        let report = catalog::lanes_differ(inner.span, &shown, outer, first);
                        self.found.push(report);
                    } else if let Some(array) = array {
                        self.lanes_together(&known, (array, Some(along)), &name, inner.span);
                    }
                    kinds.push((name, Kind::Lane { along, kept: None }));
                }
                _ => others.push((pattern, *arg)),
            }
        }
        for (pattern, arg) in others {
            for name in self.scalars_of(pattern, arg, known?.0) {
                if let (Some(windows), Some(Entity::Array(array))) =
                    (windows, self.scope.get(&name))
                {
                    let beside = self.beside_windows(windows, array, arg.span(), hint)?;
                    self.scope.insert(&name, Entity::Array(beside));
                }
                if let Some(Entity::Array(array)) = self.scope.get(&name) {
                    self.lanes_together(&known, (array, None), &name, arg.span());
                }
                kinds.push((name, Kind::Scalar));
            }
        }
        if self.found.len() != before {
            return None;
        }
        let (axes, along, array) = known?;
        let index = |lowering: &mut Self, name: &str| {
            lowering.scope.fresh(&format!("{hint}_{name}"), apply.span)
        };
        let outer: Vec<Ident> = (0..axes)
            .map(|axis| match axes {
                1 => index(self, "lane"),
                _ => index(self, &format!("axis{axis}")),
            })
            .list();
        let numbers = (0..=axes).filter(|axis| *axis != along);
        self.along = (outer.iter().zip(numbers))
            .filter_map(|(index, axis)| Some(Bounded::whole(index.clone(), (array?, axis))))
            .list();
        let lanes = Lanes {
            outer,
            lane: index(self, "place"),
            along,
            names: kinds
                .into_iter()
                .map(|(name, kind)| (name.to_string(), kind))
                .collect(),
            made: OrderedMap::new(),
        };
        Some((lanes, body))
    }

    /// Binds the array of whose lanes a parameter is one. Windows are no array.
    fn lane_of(
        &mut self,
        apply: &Apply<'_>,
        pattern: &Pat,
        hint: &str,
    ) -> Option<(Ident, usize, Option<ArrayId>)> {
        let combinator = apply.combinator.name;
        if !self.check(apply) {
            return None;
        }
        let name = match pattern {
            Pat::Ident(name) if name.subpat.is_none() => name.ident.clone(),
            Pat::Wild(_) => self.scope.fresh(&format!("{hint}_lane"), apply.span),
            other => {
                let report = catalog::lanes_worker(other.span(), combinator);
                self.found.push(report);
                return None;
            }
        };
        let array = *apply.args.last()?;
        self.bind_value(array, &Pattern::Name(name.clone()), None);
        let id = match self.scope.get(&name) {
            Some(Entity::Array(id) | Entity::Padded(id, _)) => Some(id),
            Some(Entity::Windows(..)) => None,
            Some(Entity::Scalar(_)) => {
                self.named_array(&name, combinator);
                return None;
            }
            None => return None,
        };
        let rank = id.map_or(2, |id| self.program.rank(id));
        let along = match combinator {
            "rows" => 1,
            "columns" => 0,
            _ => match strip(apply.args[0]) {
                Expr::Lit(literal)
                    if let Lit::Int(axis) = &literal.lit
                        && let Ok(axis) = axis.base10_parse() =>
                {
                    axis
                }
                other => {
                    self.found.push(catalog::axis_of_lanes(other.span()));
                    return None;
                }
            },
        };
        if rank == 1 || along >= rank || combinator != "lanes" && rank != 2 {
            let report = match Term::of(array) {
                Term::Apply(of) if of.combinator.name == "windows" && rank > 2 => {
                    catalog::lanes_of_windows(array.span(), combinator, rank / 2)
                }
                _ => catalog::lanes_rank(array.span(), combinator, along, rank),
            };
            self.found.push(report);
            return None;
        }
        Some((name, along, id))
    }

    /// Binds an array with one element for each lane. Returns its names, or those of its parts.
    fn scalars_of(&mut self, pattern: &Pat, arg: &Expr, axes: usize) -> Vec<Ident> {
        let Some(pattern) = syntax::pattern(pattern, &mut self.found) else {
            return Vec::new();
        };
        match &pattern {
            Pattern::Tuple(..) => {
                let same: Expr = parse_quote!(map(|value| value, #arg));
                self.bind_value(&same, &pattern, None);
            }
            _ => self.bind_value(arg, &pattern, None),
        }
        let names: Vec<Ident> = pattern.names().into_iter().cloned().list();
        for name in &names {
            match self.scope.get(name) {
                Some(Entity::Array(array)) if self.program.rank(array) != axes => {
                    let rank = self.program.rank(array);
                    let shown = name.to_string();
                    let report = catalog::lanes_differ(arg.span(), &shown, rank, axes);
                    self.found.push(report);
                }
                Some(Entity::Scalar(_) | Entity::Padded(..) | Entity::Windows(..)) => {
                    self.named_array(name, "map");
                }
                _ => {}
            }
        }
        names
    }
}
