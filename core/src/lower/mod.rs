//! Surface tree to IR: normalisation to Combinator Normal Form.
//!
//! Nested and method forms become bindings of their own, names become ids, and
//! what a host expression uses of the program is written down beside it.

mod arrays_used;
mod host;
mod scope;
mod write;

use crate::diagnostic::{Diagnostics, catalog};
use crate::ir::{
    Array, ArrayId, Binding, BindingId, Count, Host, Input, Op, Origin, Output, Program, Returned,
    Scalar, ScalarId, ScanKind, Shape,
};
use crate::syntax::{Apply, Body, Function, ParamKind, Pattern, Statement, Target, Term};
use proc_macro2::{Ident, Span};
use scope::{Entity, Scope};
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::{Expr, Type};

/// Lowers a function of the item form.
///
/// # Errors
/// Every mistake in the use of names.
pub fn function(function: &Function) -> Result<Program, Diagnostics> {
    let mut lowering = Lowering::new(function.sig.ident.to_string(), &function.body, false);
    for param in &function.params {
        match param.kind {
            ParamKind::Scalar => {
                lowering.add_parameter(&param.name, Some(param.ty.clone()));
            }
            ParamKind::Array | ParamKind::ArrayMut => {
                lowering.add_input(&param.name, param.kind == ParamKind::ArrayMut);
            }
        }
    }
    lowering.body(&function.body)
}

/// Lowers a program of the expression form.
///
/// # Errors
/// Every mistake in the use of names.
pub fn expression(body: &Body, name: String) -> Result<Program, Diagnostics> {
    Lowering::new(name, body, true).body(body)
}

/// What is known while statements are lowered one after the other.
struct Lowering {
    program: Program,
    scope: Scope,
    /// Names that stand in array position somewhere: what an `external` binds
    /// under such a name is an array.
    arrays_used: BTreeSet<String>,
    /// Whether names from outside are captured (the expression form).
    open: bool,
    found: Diagnostics,
}

impl Lowering {
    fn new(name: String, body: &Body, open: bool) -> Self {
        Lowering {
            program: Program {
                name,
                arrays: Default::default(),
                scalars: Default::default(),
                bindings: Default::default(),
                result: Returned::Tuple(Vec::new()),
            },
            scope: Scope::new(body),
            arrays_used: arrays_used::names(body),
            open,
            found: Diagnostics::new(),
        }
    }

    fn body(mut self, body: &Body) -> Result<Program, Diagnostics> {
        for statement in &body.statements {
            self.statement(statement);
        }
        if let Some(result) = &body.result
            && let Some(result) = self.returned(result)
        {
            self.program.result = result;
        }
        self.found.wall()?;
        Ok(self.program)
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.target {
            Target::Let(pattern, ty) => self.bind_term(&statement.value, pattern, ty.as_ref()),
            Target::Write(name) => self.write(name, &statement.value),
        }
    }

