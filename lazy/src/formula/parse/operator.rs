//! Operators: infix ones by their precedence, casts, prefixes, and brackets behind a value.

use super::{Expr, Id, Parser, Result};
use crate::formula::foreign;
use crate::formula::message::similar;
use crate::formula::names;
use crate::formula::token::Token;
use crate::operation::{Binary, Compare, Unary};

/// The precedence of comparisons.
const COMPARISON: usize = 3;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Result<Id> {
        self.binary(0)
    }

    /// Operators of at least a precedence.
    fn binary(&mut self, least: usize) -> Result<Id> {
        let mut left = self.cast()?;
        let mut compared = false;
        while let Some(Token::Sign(sign)) = self.peek() {
            self.known_operator(sign, left)?;
            let Some(precedence) = precedence(sign).filter(|own| *own >= least) else {
                return Ok(left);
            };
            let span = self.span();
            if precedence == COMPARISON && compared {
                let error = self.error(span, "comparisons do not follow each other");
                return Err(error.help(self.chained(left)));
            }
            compared = precedence == COMPARISON;
            self.at += 1;
            let right = self.binary(precedence + 1)?;
            let whole = self.span_of(left).to(self.span_of(right));
            let expr = match sign {
                "<" => Expr::Compare(Compare::Less, left, right),
                "<=" => Expr::Compare(Compare::LessOrEqual, left, right),
                ">" => Expr::Compare(Compare::Less, right, left),
                ">=" => Expr::Compare(Compare::LessOrEqual, right, left),
                "==" => Expr::Compare(Compare::Equal, left, right),
                "!=" => Expr::Compare(Compare::NotEqual, left, right),
                "&&" | "||" => Expr::Logical(operation(sign), left, right),
                sign => Expr::Binary(operation(sign), left, right),
            };
            left = self.push_at(span.start, expr, whole);
        }
        Ok(left)
    }

    fn cast(&mut self) -> Result<Id> {
        let mut value = self.prefix()?;
        while self.takes_word("as") {
            let span = self.span();
            if self.peek() != Some(Token::Name) {
                let error = self.error(
                    span,
                    format!("expected a type behind `as`, but {}", self.shown()),
                );
                return Err(error.help("types are `f64`, `i32`, `bool` and so on"));
            }
            let word = self.word(span);
            let Some(ty) = names::element_type(word) else {
                let like = foreign::ty(word).or_else(|| similar(word, names::types()));
                let like = like.map(|like| format!("did you mean `{like}`?"));
                let error = self.error(span, format!("there is no type `{word}`"));
                let all = names::types().collect::<Vec<_>>().join(", ");
                return Err(error.maybe(like.or(Some(format!("types are {all}")))));
            };
            self.at += 1;
            let whole = self.span_of(value).to(span);
            value = self.push(Expr::Cast(value, ty), whole);
        }
        Ok(value)
    }

    fn prefix(&mut self) -> Result<Id> {
        let span = self.span();
        let unary = match self.peek() {
            Some(Token::Sign("-")) => Unary::Neg,
            Some(Token::Sign("!")) => Unary::Not,
            Some(Token::Sign("+")) => {
                let error = self.error(span, "there is no prefix `+`");
                return Err(error.help(match self.at == 0 && self.out.behind > 0 {
                    true => "leave it out, or write it in one text with the line before",
                    false => "leave it out",
                }));
            }
            _ => return self.postfix(),
        };
        self.at += 1;
        let value = self.nested(Self::prefix)?;
        let whole = span.to(self.span_of(value));
        Ok(self.push(Expr::Unary(unary, value), whole))
    }

    fn postfix(&mut self) -> Result<Id> {
        let mut value = self.primary()?;
        loop {
            let span = self.span();
            if self.takes("[") {
                value = self.nested(|parser| parser.index(value, span))?;
            } else if self.takes(".") {
                let name = self.span();
                if self.peek() != Some(Token::Name) {
                    let shown = self.shown();
                    return Err(
                        self.error(name, format!("expected a function behind `.`, but {shown}"))
                    );
                }
                self.at += 1;
                let opened = self.span();
                if !self.takes("(") {
                    return Err(self.no_part(name, value));
                }
                value = self.nested(|parser| parser.call(name, Some(value), opened))?;
            } else {
                return Ok(value);
            }
        }
    }
}

/// The precedence of an operator.
fn precedence(sign: &str) -> Option<usize> {
    Some(match sign {
        "||" => 1,
        "&&" => 2,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => COMPARISON,
        "|" => 4,
        "^" => 5,
        "&" => 6,
        "+" | "-" => 7,
        "*" | "/" | "%" => 8,
        _ => return None,
    })
}

fn operation(sign: &str) -> Binary {
    match sign {
        "+" => Binary::Add,
        "-" => Binary::Sub,
        "*" => Binary::Mul,
        "/" => Binary::Div,
        "%" => Binary::Rem,
        "&" | "&&" => Binary::And,
        "^" => Binary::Xor,
        _ => Binary::Or,
    }
}
