//! Type parameters that array elements have, and their declarations.
//!
//! rustc would say it too, once for everything that a loop does with elements.

use crate::diagnostic::{Diagnostics, catalog};
use crate::ir::{ArrayId, Op, Program, Returned};
use crate::ordered::{OrderedSet, ToList};
use crate::syntax::Function;
use proc_macro2::Ident;
use syn::{GenericArgument, PathArguments, Type, TypeParam, TypeParamBound, WherePredicate};

/// Traits that say nothing of whether a type is `Copy`, `Send` or `Sync`.
const SILENT: &[&str] = &[
    "Add",
    "AddAssign",
    "AsRef",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Clone",
    "Debug",
    "Default",
    "Display",
    "Div",
    "DivAssign",
    "Eq",
    "From",
    "Hash",
    "Into",
    "Mul",
    "MulAssign",
    "Neg",
    "Not",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Product",
    "Rem",
    "RemAssign",
    "Shl",
    "Shr",
    "Sub",
    "SubAssign",
    "Sum",
    "TryFrom",
    "TryInto",
];

/// The traits of which `fusus::Element` is made.
const NEEDED: &[&str] = &["Copy", "Send", "Sync"];

/// Reports the type parameters of elements that lack a bound for all we know.
pub(super) fn check(function: &Function, program: &Program, found: &mut Diagnostics) {
    check_owned(program, found);
    for parameter in function.sig.generics.type_params() {
        let Some(array) = element_of(&parameter.ident, program) else {
            continue;
        };
        let bounds = bounds(function, parameter);
        let lacks = |needed: &&str| !bounds.iter().any(|(name, _)| name == needed);
        let is_known = |name: &String| {
            let name = name.as_str();
            NEEDED.contains(&name) || SILENT.contains(&name)
        };
        if bounds.iter().all(|(name, _)| is_known(name)) && NEEDED.iter().any(lacks) {
            let others = bounds.iter().filter(|(name, _)| SILENT.contains(&&**name));
            let others: Vec<String> = others.map(|(_, text)| text.clone()).list();
            found.push(catalog::element_of_any_type(
                &parameter.ident,
                &array,
                &others,
            ));
        }
    }
}

/// Reports elements of types of the standard library that are not `Copy`, where a loop reads them.
fn check_owned(program: &Program, found: &mut Diagnostics) {
    let read = read(program);
    for (id, array) in program.arrays.iter() {
        if let Some(ty) = &array.ty
            && read.contains(&id)
            && is_owned(ty)
        {
            found.push(catalog::element_not_copy(&array.name, ty));
            return;
        }
    }
}

/// `String`, `Vec<T>` and `Box<T>`.
fn is_owned(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else {
        return false;
    };
    let is_generic = matches!(last.arguments, PathArguments::AngleBracketed(_));
    last.ident == "String" && !is_generic
        || is_generic && ["Vec", "Box"].iter().any(|name| last.ident == name)
}

/// The traits that a type parameter is declared to have: their names, and how
/// they are written.
fn bounds(function: &Function, parameter: &TypeParam) -> Vec<(String, String)> {
    let predicates = function.sig.generics.where_clause.iter();
    let predicates = predicates.flat_map(|clause| &clause.predicates);
    let of_parameter = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(of) if is_parameter(&of.bounded_ty, &parameter.ident) => {
            Some(&of.bounds)
        }
        _ => None,
    });
    let all = [&parameter.bounds]
        .into_iter()
        .chain(of_parameter)
        .flatten();
    all.filter_map(|bound| match bound {
        TypeParamBound::Trait(of) if of.maybe.is_none() => {
            let name = of.path.segments.last()?.ident.to_string();
            Some((name, catalog::type_text(of)))
        }
        TypeParamBound::Verbatim(tokens) => Some((tokens.to_string(), tokens.to_string())),
        _ => None,
    })
    .list()
}

/// The arrays that loops read.
fn read(program: &Program) -> OrderedSet<ArrayId> {
    let mut read = OrderedSet::new();
    for binding in program.bindings.values() {
        match &binding.op {
            Op::Length { .. } | Op::Conform { .. } | Op::Reshape { .. } | Op::External { .. } => {}
            op => read.extend(op.args()),
        }
    }
    read
}

/// An array of such elements that a loop reads or that is returned.
fn element_of(parameter: &Ident, program: &Program) -> Option<String> {
    let read = read(program);
    let mut arrays = program.arrays.iter().filter(|(id, _)| read.contains(id));
    let read = arrays.find(|(_, array)| {
        let ty = array.ty.as_ref();
        ty.is_some_and(|ty| is_made_of(ty, parameter))
    });
    read.map(|(_, array)| format!("of `{}`", array.name))
        .or_else(|| {
            let returns = program.returns.as_ref()?;
            let returned = returned(&program.result, returns, parameter);
            returned.then(|| "that are returned".to_owned())
        })
}

/// Returns true if an array of elements of a type parameter is returned.
fn returned(result: &Returned, ty: &Type, parameter: &Ident) -> bool {
    match (result, ty) {
        (result, Type::Paren(inner)) => returned(result, &inner.elem, parameter),
        (result, Type::Group(inner)) => returned(result, &inner.elem, parameter),
        (Returned::Tuple(items), Type::Tuple(types)) => {
            let mut pairs = items.iter().zip(&types.elems);
            pairs.any(|(item, ty)| returned(item, ty, parameter))
        }
        (Returned::Array(_), Type::Path(path)) => {
            let last = path.path.segments.last();
            match last.map(|last| &last.arguments) {
                Some(PathArguments::AngleBracketed(of)) => of.args.first().is_some_and(
                    |first| matches!(first, GenericArgument::Type(ty) if is_made_of(ty, parameter)),
                ),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Returns true if a type is `Copy`, `Send` and `Sync` only if a type parameter is.
fn is_made_of(ty: &Type, parameter: &Ident) -> bool {
    match ty {
        Type::Paren(inner) => is_made_of(&inner.elem, parameter),
        Type::Group(inner) => is_made_of(&inner.elem, parameter),
        Type::Array(array) => is_made_of(&array.elem, parameter),
        Type::Slice(slice) => is_made_of(&slice.elem, parameter),
        Type::Tuple(tuple) => tuple.elems.iter().any(|ty| is_made_of(ty, parameter)),
        ty => is_parameter(ty, parameter),
    }
}

fn is_parameter(ty: &Type, parameter: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(parameter))
}
