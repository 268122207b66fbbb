//! IDE stubs: sketches of programs for editors, with types and without loops.
//!
//! In the code that [`expand`](crate::expand()) writes, an array that is never stored has no name,
//! and half a program has no code at all. An editor wants both: the type of every name, and the
//! methods that may follow the dot that was just typed. A sketch is the user's own tokens, in their order, in
//! which every combinator is a call of a function that has its type (`sketch` in the runtime). It
//! is made without parsing, so that whatever is half written stays where it stands.
//!
//! Sketches are never run, and rustc never sees them: the façade's `cnf!` makes them only under
//! `cfg(rust_analyzer)`.

mod function;
mod terms;
mod tokens;

use crate::compile;
use crate::diagnostic::Diagnostics;
use crate::documentation;
use crate::expand;
use crate::ordered::OrderedMap;
use crate::syntax::{self, Function, Items, Source};
use function::{Face, functions_of};
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use terms::Sketch;

/// The sketch of the input of `cnf!`, with its mistakes and plans. `krate` is
/// the path of the crate `fusus`.
pub fn sketch(tokens: TokenStream, krate: &TokenStream) -> TokenStream {
    let mut found = Diagnostics::new();
    match syntax::parse_leniently(tokens.clone(), &mut found) {
        Source::Functions(functions, items) => {
            let with_plans = !names_marker(&tokens);
            let faces = faces(&functions, with_plans, krate, &mut found);
            let errors = found.to_tokens();
            let functions = functions_of(tokens, &faces, &items, krate);
            // Behind what is there in any case: editors compare what they see with
            // what would be there if more were typed.
            quote!(#functions #errors)
        }
        Source::Expression(options, body) => {
            let errors = match compile::expression(&body, String::new(), &options, found) {
                Ok(_) => TokenStream::new(),
                Err(found) => found.to_tokens(),
            };
            let sketch = Sketch { krate };
            let (statements, result) = sketch.statements(syntax::without_options(tokens));
            let result = sketch.returned(result);
            let names = sketch.names();
            quote!({ #names #statements #errors #result })
        }
    }
}

/// The sketch of a function under the attribute `fused` with these arguments.
pub fn sketch_fused(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut found = Diagnostics::new();
    let krate = &expand::fused_arguments(arguments, &mut found);
    let function = syntax::parse_function(item.clone(), &mut found);
    // Under an attribute rust-analyzer mends what is half written, so that it
    // compiles in both cases.
    let faces = faces(function.as_slice(), true, krate, &mut found);
    let errors = found.to_tokens();
    let functions = functions_of(item, &faces, &Items::default(), krate);
    quote!(#functions #errors)
}

/// The functions that are right, by name; the mistakes of the others are
/// added to those that were found.
fn faces(
    functions: &[Function],
    with_plans: bool,
    krate: &TokenStream,
    found: &mut Diagnostics,
) -> OrderedMap<String, Face> {
    let mut faces = OrderedMap::new();
    for function in functions {
        match compile::function(function, &function.options) {
            Ok(compiled) => {
                let plan = documentation::of(&compiled);
                let plan = plan.lines().filter(|_| with_plans);
                let program = compiled.for_backends();
                let signatures = compiled.backends.iter().filter_map(|backend| {
                    let signature = backend.signature(&program, &function.sig, krate)?;
                    Some((backend.name(), quote!(#signature)))
                });
                let face = Face {
                    plan: plan.map(|line| format!(" {line}")).collect(),
                    signatures: signatures.collect(),
                };
                faces.insert(function.sig.ident.to_string(), face);
            }
            Err(mistakes) => found.extend(mistakes),
        }
    }
    faces
}

/// The markers that rust-analyzer types for the user at the cursor, in its present and in its
/// former versions.
const MARKERS: &[&str] = &["raCompletionMarker", "intellijRulezz"];

/// Returns true if the program is the user's with a name at the cursor. Its sketch must have the
/// same text up to there as that of the program without the name, which may be wrong and have no
/// plan.
fn names_marker(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => names_marker(&group.stream()),
        TokenTree::Ident(name) => MARKERS.iter().any(|marker| name == marker),
        _ => false,
    })
}
