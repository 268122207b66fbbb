//! `einsum("ij,jk->ik", a, b)`: an abbreviation of `generate(|i, k| sum(|j| a[[i, j]] * b[[j, k]]))`.
//!
//! It is written out in the tokens of a program, so that everything behind the parser knows nothing of it.
//! Its letters are the names of the indices; one that an operand uses as well gets a number.

use crate::diagnostic::{Diagnostic, Diagnostics, catalog};
use crate::ordered::{OrderedSet, ToList};
use crate::walk;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::LitStr;

const NAME: &str = "einsum";

/// The subscripts of a string: a list of letters for each operand, and that of the result.
struct Subscripts {
    operands: Vec<Vec<char>>,
    output: Vec<char>,
}

/// Writes out each `einsum` in some tokens, at any depth. One that is wrong is reported, and left as it
/// is.
pub fn written_out(tokens: TokenStream, found: &mut Diagnostics) -> TokenStream {
    if !has_name(&tokens) {
        return tokens;
    }
    let mut out: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let call = match (&token, tokens.peek()) {
            (TokenTree::Ident(name), Some(next)) => call(out.last(), name, next),
            _ => None,
        };
        if let Some((text, operands)) = call {
            let operands = operands.into_iter();
            let operands: Vec<TokenStream> =
                operands.map(|operand| written_out(operand, found)).list();
            match expression(token.span(), &text, &operands) {
                Ok(expression) => {
                    tokens.next();
                    out.extend(expression);
                }
                Err(mistake) => {
                    found.push(mistake);
                    out.push(token);
                    out.extend(tokens.next());
                }
            }
            continue;
        }
        match token {
            TokenTree::Group(group) if has_name(&group.stream()) => {
                let inside = written_out(group.stream(), found);
                let mut changed = Group::new(group.delimiter(), inside);
                changed.set_span(group.span());
                out.push(changed.into());
            }
            token => out.push(token),
        }
    }
    out.into_iter().collect()
}

/// Returns true if one `einsum` was not written out.
pub(super) fn is_left(tokens: &TokenStream) -> bool {
    if !has_name(tokens) {
        return false;
    }
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().list();
    tokens.iter().enumerate().any(|(at, token)| {
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        match (token, tokens.get(at + 1)) {
            (TokenTree::Ident(name), Some(next)) => call(before, name, next).is_some(),
            (TokenTree::Group(group), _) => is_left(&group.stream()),
            _ => false,
        }
    })
}

fn has_name(tokens: &TokenStream) -> bool {
    let mut found = false;
    walk::each_identifier(tokens.clone(), &mut |name| found |= name == NAME);
    found
}

/// The string and the operands of a call; `None` if it is one of something else: a method, a function
/// at a path, or a function without a string.
fn call(
    before: Option<&TokenTree>,
    name: &Ident,
    next: &TokenTree,
) -> Option<(LitStr, Vec<TokenStream>)> {
    let is_of_other =
        matches!(before, Some(TokenTree::Punct(mark)) if ['.', ':'].contains(&mark.as_char()));
    let TokenTree::Group(group) = next else {
        return None;
    };
    if name != NAME || is_of_other || group.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let mut arguments = arguments(group.stream()).into_iter();
    let text = syn::parse2(bare(arguments.next()?)).ok()?;
    Some((text, arguments.list()))
}

/// The arguments between commas; one may stand behind the last.
fn arguments(tokens: TokenStream) -> Vec<TokenStream> {
    let mut arguments = vec![TokenStream::new()];
    for token in tokens {
        match (&token, arguments.last_mut()) {
            (TokenTree::Punct(comma), _) if comma.as_char() == ',' => {
                arguments.push(TokenStream::new());
            }
            (_, Some(last)) => last.extend([token]),
            (_, None) => {}
        }
    }
    arguments.pop_if(|last| last.is_empty());
    arguments
}

/// Tokens without the invisible groups of `macro_rules!` around all of them.
fn bare(tokens: TokenStream) -> TokenStream {
    let mut inside = tokens.clone().into_iter();
    match (inside.next(), inside.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
            bare(group.stream())
        }
        _ => tokens,
    }
}

