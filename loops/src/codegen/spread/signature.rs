//! The signatures of programs over arrays that are spread over processes.

use crate::codegen::names::hidden;
use crate::nest::{Nest, NestResult, Storage};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{FnArg, GenericArgument, Pat, PathArguments, ReturnType, Signature, Type};

/// Puts spread arrays in the place of slices and vectors. A program without an array among its
/// parameters takes the processes instead, first of all. Types that have no counterpart stay.
pub fn signature(nest: &Nest, sig: &mut Signature, krate: &TokenStream) {
    let mut has_arrays = false;
    for input in &mut sig.inputs {
        if let FnArg::Typed(typed) = input
            && let Pat::Ident(name) = &*typed.pat
            && is_array(nest, &name.ident)
        {
            has_arrays = true;
            if let Some(element) = element_mut(&mut typed.ty) {
                *element = spread(element, krate);
            }
        }
    }
    if !has_arrays {
        let world = hidden("world", Span::call_site());
        sig.inputs
            .insert(0, syn::parse_quote!(#world: &#krate::mpi::Communicator));
    }
    if let ReturnType::Type(_, ty) = &mut sig.output {
        results(ty, &nest.result, &mut |ty| {
            if is_vec(ty) {
                *ty = spread(ty, krate);
            }
        });
    }
}

/// Returns true if a parameter of this name is an array.
pub(super) fn is_array(nest: &Nest, name: &syn::Ident) -> bool {
    let mut arrays = nest.arrays.values();
    arrays.any(|array| matches!(array.storage, Storage::Input(..)) && array.name == *name)
}

/// The part of a parameter's type that becomes an array: what is behind its reference, if it is one.
/// `None` if it is neither a slice nor a vector.
pub(super) fn element_mut(ty: &mut Type) -> Option<&mut Type> {
    match ty {
        Type::Reference(reference) => element_mut(&mut reference.elem),
        Type::Paren(inner) => element_mut(&mut inner.elem),
        Type::Group(inner) => element_mut(&mut inner.elem),
        Type::Slice(_) | Type::Array(_) => Some(ty),
        Type::Path(_) if is_vec(ty) => Some(ty),
        _ => None,
    }
}

/// A spread array of the elements of a slice or vector.
fn spread(of: &Type, krate: &TokenStream) -> Type {
    let element = match of {
        Type::Slice(slice) => {
            let element = &slice.elem;
            quote!(#element)
        }
        Type::Array(array) => {
            let element = &array.elem;
            quote!(#element)
        }
        Type::Path(path) => match path.path.segments.last().map(|last| &last.arguments) {
            Some(PathArguments::AngleBracketed(of)) => {
                let element = of.args.first();
                quote!(#element)
            }
            _ => quote!(_),
        },
        _ => quote!(_),
    };
    syn::parse_quote!(#krate::mpi::Array<#element>)
}

/// Returns true if a type is `Vec`, by its name.
pub(super) fn is_vec(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Vec"))
}

/// Calls `change` on the types of the arrays in the type of a result.
pub(super) fn results(ty: &mut Type, result: &NestResult, change: &mut dyn FnMut(&mut Type)) {
    match (ty, result) {
        (Type::Paren(inner), result) => results(&mut inner.elem, result, change),
        (Type::Group(inner), result) => results(&mut inner.elem, result, change),
        (Type::Path(path), result)
            if path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "Result") =>
        {
            if let Some(last) = path.path.segments.last_mut()
                && let PathArguments::AngleBracketed(of) = &mut last.arguments
                && let Some(GenericArgument::Type(ty)) = of.args.first_mut()
            {
                results(ty, result, change);
            }
        }
        (Type::Tuple(tuple), NestResult::Tuple(items)) => {
            for (ty, item) in tuple.elems.iter_mut().zip(items) {
                results(ty, item, change);
            }
        }
        (ty, NestResult::Array { .. }) => change(ty),
        _ => {}
    }
}
