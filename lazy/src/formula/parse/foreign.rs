//! Operators, calls and modules of other languages: mistakes that say what to write.

use super::{Expr, Id, Parser, Result};
use crate::formula::message::FormulaError;
use crate::formula::names;
use crate::formula::token::Token;

impl Parser<'_> {
    /// Checks that a sign behind a value is no operator of another language.
    pub(super) fn known_operator(&self, sign: &str, left: Id) -> Result<()> {
        let written = |id: Option<&str>, other: &str| id.unwrap_or(other).to_owned();
        let a = written(self.short(left), "a");
        let b = written(self.next_value(), "b");
        let help = match sign {
            "**" => format!("a power is `powf({a}, {b})`"),
            "<>" | "!==" => format!("write `{a} != {b}`"),
            "=>" => format!("write `{a} >= {b}`"),
            "=<" => format!("write `{a} <= {b}`"),
            "===" => format!("write `{a} == {b}`"),
            "<<" => format!("a product moves bits to the left: `{a} * {}`", power(&b)),
            ">>" => format!("a quotient moves bits to the right: `{a} / {}`", power(&b)),
            "|>" => format!("write `{b}({a})`, or `{a}.{b}()`"),
            "+=" | "-=" | "*=" | "/=" => format!("write `{a} = {a} {} {b}`", &sign[..1]),
            _ => return Ok(()),
        };
        let error = self.error(self.span(), format!("there is no operator `{sign}`"));
        Err(error.help(help))
    }

    /// The text of a value, if it is short enough for a help.
    fn short(&self, id: Id) -> Option<&str> {
        let text = self.word(self.span_of(id));
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        (text.len() <= 24 && text.chars().all(is_plain)).then_some(text)
    }

    /// The name or the number behind the next token.
    fn next_value(&self) -> Option<&str> {
        let placed = self.tokens.get(self.at + 1)?;
        let word = self.word(placed.span);
        let is_value = matches!(
            placed.token,
            Token::Name | Token::Integer(_) | Token::Float(_)
        );
        (is_value && word.len() <= 24).then_some(word)
    }

    /// The help for a call of a function with another number of arguments: a value before the point
    /// is the first one.
    pub(super) fn argued(&self, receiver: Id, word: &str, args: &[Id]) -> Option<String> {
        let Expr::Input(module) = &self.out.exprs[receiver].0 else {
            return None;
        };
        let rest: Vec<&str> = args[1..]
            .iter()
            .map(|id| self.word(self.span_of(*id)))
            .collect();
        let rest = rest.join(", ");
        if rest.is_empty() || rest.contains('\n') || rest.chars().count() > 24 {
            return None;
        }
        Some(format!(
            "`{module}` before `.` is the first argument: write `{word}({rest})`"
        ))
    }

    /// The mistake that a value has no part of a name.
    pub(super) fn no_part(&self, name: super::Span) -> FormulaError {
        let word = self.word(name);
        let error = self.error(name, format!("a value has no part `{word}`"));
        error.help(match names::constant(word) {
            Some(_) => format!("the constant is called `{word}`"),
            None => format!("a function is called with brackets: `.{word}()`"),
        })
    }
}

/// The power of two by which a move by so many bits multiplies.
fn power(bits: &str) -> String {
    let power = bits.parse().ok().and_then(|bits| 1_u64.checked_shl(bits));
    power.map_or("4".to_owned(), |power| power.to_string())
}
