//! Scalars that a block copies before its sweeps.
//!
//! A worker is a closure and sees its captures through references. LLVM has to load behind them
//! anew for each element: a store to a result might have changed the scalar as far as it knows, and
//! no load is moved in front of a branch, so that the second half of a `&&` keeps one. A copy in a
//! variable of the block is a register.
//!
//! rustc would say of every type whether it is `Copy`, but generated code cannot ask and go on with
//! the same type either way. So only those scalars are copied of which the program's text says it:
//! numbers, elements of arrays, shared references, and tuples and arrays of these.

use crate::nest::{FoldTarget, Host, Loop, Nest, Pattern, ScalarId, Stage, Step, bare};
use crate::ordered::{OrderedMap, OrderedSet, ToList};
use crate::scalar::methods::Method;
use crate::scalar::{Binary, Prim};
use quote::ToTokens;
use syn::{Expr, ExprPath, Lit, Type, UnOp};

/// The type of a value that is `Copy`, as far as the text says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CopyKind {
    /// It is built in, so that operators and methods yield such again.
    Built,
    /// It is another one.
    Other,
}

/// The scalars of a program that are known to be `Copy`.
#[derive(Debug, Default)]
pub struct Copied {
    kinds: OrderedMap<ScalarId, CopyKind>,
}

impl Copied {
    pub(super) fn of(nest: &Nest) -> Copied {
        let elements: Vec<&Type> = nest
            .arrays
            .values()
            .filter_map(|array| array.ty.as_ref())
            .list();
        let declared = nest.scalars.iter().filter_map(|(id, scalar)| {
            let kind = of_type(scalar.ty.as_ref()?, &elements)?;
            Some((id, kind))
        });
        let mut copied = Copied {
            kinds: declared.collect(),
        };
        for stage in nest.opening.iter().chain(&nest.stages) {
            copied.stage(nest, stage);
        }
        copied
    }

    /// The scalars that the body of a loop names. The operators that combine values into bins are
    /// no part of it: the bins have them.
    pub(super) fn in_loop(&self, nested: &Loop) -> OrderedSet<ScalarId> {
        let mut named = OrderedSet::new();
        nested.body.visit(&mut |region| {
            let steps = region.steps();
            let steps = steps.filter(|step| !matches!(step, Step::Scatter { .. }));
            let workers = region.entry.predicate().into_iter();
            let workers = workers.chain(steps.filter_map(Step::worker));
            named.extend(workers.flat_map(|host| &host.scalars));
        });
        named.retain(|scalar| self.kinds.contains_key(scalar));
        named
    }

    fn stage(&mut self, nest: &Nest, stage: &Stage) {
        match stage {
            Stage::Host { value, into, .. } => self.bind(nest, into, value, None),
            Stage::Length { into, .. } | Stage::Inside { into, .. } => {
                for scalar in into.names() {
                    self.kinds.insert(scalar, CopyKind::Built);
                }
            }
            Stage::Loop(nested) => {
                for fold in &nested.folds {
                    if let FoldTarget::Scalars(into) = &fold.into {
                        // Elements are `Copy`, an accumulator may be anything.
                        let least = fold.intake.operand().map(|_| CopyKind::Other);
                        self.bind(nest, into, &fold.seed, least);
                    }
                }
            }
            Stage::Guard { .. }
            | Stage::External { .. }
            | Stage::Conform { .. }
            | Stage::Count { .. }
            | Stage::Size { .. }
            | Stage::Agree(_) => {}
        }
    }

    /// Scalars with the type of an expression; `least` holds for any expression.
    fn bind(
        &mut self,
        nest: &Nest,
        into: &Pattern<ScalarId>,
        value: &Host,
        least: Option<CopyKind>,
    ) {
        let names: OrderedMap<String, CopyKind> = value
            .scalars
            .iter()
            .filter_map(|id| Some((nest.scalars[*id].name.to_string(), *self.kinds.get(id)?)))
            .collect();
        self.bind_parts(into, Some(&value.expr), &names, least);
    }

    fn bind_parts(
        &mut self,
        into: &Pattern<ScalarId>,
        value: Option<&Expr>,
        names: &OrderedMap<String, CopyKind>,
        least: Option<CopyKind>,
    ) {
        match into {
            Pattern::Ignored => {}
            Pattern::Name(scalar) => {
                let kind = value.and_then(|value| of_value(value, names)).or(least);
                // The declared type says more.
                if let Some(kind) = kind {
                    self.kinds.get_or_insert_with(*scalar, || kind);
                }
            }
            Pattern::Tuple(items) => {
                let parts = match value.map(bare) {
                    Some(Expr::Tuple(tuple)) if tuple.elems.len() == items.len() => {
                        tuple.elems.iter().map(Some).list()
                    }
                    _ => vec![None; items.len()],
                };
                for (item, part) in items.iter().zip(parts) {
                    self.bind_parts(item, part, names, least);
                }
            }
        }
    }
}

/// Classifies a type, if it is `Copy` syntactically; `elements` are types of elements.
fn of_type(ty: &Type, elements: &[&Type]) -> Option<CopyKind> {
    let text = |ty: &Type| ty.to_token_stream().to_string();
    if !matches!(ty, Type::Infer(_)) && elements.iter().any(|element| text(element) == text(ty)) {
        return Some(built(ty).unwrap_or(CopyKind::Other));
    }
    match ty {
        Type::Paren(inner) => of_type(&inner.elem, elements),
        Type::Group(inner) => of_type(&inner.elem, elements),
        Type::Reference(reference) => reference.mutability.is_none().then_some(CopyKind::Other),
        Type::Array(array) => of_type(&array.elem, elements).map(|_| CopyKind::Other),
        Type::Tuple(tuple) => {
            let all = tuple.elems.iter().all(|ty| of_type(ty, elements).is_some());
            all.then_some(CopyKind::Other)
        }
        _ => built(ty),
    }
}

