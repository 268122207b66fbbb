//! Sketches of statements and terms, in which every combinator is a call.

use super::tokens::{arguments, combinator, is, is_guard, method, returns, yields_array};
use crate::combinator::{Combinator, Parameter};
use crate::diagnostic::Diagnostics;
use crate::ordered::ToList;
use crate::syntax;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

/// For how many indices `generate` has a type.
const MOST_AXES: usize = 3;

/// For how many arrays `map` has a type.
const MOST_ARRAYS: usize = 8;

/// The options of a sketch.
pub(super) struct Sketch<'k> {
    /// The path of the crate `fusus`.
    pub(super) krate: &'k TokenStream,
}

impl Sketch<'_> {
    /// The names that a sketch needs in scope, whatever they mean where it stands: the combinators,
    /// and the methods that array types share.
    pub(super) fn names(&self) -> TokenStream {
        let krate = self.krate;
        quote! {
            #[allow(unused_imports)]
            use #krate::__rt::{
                SliceMut as _,
                sketch::{Methods as _, Returned as _, ReturnedScalar as _, combinators::*},
            };
        }
    }

    /// A function of the runtime's sketches that stands for no combinator's name.
    fn path(&self, function: &str, span: Span) -> TokenStream {
        let krate = self.krate;
        let function = Ident::new(function, span);
        quote!(#krate::__rt::sketch::#function)
    }

    /// The statements of a body, and the tokens behind the last of them.
    pub(super) fn statements(&self, tokens: TokenStream) -> (TokenStream, Vec<TokenTree>) {
        let mut out = TokenStream::new();
        let mut open: Vec<TokenTree> = Vec::new();
        // Its mistakes are reported by the parser.
        for token in syntax::without_einsum(tokens, &mut Diagnostics::new()) {
            // A guard ends with its block, and another statement may begin behind it.
            let is_else = matches!(&token, TokenTree::Ident(word) if word == "else");
            if open.last().is_some_and(returns) && is_guard(&open) && !is_else {
                out.extend(self.terms(std::mem::take(&mut open)));
            }
            let ends = is(&token, ';');
            open.push(token);
            if ends {
                out.extend(self.statement(std::mem::take(&mut open)));
            }
        }
        // A `let` that is still being typed is a statement all the same.
        if matches!(open.first(), Some(TokenTree::Ident(word)) if word == "let") {
            out.extend(self.statement(std::mem::take(&mut open)));
            out.extend(quote!(;));
        }
        (out, open)
    }

    fn statement(&self, mut tokens: Vec<TokenTree>) -> TokenStream {
        let equals = tokens.iter().position(|token| is(token, '='));
        let Some(equals) = equals.filter(|_| !is_guard(&tokens)) else {
            return self.terms(tokens);
        };
        let semicolon = tokens.pop_if(|last| is(last, ';'));
        let value = tokens.split_off((equals + 1).min(tokens.len()));
        let (yields_array, value) = (yields_array(&value), self.terms(value));
        match &tokens[..] {
            // `*ys = …`
            [star, TokenTree::Ident(name), _] if is(star, '*') => {
                let write = self.path("write", name.span());
                quote_spanned!(name.span()=> #write(&(#value), #name.__slice_mut()) #semicolon)
            }
            // `let ys: [T] = …`
            [.., colon, TokenTree::Group(item), equals]
                if is(colon, ':') && item.delimiter() == Delimiter::Bracket =>
            {
                let before = &tokens[..tokens.len() - 2];
                let slice = self.path("slice", item.span());
                quote!(#(#before)* &#item #equals #slice(#value) #semicolon)
            }
            // `let (a, b) = map(…)`
            [_, TokenTree::Group(pattern), _] if yields_array => {
                let parts = self.path("parts", pattern.span());
                quote!(#(#tokens)* #parts(#value) #semicolon)
            }
            _ => quote!(#(#tokens)* #value #semicolon),
        }
    }

    /// The value that the expression form returns: vectors for arrays.
    pub(super) fn returned(&self, result: Vec<TokenTree>) -> TokenStream {
        match &result[..] {
            [] => TokenStream::new(),
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
                let items = arguments(group.stream());
                if items.len() == 1 {
                    let item = self.returned(items.into_iter().next().unwrap_or_default());
                    return quote!((#item));
                }
                let items = items.into_iter().map(|item| self.returned(item));
                quote!((#(#items),*))
            }
            _ => {
                let value = self.terms(result);
                quote!((#value).__returned())
            }
        }
    }

    /// Tokens in which combinators, at any depth, are calls of the functions that
    /// have their types.
    pub(super) fn terms(&self, tokens: Vec<TokenTree>) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let is_method = out.last().is_some_and(|last| is(last, '.'));
            match (token, tokens.peek()) {
                (TokenTree::Ident(name), Some(TokenTree::Group(group)))
                    if !is_method && over_index(&name, group).is_some() =>
                {
                    let function = over_index(&name, group).expect("it is one");
                    out.extend(self.path(&function, name.span()));
                    out.push(self.inside(group).into());
                    tokens.next();
                }
                (TokenTree::Ident(name), Some(TokenTree::Group(group)))
                    if group.delimiter() == Delimiter::Parenthesis
                        && (combinator(&name).is_some()
                            || is_method && method(&name).is_some()) =>
                {
                    let mut group = group.clone();
                    tokens.next();
                    if is_method {
                        out.push(method_of(&name, &group).into());
                        group = self.inside(&group);
                    } else if let Some(combinator) = combinator(&name) {
                        let (function, arguments) = self.call(combinator, &name, group.stream());
                        out.extend(function);
                        let span = group.span();
                        group = Group::new(Delimiter::Parenthesis, arguments);
                        group.set_span(span);
                    }
                    out.push(group.into());
                }
                (TokenTree::Group(group), _) => out.push(self.inside(&group).into()),
                (token, _) => out.push(token),
            }
        }
        out.into_iter().collect()
    }

    fn inside(&self, group: &Group) -> Group {
        let mut mapped = Group::new(
            group.delimiter(),
            self.terms(group.stream().into_iter().collect()),
        );
        mapped.set_span(group.span());
        mapped
    }

    /// The function for a combinator, and its arguments: arrays by reference.
    fn call(
        &self,
        combinator: &'static Combinator,
        name: &Ident,
        tokens: TokenStream,
    ) -> (TokenStream, TokenStream) {
        let arguments = arguments(tokens);
        // Half-written, the fourth argument tells.
        let starts_with = |at, test: fn(&TokenTree) -> bool| {
            at == 0
                && arguments
                    .first()
                    .and_then(|first| first.first())
                    .is_some_and(test)
        };
        let combinator = combinator.form(
            arguments.len(),
            |at| at == 0 && is_closure(&arguments),
            |at| starts_with(at, is_list),
        );
        let has_space =
            combinator.name == "recurrence" && arguments.len() == 3 && is_closure(&arguments[2..]);
        let combinator = match has_space {
            true => Combinator::recurrence_grid(),
            false => combinator,
        };
        let function = match combinator.name {
            "fold" if arguments.len() > 3 => {
                let arrays = (arguments.len() - 3).min(MOST_ARRAYS);
                self.path(&format!("fold_with{arrays}"), name.span())
            }
            "recurrence" if arguments.len() > 3 => {
                let arrays = (arguments.len() - 2).min(MOST_ARRAYS);
                self.path(&format!("recurrence{arrays}"), name.span())
            }
            "recurrence" if arguments.len() == 2 && subscripts(&arguments[1]) => {
                let indices = (indices(&arguments[1]) - 1).clamp(1, MOST_AXES);
                self.path(&format!("recurrence_over{indices}"), name.span())
            }
            "recurrence" if has_space => {
                let indices = (indices(&arguments[2]) - 1).clamp(1, MOST_AXES);
                self.path(&format!("recurrence_grid{indices}"), name.span())
            }
            "around" if arguments.len() > 1 => self.path("around_within", name.span()),
            "map" if arguments.len() > 2 => {
                let arrays = (arguments.len() - 1).min(MOST_ARRAYS);
                self.path(&format!("map{arrays}"), name.span())
            }
            "generate" if combinator.infers_space() || combinator.has_sizes() => {
                let indices = arguments
                    .last()
                    .map_or(1, |worker| indices(worker))
                    .min(MOST_AXES);
                let form = if combinator.has_sizes() {
                    "grid"
                } else {
                    "over"
                };
                self.path(&format!("generate_{form}{indices}"), name.span())
            }
            _ => quote!(#name),
        };
        let arguments = arguments.into_iter().enumerate().map(|(at, argument)| {
            let is_array = matches!(combinator.parameter(at), Parameter::Array(_));
            let is_range = argument
                .windows(2)
                .any(|pair| is(&pair[0], '.') && is(&pair[1], '.'));
            let argument = self.terms(argument);
            match (is_array, is_range) {
                (false, _) => argument,
                (true, false) => quote!(&#argument),
                (true, true) => quote!(&(#argument)),
            }
        });
        (function, quote!(#(#arguments),*))
    }
}

/// The function of the sketches for a `sum` or a `fold` over an index, whose last argument is a
/// closure.
fn over_index(name: &Ident, group: &Group) -> Option<String> {
    if group.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let arguments = arguments(group.stream());
    let last = arguments.last()?;
    let is_over = match (&name.to_string()[..], arguments.len()) {
        ("sum", 1 | 2) | ("fold", 4) => true,
        // Else the closure is an operator, and the array is still to be written.
        ("fold", 3) => indices(last) == 1 || subscripts(last),
        _ => false,
    };
    if !is_over || !is_closure(std::slice::from_ref(last)) {
        return None;
    }
    let has_range = matches!(arguments.len(), 2 | 4);
    Some(match has_range {
        true => format!("{name}_range"),
        false => format!("{name}_over{}", indices(last).min(MOST_AXES)),
    })
}

/// Returns true if something in a closure is subscripted.
fn subscripts(worker: &[TokenTree]) -> bool {
    worker
        .windows(2)
        .any(|pair| matches!(&pair[0], TokenTree::Ident(_)) && is_list(&pair[1]))
        || worker.iter().any(|token| match token {
            TokenTree::Group(group) => subscripts(&group.stream().into_iter().list()),
            _ => false,
        })
}

/// Returns true if the first argument is a closure.
fn is_closure(arguments: &[Vec<TokenTree>]) -> bool {
    let Some([first, ..]) = arguments.first().map(Vec::as_slice) else {
        return false;
    };
    is(first, '|') || matches!(first, TokenTree::Ident(word) if word == "move")
}

/// The number of parameters of a closure.
fn indices(worker: &[TokenTree]) -> usize {
    let mut bars = worker.split(|token| is(token, '|'));
    let parameters = bars.nth(1).unwrap_or_default();
    1 + parameters.iter().filter(|token| is(token, ',')).count()
}

/// Returns true for `[…]`.
fn is_list(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}

/// The method of the sketches for one of ours: that of a `fold` with three arguments or more has
/// another type, and so has that of a `recurrence` over several arrays.
fn method_of(name: &Ident, group: &Group) -> Ident {
    match arguments(group.stream()).len() {
        given @ 3..=5 if name == "fold" => {
            Ident::new(&format!("fold_with{}", given - 2), name.span())
        }
        given @ 3..=4 if name == "recurrence" => {
            Ident::new(&format!("recurrence{}", given - 1), name.span())
        }
        _ => name.clone(),
    }
}
