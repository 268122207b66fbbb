//! Abbreviations: combinators that are expressions of other ones.
//!
//! The expression is a closure over the parameters of the combinator: one call, or a block of
//! `let` statements before one. A parameter that is a worker stands in it as a function that is
//! called. The user's arguments are put in the places of the parameters, so that all of it keeps its
//! place in the source; names of the expression that the user uses as well get others.

use super::Lowering;
use super::host::Position;
use super::scope::Entity;
use crate::combinator::Parameter;
use crate::ir::component::bare;
use crate::ir::{ArrayId, Op, Output, Segments, over};
use crate::ordered::{OrderedMap, OrderedSet};
use crate::syntax::{Apply, Pattern, Term};
use crate::walk::{self, Node};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprClosure, Pat, Stmt, Token};

/// The meaning of a name in the expression of an abbreviation.
#[derive(Clone)]
enum Meaning {
    /// These tokens.
    Tokens(TokenStream),
    /// A function: its calls are expressions of their arguments.
    Worker(Expr),
}

impl Meaning {
    fn name(name: &Ident) -> Meaning {
        Meaning::Tokens(quote!(#name))
    }
}

/// The meanings of names.
type Meanings = OrderedMap<String, Meaning>;

impl Lowering {
    /// Lowers the expression that an abbreviation stands for, a closure over its parameters.
    ///
    /// Arrays and starts are bound first: one that is used twice is computed once.
    pub(super) fn abbreviation(&mut self, apply: &Apply<'_>, text: &str, hint: &str) -> Option<Op> {
        let closure: ExprClosure = syn::parse_str(text).expect("an abbreviation is a closure");
        let mut meanings = Meanings::new();
        let mut is_complete = true;
        for (position, parameter) in closure.inputs.iter().enumerate() {
            match self.meaning(apply, position, hint) {
                Some(meaning) => {
                    meanings.insert(parameter.to_token_stream().to_string(), meaning);
                }
                None => is_complete = false,
            }
        }
        if !is_complete {
            return None;
        }
        let segments = self.segments_of(apply, &closure, &meanings, hint)?;
        rename(&closure, apply, &mut meanings);
        let statements = match &*closure.body {
            Expr::Block(block) => block.block.stmts.as_slice(),
            other => &[Stmt::Expr(other.clone(), None)],
        };
        self.segments = segments;
        self.part_of = Some(apply.combinator.name);
        let op = self.statements(statements, apply.span, hint, &mut meanings);
        self.closing = self.part_of.take().filter(|_| op.is_some());
        op
    }

    /// Lowers the statements of an abbreviation; returns the operator of its value.
    fn statements(
        &mut self,
        statements: &[Stmt],
        span: Span,
        hint: &str,
        meanings: &mut Meanings,
    ) -> Option<Op> {
        for statement in statements {
            match statement {
                Stmt::Local(local) => self.local(local, span, hint, meanings),
                Stmt::Expr(expr, _) => {
                    let expr = expression(expr, meanings, span);
                    return match Term::of(&expr) {
                        Term::Apply(inner) => self.apply(&inner, hint),
                        _ => unreachable!("an abbreviation is a combinator of others"),
                    };
                }
                _ => break,
            }
        }
        unreachable!("an abbreviation ends with its value")
    }

    /// Lowers a `let` of an abbreviation.
    fn local(&mut self, local: &syn::Local, span: Span, hint: &str, meanings: &mut Meanings) {
        let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else {
            unreachable!("an abbreviation binds names");
        };
        let value = expression(&init.expr, meanings, span);
        let own = self.scope.fresh(&format!("{hint}_{}", name.ident), span);
        meanings.insert(name.ident.to_string(), Meaning::name(&own));
        match next_of(&value) {
            Some(array) => {
                if let Some(arg) = self.named_array(&array, "next") {
                    self.bind_under(own, Op::Next { arg });
                }
            }
            None => self.bind_value(&value, &Pattern::Name(own), None),
        }
    }

    /// The meaning of a parameter: of an array its name.
    fn meaning(&mut self, apply: &Apply<'_>, position: usize, hint: &str) -> Option<Meaning> {
        let arg = apply.args[position];
        match apply.combinator.parameter(position) {
            Parameter::Array(_) => {
                let array = self.operand(apply, position, hint)?;
                Some(Meaning::name(&self.name_of(array)))
            }
            Parameter::Worker(_) => Some(Meaning::Worker(arg.clone())),
            Parameter::Scalar if !is_constant(arg) => {
                let before = self.found.len();
                let value = self.host(arg, hint, Position::Scalar);
                if self.found.len() > before {
                    return None;
                }
                let own = self.scope.fresh(&format!("{hint}_start"), apply.span);
                match self.bind_under(own.clone(), Op::Host { value }) {
                    Output::Scalar(_) => Some(Meaning::name(&own)),
                    Output::Array(_) => None,
                }
            }
            _ => {
                let arg = Group::new(Delimiter::None, arg.to_token_stream());
                Some(Meaning::Tokens(TokenTree::from(arg).into()))
            }
        }
    }

    /// A name that means an array here.
    pub(super) fn name_of(&mut self, array: ArrayId) -> Ident {
        let mut name = self.program.arrays[array].name.clone();
        let known = self.scope.get(&name);
        if known.is_some_and(|known| known != Entity::Array(array)) {
            name = self.scope.fresh(&name.to_string(), name.span());
        }
        self.scope.insert(&name, Entity::Array(array));
        name
    }

    /// The expression that an abbreviation of one call stands for.
    pub(super) fn written_out(&self, apply: &Apply<'_>, text: &str, args: &[Expr]) -> Expr {
        let closure: ExprClosure = syn::parse_str(text).expect("an abbreviation is a closure");
        let mut meanings = Meanings::new();
        for (position, (parameter, arg)) in closure.inputs.iter().zip(args).enumerate() {
            let meaning = match apply.combinator.parameter(position) {
                Parameter::Worker(_) => Meaning::Worker(arg.clone()),
                _ => Meaning::Tokens(arg.to_token_stream()),
            };
            meanings.insert(parameter.to_token_stream().to_string(), meaning);
        }
        rename(&closure, apply, &mut meanings);
        expression(&closure.body, &meanings, apply.span)
    }

    /// The scan that a combinator over segments begins anew at each of them; `None` if something
    /// is wrong with it.
    fn segments_of(
        &mut self,
        apply: &Apply<'_>,
        closure: &ExprClosure,
        meanings: &Meanings,
        hint: &str,
    ) -> Option<Option<Box<Segments>>> {
        let Some(position) = apply.combinator.worker() else {
            return Some(None);
        };
        let before = self.found.len();
        let seed = self.host(apply.args[position - 1], hint, Position::Scalar);
        let worker = self.worker(apply.args[position], hint);
        let mut array = |position: usize| {
            // It is bound: its meaning is a name.
            let name = closure.inputs[position].to_token_stream().to_string();
            let Some(Meaning::Tokens(name)) = meanings.get(&name) else {
                return None;
            };
            let name = syn::parse2::<Ident>(name.clone()).expect("the name of an array");
            self.named_array(&name, apply.combinator.name)
        };
        let (arg, by) = (array(position + 1)?, array(0)?);
        let has_heads = closure.inputs[0].to_token_stream().to_string() == "heads";
        let segments = Segments {
            combinator: apply.combinator.name,
            by: match Term::of(apply.args[0]) {
                Term::Name(name) => name.to_string(),
                _ => "…".to_owned(),
            },
            heads: has_heads.then_some(by),
            seed,
            worker,
            arg,
            are_rows: false,
        };
        (self.found.len() == before).then(|| Some(Box::new(segments)))
    }
}

/// Returns true if an expression may stand in several places: it costs nothing, and rustc takes
/// its type from where it stands.
pub(super) fn is_constant(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(unary) => is_constant(&unary.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_constant),
        other => over::is_zero(other),
    }
}

/// The array of `next(keys)`, which is no combinator for programs.
fn next_of(value: &Expr) -> Option<Ident> {
    let Expr::Call(call) = value else {
        return None;
    };
    match (&*call.func, call.args.first()) {
        (Expr::Path(function), Some(Expr::Path(array))) if function.path.is_ident("next") => {
            array.path.get_ident().cloned()
        }
        _ => None,
    }
}

/// Gives those names that an abbreviation binds in its closures another meaning that the user's
/// arguments use as well.
fn rename(closure: &ExprClosure, apply: &Apply<'_>, meanings: &mut Meanings) {
    let mut used = OrderedSet::new();
    for arg in &apply.args {
        walk::identifiers(arg.to_token_stream(), &mut used);
    }
    walk::expr(&closure.body, &mut |node| {
        if let Node::Binding(binding) = node {
            let name = binding.ident.to_string();
            let others = (2..).map(|number| format!("{name}_{number}"));
            let other = others.into_iter().find(|other| !used.contains(other));
            if let Some(other) = other.filter(|_| used.contains(&name)) {
                let other = Ident::new(&other, binding.ident.span());
                meanings.insert(name, Meaning::name(&other));
            }
        }
        true
    });
}

/// An expression of an abbreviation with the user's arguments in it.
fn expression(expr: &Expr, meanings: &Meanings, span: Span) -> Expr {
    syn::parse2(substituted(expr.to_token_stream(), meanings, span))
        .expect("an abbreviation is an expression")
}

/// Puts arguments in the places of parameters, and everything else at the user's place.
fn substituted(tokens: TokenStream, meanings: &Meanings, span: Span) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut result = TokenStream::new();
    while let Some(mut token) = tokens.next() {
        let inside = match &token {
            TokenTree::Group(group) => substituted(group.stream(), meanings, span),
            _ => TokenStream::new(),
        };
        let is_called = matches!(
            tokens.peek(),
            Some(TokenTree::Group(args)) if args.delimiter() == Delimiter::Parenthesis
        );
        let meaning = match &token {
            TokenTree::Ident(name) => meanings.get(&name.to_string()),
            _ => None,
        };
        // `let len = len(keys);`: what is called is the combinator.
        let meaning = meaning.filter(|it| !is_called || matches!(it, Meaning::Worker(_)));
        match (&mut token, meaning) {
            (_, Some(Meaning::Tokens(meaning))) => result.extend(meaning.clone()),
            (_, Some(Meaning::Worker(worker))) => {
                let Some(TokenTree::Group(args)) = tokens.next() else {
                    unreachable!("a worker is called");
                };
                result.extend(applied(worker, substituted(args.stream(), meanings, span)));
            }
            (TokenTree::Group(group), None) => {
                let mut group = Group::new(group.delimiter(), inside);
                group.set_span(span);
                result.extend([TokenTree::from(group)]);
            }
            (_, None) => {
                token.set_span(span);
                result.extend([token]);
            }
        }
    }
    result
}

