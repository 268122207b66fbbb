//! Folds and scans whose result is of another type than the elements, and indices in the place of
//! other arrays.
//!
//! rustc would say it of each part of the operator that does not fit, and of each array. Here it is
//! said once, where the types are known without rustc: from signatures, literals
//! with suffixes and constants, through workers of devices' subset. Where they are
//! not, nothing is said.

mod split;
mod starts;

use self::split::{Split, sum_of_parts};
use super::Type;
use super::declared::Declared;
use super::infer::{Env, Inference, Table};
use crate::diagnostic::{Diagnostic, Diagnostics, catalog};
use crate::ir::start::collection;
use crate::ir::{
    ArrayId, Binding, BindingId, Host, Op, Origin, Program, Returned, Segments, tokens,
};
use crate::ordered::{OrderedSet, ToList};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// Reports the folds and scans of another type than their elements, and indices in the place of
/// other arrays. Returns the folds and scans of which only rustc can tell.
pub fn reductions(program: &Program, found: &mut Diagnostics) -> OrderedSet<BindingId> {
    every(program, found, &mut Vec::new())
}

/// Gives the literals from which recurrences start the types that their states have, where rustc would ask
/// for them.
pub fn typed_starts(program: &mut Program) {
    let mut bindings = program.bindings.values();
    if !bindings.any(|binding| starts::is_open(&binding.op)) {
        return;
    }
    let mut typed = Vec::new();
    every(program, &mut Diagnostics::new(), &mut typed);
    for (id, start) in typed {
        if let Op::Recurrence { seed, .. } = &mut program.bindings[id].op {
            seed.expr = start;
        }
    }
}

/// Goes through all bindings, and notes the typed starts of recurrences that have none.
fn every(
    program: &Program,
    found: &mut Diagnostics,
    typed: &mut Vec<(BindingId, Expr)>,
) -> OrderedSet<BindingId> {
    let is_reduction = |binding: &Binding| matches!(binding.op, Op::Fold { .. } | Op::Scan { .. });
    let has_others = |binding: &Binding| {
        matches!(
            binding.op,
            Op::Gather { .. } | Op::Scatter { .. } | Op::Recurrence { .. }
        )
    };
    let mut untold = OrderedSet::new();
    let mut bindings = program.bindings.values();
    if !bindings.any(|binding| is_reduction(binding) || has_others(binding)) {
        return untold;
    }
    let nothing = Env::default();
    let mut declared = Inference::new(&nothing, Table::default());
    let types = Declared::of(program, &mut declared, Inference::known_syntax);
    let table = declared.table;
    let env = types.env(program);
    let mut inference = Inference::new(&env, table);
    // Messages show the types as they are.
    inference.arrays_are_tuples = false;
    let mut typing = Typing {
        program,
        declared: &types,
        inference,
    };
    if let Some(ty) = &program.returns {
        typing.returned(&program.result, ty);
    }
    for (id, binding) in program.bindings.iter() {
        if is_reduction(binding) && !typing.tells(binding) {
            untold.insert(id);
        }
        found.extend(typing.binding(binding));
        if let Op::Recurrence { seed, .. } = &binding.op
            && starts::is_open(&binding.op)
            && let Some(state) = typing.state(binding)
            && let Some(start) = starts::typed(&seed.expr, &state)
        {
            typed.push((id, start));
        }
    }
    untold
}

struct Typing<'p, 'e> {
    program: &'p Program,
    declared: &'e Declared,
    inference: Inference<'e>,
}

