//! Statements: bindings, and the result in the last line.

use super::{Id, KEYWORDS, Parser, Result};
use crate::formula::message::{FormulaError, Span};
use crate::formula::token::Token;

impl Parser<'_> {
    pub(super) fn statements(&mut self) -> Result<()> {
        let mut last: Option<(Id, bool, Span)> = None;
        while self.at < self.tokens.len() {
            if self.peek() == Some(Token::End) {
                self.at += 1;
                continue;
            }
            if last.is_some() {
                self.begins()?;
            }
            if let Some((_, false, span)) = last {
                let error = self.error(span, "nothing uses the value of this line");
                return Err(error.help("only the last line is a result; `name = …` keeps a value"));
            }
            last = Some(self.statement()?);
            match self.peek() {
                None | Some(Token::End) => {}
                Some(_) => return Err(self.no_operator()),
            }
        }
        match last {
            Some((result, is_binding, _)) => {
                self.out.result = result;
                self.out.ends_bound = is_binding;
                Ok(())
            }
            None => {
                let error = self.error(self.span(), "the formula is empty");
                Err(error.help("write an expression, such as `2 * x + 1`"))
            }
        }
    }

    /// The mistake that something stands behind a complete expression.
    fn no_operator(&self) -> FormulaError {
        let span = self.span();
        let found = self.word(span);
        let error = match self.peek() {
            Some(Token::Sign(")" | "]" | "}")) => {
                return self.error(span, format!("`{found}` closes nothing"));
            }
            Some(Token::Sign("=")) => return self.no_binding(),
            Some(Token::Sign("..")) => {
                let error = self.error(span, "a section stands in brackets behind an array");
                return error.help("write `x[1..-1]`");
            }
            _ => self.error(span, format!("expected an operator, but {}", self.shown())),
        };
        if let Some(help) = self.expected() {
            return error.help(help);
        }
        match self.peek() {
            Some(Token::Name | Token::Integer(_) | Token::Float(_)) => {
                error.help("a product is `a * b`; statements end with the line or with `;`")
            }
            Some(Token::Sign(",")) => error.help("a formula has one result"),
            _ => error,
        }
    }

    /// A binding or an expression: its value, and true for a binding.
    fn statement(&mut self) -> Result<(Id, bool, Span)> {
        let start = self.span();
        let is_let = self.takes_word("let");
        let name = self.span();
        let is_binding =
            self.peek() == Some(Token::Name) && self.peek_at(1) == Some(Token::Sign("="));
        if !is_binding {
            if is_let {
                let error = self.error(
                    name,
                    format!("expected a name and `=`, but {}", self.shown()),
                );
                return Err(error.help("write `let name = …`, or `name = …`"));
            }
            let value = self.expression()?;
            return Ok((value, false, start.to(self.span_of(value))));
        }
        let word = self.word(name);
        if KEYWORDS.contains(&word) {
            return Err(self.error(
                name,
                format!("`{word}` is a word of the language, and no name"),
            ));
        }
        self.at += 2;
        let value = self.expression()?;
        self.out.bindings.push((word.to_owned(), value));
        Ok((value, true, start.to(self.span_of(value))))
    }
}
