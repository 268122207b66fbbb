//! Statements of several lines: a line that ends with an operator or begins with one goes on.

use super::{Parser, Result};
use crate::formula::message::FormulaError;
use crate::formula::token::{Placed, Token};

/// The tokens without the ends of lines beyond which a statement goes on.
pub(super) fn joined(text: &str, tokens: Vec<Placed>) -> Vec<Placed> {
    let mut joined: Vec<Placed> = Vec::with_capacity(tokens.len());
    for placed in tokens {
        if is_line(text, &placed) && joined.last().is_some_and(|last| goes_on(text, last)) {
            continue;
        }
        if continues(text, &placed) {
            while joined.last().is_some_and(|last| is_line(text, last)) {
                joined.pop();
            }
        }
        joined.push(placed);
    }
    joined
}

/// Returns true for the end of a line that is not within brackets.
fn is_line(text: &str, placed: &Placed) -> bool {
    placed.token == Token::End && text[placed.span.start..].starts_with('\n')
}

/// Returns true for an operator that needs a value behind it.
fn goes_on(text: &str, last: &Placed) -> bool {
    match last.token {
        Token::Sign(sign) => matches!(sign, "-" | "!" | "=") || is_infix(sign),
        Token::Name => matches!(&text[last.span.start..last.span.end], "as" | "else"),
        _ => false,
    }
}

/// Returns true for an operator that needs a value before it.
fn continues(text: &str, first: &Placed) -> bool {
    match first.token {
        Token::Sign(sign) => is_infix(sign),
        Token::Name => matches!(&text[first.span.start..first.span.end], "as" | "else"),
        _ => false,
    }
}

/// Returns true for an operator that stands between two values, and nowhere else.
fn is_infix(sign: &str) -> bool {
    let brackets = ["(", ")", "[", "]", "{", "}"];
    let others = ["-", "!", "=", ",", ";", "..", "..="];
    !brackets.contains(&sign) && !others.contains(&sign)
}

impl Parser<'_> {
    /// Checks the beginning of a line behind another one: a `-` there may mean two things.
    pub(super) fn begins(&self) -> Result<()> {
        let before = self.tokens[..self.at].iter().rev();
        let mut ends = before.take_while(|placed| placed.token == Token::End);
        let is_line = ends.all(|end| is_line(self.text, end));
        if self.peek() != Some(Token::Sign("-")) || !is_line {
            return Ok(());
        }
        let message =
            "a line that begins with `-` may go on with the one before, or be one of its own";
        let error = self.error(self.span(), message);
        Err(error.help(
            "write `-` at the end of the line before to go on with it, or `;` there to begin anew",
        ))
    }

    /// The mistake that `=` stands where no name can be bound.
    pub(super) fn no_binding(&self) -> FormulaError {
        let error = self.error(self.span(), "only a name can be bound");
        if let [.., sign, name] = &self.tokens[..self.at]
            && name.token == Token::Name
            && self.text[sign.span.end..name.span.start].contains('\n')
        {
            let sign = self.word(sign.span);
            return error.help(format!(
                "the line before ends with `{sign}`, and goes on here"
            ));
        }
        error.help("`name = …` binds a name, and `==` compares")
    }
}
