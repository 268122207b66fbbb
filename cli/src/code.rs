//! Generated code for people to read.

use crate::programs::Right;
use fusus_core::backend::Backend;
use fusus_core::diagnostic::Diagnostics;
use proc_macro2::TokenStream;
use quote::quote;

/// Formats the code that the macro generates for a program.
pub(crate) fn formatted(program: &Right, backend: &dyn Backend) -> String {
    match program.kernels(backend) {
        Some(kernels) => kernels_or_why_not(program, kernels),
        None => format(program, program.code(backend)),
    }
}

/// Formats it with a short name for the runtime, and without the documentation.
pub(crate) fn shortened(program: &Right, backend: &dyn Backend) -> String {
    let long = program.code(backend).to_string();
    let short = long.replace(":: fusus :: __rt ::", "rt ::");
    let text = format(program, short.parse().unwrap_or_default());
    let is_documentation = |line: &&str| line.starts_with("///") || line.starts_with("#[doc");
    let lines: Vec<&str> = text.lines().skip_while(is_documentation).collect();
    format!("use fusus::__rt as rt;\n\n{}", lines.join("\n"))
}

fn format(program: &Right, code: TokenStream) -> String {
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

/// The kernels of a program; a comment that says why, where it has none.
fn kernels_or_why_not(program: &Right, kernels: Result<&str, &Diagnostics>) -> String {
    match kernels {
        Ok(text) => text.to_owned(),
        Err(found) => {
            let mut text = format!("// `{}` has no kernels:\n", program.name);
            for line in found.iter().flat_map(|wrong| {
                let lines = wrong.text();
                lines.lines().map(str::to_owned).collect::<Vec<_>>()
            }) {
                text.push_str("//   ");
                text.push_str(&line);
                text.push('\n');
            }
            text
        }
    }
}

/// Code that is no Rust that we know is shown as it is.
fn raw(code: &TokenStream) -> String {
    format!("{code}\n")
}
