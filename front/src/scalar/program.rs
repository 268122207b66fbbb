//! The types of all arrays and scalars of a program.

use super::Type;
use super::declared::Declared;
use super::infer::{Env, Inference, Table};
use super::tree::{ExprKind, Function, HelperId};
use crate::diagnostic::{Diagnostics, catalog};
use crate::ir::{
    ArrayId, Binding, BindingId, Host, Id, InputPart, Op, Origin, Program, Returned, ScalarId,
};
use crate::ordered::{OrderedMap, OrderedSet, ToList};
use syn::spanned::Spanned;

/// The types of the arrays' elements and of the scalars of a program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    arrays: Vec<Type>,
    scalars: Vec<Option<Type>>,
    accumulators: OrderedMap<BindingId, Type>,
}

impl Types {
    /// The type of an array's elements.
    pub fn array(&self, array: ArrayId) -> &Type {
        &self.arrays[array.index()]
    }

    /// The type of the accumulator of a fold with a step of its own.
    pub fn accumulator(&self, fold: BindingId) -> &Type {
        &self.accumulators[&fold]
    }

    /// Adds an array of elements of this type behind the others.
    pub fn push_array(&mut self, ty: Type) {
        self.arrays.push(ty);
    }

    /// The type of a scalar; `None` if no device needs it and it is not known.
    pub fn scalar(&self, scalar: ScalarId) -> Option<&Type> {
        self.scalars[scalar.index()].as_ref()
    }
}

/// Finds the types of a program.
///
/// # Errors
/// The parts that devices do not have, and those whose type could not be found.
pub fn program(program: &Program) -> Result<Types, Diagnostics> {
    let nothing = Env::default();
    let mut declared = Inference::new(&nothing, Table::default());
    // Workers have arrays, and memory has none.
    declared.arrays_are_tuples = false;
    let types = Declared::of(program, &mut declared, |declared, ty| {
        Some(declared.of_syntax(ty))
    });
    let Inference { table, found, .. } = declared;

    let env = types.env(program);
    let mut typing = Typing {
        program,
        declared: &types,
        inference: Inference::new(&env, table),
        workers: Vec::new(),
        accumulators: OrderedMap::new(),
    };
    typing.inference.found = found;
    for (id, binding) in program.bindings.iter() {
        typing.binding(id, binding);
    }
    if let Some(ty) = &program.returns {
        typing.returned(&program.result, ty);
    }
    typing.finish()
}

struct Typing<'p, 'e> {
    program: &'p Program,
    declared: &'e Declared,
    inference: Inference<'e>,
    /// The functions that run on the device.
    workers: Vec<Function>,
    accumulators: OrderedMap<BindingId, Type>,
}

impl Typing<'_, '_> {
    fn unify(&mut self, left: &Type, right: &Type, binding: &Binding) {
        self.inference.unify(left, right, binding.span);
    }

    fn worker(&mut self, worker: &Host, params: &[Type], result: &Type) {
        let function = self.inference.worker(&worker.expr, params, Some(result));
        self.workers.push(function);
    }

    /// A start, and the operator between values of its type.
    fn operator(&mut self, seed: &Host, worker: &Host, ty: &Type) {
        self.inference.host(&seed.expr, ty);
        self.worker(worker, &[ty.clone(), ty.clone()], ty);
    }

