//! The signatures of programs on devices.

use crate::nest::{Nest, NestResult, Storage};
use crate::scalar::{Type, Types};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The signature of the function that a program becomes: it takes arrays of
/// the host or of the device, and returns arrays of the device.
pub fn signature(nest: &Nest, types: &Types, sig: &mut syn::Signature, krate: &TokenStream) {
    let ocl = quote!(#krate::__ocl);
    for input in &mut sig.inputs {
        let syn::FnArg::Typed(typed) = input else {
            continue;
        };
        let syn::Pat::Ident(name) = &mut *typed.pat else {
            continue;
        };
        let array = nest
            .arrays
            .iter()
            .find_map(|(id, array)| match &array.storage {
                Storage::Input(_, mutable) if array.name == name.ident => Some((id, *mutable)),
                _ => None,
            });
        let Some((id, mutable)) = array else { continue };
        let element = rust_type(types.array(id));
        *typed.ty = match mutable {
            false => syn::parse_quote!(impl #ocl::Source<#element>),
            true => syn::parse_quote!(impl #ocl::SourceMut<#element>),
        };
    }
    if let syn::ReturnType::Type(_, ty) = &mut sig.output {
        arrays_on_device(ty, &nest.result, types, &ocl);
    }
}

/// `Vec<T>` in the type of a result, where an array stands.
fn arrays_on_device(ty: &mut syn::Type, result: &NestResult, types: &Types, ocl: &TokenStream) {
    match (ty, result) {
        (syn::Type::Paren(inner), result) => arrays_on_device(&mut inner.elem, result, types, ocl),
        (syn::Type::Group(inner), result) => arrays_on_device(&mut inner.elem, result, types, ocl),
        (syn::Type::Path(path), result)
            if path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "Result") =>
        {
            if let Some(last) = path.path.segments.last_mut()
                && let syn::PathArguments::AngleBracketed(of) = &mut last.arguments
                && let Some(syn::GenericArgument::Type(ty)) = of.args.first_mut()
            {
                arrays_on_device(ty, result, types, ocl);
            }
        }
        (syn::Type::Tuple(tuple), NestResult::Tuple(items)) => {
            for (ty, item) in tuple.elems.iter_mut().zip(items) {
                arrays_on_device(ty, item, types, ocl);
            }
        }
        (ty, NestResult::Array { array, .. }) => {
            let element = rust_type(types.array(*array));
            *ty = syn::parse_quote!(#ocl::Array<#element>);
        }
        _ => {}
    }
}

/// A type as Rust writes it.
pub(super) fn rust_type(ty: &Type) -> TokenStream {
    match ty {
        Type::Prim(prim) => {
            let name = Ident::new(prim.name(), Span::call_site());
            quote!(::core::primitive::#name)
        }
        Type::Tuple(items) => {
            let items = items.iter().map(rust_type);
            quote!((#(#items,)*))
        }
        Type::Variable(_) => unreachable!("types are known when code is written"),
    }
}
