//! The derivation of `fusus::mpi::Element` for structs.
//!
//! A derived implementation knows no `$crate`, so that it names the crate `::fusus`, or the path in
//! `#[element(crate = …)]`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, Generics, Ident, Item, ItemStruct, Path, Token, parse_quote};

/// Returns the implementation for a struct, or what is wrong with it.
pub fn derive(item: TokenStream) -> TokenStream {
    let found = syn::parse2(item).and_then(|item| match item {
        Item::Struct(item) => Ok(item),
        Item::Enum(item) => Err(no_struct(&item.ident, "an enum")),
        Item::Union(item) => Err(no_struct(&item.ident, "a union")),
        other => Err(Error::new(other.span(), "`Element` is derived for structs")),
    });
    let code = found.and_then(|item| Ok(implementation(&item, &path(&item)?)));
    code.unwrap_or_else(|error| error.into_compile_error())
}

fn no_struct(name: &Ident, kind: &str) -> Error {
    let text = format!(
        "`Element` is derived for structs, and `{name}` is {kind}\n\
         help: send a number in its place, which its values have"
    );
    Error::new(name.span(), text)
}

/// The path of the crate `fusus`.
fn path(item: &ItemStruct) -> Result<Path, Error> {
    let mut krate: Path = parse_quote!(::fusus);
    for attribute in &item.attrs {
        if attribute.path().is_ident("element") {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("crate") {
                    krate = meta.value()?.call(Path::parse_mod_style)?;
                    return Ok(());
                }
                Err(meta.error("there is no option of `element` but `crate = path`"))
            })?;
        }
    }
    Ok(krate)
}

fn implementation(item: &ItemStruct, krate: &Path) -> TokenStream {
    let name = &item.ident;
    let generics = bounded(&item.generics, krate);
    let (declared, arguments, bounds) = generics.split_for_impl();
    let types = item.fields.iter().map(|field| &field.ty);
    let sizes = types.map(|ty| quote_spanned!(ty.span()=> <#ty as #krate::mpi::Element>::BYTES));
    let fields = Ident::new("fields", Span::mixed_site());
    let members = || item.fields.members().zip(&item.fields);
    // A copy, since a field of a packed struct has no reference.
    let written = members().map(|(member, field)| {
        let ty = &field.ty;
        quote!(#fields.write::<#ty>(&{ self.#member });)
    });
    let read = members().map(|(member, field)| {
        let ty = &field.ty;
        quote!(#member: #fields.read::<#ty>())
    });
    quote! {
        #[automatically_derived]
        impl #declared #krate::mpi::Element for #name #arguments #bounds {
            const BYTES: usize = 0 #(+ #sizes)*;

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                let mut #fields = #krate::__mpi::Fields(bytes);
                #(#written)*
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                let mut #fields = #krate::__mpi::Fields(bytes);
                Self { #(#read),* }
            }
        }
    }
}

/// The parameters of a type, of which those that are types are elements.
fn bounded(generics: &Generics, krate: &Path) -> Generics {
    let mut generics = generics.clone();
    for parameter in generics.type_params_mut() {
        parameter
            .colon_token
            .get_or_insert_with(<Token![:]>::default);
        parameter.bounds.push(parse_quote!(#krate::mpi::Element));
    }
    generics
}

#[cfg(test)]
mod tests {
    use super::derive;
    use quote::quote;

    #[test]
    fn types_of_other_kinds_are_refused() {
        for (item, said) in [
            (
                quote!(
                    enum Kind {
                        A,
                        B,
                    }
                ),
                "`Kind` is an enum",
            ),
            (quote!(union Bits { a: u32, b: f32 }), "`Bits` is a union"),
            (
                quote!(
                    #[element(krate = a)]
                    struct Body {
                        mass: f64,
                    }
                ),
                "there is no option of `element`",
            ),
        ] {
            let code = derive(item).to_string();
            assert!(
                code.contains("compile_error") && code.contains(said),
                "{code}"
            );
        }
    }
}