    fn binding(&mut self, id: BindingId, binding: &Binding) {
        let yields = self.declared.of_binding(&mut self.inference.table, binding);
        match &binding.op {
            Op::Map { worker, args } => {
                let args: Vec<Type> = args.iter().map(|arg| self.declared.array(*arg)).list();
                self.worker(worker, &args, &yields);
            }
            Op::Filter { worker, arg } => {
                let arg = self.declared.array(*arg);
                self.unify(&arg, &yields, binding);
                self.worker(worker, &[arg], &Type::BOOL);
            }
            Op::Fold {
                seed,
                step,
                worker,
                args,
            } => {
                let elements = args.iter().map(|arg| self.declared.array(*arg));
                let elements: Vec<Type> = elements.list();
                match step {
                    Some(step) => {
                        let accumulator = [yields.clone()].into_iter();
                        let params: Vec<Type> = accumulator.chain(elements).list();
                        self.worker(step, &params, &yields);
                        self.accumulators.insert(id, yields.clone());
                    }
                    None => self.unify(&elements[0], &yields, binding),
                }
                self.operator(seed, worker, &yields);
            }
            Op::Scan {
                seed, worker, arg, ..
            } => {
                let element = self.declared.array(*arg);
                self.unify(&element, &yields, binding);
                self.operator(seed, worker, &yields);
            }
            Op::Recurrence {
                seed,
                worker,
                args,
                neighbours,
            } => {
                if !neighbours.is_empty() {
                    let report = catalog::device_recurrence(binding.span);
                    self.inference.found.push(report);
                }
                let table = &mut self.inference.table;
                let params = self.declared.of_step(table, &yields, args, neighbours);
                self.inference.host(&seed.expr, &yields);
                self.worker(worker, &params, &yields);
                self.accumulators.insert(id, yields.clone());
            }
            Op::Generate { length, worker, .. } => {
                let any = self.inference.table.any();
                self.inference.host(&length.expr, &any);
                self.worker(worker, &[Type::USIZE], &yields);
            }
            Op::Range { range, .. } => {
                if let syn::Expr::Range(range) = &range.expr {
                    for end in range.start.iter().chain(&range.end) {
                        self.inference.host(end, &yields);
                    }
                }
            }
            Op::Scatter {
                dest,
                combine,
                values,
                ..
            } => {
                let (dest, values) = (self.declared.array(*dest), self.declared.array(*values));
                self.unify(&dest, &values, binding);
                self.unify(&dest, &yields, binding);
                if let Some(combine) = combine {
                    self.worker(combine, &[yields.clone(), yields.clone()], &yields);
                }
            }
            Op::Cross { left, right } => {
                let pair = Type::Tuple(vec![
                    self.declared.array(*left),
                    self.declared.array(*right),
                ]);
                self.unify(&pair, &yields, binding);
            }
            Op::External { .. } => self.inference.table.known_elsewhere(&yields),
            Op::Host { value } => self.inference.host(&value.expr, &yields),
            Op::Length { .. } | Op::Inside { .. } | Op::Coordinate { .. } => {
                self.unify(&Type::USIZE, &yields, binding);
            }
            op => {
                if let Some(ty) = op.outside().and_then(|scalar| self.declared.scalar(scalar)) {
                    self.unify(&ty, &yields, binding);
                }
                if let Some(of) = op.elements_of() {
                    let of = self.declared.array(of);
                    self.unify(&of, &yields, binding);
                }
            }
        }
    }

