//! The item form: functions, their parameters and our attributes.

use super::body::body;
use super::parameter::kind;
use super::tokens::parse_tokens;
use super::{Function, Items, Listed, Options, Param, helper};
use super::{guard, limit};
use crate::combinator::{Combinator, one_edit};
use crate::diagnostic::{Diagnostics, catalog};
use crate::math::{self, Math};
use crate::ordered::{OrderedSet, ToList};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use std::rc::Rc;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, FnArg, Pat, Signature, Token, Visibility};

/// One item of the item form.
enum Item {
    Function(Raw),
    Constant(syn::ItemConst),
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<Visibility>()?;
        let is_constant = ahead.peek(Token![const])
            && !ahead.peek2(Token![fn])
            && !ahead.peek2(Token![unsafe])
            && !ahead.peek2(Token![async])
            && !ahead.peek2(Token![extern]);
        Ok(if is_constant {
            Item::Constant(input.parse()?)
        } else {
            Item::Function(input.parse()?)
        })
    }
}

impl Item {
    /// The names that it calls.
    fn called(&self) -> OrderedSet<String> {
        let mut names = OrderedSet::new();
        if let Item::Function(raw) = self {
            helper::called(raw.body.stream(), &mut names);
        }
        names
    }
}

/// A function whose body is still tokens.
struct Raw {
    attrs: Vec<Attribute>,
    vis: Visibility,
    sig: Signature,
    body: Group,
}

impl Parse for Raw {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Raw {
            attrs: input.call(Attribute::parse_outer)?,
            vis: input.parse()?,
            sig: input.parse()?,
            body: block(input.parse()?)?,
        })
    }
}

/// The block that a token is, also where `macro_rules!` substituted it.
fn block(token: TokenTree) -> syn::Result<Group> {
    let mut token = token;
    loop {
        let group = match token {
            TokenTree::Group(group) => group,
            other => return Err(syn::Error::new(other.span(), "expected `{`")),
        };
        if group.delimiter() == Delimiter::Brace {
            return Ok(group);
        }
        let mut inside = group.stream().into_iter();
        token = match (group.delimiter(), inside.next(), inside.next()) {
            (Delimiter::None, Some(inside), None) => inside,
            _ => return Err(syn::Error::new(group.span(), "expected `{`")),
        };
    }
}

/// Items one after the other. One that is not understood is skipped.
fn parsed(input: ParseStream<'_>, found: &mut Diagnostics) -> syn::Result<Vec<Item>> {
    let mut items = Vec::new();
    while !input.is_empty() {
        for attr in input.call(Attribute::parse_inner)? {
            found.push(catalog::inner_attribute(attr.span()));
        }
        let ahead = input.fork();
        match ahead.parse::<Item>() {
            Ok(item) => {
                input.advance_to(&ahead);
                items.push(item);
            }
            Err(error) => {
                found.push(match other_item(input) {
                    Some(word) => catalog::item_beside_programs(word.span(), &word.to_string()),
                    None => catalog::not_a_signature(error.span(), &error.to_string()),
                });
                skip_item(input)?;
            }
        }
    }
    Ok(items)
}

/// The keyword of an item that may not stand beside programs.
fn other_item(input: ParseStream<'_>) -> Option<Ident> {
    const WORDS: &[&str] = &[
        "enum", "impl", "mod", "static", "struct", "trait", "type", "use",
    ];
    let ahead = input.fork();
    ahead.call(Attribute::parse_outer).ok()?;
    ahead.parse::<Visibility>().ok()?;
    let word = ahead.call(Ident::parse_any).ok()?;
    WORDS.iter().any(|other| word == other).then_some(word)
}

/// Goes on behind the next block, or behind the semicolon of an item without one.
fn skip_item(input: ParseStream<'_>) -> syn::Result<()> {
    let has_block = other_item(input)
        .is_none_or(|word| !["static", "type", "use"].iter().any(|short| word == short));
    while !input.is_empty() {
        let token: TokenTree = input.parse()?;
        let ends = match &token {
            TokenTree::Group(group) => has_block && group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(punct) => !has_block && punct.as_char() == ';',
            _ => false,
        };
        if ends {
            break;
        }
    }
    Ok(())
}