/// A worker applied to arguments. A closure becomes a block in which its parameters are bound, so
/// that rustc knows their types when it comes to its body.
pub(super) fn applied(worker: &Expr, args: TokenStream) -> TokenStream {
    let closure = match bare(worker) {
        Expr::Closure(closure) if !returns(&closure.body) => closure,
        other @ Expr::Path(_) => return quote!(#other(#args)),
        other => return quote!((#other)(#args)),
    };
    let patterns = closure.inputs.iter().map(|input| match input {
        Pat::Type(typed) => (&*typed.pat, typed.ty.to_token_stream()),
        other => (other, quote!(_)),
    });
    let (patterns, types): (Punctuated<_, Token![,]>, Punctuated<_, Token![,]>) = patterns.unzip();
    let body = &closure.body;
    let ty = match closure
        .inputs
        .iter()
        .any(|input| matches!(input, Pat::Type(_)))
    {
        true => quote!(: (#types)),
        false => TokenStream::new(),
    };
    match &closure.output {
        syn::ReturnType::Default => quote!({ let (#patterns) #ty = (#args); #body }),
        syn::ReturnType::Type(_, of) => {
            quote!({ let value: #of = { let (#patterns) #ty = (#args); #body }; value })
        }
    }
}

/// Returns true if a body leaves its closure somewhere before its end.
pub(super) fn returns(body: &Expr) -> bool {
    let mut found = false;
    walk::expr(body, &mut |node| {
        found |= matches!(node, Node::Expr(Expr::Return(_) | Expr::Try(_)));
        !found
    });
    found
}

#[cfg(test)]
mod tests {
    use crate::syntax::{Source, parse};

    #[test]
    fn an_argument_may_call_what_an_abbreviation_binds() {
        for keys in [
            "generate(len(xs), |i| i / 3)",
            "0..len(xs)",
            "map(|i| i / 2, 0..xs.len())",
        ] {
            let text = format!(
                "fn f(xs: &[f64]) -> (Vec<usize>, Vec<f64>) {{
                    let (keys, sums) = fold_by({keys}, 0.0, |a, b| a + b, xs);
                    (keys, sums)
                }}"
            );
            let Ok(Source::Functions(functions, _)) = parse(text.parse().expect("it lexes")) else {
                panic!("no function: {text}");
            };
            let lowered = crate::lower::function(&functions[0]);
            assert!(lowered.is_ok(), "{keys}: {:?}", lowered.err());
        }
    }
}
