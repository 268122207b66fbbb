//! Properties of every expansion by `cnf!`, of right and of wrong programs.
//!
//! * There is no panic.
//! * The tokens are equal every time.
//! * The output is Rust, items or an expression, if the input was.
//! * Every error stands at a place of the user's, not at the whole macro.
//! * Every function that Rust understands keeps its signature; one for a device its name, for it
//!   takes and returns arrays of devices.
//! * A program without mistakes can be explained in all forms, and its text form is read back as an
//!   equal program. A program for a device has kernels.

use fusus_core::backend::BACKENDS;
use fusus_core::explain::{Overrides, explain};
use fusus_core::ir::{Binding, Op, Program, pretty};
use fusus_core::plan::{Plan, dot, flow::Flow, json, svg};
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{File, FnArg, Item, ItemMacro, Signature};

/// Checks the expansion of these tokens by both macros.
///
/// # Panics
/// If a property does not hold, with its name.
pub fn check(tokens: &TokenStream) {
    proc_macro2::extra::invalidate_current_thread_spans();
    let tokens = &located(tokens);
    let krate = quote!(::fusus);
    let expanded = fusus_core::expand(tokens.clone(), &krate);
    let again = fusus_core::expand(tokens.clone(), &krate);
    assert_eq!(
        expanded.to_string(),
        again.to_string(),
        "not the same tokens"
    );
    let errors = errors(&expanded);
    for error in &errors {
        assert!(
            is_users(*error) || tokens.is_empty(),
            "an error at no place of the user's: {expanded}"
        );
    }
    let items = syn::parse2::<File>(expanded.clone());
    if items.is_err() && (!errors.is_empty() || is_expression(quote!({ #tokens }))) {
        assert!(is_expression(expanded.clone()), "not Rust: {expanded}");
    }
    check_signatures(tokens, items.ok());
    check_explanation(tokens, errors.is_empty());
    check_attribute(tokens);
    // Editors have a macro of their own, which must not panic either.
    fusus_core::editor::sketch(tokens.clone(), &krate);
    fusus_core::editor::sketch_fused(quote!(), tokens.clone());
}

fn is_expression(tokens: TokenStream) -> bool {
    syn::parse2::<syn::Expr>(tokens).is_ok()
}

/// The attribute reads the same functions, and other items stay.
fn check_attribute(tokens: &TokenStream) {
    let expanded = fusus_core::expand_fused(
        tokens.clone(),
        quote!(
            fn f(xs: &[u8]) -> u8 {
                1
            }
        ),
    );
    for error in errors(&expanded) {
        assert!(
            is_users(error),
            "an error at no place of the user's: {expanded}"
        );
    }
    let expanded = fusus_core::expand_fused(quote!(crate = x::y), tokens.clone());
    for error in errors(&expanded) {
        assert!(
            is_users(error) || tokens.is_empty(),
            "an error at no place of the user's: {expanded}"
        );
    }
}

/// Every function of the input is there with its signature, but for the names
/// of its parameters, or on a device.
fn check_signatures(tokens: &TokenStream, expanded: Option<File>) {
    let Ok(File { items, .. }) = syn::parse2(tokens.clone()) else {
        return;
    };
    // Anything else among them is a mistake, and makes them an expression.
    let of_programs = |item: &Item| matches!(item, Item::Fn(_) | Item::Const(_));
    if !items.iter().all(of_programs) {
        return;
    }
    let (mut there, mut on_device) = (Vec::new(), Vec::new());
    for item in expanded.map_or_else(Vec::new, |file| file.items) {
        match item {
            Item::Macro(device) => on_device.extend(functions_in(device).map(|sig| sig.ident)),
            item => there.extend(signature(item).map(text_of)),
        }
    }
    for function in items.into_iter().filter_map(signature) {
        let here = on_device.contains(&function.ident);
        let text = text_of(function);
        assert!(
            here || there.contains(&text),
            "there is no `{text}` in {there:?}, {on_device:?}"
        );
    }
}

fn signature(item: Item) -> Option<Signature> {
    match item {
        Item::Fn(function) => Some(function.sig),
        _ => None,
    }
}

/// The functions that the façade's macro passes on where it has devices.
fn functions_in(ItemMacro { mac, .. }: ItemMacro) -> impl Iterator<Item = Signature> {
    let is_ours = mac.path.segments.last();
    let is_ours = is_ours.is_some_and(|name| name.ident == "__with_ocl");
    let inside = is_ours.then(|| syn::parse2::<File>(mac.tokens).expect("a function"));
    let items = inside.map_or_else(Vec::new, |file| file.items);
    items.into_iter().filter_map(signature)
}

fn text_of(mut signature: Signature) -> String {
    for input in &mut signature.inputs {
        if let FnArg::Typed(typed) = input {
            *typed.pat = syn::parse_quote!(_);
        }
    }
    signature.into_token_stream().to_string()
}

/// Programs without mistakes have plans, drawings and a text form.
fn check_explanation(tokens: &TokenStream, right: bool) {
    let mut found = fusus_core::diagnostic::Diagnostics::new();
    let explained = explain(tokens.clone(), "file:1", &Overrides::default(), &mut found);
    let all_right = found.is_empty() && explained.iter().all(|one| one.outcome.is_ok());
    assert_eq!(all_right, right, "the explanation has other mistakes");
    let mut has_text = false;
    for one in &explained {
        let Ok(compiled) = &one.outcome else { continue };
        let (plan, flow) = (Plan::explained(compiled), Flow::of(compiled));
        assert!(!plan.to_string().is_empty());
        assert!(json::programs(std::slice::from_ref(&plan)).starts_with('{'));
        assert!(dot::dot(&plan.name, &flow).starts_with("digraph"));
        assert!(svg::svg(&plan, &flow).contains("<svg"));
        for backend in BACKENDS.iter().copied() {
            if backend.translates_to().is_none() {
                continue;
            }
            match one.kernels(backend) {
                Ok(text) => assert!(text.contains("FP_CONTRACT"), "no kernels: {text}"),
                Err(found) if !one.backends().contains(&backend) => assert!(!found.is_empty()),
                Err(found) => panic!("accepted for a device, which has not all of it: {found:?}"),
            }
        }
        has_text |= one.is_function() && is_program_without_attributes(&compiled.program);
    }
    if has_text {
        check_texts(tokens);
    }
}

/// Choices by which nothing is computed twice, so that a program stays as written.
fn as_written() -> Overrides {
    Overrides {
        strategy: Some("unfused".to_owned()),
        ..Overrides::default()
    }
}

/// Returns true if a function is a program whatever its attributes are: it has more than scalar
/// expressions. Attributes are no part of a text form, and a function of scalars without them is a
/// helper; nor are the captures of the expression form.
fn is_program_without_attributes(program: &Program) -> bool {
    let mut bindings = program.bindings.values();
    bindings.any(|binding| !matches!(binding.op, Op::Host { .. }))
}

/// Returns true if a binding is about several axes, which the text form has for people only.
fn has_axes(binding: &Binding) -> bool {
    let is_axis = matches!(binding.op, Op::Length { axis, .. } if axis.is_some());
    is_axis
        || matches!(
            binding.op,
            Op::Reshape { .. } | Op::Cells { .. } | Op::Coordinate { .. } | Op::Inside { .. }
        )
}

/// The text forms of functions are programs.
fn check_texts(tokens: &TokenStream) {
    let mut found = fusus_core::diagnostic::Diagnostics::new();
    for one in explain(tokens.clone(), "file:1", &as_written(), &mut found) {
        if let Ok(compiled) = &one.outcome
            && one.is_function()
            && is_program_without_attributes(&compiled.program)
            && !compiled.program.bindings.values().any(has_axes)
        {
            check_text(&pretty::text(&compiled.program), compiled.strict());
        }
    }
}

/// The text form of a program is a program with the same text form. Attributes are no part of it,
/// but in strict order operators are right that are not associative.
fn check_text(text: &str, strict: bool) {
    let tokens: TokenStream = text.parse().expect("a text form is tokens of Rust");
    let strict = strict.then(|| quote!(#[cnf(strict)]));
    let tokens = quote!(#strict #tokens);
    let mut found = fusus_core::diagnostic::Diagnostics::new();
    let explained = explain(tokens, "file:1", &as_written(), &mut found);
    let again = match &explained[..] {
        [one] => match &one.outcome {
            Ok(compiled) => pretty::text(&compiled.program),
            Err(found) => panic!("not understood: {text}\n{found:?}"),
        },
        _ => panic!("not one program: {text}\n{found:?}"),
    };
    // Comments are for people.
    if !text.contains("//") {
        assert_eq!(again, text, "the text form changes");
    }
}

/// The places of all errors.
fn errors(tokens: &TokenStream) -> Vec<Span> {
    let mut places = Vec::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(name) if name == "compile_error" => places.push(name.span()),
            TokenTree::Group(group) => places.extend(errors(&group.stream())),
            _ => {}
        }
    }
    places
}

/// Returns true if a place is in a text, and not that of the whole macro. `cargo fuzz` sets a flag
/// with which `proc_macro2` knows no places; `cargo xtask fuzz` does not.
#[allow(unexpected_cfgs, reason = "set by `cargo fuzz`")]
fn is_users(span: Span) -> bool {
    cfg!(fuzzing) || span.file() != Span::call_site().file()
}

/// Returns the tokens, each with a place of its own.
fn located(tokens: &TokenStream) -> TokenStream {
    let places: TokenStream = "x\n".repeat(count(tokens)).parse().expect("words");
    let mut places = places.into_iter().map(|token| token.span());
    place(tokens.clone(), &mut places)
}

fn count(tokens: &TokenStream) -> usize {
    let inside = |token| match token {
        TokenTree::Group(group) => 1 + count(&group.stream()),
        _ => 1,
    };
    tokens.clone().into_iter().map(inside).sum()
}

fn place(tokens: TokenStream, places: &mut impl Iterator<Item = Span>) -> TokenStream {
    let placed = |mut token| {
        if let TokenTree::Group(group) = token {
            let inside = place(group.stream(), places);
            token = Group::new(group.delimiter(), inside).into();
        }
        token.set_span(places.next().expect("a place for every token"));
        token
    };
    tokens.into_iter().map(placed).collect()
}