/// Parses programs and the items beside them, without those whose signature
/// was not understood.
pub(super) fn functions(tokens: TokenStream, found: &mut Diagnostics) -> (Vec<Function>, Items) {
    // The inside of bodies is looked at later, so that a body that is
    // nested too deeply does not take the signature with it.
    if limit::check(&without_blocks(&tokens), found) {
        return (Vec::new(), Items::default());
    }
    let parsed = match parse_tokens(tokens, |input| parsed(input, found)) {
        Ok(parsed) => parsed,
        Err(error) => {
            found.push_syn(&error);
            return (Vec::new(), Items::default());
        }
    };
    let mut programs = Vec::new();
    let (mut functions, mut constants) = (Vec::new(), Vec::new());
    let calls: Vec<OrderedSet<String>> = parsed.iter().map(Item::called).list();
    for (index, item) in parsed.into_iter().enumerate() {
        match item {
            Item::Constant(constant) => constants.push(constant),
            Item::Function(raw) => match helper::of(&raw.attrs, &raw.vis, &raw.sig, &raw.body) {
                Some(helper) => functions.push(helper),
                None => {
                    let others = calls
                        .iter()
                        .enumerate()
                        .filter(|(other, _)| *other != index);
                    let called: OrderedSet<String> =
                        others.flat_map(|(_, names)| names.clone()).collect();
                    let name = &raw.sig.ident;
                    let is_combinator = Combinator::named(&name.to_string()).is_some();
                    if is_combinator && called.contains(&name.to_string()) {
                        found.push(catalog::named_as_combinator(name));
                    }
                    let helper = helper::meant(&raw.sig.ident, &raw.sig, &raw.body, &called);
                    programs.push((raw, helper));
                }
            },
        }
    }
    let items = Items {
        functions: Rc::new(functions),
        constants: Rc::new(constants),
    };
    let programs: Vec<Function> = programs
        .into_iter()
        .map(|(raw, helper)| Function {
            helper,
            ..function(raw, &items)
        })
        .list();
    same_math(&programs, &items, found);
    (programs, items)
}

/// Reports programs that do not agree on the elementary functions of a helper which they share.
fn same_math(programs: &[Function], items: &Items, found: &mut Diagnostics) {
    let Some((first, others)) = programs.split_first() else {
        return;
    };
    let other = others
        .iter()
        .find(|it| it.options.math != first.options.math);
    let mut helpers = items.functions.iter();
    let calls = helpers.find_map(|helper| Some((helper, math::first_in(&helper.block)?)));
    if let (Some(other), Some((helper, function))) = (other, calls) {
        let said = other.options.math_said.or(first.options.math_said);
        let place = said.unwrap_or_else(|| helper.sig.ident.span());
        found.push(catalog::helper_of_two_maths(
            place,
            &helper.sig.ident,
            &function,
        ));
    }
}

/// Empties all braces in some tokens.
fn without_blocks(tokens: &TokenStream) -> TokenStream {
    let outline = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            Group::new(Delimiter::Brace, TokenStream::new()).into()
        }
        other => other,
    };
    tokens.clone().into_iter().map(outline).collect()
}

fn function(raw: Raw, items: &Items) -> Function {
    let mut found = Diagnostics::new();
    let found = &mut found;
    let Raw {
        attrs,
        vis,
        sig,
        body: group,
    } = raw;
    for (span, what) in [
        (sig.constness.map(|t| t.span()), "const"),
        (sig.asyncness.map(|t| t.span()), "async"),
        (sig.abi.as_ref().map(Spanned::span), "extern"),
    ] {
        if let Some(span) = span {
            found.push(catalog::unsupported_qualifier(span, what));
        }
    }
    let params = sig
        .inputs
        .iter()
        .filter_map(|input| param(input, found))
        .list();
    let mut options = Options::default();
    let attrs = attrs
        .into_iter()
        .filter(|attr| !option(attr, &mut options, found))
        .list();
    let mut function = Function {
        attrs,
        options,
        vis,
        params,
        body: body(shallow(group.stream(), found), group.span(), found),
        sig,
        found: std::mem::take(found),
        helper: None,
        items: items.clone(),
    };
    if function.fallible() {
        let body = &mut function.body;
        body.result = body.result.take().map(guard::inside_ok);
        if let Some(variant) = body.result.as_ref().and_then(guard::wrapped) {
            function.found.push(catalog::wrapped_result(variant));
        }
        let statements = std::mem::take(&mut body.statements).into_iter();
        body.statements = statements.map(guard::of_result).list();
    }
    function
}

/// The tokens of a body, or none where they are nested too deeply.
fn shallow(tokens: TokenStream, found: &mut Diagnostics) -> TokenStream {
    if limit::check(&tokens, found) {
        return TokenStream::new();
    }
    tokens
}

fn param(input: &FnArg, found: &mut Diagnostics) -> Option<Param> {
    let typed = match input {
        FnArg::Typed(typed) => typed,
        FnArg::Receiver(receiver) => {
            found.push(catalog::receiver(receiver.self_token.span()));
            return None;
        }
    };
    if let Pat::Wild(_) = &*typed.pat {
        return None;
    }
    let Pat::Ident(name) = &*typed.pat else {
        found.push(catalog::parameter_pattern(typed.pat.span()));
        return None;
    };
    Some(Param {
        name: name.ident.clone(),
        kind: kind(&typed.ty),
        ty: (*typed.ty).clone(),
    })
}

