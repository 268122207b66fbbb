//! Index notation of several indices: `generate(|i, j| a[[i, j + 1]] - a[[i, j]])`, and of one index
//! into arrays of several axes.
//!
//! As in `index`, a subscript becomes a parameter of the worker, here of a map over the elements that
//! a grid reads (`ir::grid`). An index that is used by itself is a parameter, too.

use self::bounds::bounds_of;
use self::given::Given;
use self::reach::{Reach, Wanted};
use super::Lowering;
use super::index_scope::{Bounded, IndexScope, numbers_of};
use super::ranks::one_for_each_axis;
use super::scope::Entity;
use super::space::{LARGEST, element_name};
use super::subscript::{Subscript, Terms, place_read_at, read_at_computed, subscripts};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Grid, Host, Op, Output, Padding, ScalarId, Way, tokens};
use crate::ordered::ToList;
use crate::syntax::names::Enclosing;
use crate::syntax::{Term, names, strip};
use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, ExprIndex, Pat};

mod bounds;
pub(super) mod computed;
mod empty;
pub(super) mod given;
pub(super) mod reach;
mod slices;
mod sums;

/// The names of a worker at a subscript: whether one is among them, those in the subscript that
/// something around it binds, and whether a closure is among that.
type Locals<'l> = (&'l dyn Fn(&Ident) -> bool, &'l [Ident], bool);

/// All of them, if each is known.
fn all(reaches: &[Option<Reach>]) -> Option<Vec<Reach>> {
    reaches.iter().cloned().collect()
}