    /// `let pattern = term;`
    fn bind_term(&mut self, term: &Term, pattern: &Pattern, ty: Option<&Type>) {
        match term {
            Term::Name(name) => {
                if let (Some(Entity::Array(array)), Pattern::Name(alias)) =
                    (self.scope.get(name), pattern)
                {
                    // Another name for the same array: nothing to compute.
                    self.scope.insert(alias, Entity::Array(array));
                    return;
                }
                let expr = syn::parse_quote!(#name);
                self.bind_host(expr, pattern, ty);
            }
            Term::Apply(apply) => match self.plain_method(apply) {
                Some(expr) => self.bind_host(expr, pattern, ty),
                None => {
                    let hint = hint(pattern);
                    let op = self.apply(apply, &hint);
                    self.bind_or_forget(apply.span, op, pattern, ty);
                }
            },
            Term::Range(expr) => {
                let op = self.range(expr);
                self.bind_or_forget(expr.span(), op, pattern, ty);
            }
            Term::Host(expr) | Term::Tuple(_, expr) => self.bind_host(expr.clone(), pattern, ty),
        }
    }

    fn bind_host(&mut self, expr: Expr, pattern: &Pattern, ty: Option<&Type>) {
        let span = expr.span();
        let value = self.host(expr, &hint(pattern), host::Place::Scalar);
        self.bind(span, Op::Host { value }, pattern, ty, None);
    }

    /// Binds what an operator yields; after a mistake inside it still binds
    /// the names, so that their uses are no mistakes of their own.
    fn bind_or_forget(&mut self, span: Span, op: Option<Op>, pattern: &Pattern, ty: Option<&Type>) {
        match op {
            Some(op) => {
                self.bind(span, op, pattern, ty, None);
            }
            None => {
                for name in pattern.names() {
                    self.scope.forget(name);
                }
            }
        }
    }

    /// Adds a binding and the names of its pattern.
    fn bind(
        &mut self,
        span: Span,
        op: Op,
        pattern: &Pattern,
        ty: Option<&Type>,
        home: Option<ArrayId>,
    ) -> BindingId {
        let binding = self.program.bindings.push(Binding {
            span,
            op,
            outputs: Vec::new(),
            shape: Shape::Ignored,
        });
        let shape = self.shape(binding, pattern, ty, home);
        self.program.bindings[binding].shape = shape;
        binding
    }

    fn shape(
        &mut self,
        binding: BindingId,
        pattern: &Pattern,
        ty: Option<&Type>,
        home: Option<ArrayId>,
    ) -> Shape {
        match pattern {
            Pattern::Wild(_) => Shape::Ignored,
            Pattern::Tuple(items, _) => {
                let types = match ty {
                    Some(Type::Tuple(tuple)) if tuple.elems.len() == items.len() => {
                        tuple.elems.iter().map(Some).collect()
                    }
                    _ => vec![None; items.len()],
                };
                let shapes = items
                    .iter()
                    .zip(types)
                    .map(|(item, ty)| self.shape(binding, item, ty, home))
                    .collect();
                Shape::Tuple(shapes)
            }
            Pattern::Name(name) => {
                let index = self.program.bindings[binding].outputs.len();
                let is_array = match &self.program.bindings[binding].op {
                    Op::Fold { .. } | Op::Host { .. } | Op::Length { .. } => false,
                    Op::External { .. } => {
                        self.arrays_used.contains(&name.to_string())
                            || matches!(ty, Some(Type::Slice(_)))
                    }
                    _ => true,
                };
                let output = if is_array {
                    let array = self.program.arrays.push(Array {
                        name: name.clone(),
                        origin: Origin::Output(binding, index),
                        home,
                        ty: match ty {
                            Some(Type::Slice(slice)) => Some((*slice.elem).clone()),
                            _ => None,
                        },
                    });
                    self.scope.insert(name, Entity::Array(array));
                    Output::Array(array)
                } else {
                    let unique = self.scope.unique(name);
                    let scalar = self.program.scalars.push(Scalar {
                        name: unique,
                        origin: Some(binding),
                        ty: ty.cloned(),
                    });
                    self.scope.insert(name, Entity::Scalar(scalar));
                    Output::Scalar(scalar)
                };
                self.program.bindings[binding].outputs.push(output);
                Shape::Output(index)
            }
        }
    }

    /// Binds an operator to a name of our own and returns what it yields.
    fn bind_temporary(&mut self, span: Span, op: Op, hint: &str) -> Output {
        let name = self.scope.fresh(&format!("{hint}_{}", op.name()), span);
        let binding = self.bind(span, op, &Pattern::Name(name), None, None);
        self.program.bindings[binding].outputs[0]
    }

    /// The operator of a combinator and its arguments. Every argument is
    /// lowered even when another one is wrong.
    fn apply(&mut self, apply: &Apply, hint: &str) -> Option<Op> {
        let name = apply.combinator.name;
        let mut args = apply.args.iter().cloned();
        let mut next = || args.next().expect("the arity was checked");
        Some(match name {
            "map" => {
                let worker = next();
                let arrays: Vec<Option<ArrayId>> =
                    args.map(|arg| self.array(arg, hint, name)).collect();
                let worker = self.worker(worker, hint);
                Op::Map {
                    worker,
                    args: arrays.into_iter().collect::<Option<_>>()?,
                }
            }
            "filter" => {
                let (worker, arg) = (next(), next());
                let arg = self.array(arg, hint, name);
                let worker = self.worker(worker, hint);
                Op::Filter { worker, arg: arg? }
            }
            "fold" | "scan" | "scan_exclusive" => {
                let (seed, worker, arg) = (next(), next(), next());
                let arg = self.array(arg, hint, name);
                let seed = self.host(seed, hint, host::Place::Scalar);
                let worker = self.worker(worker, hint);
                let arg = arg?;
                match name {
                    "fold" => Op::Fold { seed, worker, arg },
                    _ => Op::Scan {
                        kind: match name {
                            "scan" => ScanKind::Inclusive,
                            _ => ScanKind::Exclusive,
                        },
                        seed,
                        worker,
                        arg,
                    },
                }
            }
            "generate" => {
                let (length, worker) = (next(), next());
                let count = self.count(&length);
                let length = match count {
                    // The size says it all, and no scalar needs to.
                    Count::Length(_) => Host {
                        expr: length,
                        scalars: Vec::new(),
                        arrays: Vec::new(),
                    },
                    _ => self.host(length, hint, host::Place::Scalar),
                };
                let worker = self.worker(worker, hint);
                Op::Generate {
                    count,
                    length,
                    worker,
                }
            }
            "gather" => {
                let (data, indices) = (next(), next());
                let data = self.array(data, hint, name);
                let indices = self.array(indices, hint, name);
                Op::Gather {
                    data: data?,
                    indices: indices?,
                }
            }
            "scatter" => {
                let (dest, indices, values) = (next(), next(), next());
                let dest = self.array(dest, hint, name);
                let indices = self.array(indices, hint, name);
                let values = self.array(values, hint, name);
                Op::Scatter {
                    dest: dest?,
                    indices: indices?,
                    values: values?,
                }
            }
            "cross" => {
                let (left, right) = (next(), next());
                let left = self.array(left, hint, name);
                let right = self.array(right, hint, name);
                Op::Cross {
                    left: left?,
                    right: right?,
                }
            }
            "conform" => {
                let (arg, like) = (next(), next());
                let arg = self.array(arg, hint, name);
                let like = self.array(like, hint, name);
                Op::Conform {
                    arg: arg?,
                    like: like?,
                }
            }
            "len" => {
                let arg = next();
                Op::Length {
                    arg: self.array(arg, hint, name)?,
                }
            }
            "external" => {
                let call = next();
                let call = self.host(call, hint, host::Place::External);
                self.external(call)
            }
            other => unreachable!("`{other}` is not in the table of combinators"),
        })
    }

    /// An `external`: the arrays that the program binds are arguments, inputs
    /// are there anyway.
    fn external(&self, mut call: Host) -> Op {
        let bound = |array: &ArrayId| self.program.producer(*array).is_some();
        let arrays = call.arrays.iter().copied().filter(bound).collect();
        call.arrays.retain(|array| !bound(array));
        Op::External { call, arrays }
    }

    fn range(&mut self, expr: &Expr) -> Option<Op> {
        let Expr::Range(range) = expr else {
            unreachable!("ranges were classified by their shape");
        };
        let half_open = matches!(range.limits, syn::RangeLimits::HalfOpen(_));
        let from_zero = matches!(
            range.start.as_deref(),
            Some(Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. })) if int.base10_digits() == "0"
        );
        let count = match range.end.as_deref() {
            Some(end) if half_open && from_zero => self.count(end),
            _ => Count::Anonymous,
        };
        Some(Op::Range {
            count,
            range: self.host(expr.clone(), "range", host::Place::Scalar),
        })
    }

    /// What names a size.
    fn count(&mut self, length: &Expr) -> Count {
        match Term::of(length.clone()) {
            Term::Host(Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(int),
                ..
            })) => int.base10_parse().map_or(Count::Anonymous, Count::Literal),
            Term::Name(name) => match self.scope.get(&name) {
                Some(Entity::Scalar(scalar)) => self.length_behind(scalar),
                Some(Entity::Array(_)) | None if !self.open => Count::Anonymous,
                Some(Entity::Array(_)) => Count::Anonymous,
                None => Count::Scalar(self.add_parameter(&name, None)),
            },
            Term::Apply(apply) if apply.combinator.name == "len" => match apply.args.first() {
                Some(Expr::Path(path)) => match path.path.get_ident() {
                    Some(name) => match self.scope.get(name) {
                        Some(Entity::Array(array)) => Count::Length(array),
                        None if self.open => Count::Length(self.add_input(name, false)),
                        _ => Count::Anonymous,
                    },
                    None => Count::Anonymous,
                },
                _ => Count::Anonymous,
            },
            _ => Count::Anonymous,
        }
    }

    /// A scalar that was bound to `len(xs)` names the size of `xs`.
    fn length_behind(&self, scalar: ScalarId) -> Count {
        match self.program.scalars[scalar].origin {
            Some(binding) => match self.program.bindings[binding].op {
                Op::Length { arg } => Count::Length(arg),
                _ => Count::Scalar(scalar),
            },
            None => Count::Scalar(scalar),
        }
    }

    /// The array that an argument is.
    fn array(&mut self, expr: Expr, hint: &str, combinator: &str) -> Option<ArrayId> {
        match Term::of(expr) {
            Term::Name(name) => self.named_array(&name, combinator),
            Term::Apply(apply) => match self.plain_method(&apply) {
                Some(expr) => self.array_from_host(expr, hint),
                None => {
                    let op = self.apply(&apply, hint)?;
                    match self.bind_temporary(apply.span, op, hint) {
                        Output::Array(array) => Some(array),
                        Output::Scalar(_) => None,
                    }
                }
            },
            Term::Range(expr) => {
                let op = self.range(&expr)?;
                match self.bind_temporary(expr.span(), op, hint) {
                    Output::Array(array) => Some(array),
                    Output::Scalar(_) => None,
                }
            }
            Term::Host(expr) | Term::Tuple(_, expr) => self.array_from_host(expr, hint),
        }
    }

    fn named_array(&mut self, name: &Ident, combinator: &str) -> Option<ArrayId> {
        match self.scope.get(name) {
            Some(Entity::Array(array)) => Some(array),
            Some(Entity::Scalar(scalar)) => {
                let bound = self.program.scalars[scalar]
                    .origin
                    .map(|binding| self.program.bindings[binding].span);
                self.found
                    .push(catalog::not_an_array(name, combinator, bound));
                None
            }
            None if self.scope.is_forgotten(name) => None,
            None if self.open || is_constant(name) => Some(self.add_input(name, false)),
            None => {
                let similar = self.scope.similar(name);
                self.found
                    .push(catalog::unknown_array(name, similar.as_deref()));
                None
            }
        }
    }

    /// A host expression in array position: an input where nothing of it
    /// depends on the program, an `external` otherwise.
    fn array_from_host(&mut self, expr: Expr, hint: &str) -> Option<ArrayId> {
        let span = expr.span();
        let call = self.host(expr, hint, host::Place::External);
        let computed = call
            .scalars
            .iter()
            .any(|scalar| self.program.scalars[*scalar].origin.is_some())
            || call
                .arrays
                .iter()
                .any(|array| self.program.producer(*array).is_some());
        let name = self.scope.fresh(&format!("{hint}_input"), span);
        if !computed {
            return Some(self.program.arrays.push(Array {
                name,
                origin: Origin::Input(Input {
                    host: call.expr,
                    mutable: false,
                }),
                home: None,
                ty: None,
            }));
        }
        self.arrays_used.insert(name.to_string());
        let op = self.external(call);
        let binding = self.bind(span, op, &Pattern::Name(name), None, None);
        self.program.bindings[binding].arrays().next()
    }

    /// `x.map(f)` where `x` is a scalar, or not an array for all we know, is
    /// Rust's own method.
    fn plain_method(&self, apply: &Apply) -> Option<Expr> {
        let method = apply.method.clone()?;
        let position = apply.combinator.receiver()?;
        match Term::of(apply.args[position].clone()) {
            Term::Name(name) => match self.scope.get(&name) {
                Some(Entity::Scalar(_)) => Some(method),
                Some(Entity::Array(_)) => None,
                // `v.len()` of a captured name needs no combinator.
                None if apply.combinator.name == "len" => Some(method),
                None => None,
            },
            Term::Host(_) if apply.combinator.name == "len" => Some(method),
            Term::Apply(inner) => self.plain_method(&inner).map(|_| method),
            Term::Range(_) | Term::Tuple(..) | Term::Host(_) => None,
        }
    }

    fn returned(&mut self, term: &Term) -> Option<Returned> {
        match term {
            Term::Tuple(items, _) => {
                let items: Vec<Option<Returned>> =
                    items.iter().map(|item| self.returned(item)).collect();
                Some(Returned::Tuple(items.into_iter().collect::<Option<_>>()?))
            }
            Term::Name(name) => match self.scope.get(name) {
                Some(Entity::Array(array)) => Some(Returned::Array(array)),
                _ if self.scope.is_forgotten(name) => None,
                _ => Some(self.returned_host(syn::parse_quote!(#name))),
            },
            Term::Apply(apply) => match self.plain_method(apply) {
                Some(expr) => Some(self.returned_host(expr)),
                None => {
                    let op = self.apply(apply, "result")?;
                    Some(match self.bind_temporary(apply.span, op, "result") {
                        Output::Array(array) => Returned::Array(array),
                        Output::Scalar(scalar) => {
                            let name = self.program.scalars[scalar].name.clone();
                            self.returned_host(syn::parse_quote!(#name))
                        }
                    })
                }
            },
            Term::Range(expr) => {
                let op = self.range(expr)?;
                match self.bind_temporary(expr.span(), op, "result") {
                    Output::Array(array) => Some(Returned::Array(array)),
                    Output::Scalar(_) => None,
                }
            }
            Term::Host(expr) => Some(self.returned_host(expr.clone())),
        }
    }

    fn returned_host(&mut self, expr: Expr) -> Returned {
        Returned::Scalar(self.host(expr, "result", host::Place::Scalar))
    }

    fn add_parameter(&mut self, name: &Ident, ty: Option<Type>) -> ScalarId {
        self.scope.reserve(name);
        let scalar = self.program.scalars.push(Scalar {
            name: name.clone(),
            origin: None,
            ty,
        });
        self.scope.insert(name, Entity::Scalar(scalar));
        scalar
    }

    fn add_input(&mut self, name: &Ident, mutable: bool) -> ArrayId {
        self.scope.reserve(name);
        let array = self.program.arrays.push(Array {
            name: name.clone(),
            origin: Origin::Input(Input {
                host: syn::parse_quote!(#name),
                mutable,
            }),
            home: None,
            ty: None,
        });
        self.scope.insert(name, Entity::Array(array));
        array
    }
}

/// What the names of temporaries start with.
fn hint(pattern: &Pattern) -> String {
    match pattern.names().first() {
        Some(name) => name.to_string(),
        None => "unnamed".to_owned(),
    }
}

/// `TABLE`: a constant or static of the surrounding module.
fn is_constant(name: &Ident) -> bool {
    let text = name.to_string();
    text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)
}