impl Typing<'_, '_> {
    fn returned(&mut self, result: &Returned, ty: &syn::Type) {
        match (result, ty) {
            (_, syn::Type::Paren(inner)) => self.returned(result, &inner.elem),
            (_, syn::Type::Group(inner)) => self.returned(result, &inner.elem),
            (Returned::Tuple(items), syn::Type::Tuple(types)) => {
                for (item, ty) in items.iter().zip(&types.elems) {
                    self.returned(item, ty);
                }
            }
            (Returned::Array(array), syn::Type::Path(path)) => {
                let last = path.path.segments.last();
                if let Some(syn::PathArguments::AngleBracketed(of)) = last.map(|l| &l.arguments)
                    && let Some(syn::GenericArgument::Type(of)) = of.args.first()
                    && let Some(of) = self.inference.known_syntax(of)
                {
                    let element = self.declared.array(*array);
                    self.inference
                        .attempt(|inference| inference.table.unify(&element, &of));
                }
            }
            (Returned::Scalar(host), ty) => {
                if let Some(ty) = self.inference.known_syntax(ty) {
                    self.inference.host(&host.expr, &ty);
                }
            }
            _ => {}
        }
    }

    fn binding(&mut self, binding: &Binding) -> Option<Diagnostic> {
        let yields = self.declared.of_binding(&mut self.inference.table, binding);
        if let Some(wrong) = self.wrong_indices(binding) {
            return Some(wrong);
        }
        match &binding.op {
            Op::Fold {
                seed,
                step: Some(step),
                worker,
                args,
            } => {
                self.inference.host(&seed.expr, &yields);
                let elements = args.iter().map(|arg| self.declared.array(*arg));
                let params: Vec<Type> = [yields.clone()].into_iter().chain(elements).list();
                self.worker(step, &params, &yields);
                self.worker(worker, &[yields.clone(), yields.clone()], &yields);
            }
            Op::Fold { step: None, .. } | Op::Scan { .. } => {
                return self.reduction(binding, &yields);
            }
            Op::Map { worker, args } => {
                let params: Vec<Type> = args.iter().map(|arg| self.declared.array(*arg)).list();
                self.worker(worker, &params, &yields);
            }
            Op::Recurrence {
                seed,
                worker,
                args,
                neighbours,
            } => {
                let table = &mut self.inference.table;
                let params = self.declared.of_step(table, &yields, args, neighbours);
                if neighbours.is_empty()
                    && let Some(wrong) = self.wrong_state(seed, worker, &params)
                {
                    return Some(wrong);
                }
                self.inference.host(&seed.expr, &yields);
                self.worker(worker, &params, &yields);
            }
            Op::Generate { worker, .. } => self.worker(worker, &[Type::USIZE], &yields),
            Op::Range { range, .. } => {
                if let Expr::Range(range) = &range.expr {
                    for end in range.start.iter().chain(&range.end) {
                        self.inference.host(end, &yields);
                    }
                }
            }
            Op::Cross { left, right } => {
                let pair = Type::Tuple(vec![
                    self.declared.array(*left),
                    self.declared.array(*right),
                ]);
                self.unify(&pair, &yields);
            }
            Op::External { .. } => self.inference.table.known_elsewhere(&yields),
            Op::Host { value } => self.inference.host(&value.expr, &yields),
            Op::Length { .. } | Op::Inside { .. } => self.unify(&Type::USIZE, &yields),
            op => {
                if let Some(of) = op.elements_of() {
                    self.unify(&self.declared.array(of), &yields);
                }
            }
        }
        None
    }

    /// Reports indices that are known to be no integers: they may stand in another place.
    fn wrong_indices(&self, binding: &Binding) -> Option<Diagnostic> {
        let (indices, values, dest) = match &binding.op {
            Op::Gather { data, indices } => (indices, None, data),
            Op::Scatter {
                dest,
                indices,
                values,
                ..
            } => (indices, Some(values), dest),
            _ => return None,
        };
        let element = |array: &ArrayId| self.inference.table.deep(&self.declared.array(*array));
        let is_integer =
            |array: &ArrayId| matches!(element(array), Type::Prim(prim) if prim.is_int());
        let given = element(indices);
        if !given.is_known() || is_integer(indices) {
            return None;
        }
        // The array that stands there must fit the place from which it comes.
        let is_swapped = match values {
            None => is_integer(dest),
            Some(values) => {
                is_integer(values) && element(dest) == given
                    || is_integer(dest) && element(values) == given
            }
        };
        let (combinator, given) = (binding.op.combinator()?, given.to_string());
        Some(match is_swapped {
            true => catalog::indices_elsewhere(binding.span, combinator, &given),
            false => catalog::indices_not_integers(binding.span, combinator, &given),
        })
    }