/// The expression that an `einsum` stands for.
fn expression(
    place: Span,
    text: &LitStr,
    operands: &[TokenStream],
) -> Result<TokenStream, Diagnostic> {
    let span = text.span();
    let subscripts = Subscripts::of(text)?;
    if subscripts.operands.len() != operands.len() {
        let (wanted, given) = (subscripts.operands.len(), operands.len());
        return Err(catalog::einsum_operands(span, &text.value(), wanted, given));
    }
    let mut used = OrderedSet::new();
    for operand in operands {
        walk::identifiers(operand.clone(), &mut used);
    }
    let index = |letter: &char| {
        let numbered = (2..).map(|number| format!("{letter}_{number}"));
        let mut names = std::iter::once(letter.to_string()).chain(numbered);
        let free = names.find(|name| !used.contains(name));
        Ident::new(&free.expect("names do not end"), span)
    };
    let mut factors = Vec::new();
    for (letters, operand) in subscripts.operands.iter().zip(operands) {
        factors.push(factor(letters, operand, index, span)?);
    }
    let summed: Vec<Ident> = subscripts.summed().iter().map(index).list();
    let output: Vec<Ident> = subscripts.output.iter().map(index).list();
    let (first, rest) = factors.split_first().expect("a string has an operand");
    let mut value = quote!(#first #(* #rest)*);
    if !summed.is_empty() {
        value = quote_spanned!(place=> sum(|#(#summed),*| #value));
    }
    if !output.is_empty() {
        value = quote_spanned!(place=> generate(|#(#output),*| #value));
    }
    Ok(match summed.is_empty() && output.is_empty() {
        true => quote!((#value)),
        false => value,
    })
}

/// An operand at its indices: an element of an array, or a number.
fn factor(
    letters: &[char],
    operand: &TokenStream,
    index: impl Fn(&char) -> Ident,
    span: Span,
) -> Result<TokenStream, Diagnostic> {
    let indices: Vec<Ident> = letters.iter().map(index).list();
    if indices.is_empty() {
        return Ok(quote!((#operand)));
    }
    let without_reference =
        |token: &TokenTree| !matches!(token, TokenTree::Punct(mark) if mark.as_char() == '&');
    let tokens = bare(operand.clone()).into_iter();
    let array: TokenStream = tokens.filter(without_reference).collect();
    let array: Ident = syn::parse2(bare(array))
        .map_err(|_| catalog::einsum_of_expression(syn::spanned::Spanned::span(operand)))?;
    // Mistakes in the subscripts are at the string.
    Ok(match &indices[..] {
        [index] => quote_spanned!(span=> #array[#index]),
        indices => quote_spanned!(span=> #array[[#(#indices),*]]),
    })
}

impl Subscripts {
    fn of(text: &LitStr) -> Result<Self, Diagnostic> {
        let (span, value) = (text.span(), text.value());
        if value.contains("...") {
            return Err(catalog::einsum_ellipsis(span, &value));
        }
        let (inputs, output) = match value.split_once("->") {
            Some((inputs, output)) => (inputs, Some(output)),
            None => (&*value, None),
        };
        let letters = |list: &str| -> Result<Vec<char>, Diagnostic> {
            let all = list.chars().filter(|letter| *letter != ' ');
            all.map(|letter| match letter {
                'a'..='z' => Ok(letter),
                other => Err(catalog::einsum_letter(span, &value, other)),
            })
            .collect()
        };
        let operands = inputs.split(',').map(letters);
        let operands: Vec<Vec<char>> = operands.collect::<Result<_, _>>()?;
        let count = |letter: &char| operands.iter().flatten().filter(|it| *it == letter).count();
        let output = match output {
            Some(output) => letters(output)?,
            None => ('a'..='z').filter(|letter| count(letter) == 1).list(),
        };
        for (position, letter) in output.iter().enumerate() {
            if count(letter) == 0 {
                let known = operands.concat();
                return Err(catalog::einsum_output(span, &value, *letter, &known));
            }
            if output[..position].contains(letter) {
                return Err(catalog::einsum_twice(span, &value, *letter));
            }
        }
        Ok(Subscripts { operands, output })
    }

    /// The letters that the result has not, in the order of the text.
    fn summed(&self) -> Vec<char> {
        let mut summed = Vec::new();
        for letter in self.operands.iter().flatten() {
            if !self.output.contains(letter) && !summed.contains(letter) {
                summed.push(*letter);
            }
        }
        summed
    }
}
