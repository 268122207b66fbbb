//! The starts of folds and scans, as far as the text tells their types.
//!
//! A start of another type than the elements is a mistake that rustc would report once for each
//! part of the operator. Where types are known, `scalar::reductions` reports it. Everywhere else
//! generated code has rustc compare the two types first ([`starts`] says for which arrays). It
//! needs an expression that has its type without being expected to, uses no variables, and is no
//! reference, which Rust might turn into one of another type.

use super::choice::Choice;
use super::component::bare;
use super::known::Known;
use super::tokens;
use super::{ArrayId, Binding, Host, Op, Origin, Program, Shape};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Expr, ExprCall, ExprPath, Lit, Pat, Type, UnOp};

/// The start of a fold or scan.
#[derive(Clone, Debug)]
pub enum Start {
    /// A value of the type that the operator declares.
    Declared(Type),
    /// The value of an expression that uses no variables.
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
        (is_typed && is_evident(&seed.expr)).then(|| Start::Value(seed.expr.clone()))
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

/// The starts of the folds and scans of each input, or of some of its elements.
pub fn starts(program: &Program) -> BTreeMap<ArrayId, Vec<Start>> {
    let mut found: BTreeMap<ArrayId, Vec<Start>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for binding in program.bindings.values() {
        let Some((seed, worker, input)) = reduction(program, binding) else {
            continue;
        };
        let element = program.arrays[input].ty.as_ref();
        let start = Start::of(seed, worker, program);
        let start = start.filter(|start| !element.is_some_and(|ty| is_told(ty, start)));
        if let Some(start) = start.filter(|start| seen.insert((input, start.text()))) {
            found.entry(input).or_default().push(start);
        }
    }
    found
}

/// The start and the operator of a fold or scan, and the input whose elements it combines.
fn reduction<'p>(
    program: &'p Program,
    binding: &'p Binding,
) -> Option<(&'p Host, &'p Host, ArrayId)> {
    match &binding.op {
        Op::Fold { seed, worker, arg }
        | Op::Scan {
            seed, worker, arg, ..
        } => Some((seed, worker, input_of(program, *arg)?)),
        _ => None,
    }
}

/// The input whose elements an array holds some of.
fn input_of(program: &Program, array: ArrayId) -> Option<ArrayId> {
    let mut array = array;
    loop {
        array = match &program.arrays[array].origin {
            Origin::Input(_) => return Some(array),
            Origin::Output(binding, _) => elements_of(&program.bindings[*binding])?,
        }
    }
}

/// The array whose elements, whole, are those of a binding.
fn elements_of(binding: &Binding) -> Option<ArrayId> {
    match (&binding.op, &binding.shape) {
        (Op::Filter { arg, .. } | Op::Conform { arg, .. }, Shape::Output(_)) => Some(*arg),
        (Op::Gather { data, .. }, Shape::Output(_)) => Some(*data),
        _ => None,
    }
}

/// Returns true if the text tells that elements of this type are, or are not, of the type of the
/// start.
fn is_told(element: &Type, start: &Start) -> bool {
    let known = is_built_in(element);
    match start {
        Start::Declared(ty) => ty == element || known && is_built_in(ty),
        Start::Value(value) => is_of(value, element) || known && is_number(value),
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

/// Returns true if an expression names the type of its value.
fn is_of(value: &Expr, ty: &Type) -> bool {
    let Type::Path(ty) = ty else {
        return false;
    };
    match bare(value) {
        Expr::Call(call) => constructor(call)
            .is_some_and(|path| path.path.segments[0].ident == ty.path.segments[0].ident),
        Expr::Struct(of) => of.path == ty.path,
        _ => false,
    }
}

/// The type that an operator declares for what it has combined so far.
fn declared(operator: &Expr) -> Option<Type> {
    let Expr::Closure(closure) = bare(operator) else {
        return None;
    };
    match closure.inputs.first() {
        Some(Pat::Type(typed)) => Some((*typed.ty).clone()),
        _ => None,
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

/// Returns true if an expression is made of literals and constants of built-in types.
fn is_number(value: &Expr) -> bool {
    match bare(value) {
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_number),
        Expr::Lit(_) | Expr::Unary(_) | Expr::Cast(_) => true,
        Expr::Path(path) => path.path.segments.len() > 1,
        _ => false,
    }
}

/// Returns true if an expression has one type wherever it stands, that of no reference, and uses no
/// variables.
fn is_evident(value: &Expr) -> bool {
    match bare(value) {
        Expr::Lit(literal) => !matches!(literal.lit, Lit::Str(_) | Lit::ByteStr(_) | Lit::CStr(_)),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_evident(&unary.expr),
        Expr::Cast(cast) => is_built_in(&cast.ty) && is_evident(&cast.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_evident),
        Expr::Array(array) => array.elems.iter().all(is_evident),
        Expr::Repeat(repeat) => is_evident(&repeat.expr) && is_evident(&repeat.len),
        Expr::Path(path) => is_constant(path),
        Expr::Call(call) => constructor(call).is_some() && call.args.iter().all(is_evident),
        Expr::Struct(of) => {
            of.rest.is_none() && of.fields.iter().all(|field| is_evident(&field.expr))
        }
        _ => false,
    }
}

/// Returns true if a path is `None` or a constant of a built-in type, such as `f64::INFINITY`.
fn is_constant(path: &ExprPath) -> bool {
    let segments = &path.path.segments;
    match segments.len() {
        1 => segments[0].ident == "None",
        2 => {
            let ty = segments[0].ident.clone();
            is_built_in(&syn::parse_quote!(#ty))
        }
        _ => false,
    }
}

/// The path of what makes a value of the type that it names: `Some`, `Point`, `Point::new`.
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
        .collect();
    let is_type = |name: &String| name.starts_with(char::is_uppercase) && name != "Default";
    let makes = match &names[..] {
        [variant] => is_type(variant),
        [ty, function] => is_type(ty) && NAMES.contains(&&**function),
        _ => false,
    };
    (makes && path.qself.is_none()).then_some(path)
}
