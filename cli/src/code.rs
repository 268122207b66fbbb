//! Generated code for people to read.

use crate::programs::Right;
use fusus_core::syntax::Backend;
use proc_macro2::TokenStream;
use quote::quote;

/// What the macro generates for a program, formatted.
pub(crate) fn formatted(program: &Right, backend: Backend) -> String {
    let code = program.code(backend);
    let item = if program.is_function {
        code.clone()
    } else {
        quote!(fn expression() #code)
    };
    let Ok(file) = syn::parse2::<syn::File>(item) else {
        return raw(&code);
    };
    let text = prettyplease::unparse(&file);
    if program.is_function {
        return text;
    }
    // The block alone, with its name.
    let block = text.trim_start_matches("fn expression() ");
    format!("// {}\n{block}", program.name)
}

/// Code that is no Rust that we know is shown as it is.
fn raw(code: &TokenStream) -> String {
    format!("{code}\n")
}
