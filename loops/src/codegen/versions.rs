//! The choice among the versions of a program, by its sizes when it begins.

use super::CodegenOptions;
use crate::nest::{EntrySize, InputPart, Polynomial, Versions};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::Expr;

/// Chooses one of the bodies of a program: its versions, in order. `len` writes the number of elements of
/// an input that is no slice.
pub fn choice(
    versions: &Versions,
    bodies: &[TokenStream],
    options: &CodegenOptions,
    len: &dyn Fn(&Expr) -> Option<TokenStream>,
) -> TokenStream {
    let krate = &options.krate;
    let rt = quote!(#krate::__rt);
    let sizes = Ident::new("sizes", Span::mixed_site());
    let known = versions.sizes.iter().map(|size| on_entry(size, &rt, len));
    let conditions = versions.conditions.iter().map(|pairs| {
        let pairs = pairs.iter().map(|(own, other)| {
            let (own, other) = (monomials(own), monomials(other));
            quote!(#rt::order::is_at_most(&#sizes, #own, #other))
        });
        quote!(#(#pairs)&&*)
    });
    let (last, before) = bodies.split_last().expect("a program has a version");
    quote! {
        let #sizes = [#(#known),*];
        #(if #conditions { #before } else)* { #last }
    }
}

/// A size when the program begins, as an expression.
fn on_entry(
    size: &EntrySize,
    rt: &TokenStream,
    len: &dyn Fn(&Expr) -> Option<TokenStream>,
) -> TokenStream {
    match size {
        EntrySize::Scalar(name) => quote!(#name),
        EntrySize::Input(host, part) => {
            if let Some(len) = len(host) {
                return len;
            }
            let elements = match part {
                InputPart::Axis(axis) => quote!(axis(&#host, #axis)),
                InputPart::Elements | InputPart::Strided => quote!(slice(&#host)),
            };
            quote!(#rt::Inputs.#elements.len())
        }
        EntrySize::Unused => quote!(1),
    }
}

/// A polynomial as the runtime takes it: coefficients with the numbers of sizes.
fn monomials(of: &Polynomial) -> TokenStream {
    let monomials = of.monomials();
    let monomials = monomials.iter().map(|monomial| {
        let coefficient = Literal::f64_unsuffixed(monomial.coefficient as f64);
        let symbols = monomial.symbols.iter();
        let symbols = symbols.map(|symbol| Literal::usize_unsuffixed(usize::from(symbol.0)));
        quote!((#coefficient, &[#(#symbols),*]))
    });
    quote!(&[#(#monomials),*])
}