impl Lowering {
    /// Returns true if a closure has several indices, or subscripts of several.
    pub(super) fn is_grid(&self, closure: &ExprClosure) -> bool {
        let mut several = closure.inputs.len() > 1 || self.has_folds(&closure.body);
        let index = match closure.inputs.first() {
            Some(Pat::Ident(index)) => Some(&index.ident),
            _ => None,
        };
        names::visit_subscripts(&mut closure.body.clone(), &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let Term::Name(name) = Term::of(&subscripted.expr) else {
                return;
            };
            let array = match self.scope.get(name) {
                Some(Entity::Array(array) | Entity::Padded(array, _)) => Some(array),
                Some(Entity::Scalar(_)) => return,
                Some(Entity::Windows(..)) | None => None,
            };
            let given = subscripts(subscripted);
            several |= given.len() > 1;
            several |= array.is_some_and(|array| {
                self.program.rank(array) > 1 || self.program.is_of_grid(array)
            });
            if let (Some(index), [at], false) = (index, &given[..], enclosing.binds(name)) {
                let is_bound = match self.scope.get(name) {
                    Some(Entity::Array(array)) => self.program.producer(array).is_some(),
                    _ => false,
                };
                several |= self.is_moved(at, index, is_bound, enclosing);
            }
        });
        several
    }

    /// Returns true if a subscript follows an index downwards, or at a distance that the program
    /// computes, or is any other one of an array that the program binds.
    fn is_moved(
        &self,
        at: &Expr,
        index: &Ident,
        is_bound: bool,
        enclosing: &Enclosing<'_>,
    ) -> bool {
        let constants = &self.program.items.constants;
        if enclosing.binds(index) || Subscript::of(at, index, constants) != Subscript::Other {
            return false;
        }
        let terms = Terms::of(at, Some(index), constants);
        is_bound
            || terms.is_some_and(|(factor, terms)| {
                let mut others = terms.others.iter();
                factor != 0
                    && others.all(|(_, term)| {
                        let free = names::free(term);
                        self.is_number(term) && !free.iter().any(|name| enclosing.binds(name))
                    })
            })
    }

    /// `generate(|i, j| …)` and `generate([n, m], |i, j| …)`: a map over the elements that its body
    /// reads, and the indices that it names.
    pub(super) fn over_indices(
        &mut self,
        sizes: Option<&Expr>,
        worker: &Expr,
        hint: &str,
    ) -> Option<Op> {
        self.over_indices_of("generate", sizes, worker, hint)
    }

    /// [`over_indices`](Lowering::over_indices), of a combinator of this name.
    pub(super) fn over_indices_of(
        &mut self,
        combinator: &str,
        sizes: Option<&Expr>,
        worker: &Expr,
        hint: &str,
    ) -> Option<Op> {
        let Expr::Closure(closure) = strip(worker) else {
            self.found.push(catalog::index_is_no_name(worker.span()));
            return None;
        };
        let mut closure = closure.clone();
        let before = self.found.len();
        let indices = self.indices(&closure)?;
        if self.misnamed_folds(&closure.body) || self.subscripts_apart(&closure.body, &indices) {
            return None;
        }
        let given = match sizes {
            Some(sizes) => self.given(sizes, indices.len(), hint)?,
            None => vec![Given::Inferred; indices.len()],
        };
        let mut scope = IndexScope::grid(&indices, sizes);
        scope.numbers = numbers_of(&indices, &given);
        self.windows_in_folds(&mut closure.body);
        self.unrolled(&mut closure.body, &indices, hint);
        self.folds(&mut closure.body, &mut scope, hint);
        self.moved_pads(&mut closure.body, &mut scope, &given, hint);
        let summed = self.sums_of_indices(&mut closure.body, &mut scope, hint);
        if self.found.len() != before {
            return None;
        }
        let (wanted, lost) = self.cells(&mut closure, &indices, &mut scope, hint);
        if lost || self.reads_forgotten(worker) {
            return None;
        }
        let reads = bounds_of(&wanted, &indices);
        self.bound_sums(summed, &indices, &given, &reads, &mut scope.bounds, hint)?;
        // Indices of lanes go along their axes, where nothing else leads them.
        let bounds = &mut scope.bounds;
        let led: Vec<Ident> = bounds.iter().map(|bound| bound.index.clone()).list();
        for along in &self.along {
            let position = indices.iter().position(|index| *index == along.index);
            let mut reads = wanted.iter().flat_map(|one| &one.along);
            let is_led = reads.any(|reach| reach.index == position) || led.contains(&along.index);
            if position.is_some() && !is_led {
                bounds.push(along.clone());
            }
        }
        let mut unbounded = Vec::new();
        for (number, (index, given)) in indices.iter().zip(&given).enumerate() {
            let mut along = wanted.iter().flat_map(|one| &one.along);
            let is_bounded = given.has_end()
                || along.any(|reach| reach.index == Some(number))
                || scope.bounds.iter().any(|bound| bound.index == *index);
            if !is_bounded && self.found.len() == before {
                self.found.push(match place_read_at(&closure.body, index) {
                    _ if matches!(closure.inputs[number], Pat::Wild(_)) => {
                        catalog::unnamed_index(index.span(), indices.len())
                    }
                    Some(place) => catalog::unbounded_by_place(index, &place),
                    None => {
                        unbounded.push(index);
                        continue;
                    }
                });
            }
        }
        if let (Some(first), true) = (unbounded.first(), self.found.len() == before) {
            let read = read_at_computed(&closure.body, first);
            let report = catalog::unbounded_index(&unbounded, &indices, combinator, read.as_ref());
            self.found.push(report);
        }
        self.conditions_of_all(&closure.body, &indices, &given, &reads, &scope.bounds);
        if self.found.len() != before {
            return None;
        }
        let outer = self.part_of;
        self.part_of = outer.or(Some("generate"));
        let grid = self.grid(&indices, &given, &wanted, &scope.bounds, hint);
        self.part_of = outer;
        let grid = grid?;
        self.part_of = outer.or(Some("generate"));
        let (args, parameters) = self.arguments(grid, &wanted, &indices, &closure, hint);
        self.part_of = outer;
        closure.inputs = parameters;
        let worker = self.worker(&Expr::Closure(closure), hint);
        if self.found.len() != before {
            return None;
        }
        self.closing = Some("generate");
        Some(Op::Map { worker, args })
    }

    /// The names of the indices.
    pub(super) fn indices(&mut self, closure: &ExprClosure) -> Option<Vec<Ident>> {
        let mut indices: Vec<Ident> = Vec::new();
        for input in &closure.inputs {
            let pattern = match input {
                Pat::Type(typed) => &*typed.pat,
                pattern => pattern,
            };
            match pattern {
                Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                    indices.push(name.ident.clone());
                }
                // One that nothing is read at.
                Pat::Wild(unnamed) => indices.push(self.scope.fresh("unnamed", unnamed.span())),
                other => {
                    self.found.push(catalog::index_is_no_name(other.span()));
                    return None;
                }
            }
        }
        if indices.is_empty() {
            self.found.push(catalog::index_is_no_name(closure.span()));
            return None;
        }
        Some(indices)
    }

    /// Puts parameters in the place of the elements that a body reads. Returns these, and true if it
    /// reads an array whose own mistake has been reported.
    fn cells(
        &mut self,
        closure: &mut ExprClosure,
        indices: &[Ident],
        scope: &mut IndexScope,
        hint: &str,
    ) -> (Vec<Wanted>, bool) {
        let (mut wanted, mut lost): (Vec<Wanted>, bool) = (Vec::new(), false);
        names::visit_subscripts(&mut closure.body, &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let Term::Name(name) = Term::of(&subscripted.expr) else {
                return;
            };
            // `xs[i][j]`: the element of an element is Rust's own to read.
            let is_element = wanted.iter().any(|one| one.parameter == *name);
            let is_hidden = indices.iter().any(|index| enclosing.binds(index));
            if enclosing.binds(name) || is_element || is_hidden {
                return;
            }
            if *name == hint && self.is_unknown(name) {
                let read = tokens::of(subscripted);
                self.found
                    .push(catalog::subscript_of_itself(name, &read, indices));
                self.scope.forget(name);
                return;
            }
            let free = names::free(&subscripted.index);
            lost |= self.scope.is_forgotten(name);
            lost |= free.iter().any(|name| self.scope.is_forgotten(name));
            let is_local = |name: &Ident| {
                enclosing.binds(name) || wanted.iter().any(|one| one.parameter == *name)
            };
            let mut locals = names::free(&subscripted.index);
            locals.retain(|name| enclosing.binds(name));
            let reach = self.reach(
                name,
                subscripted,
                scope,
                (&is_local, &locals, enclosing.is_in_closure()),
                hint,
            );
            let Some((array, padding, along)) = reach else {
                return;
            };
            let Some(along) = all(&along) else {
                let of_axes = along.iter().zip(subscripts(subscripted)).enumerate();
                let bounds = &mut scope.bounds;
                bounds.extend(of_axes.filter_map(|(axis, (reach, at))| {
                    let reach = reach.as_ref()?;
                    Some(Bounded {
                        factor: reach.factor,
                        offset: reach.offset,
                        late: reach.late.clone(),
                        span: at.span(),
                        ..Bounded::whole(indices[reach.index?].clone(), (array, axis))
                    })
                }));
                let place = (&*scope, enclosing);
                if let Some(read) = self.element_in_memory(subscripted, array, name, place, hint) {
                    *expr = read;
                }
                return;
            };
            let mut known = wanted.iter();
            let known = known.find(|known| {
                (known.array, known.padding) == (array, padding) && known.along == along
            });
            let mut parameter = match known {
                Some(known) => known.parameter.clone(),
                None => {
                    let span = subscripted.span();
                    let parameter = self.scope.fresh(&element_name(name), span);
                    wanted.push(Wanted {
                        array,
                        padding,
                        along,
                        span,
                        parameter: parameter.clone(),
                    });
                    parameter
                }
            };
            parameter.set_span(parameter.span().located_at(expr.span()));
            *expr = syn::parse_quote!(#parameter);
        });
        (wanted, lost)
    }

    /// The elements that a subscript reads, if all of it follows from the indices and the array is
    /// one of the program's. Of an array of one axis any other subscript is Rust's.
    fn reach(
        &mut self,
        name: &Ident,
        subscripted: &ExprIndex,
        scope: &IndexScope,
        (is_local, locals, is_in_closure): Locals<'_>,
        hint: &str,
    ) -> Option<(ArrayId, Option<Padding>, Vec<Option<Reach>>)> {
        let indices = &scope.grid[..];
        if let Some(Entity::Scalar(_)) = self.scope.get(name) {
            return None;
        }
        let (given, span) = (subscripts(subscripted), subscripted.span());
        let is_rusts = match self.scope.get(name) {
            Some(Entity::Array(array)) => self.program.producer(array).is_none(),
            Some(Entity::Padded(..)) => false,
            _ => true,
        };
        if let ([at], true) = (&given[..], is_rusts)
            && !indices.iter().any(|index| names::free(at).contains(index))
        {
            return None;
        }
        let known = given.iter();
        let known = known.map(|at| self.reach_of(at, indices, is_local, hint));
        let known: Vec<Option<Reach>> = known.list();
        if let ([None], true) = (&known[..], is_rusts) {
            return None;
        }
        let (array, padding) = self.readable_name(name, "generate")?;
        let rank = self.program.rank(array);
        if rank != given.len() {
            let wanted = one_for_each_axis(&given, rank, indices);
            let report = catalog::rank_differs(span, name, &given, &wanted);
            self.found.push(report);
            return None;
        }
        self.mention_constants(&given, name)?;
        let Some(along) = all(&known) else {
            let other = known.iter().position(Option::is_none).unwrap_or(0);
            let free = names::free(given[other]);
            let local = locals.iter().find(|local| free.contains(local));
            self.found.push(match local {
                Some(local) if is_in_closure => catalog::subscript_of_local(local, name),
                _ if padding.is_some() || self.adds_indices(given[other], scope) => {
                    catalog::subscript_not_affine(given[other].span(), name)
                }
                _ => return Some((array, padding, known)),
            });
            return None;
        };
        let is_far = along.iter().any(|reach| reach.offset.abs() >= LARGEST);
        if padding.is_some() && is_far {
            self.found.push(catalog::subscript_too_large(span));
            return None;
        }
        Some((array, padding, known))
    }

    /// Returns true if a subscript is a sum of several indices, of which nothing says how far they go.
    fn adds_indices(&self, at: &Expr, scope: &IndexScope) -> bool {
        let indices = &scope.grid;
        let free = names::free(at);
        let mut used = indices.iter().filter(|index| free.contains(index));
        if used.all(|index| scope.numbers_of(index).is_some()) {
            return false;
        }
        let constants = &self.program.items.constants;
        indices.iter().any(|index| {
            Terms::of(at, Some(index), constants).is_some_and(|(factor, terms)| {
                let mut others = terms.others.iter().map(|(_, term)| names::free(term));
                factor != 0 && others.any(|free| indices.iter().any(|it| free.contains(it)))
            })
        })
    }

    /// The arrays of the elements that are read and of the indices that are used, and the parameters
    /// for them. An array that is read at the very positions of the grid is an argument in step.
    pub(super) fn arguments(
        &mut self,
        grid: Grid,
        wanted: &[Wanted],
        indices: &[Ident],
        closure: &ExprClosure,
        hint: &str,
    ) -> (Vec<ArrayId>, Punctuated<Pat, syn::Token![,]>) {
        let free = names::free(&closure.body);
        let bounds = grid.indices.clone();
        let reads = grid.reads.clone();
        let id = self.program.grids.push(grid);
        let (mut args, mut parameters) = (Vec::new(), Punctuated::new());
        let unused = Ident::new("_unused", Span::call_site());
        let mut take = |array: Output, name: &Ident| {
            if let Output::Array(array) = array {
                args.push(array);
                parameters.push(syn::parse_quote!(#name));
            }
        };
        for (one, cells) in wanted.iter().zip(reads) {
            let sides = (0..cells.along.len()).map(|axis| self.program.side(one.array, axis).first);
            let beyond = one.beyond(sides);
            let axes = cells.along.iter().enumerate();
            let in_step = beyond.is_none()
                && cells.along.len() == bounds.len()
                && axes.clone().all(|(axis, along)| {
                    let (side, index) = (self.program.side(one.array, axis), &bounds[axis]);
                    (along.index, along.start, along.factor) == (Some(axis), 0, 1)
                        && along.way == Way::Up
                        && index.count.is_none()
                        && side.begins.is_none()
                        && (side.first, side.cut) == (index.first, index.cut)
                });
            if in_step {
                take(Output::Array(one.array), &one.parameter);
                continue;
            }
            let hint = element_name(&self.program.arrays[one.array].name);
            let name = self.scope.fresh(&hint, one.span);
            let array = self.bind_under(
                name,
                Op::Cells {
                    cells,
                    grid: id,
                    beyond,
                },
            );
            take(array, &one.parameter);
        }
        let mut used: Vec<usize> = (0..indices.len())
            .filter(|number| free.contains(&indices[*number]))
            .list();
        if wanted.is_empty() && used.is_empty() {
            used.push(0);
        }
        for index in used {
            let name = self
                .scope
                .fresh(&format!("{hint}_{}", indices[index]), indices[index].span());
            let mut array = self.bind_under(name, Op::Coordinate { grid: id, index });
            if let (Some(begins), Output::Array(place)) = (bounds[index].begins, array) {
                array = self.behind(begins, place, &indices[index], hint);
            }
            let own = &indices[index];
            let is_named = free.contains(own) || self.along.iter().all(|along| along.index != *own);
            take(array, if is_named { own } else { &unused });
        }
        (args, parameters)
    }

    /// The coordinates behind a scalar at which they begin.
    pub(super) fn behind(
        &mut self,
        begins: ScalarId,
        place: ArrayId,
        index: &Ident,
        hint: &str,
    ) -> Output {
        let span = index.span();
        let number = &self.program.scalars[begins].name;
        let worker = quote_spanned!(span=> |place| place + #number);
        let worker = Host {
            scalars: vec![begins],
            ..Host::plain(syn::parse2(worker).expect("a closure"))
        };
        let name = self.scope.fresh(&format!("{hint}_{index}"), span);
        let args = vec![place];
        self.bind_under(name, Op::Map { worker, args })
    }
}