    /// Reports heads of segments that are no flags, and starts of segments that are of another
    /// kind of number than the elements.
    fn wrong_segments(&mut self, place: Span, segments: &Segments) -> Option<Diagnostic> {
        let Segments {
            combinator,
            by,
            heads,
            seed,
            worker,
            arg,
            ..
        } = segments;
        if let Some(heads) = heads {
            let given = self.inference.table.deep(&self.declared.array(*heads));
            if given.is_known() && given != Type::BOOL {
                let given = given.to_string();
                return Some(catalog::heads_not_flags(place, combinator, by, &given));
            }
        }
        let element = self.inference.table.deep(&self.declared.array(*arg));
        self.wrong_start(seed, worker, &element, (combinator, false))
            .or_else(|| self.wrong_operator(worker, &element, combinator))
    }

    /// Reports an operator that makes another type of two elements.
    fn wrong_operator(
        &mut self,
        worker: &Host,
        element: &Type,
        combinator: &str,
    ) -> Option<Diagnostic> {
        let made = self.inference.table.any();
        self.worker(worker, &[element.clone(), element.clone()], &made);
        let made = self.inference.table.deep(&made);
        let differs = element.is_known() && made.is_known() && made != *element;
        differs.then(|| {
            let (made, element) = (made.to_string(), element.to_string());
            catalog::operator_of_other_type(worker.expr.span(), combinator, &made, &element)
        })
    }

    /// A fold or scan of elements by an operator between them.
    fn reduction(&mut self, binding: &Binding, yields: &Type) -> Option<Diagnostic> {
        if let Some(segments) = binding.op.segments() {
            let Segments {
                seed, worker, arg, ..
            } = segments;
            let element = self.declared.array(*arg);
            let start = self.inference.table.any();
            if let Some(other) = self.other_type(&element, &start, seed, worker) {
                let element = self.inference.table.deep(&element);
                return Some(self.report(binding, seed, worker, *arg, &element, &other));
            }
            if let Some(wrong) = self.wrong_segments(binding.span, segments) {
                return Some(wrong);
            }
        }
        let (seed, worker, arg) = binding.op.reduction()?;
        if binding.name() == "sum"
            && let Type::Tuple(parts) = self.inference.table.deep(&self.declared.array(arg))
        {
            let array = self.written(arg);
            let instead = sum_of_parts(&parts, array.as_deref().unwrap_or("…"));
            let element = Type::Tuple(parts).to_string();
            return Some(catalog::sum_of_tuples(binding.span, &element, instead));
        }
        if let Some(made) = collection(seed, worker) {
            let (place, name) = (seed.expr.span(), binding.op.name());
            return Some(catalog::reduction_to_collection(place, name, &made));
        }
        let element = self.declared.array(arg);
        let other = self.other_type(&element, yields, seed, worker);
        if let Some(other) = other {
            let element = self.inference.table.deep(&element);
            self.unify(&other, yields);
            return Some(self.report(binding, seed, worker, arg, &element, &other));
        }
        self.unify(&element, yields);
        self.inference.host(&seed.expr, &element);
        let params = [element.clone(), element.clone()];
        self.worker(worker, &params, &element);
        None
    }

    /// Learns that two types are one, where they can be.
    fn unify(&mut self, left: &Type, right: &Type) {
        self.inference
            .attempt(|inference| inference.table.unify(left, right));
    }

    /// Learns types from a worker, as far as it can.
    fn worker(&mut self, worker: &Host, params: &[Type], result: &Type) {
        let learnt = self.inference.attempt(|inference| {
            inference.worker(&worker.expr, params, Some(result));
            inference.resolve_known();
            inference.found.is_empty()
        });
        if !learnt {
            self.inference.table.known_elsewhere(result);
        }
    }