    /// Constrains the types of the returned values by the declared result.
    fn returned(&mut self, returned: &Returned, ty: &syn::Type) {
        match (returned, ty) {
            (_, syn::Type::Paren(inner)) => self.returned(returned, &inner.elem),
            (_, syn::Type::Group(inner)) => self.returned(returned, &inner.elem),
            (_, syn::Type::Array(_)) => self.inference.found.push(catalog::device_type(ty)),
            (Returned::Tuple(items), syn::Type::Tuple(types)) => {
                for (item, ty) in items.iter().zip(&types.elems) {
                    self.returned(item, ty);
                }
            }
            (Returned::Array(array), syn::Type::Path(path)) => {
                let element = self.declared.array(*array);
                if let Some(syn::PathArguments::AngleBracketed(of)) =
                    path.path.segments.last().map(|last| &last.arguments)
                    && let Some(syn::GenericArgument::Type(of)) = of.args.first()
                {
                    match self.inference.known_syntax(of) {
                        Some(of) => self.inference.unify(&element, &of, ty.span()),
                        None if matches!(of, syn::Type::Array(_)) => {
                            self.inference.found.push(catalog::device_type(of));
                        }
                        None => {}
                    }
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

    fn finish(mut self) -> Result<Types, Diagnostics> {
        self.inference.settle();
        let types = Types {
            arrays: self
                .declared
                .arrays
                .iter()
                .map(|ty| self.inference.table.settled(ty))
                .list(),
            scalars: self
                .declared
                .scalars
                .iter()
                .map(|ty| {
                    let ty = self.inference.table.settled(ty.as_ref()?);
                    ty.is_known().then_some(ty)
                })
                .list(),
            accumulators: self
                .accumulators
                .iter()
                .map(|(id, ty)| (*id, self.inference.table.settled(ty)))
                .collect(),
        };
        let mut found = std::mem::take(&mut self.inference.found);
        for function in &mut self.workers {
            self.inference.finish(function);
        }
        // Types that follow from others that are wrong are not reported.
        if found.is_empty() {
            self.unknown(&types, &mut found);
        }
        if found.is_empty() {
            found.extend(self.inference.found);
        }
        found.extend(helpers(self.program, &self.workers));
        found.wall().map(|()| types)
    }

    /// Arrays and scalars of the device whose types nothing tells.
    fn unknown(&self, types: &Types, found: &mut Diagnostics) {
        for (id, array) in self.program.arrays.iter() {
            let ty = types.array(id);
            let name = &array.name;
            if let Origin::Input(input) = &array.origin
                && input.part != InputPart::Elements
            {
                if input.part == InputPart::Strided {
                    found.push(catalog::device_strided(name));
                }
                continue;
            }
            if !ty.is_known() {
                found.push(catalog::device_array_type(name));
            } else if has_unit(ty) {
                found.push(catalog::device_unit(name.span(), &ty.to_string()));
            }
        }
        for (id, ty) in types.accumulators.iter() {
            let binding = &self.program.bindings[*id];
            if !ty.is_known() || has_unit(ty) {
                found.push(catalog::device_accumulator(binding.span, &ty.to_string()));
            }
        }
        for worker in &self.workers {
            worker.visit(&mut |expr| {
                if let ExprKind::Scalar(scalar) = expr.kind
                    && types.scalar(scalar).is_none()
                {
                    let name = self.program.scalars[scalar].name.to_string();
                    found.push(catalog::device_scalar(expr.span, &name));
                }
            });
        }
    }
}

/// Returns true if there is a `()` in a type: C has no such thing.
fn has_unit(ty: &Type) -> bool {
    match ty {
        Type::Tuple(items) => items.is_empty() || items.iter().any(has_unit),
        _ => false,
    }
}

/// Checks the helpers that workers use; each mistake is reported once.
fn helpers(program: &Program, workers: &[Function]) -> Diagnostics {
    let env = Env {
        items: program.items.clone(),
        ..Env::default()
    };
    let mut judged = Helpers {
        env: &env,
        found: Diagnostics::new(),
        seen: OrderedSet::new(),
        around: Vec::new(),
    };
    for id in workers.iter().flat_map(Function::calls) {
        judged.helper(id);
    }
    judged.found
}

struct Helpers<'e> {
    env: &'e Env,
    found: Diagnostics,
    seen: OrderedSet<HelperId>,
    /// The helpers from which this one is called.
    around: Vec<HelperId>,
}

impl Helpers<'_> {
    fn helper(&mut self, id: HelperId) {
        if self.around.contains(&id) {
            if let Some(item) = self.env.items.functions.get(id) {
                self.found.push(catalog::device_recursion(&item.sig.ident));
            }
            return;
        }
        if !self.seen.insert(id) {
            return;
        }
        match self.env.helper(id) {
            Ok(function) => {
                self.around.push(id);
                for called in function.calls() {
                    self.helper(called);
                }
                self.around.pop();
            }
            Err(wrong) => self.found.extend(wrong),
        }
    }
}