/// Reads one of our attributes; says whether it was one.
pub(super) fn option(attr: &Attribute, options: &mut Options, found: &mut Diagnostics) -> bool {
    let Some(name) = attr.path().get_ident() else {
        return false;
    };
    let result = match name.to_string().as_str() {
        "backend" => backends(attr, options),
        "cnf" => cnf(attr, options, found),
        other => {
            let meant = ["backend", "cnf"]
                .into_iter()
                .find(|known| one_edit(known, other) && !EXISTING.contains(&other));
            let Some(meant) = meant else { return false };
            found.push(catalog::misspelt_attribute(name.span(), other, meant));
            Ok(())
        }
    };
    if let Err(error) = result {
        found.push(catalog::attribute_syntax(error.span(), &error.to_string()));
    }
    true
}

/// A number of positions, at least one.
fn positions(number: &syn::Lit) -> Option<usize> {
    match number {
        syn::Lit::Int(int) => int.base10_parse().ok().filter(|&positions| positions > 0),
        _ => None,
    }
}

/// Rust's attributes of similar names.
const EXISTING: &[&str] = &["cfg"];

fn backends(attr: &Attribute, options: &mut Options) -> syn::Result<()> {
    if let syn::Meta::Path(path) = &attr.meta {
        options.backends.push(Listed {
            names: Vec::new(),
            place: path.span(),
        });
        return Ok(());
    }
    let mut names = Vec::new();
    let read = attr.parse_nested_meta(|meta| {
        let name = meta.path.get_ident();
        let name = name.map_or_else(String::new, ToString::to_string);
        names.push((name, meta.path.span()));
        Ok(())
    });
    // Other mistakes in it have messages of their own.
    if read.is_ok() || !names.is_empty() {
        options.backends.push(Listed {
            names,
            place: attr.path().span(),
        });
    }
    read
}

fn cnf(attr: &Attribute, options: &mut Options, found: &mut Diagnostics) -> syn::Result<()> {
    attr.parse_nested_meta(|meta| {
        let span = meta.path.span();
        if meta.path.is_ident("loops") {
            let number: syn::LitInt = meta.value()?.parse()?;
            options.loops = Some((number.base10_parse()?, number.span()));
        } else if meta.path.is_ident("strategy") {
            let name: syn::LitStr = meta.value()?.parse()?;
            options.strategy = Some((name.value(), name.span()));
        } else if meta.path.is_ident("cost") {
            let name: syn::LitStr = meta.value()?.parse()?;
            options.cost = Some((name.value(), name.span()));
        } else if meta.path.is_ident("limit") {
            let number: syn::Lit = meta.value()?.parse()?;
            let seconds: Option<f64> = match &number {
                syn::Lit::Int(int) => int.base10_parse().ok(),
                syn::Lit::Float(float) => float.base10_parse().ok(),
                _ => None,
            };
            match seconds {
                Some(seconds) => options.limit = Some(seconds),
                None => found.push(catalog::not_seconds(number.span())),
            }
        } else if meta.path.is_ident("grain") {
            let number: syn::Lit = meta.value()?.parse()?;
            match positions(&number) {
                Some(grain) => options.grain = Some(grain),
                None => found.push(catalog::not_positions(number.span())),
            }
        } else if meta.path.is_ident("strict") {
            options.strict = true;
        } else if meta.path.is_ident("associative") {
            options.associative = true;
        } else if meta.path.is_ident("mul_add") {
            options.mul_add = true;
        } else if meta.path.is_ident("order") {
            let name: syn::LitStr = meta.value()?.parse()?;
            match name.value().as_str() {
                "written" => options.order.written = true,
                _ => found.push(catalog::unknown_order(name.span())),
            }
        } else if meta.path.is_ident("sizes") {
            meta.parse_nested_meta(|size| {
                let name = size.path.require_ident()?.clone();
                let number: syn::Lit = size.value()?.parse()?;
                match positions(&number) {
                    Some(number) => options.order.sizes.push((name, number as u64)),
                    None => found.push(catalog::not_a_size(number.span(), &name)),
                }
                Ok(())
            })?;
        } else if meta.path.is_ident("math") {
            let name: Expr = meta.value()?.parse()?;
            let named = match &name {
                Expr::Lit(name) => match &name.lit {
                    syn::Lit::Str(text) => Math::named(&text.value()),
                    _ => None,
                },
                _ => None,
            };
            match named {
                Some(math) => (options.math, options.math_said) = (math, Some(name.span())),
                None => found.push(catalog::unknown_math(
                    name.span(),
                    &Math::ALL.map(|(name, _)| name),
                )),
            }
        } else {
            found.push(catalog::unknown_option(span));
            if meta.input.peek(syn::Token![=]) {
                let _: Expr = meta.value()?.parse()?;
            }
        }
        Ok(())
    })
}