fn built(ty: &Type) -> Option<CopyKind> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.get_ident().filter(|_| path.qself.is_none())?;
    Prim::named(&name.to_string()).map(|_| CopyKind::Built)
}

/// Classifies the value of an expression, if it is `Copy` syntactically.
fn of_value(value: &Expr, names: &OrderedMap<String, CopyKind>) -> Option<CopyKind> {
    let of = |expr: &Expr| of_value(expr, names);
    let is_built = |expr: &Expr| of(expr) == Some(CopyKind::Built);
    match bare(value) {
        Expr::Lit(literal) => match literal.lit {
            Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) | Lit::Char(_) | Lit::Byte(_) => {
                Some(CopyKind::Built)
            }
            Lit::Str(_) | Lit::ByteStr(_) => Some(CopyKind::Other),
            _ => None,
        },
        Expr::Path(path) => match path.path.get_ident() {
            Some(name) => names.get(&name.to_string()).copied(),
            // `f64::INFINITY`: what built-in types have is built in.
            None => of_built_in(path).map(|_| CopyKind::Built),
        },
        Expr::Unary(unary) if !matches!(unary.op, UnOp::Deref(_)) => {
            is_built(&unary.expr).then_some(CopyKind::Built)
        }
        Expr::Binary(binary) => match Binary::of(&binary.op) {
            // `&&` and `||`.
            None => Some(CopyKind::Built),
            Some((op, false)) if op.compares() => Some(CopyKind::Built),
            Some((_, false)) => {
                (is_built(&binary.left) && is_built(&binary.right)).then_some(CopyKind::Built)
            }
            Some((_, true)) => None,
        },
        Expr::Cast(cast) => built(&cast.ty),
        Expr::MethodCall(call) if call.turbofish.is_none() && is_built(&call.receiver) => {
            of_method(&call.method.to_string())
        }
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => match &*of_built_in(path)? {
                "from" => Some(CopyKind::Built),
                name => of_method(name),
            },
            _ => None,
        },
        Expr::Reference(reference) => reference.mutability.is_none().then_some(CopyKind::Other),
        Expr::Tuple(tuple) => {
            let all = tuple.elems.iter().all(|part| of(part).is_some());
            all.then_some(CopyKind::Other)
        }
        _ => None,
    }
}

/// Returns the `name` of `f64::name`.
fn of_built_in(path: &ExprPath) -> Option<String> {
    let mut segments = path.path.segments.iter();
    let (ty, name, rest) = (segments.next()?, segments.next()?, segments.next());
    let is_plain = path.qself.is_none() && path.path.leading_colon.is_none() && rest.is_none();
    Prim::named(&ty.ident.to_string())?;
    is_plain.then(|| name.ident.to_string())
}

/// Classifies the result of a method of a built-in type.
fn of_method(name: &str) -> Option<CopyKind> {
    match name {
        // Tuples.
        "sin_cos" | "overflowing_add" | "overflowing_sub" | "overflowing_mul" => {
            Some(CopyKind::Other)
        }
        _ => Method::is_known(name).then_some(CopyKind::Built),
    }
}

#[cfg(test)]
mod tests {
    use super::{CopyKind, of_type, of_value};
    use crate::ordered::OrderedMap;

    #[test]
    fn values_that_are_copied_are_known_by_their_text() {
        let names = OrderedMap::from_iter([
            ("sum".to_owned(), CopyKind::Built),
            ("point".to_owned(), CopyKind::Other),
        ]);
        let kind = |source: &str| {
            let value = syn::parse_str(source).expect("a Rust expression");
            of_value(&value, &names)
        };
        for built in [
            "1",
            "-2.5",
            "f64::INFINITY",
            "sum",
            "(sum / 3.0).sqrt()",
            "n as f64",
            "f64::from(n)",
            "f64::max(a, b)",
            "name == other",
            "!(a < b)",
        ] {
            assert_eq!(kind(built), Some(CopyKind::Built), "{built}");
        }
        for other in [
            "point",
            "(sum, point)",
            "\"text\"",
            "&table",
            "sum.sin_cos()",
        ] {
            assert_eq!(kind(other), Some(CopyKind::Other), "{other}");
        }
        for unknown in [
            "point + point",
            "sum * name",
            "name",
            "point.norm()",
            "sum.to_string()",
            "f64::to_string(&sum)",
            "Vec::new()",
            "(sum, name)",
            "name as Names",
            "*point",
            "&mut sum",
            "std::iter::empty()",
        ] {
            assert_eq!(kind(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn types_that_are_copied_are_known_by_their_text() {
        let elements: Vec<syn::Type> = ["T", "Point", "_"]
            .map(|source| syn::parse_str(source).expect("a type"))
            .into();
        let elements: Vec<&syn::Type> = elements.iter().collect();
        let kind = |source: &str| {
            let ty = syn::parse_str(source).expect("a type");
            of_type(&ty, &elements)
        };
        assert_eq!(kind("f64"), Some(CopyKind::Built));
        for other in ["T", "Point", "&Table", "&'a [T]", "(f64, T)", "[u8; 4]"] {
            assert_eq!(kind(other), Some(CopyKind::Other), "{other}");
        }
        for unknown in [
            "U",
            "String",
            "_",
            "&mut f64",
            "[String; 2]",
            "(f64, U)",
            "path::f64",
        ] {
            assert_eq!(kind(unknown), None, "{unknown}");
        }
    }
}
