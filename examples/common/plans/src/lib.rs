//! The plans of the programs in a source file, made when an example is compiled: `cnf!` has built
//! the compiler for that anyway, and no example links it.

#![forbid(unsafe_code)]

mod plan;

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro::{Span, TokenStream, TokenTree};
use quote::quote;

/// Expands to the plans of the programs of a file, as `fusus plan` prints them: an array of texts.
/// The path is relative to the calling file.
#[proc_macro]
pub fn plans(input: TokenStream) -> TokenStream {
    let asking = Span::call_site().local_file();
    match place(input, asking.as_deref()).and_then(|path| texts(&path)) {
        Ok(texts) => texts.into(),
        Err(message) => quote!(::core::compile_error!(#message)).into(),
    }
}

/// The file that is named.
fn place(input: TokenStream, asking: Option<&Path>) -> Result<PathBuf, String> {
    let mut tokens = input.into_iter();
    let name = match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Literal(name)), None) => name.to_string(),
        _ => return Err("write the name of a file: plans!(\"programs.rs\")".to_owned()),
    };
    let folder = asking.and_then(Path::parent).unwrap_or(Path::new(""));
    let path = folder.join(name.trim_matches('"'));
    // rustc may stand elsewhere when it looks for what is included.
    path.canonicalize()
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// The plans, as an expression that is made anew when the file changes.
fn texts(path: &Path) -> Result<proc_macro2::TokenStream, String> {
    let source =
        fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let plans = plan::plans(&source)?;
    let path = path.display().to_string();
    Ok(quote!({
        const _: &str = ::core::include_str!(#path);
        [#(#plans),*]
    }))
}
