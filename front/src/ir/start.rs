//! The starts of folds and scans, as far as the text tells their types.
//!
//! A start of another type than the elements is a mistake that rustc would report once for each
//! part of the operator. Where types are known, `scalar::reductions` reports it. Everywhere else
//! generated code has rustc compare the two types first ([`starts`] says for which arrays). It
//! needs an expression that has its type without being expected to, names nothing that a program
//! computes, and is no reference, which Rust might turn into one of another type.

use super::choice::Choice;
use super::component::{bare, declared};
use super::known::Known;
use super::tokens;
use super::{ArrayId, Binding, BindingId, Host, Op, Origin, Program, ScalarId, Shape};
use crate::ordered::{OrderedMap, OrderedSet, ToList};
use quote::ToTokens;
use syn::{Expr, ExprCall, ExprPath, Lit, Type, UnOp};

/// The start of a fold or scan.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Start {
    /// A value of the type that the operator declares.
    Declared(Type),
    /// The value of an expression that is known before the program.
    Value(Expr),
}

impl Start {
    /// The start of a fold or scan by this operator, if its type is evident.
    fn of(seed: &Host, worker: &Host, program: &Program) -> Option<Start> {
        if let Some(declared) = declared(&worker.expr) {
            return Some(Start::Declared(declared));
        }
        let combines_alike = || {
            Known::of(&worker.expr, &program.items.functions).is_some()
                || Choice::of(&worker.expr).is_some()
        };
        // `0` with an operator for numbers of all types is to be `0.0`, as rustc says.
        let is_typed = !is_integer(&seed.expr) || !combines_alike();
        let given = |id: &ScalarId| {
            let scalar = &program.scalars[*id];
            scalar.origin.is_none() && !matches!(scalar.ty, Some(Type::Reference(_)))
        };
        let is_known = seed.scalars.iter().all(given) && seed.arrays.is_empty();
        let is_evident = is_typed && is_known && is_evident(&seed.expr);
        is_evident.then(|| Start::Value(seed.expr.clone()))
    }

    /// The text, by which equal starts are one.
    fn text(&self) -> String {
        match self {
            Start::Declared(ty) => ty.to_token_stream().to_string(),
            Start::Value(value) => tokens::of(value),
        }
    }
}

/// The name of the standard collection, none of which is `Copy`, that a fold or scan starts from.
pub fn collection(seed: &Host, worker: &Host) -> Option<String> {
    const NAMES: &[&str] = &[
        "BTreeMap",
        "BTreeSet",
        "BinaryHeap",
        "HashMap",
        "HashSet",
        "String",
        "Vec",
        "VecDeque",
    ];
    let of = |path: &syn::Path| {
        let names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        names.into_iter().find(|name| NAMES.contains(&&**name))
    };
    match (declared(&worker.expr), bare(&seed.expr)) {
        (Some(Type::Path(ty)), _) => of(&ty.path),
        (_, Expr::Call(call)) => match &*call.func {
            Expr::Path(path) => of(&path.path),
            _ => None,
        },
        (_, Expr::Macro(made)) if made.mac.path.is_ident("vec") => Some("Vec".to_owned()),
        (_, Expr::Macro(made)) if made.mac.path.is_ident("format") => Some("String".to_owned()),
        _ => None,
    }
}

/// The starts of the folds and scans of each array, or of some of its elements, as far as rustc
/// alone can tell (`untold`) whether they are of the type of the elements.
pub fn starts(
    program: &Program,
    untold: &OrderedSet<BindingId>,
) -> OrderedMap<ArrayId, Vec<Start>> {
    let mut found: OrderedMap<ArrayId, Vec<Start>> = OrderedMap::new();
    let mut seen = OrderedSet::new();
    for id in untold {
        let Some((seed, worker, arg)) = program.bindings[*id].op.written_reduction() else {
            continue;
        };
        let array = made(program, arg);
        let start = Start::of(seed, worker, program);
        if let Some(start) = start.filter(|start| seen.insert((array, start.text()))) {
            found
                .get_or_insert_with(array, Default::default)
                .push(start);
        }
    }
    found
}

/// The array whose elements an array holds some of, and that holds them first.
fn made(program: &Program, array: ArrayId) -> ArrayId {
    match program.arrays[array].origin {
        Origin::Input(_) => array,
        Origin::Output(binding, _) => match elements_of(&program.bindings[binding]) {
            Some(array) => made(program, array),
            None => array,
        },
    }
}

/// The array whose elements, whole, are those of a binding.
fn elements_of(binding: &Binding) -> Option<ArrayId> {
    match (&binding.op, &binding.shape) {
        (
            Op::Filter { arg, .. } | Op::Conform { arg, .. } | Op::Reshape { arg, .. },
            Shape::Output(_),
        ) => Some(*arg),
        (Op::Gather { data, .. }, Shape::Output(_)) => Some(*data),
        _ => None,
    }
}

/// Returns true if a type is a number, `bool` or `char`, or a tuple of such.
fn is_built_in(ty: &Type) -> bool {
    const BUILT_IN: &[&str] = &[
        "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
        "u128", "usize", "bool", "char",
    ];
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_built_in),
        Type::Path(path) => BUILT_IN.iter().any(|name| path.path.is_ident(name)),
        _ => false,
    }
}

fn is_integer(value: &Expr) -> bool {
    match bare(value) {
        Expr::Lit(literal) => {
            matches!(&literal.lit, Lit::Int(number) if number.suffix().is_empty())
        }
        Expr::Unary(unary) => is_integer(&unary.expr),
        _ => false,
    }
}

/// Returns true if an expression has one type wherever it stands, that of no reference.
fn is_evident(value: &Expr) -> bool {
    match bare(value) {
        Expr::Lit(literal) => !matches!(literal.lit, Lit::Str(_) | Lit::ByteStr(_) | Lit::CStr(_)),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_evident(&unary.expr),
        Expr::Cast(cast) => is_built_in(&cast.ty) && is_evident(&cast.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_evident),
        Expr::Array(array) => array.elems.iter().all(is_evident),
        Expr::Repeat(repeat) => is_evident(&repeat.expr) && is_evident(&repeat.len),
        Expr::Path(path) => path.qself.is_none(),
        Expr::Field(field) => is_evident(&field.base),
        Expr::Call(call) => constructor(call).is_some() && call.args.iter().all(is_evident),
        Expr::Struct(of) => {
            of.rest.is_none() && of.fields.iter().all(|field| is_evident(&field.expr))
        }
        _ => false,
    }
}

/// The path of a constructor of the type that it names: `Some`, `Point`, `Point::new`.
fn constructor(call: &ExprCall) -> Option<&ExprPath> {
    const NAMES: &[&str] = &["new", "default", "from", "zero", "one", "identity"];
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let names: Vec<String> = path
        .path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .list();
    let is_type = |name: &String| name.starts_with(char::is_uppercase) && name != "Default";
    let makes = match &names[..] {
        [variant] => is_type(variant),
        [ty, function] => is_type(ty) && NAMES.contains(&&**function),
        _ => false,
    };
    (makes && path.qself.is_none()).then_some(path)
}