    /// Returns true if the types of a fold's or scan's start and elements are known.
    fn tells(&mut self, binding: &Binding) -> bool {
        let Some((seed, worker, arg)) = binding.op.written_reduction() else {
            return true;
        };
        let element = self.declared.array(arg);
        let start = self.start(seed, worker);
        let table = &self.inference.table;
        table.deep(&element).is_known() && table.settled(&start).is_known()
    }

    /// The type that a fold or a scan has in place of that of its elements: that
    /// of its result where that is known, else that of its start.
    fn other_type(
        &mut self,
        element: &Type,
        yields: &Type,
        seed: &Host,
        worker: &Host,
    ) -> Option<Type> {
        let element = self.inference.table.deep(element);
        if !element.is_known() {
            return None;
        }
        let yields = self.inference.table.deep(yields);
        let start = self.start(seed, worker);
        let other = match yields.is_known() {
            // Where the start is of a third type, something else is wrong.
            true if !self.inference.table.clone().unify(&start, &yields) => return None,
            true => yields,
            false => start,
        };
        let differs = match (&other, &element) {
            (Type::Variable(_), _) => false,
            (Type::Prim(_), _) | (_, Type::Prim(_)) => other != element,
            _ => !self.inference.table.clone().unify(&other, &element),
        };
        differs.then_some(other)
    }

    /// The type of the start of a fold or a scan.
    fn start(&mut self, seed: &Host, worker: &Host) -> Type {
        if let Some(declared) = self.declared_start(worker) {
            return declared;
        }
        let start = self.inference.table.any();
        self.inference.host(&seed.expr, &start);
        self.inference.attempt(|inference| {
            inference.resolve_known();
            inference.found.is_empty()
        });
        self.inference.table.deep(&start)
    }

    /// The type that an operator declares for its left argument.
    fn declared_start(&mut self, worker: &Host) -> Option<Type> {
        let Expr::Closure(closure) = &worker.expr else {
            return None;
        };
        match closure.inputs.first() {
            Some(Pat::Type(typed)) => {
                let ty = self.inference.known_syntax(&typed.ty)?;
                ty.is_known().then_some(ty)
            }
            _ => None,
        }
    }

    fn report(
        &self,
        binding: &Binding,
        seed: &Host,
        worker: &Host,
        array: ArrayId,
        element: &Type,
        other: &Type,
    ) -> Diagnostic {
        let name = binding.name();
        let by = binding
            .op
            .segments()
            .map(|segments| format!("{}, ", segments.by));
        let by = by.unwrap_or_default();
        let array = self.written(array);
        let array = array.as_deref();
        let (element, other) = (element.to_string(), other.to_string());
        let seed_text = tokens::of(&seed.expr);
        let called = array.unwrap_or("…");
        let (operator, made, is_step) = match Split::of(worker, &other) {
            Some(split) => (split.operator, split.made, split.is_step),
            None => ("|a, b| …".to_owned(), "|x| …".to_owned(), true),
        };
        let mapped = match name {
            "sum" => format!("sum(map({made}, {called}))"),
            _ => format!("{name}({by}{seed_text}, {operator}, map({made}, {called}))"),
        };
        // Only a fold has a step, and only if the argument there is one.
        let stepped = (is_step && matches!(binding.op, Op::Fold { .. })).then(|| {
            let step = tokens::of(&worker.expr);
            format!("{name}({seed_text}, {step}, {operator}, {called})")
        });
        let ways = (&*mapped, stepped.as_deref());
        catalog::reduction_of_other_type(seed.expr.span(), name, array, (&element, &other), ways)
    }

    /// The name of an array where the user gave it one.
    fn written(&self, array: ArrayId) -> Option<String> {
        let array = &self.program.arrays[array];
        match &array.origin {
            Origin::Input(_) => Some(array.name.to_string()),
            // A name of our own has the combinator's place.
            Origin::Output(binding, _) => {
                let place = self.program.bindings[*binding].span.start();
                let own = array.name.span().start();
                ((place.line, place.column) != (own.line, own.column))
                    .then(|| array.name.to_string())
            }
        }
    }
}
