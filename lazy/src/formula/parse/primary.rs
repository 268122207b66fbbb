//! Numbers, names, brackets, choices and calls.

use super::foreign::lengths;
use super::{Expr, Id, KEYWORDS, Parser, Result};
use crate::formula::foreign;
use crate::formula::message::Span;
use crate::formula::names::{self, Function};
use crate::formula::token::Token;
use crate::sections::Sections;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Result<Id> {
        let span = self.span();
        let suffix = self.tokens.get(self.at).and_then(|placed| placed.suffix);
        match self.peek() {
            Some(Token::Integer(number)) => {
                self.at += 1;
                Ok(self.push(Expr::Integer(number, suffix), span))
            }
            Some(Token::Float(number)) => {
                self.at += 1;
                Ok(self.push(Expr::Float(number, suffix), span))
            }
            Some(Token::Sign("(")) => {
                let start = self.at;
                self.at += 1;
                let value = self.nested(Self::expression)?;
                if self.peek() == Some(Token::Sign(",")) {
                    let error = self.error(self.span(), "there are no tuples in a formula");
                    let before = self.tokens.get(start.wrapping_sub(1));
                    let is_choice = before.is_some_and(|before| self.word(before.span) == "if");
                    return Err(error.help(match is_choice {
                        true => {
                            "write `if condition { a } else { b }`, or `select(condition, a, b)`"
                        }
                        false => "a function stands before its arguments: `max(x, y)`",
                    }));
                }
                self.close(")", span)?;
                Ok(value)
            }
            Some(Token::Name) => self.name(span),
            _ => {
                let error = self.error(span, format!("expected a value, but {}", self.shown()));
                Err(error.maybe(self.no_value().map(str::to_owned)))
            }
        }
    }

    fn name(&mut self, span: Span) -> Result<Id> {
        let word = self.word(span);
        self.at += 1;
        match word {
            "true" | "false" => return Ok(self.push(Expr::Truth(word == "true"), span)),
            "if" => return self.nested(|parser| parser.choice(span)),
            word if KEYWORDS.contains(&word) => {
                let error = self.error(span, format!("expected a value, but there is `{word}`"));
                return Err(match word {
                    "for" | "while" => error.help("operations on arrays are done on all elements"),
                    "let" => error.help("a binding is a line of its own"),
                    _ => error,
                });
            }
            _ => {}
        }
        let opened = self.span();
        if self.takes("(") {
            return self.nested(|parser| parser.call(span, None, opened));
        }
        if let Some((_, bound)) = self
            .out
            .bindings
            .iter()
            .rev()
            .find(|(name, _)| name == word)
        {
            let bound = Expr::Bound(*bound);
            return Ok(self.push(bound, span));
        }
        let is_known = self.out.inputs.iter().any(|input| input == word);
        if !is_known && names::constant(word).is_none() {
            self.out.inputs.push(word.to_owned());
        }
        Ok(self.push(Expr::Input(word.to_owned()), span))
    }

    /// `if condition { a } else { b }`, behind `if`.
    fn choice(&mut self, start: Span) -> Result<Id> {
        let condition = self.expression()?;
        if self.word(self.span()) == "then" {
            let error = self.error(self.span(), "expected `{`, but there is `then`");
            return Err(error.help(self.choice_of_words(condition)));
        }
        let a = self.braces("`if condition { a } else { b }`")?;
        if !self.takes_word("else") {
            let error = self.error(
                self.span(),
                format!("expected `else`, but {}", self.shown()),
            );
            let is_other =
                |word: &str| foreign::word(word).is_some_and(|help| help.contains("else if"));
            return Err(error.help(match is_other(self.word(self.span())) {
                true => "write `else if condition { … }`",
                false => "a choice has a value on either side: `if condition { a } else { b }`",
            }));
        }
        let next = self.span();
        let b = match self.takes_word("if") {
            true => self.nested(|parser| parser.choice(next))?,
            false => self.braces("`else { b }`")?,
        };
        let end = self.tokens[self.at - 1].span;
        Ok(self.push(
            Expr::Call(Function::Select, vec![condition, a, b]),
            start.to(end),
        ))
    }

    fn braces(&mut self, usage: &str) -> Result<Id> {
        let opened = self.span();
        if !self.takes("{") {
            let error = self.error(opened, format!("expected `{{`, but {}", self.shown()));
            return Err(error.help(format!("write {usage}")));
        }
        let value = self.nested(Self::expression)?;
        self.close("}", opened)?;
        Ok(value)
    }

    /// The arguments of a function, behind its bracket.
    pub(super) fn call(&mut self, name: Span, receiver: Option<Id>, opened: Span) -> Result<Id> {
        let word = self.word(name);
        let Some(function) = names::function(word) else {
            return Err(self.no_function(name, receiver));
        };
        let mut args: Vec<Id> = receiver.into_iter().collect();
        let mut section: Option<Sections> = None;
        let mut lengths: Option<Vec<Id>> = None;
        while !matches!(self.peek(), Some(Token::Sign(")")) | None) {
            if self.peek() == Some(Token::Name) && self.peek_at(1) == Some(Token::Sign("=")) {
                return Err(self.named(function, word, &args));
            }
            if function == Function::With && args.len() == 1 && section.is_none() {
                section = Some(self.replaced()?);
            } else if function == Function::Reshape && args.len() == 1 && lengths.is_none() {
                lengths = Some(self.lengths()?);
            } else {
                args.push(self.expression()?);
            }
            if !self.takes(",") {
                break;
            }
        }
        let end = self.close(")", opened)?;
        let whole = receiver
            .map_or(name, |receiver| self.span_of(receiver))
            .to(end);
        let listed = usize::from(section.is_some()) + usize::from(lengths.is_some());
        let given = args.len() + listed;
        let (arity, words) = function.arity();
        if !arity.contains(&given) {
            let message = format!("`{word}` takes {words}, and {given} are given");
            let message = message.replace("and 1 are", "and 1 is");
            let error = self.error(name, message);
            let argued = self.argued(function, word, receiver, &args);
            let usage = || format!("write `{}`", function.usage(word));
            return Err(error.help(argued.unwrap_or_else(usage)));
        }
        let expr = match (section, lengths) {
            (Some(section), _) => Expr::With(args[0], section, args[1]),
            (_, Some(lengths)) => Expr::Reshape(args[0], lengths),
            _ => Expr::Call(function, args),
        };
        Ok(self.push(expr, whole))
    }

    /// The section that `with` replaces: of one axis, or of several in brackets.
    fn replaced(&mut self) -> Result<Sections> {
        let opened = self.span();
        if let Some(section) = self.section()? {
            return Ok(section.into());
        }
        if self.takes("[")
            && let Some(first) = self.axis()?
        {
            return Ok(self.axes(first, opened)?.0.into());
        }
        let error = self.error(opened, "the second argument of `with` is a section");
        if let Some(position) = self.signed()? {
            return Err(error.help(format!(
                "one position stands in brackets: `with(x, [{position}], new)`"
            )));
        }
        Err(error.help("write `with(x, 1..-1, new)`, or `with(x, [1..-1, ..], new)`; where a mask is true, `select(mask, new, x)`"))
    }

    /// The lengths of axes, in brackets.
    fn lengths(&mut self) -> Result<Vec<Id>> {
        let opened = self.span();
        if !self.takes("[") {
            let error = self.error(
                opened,
                "the second argument of `reshape` is a list of lengths",
            );
            let rest = self.text[opened.start..].split(['\n', ';']).next();
            let rest =
                rest.and_then(|rest| lengths(rest.split_once(')').map_or(rest, |(rest, _)| rest)));
            let rest = rest.unwrap_or_else(|| "2, 3".to_owned());
            return Err(error.help(format!("write `reshape(x, [{rest}])`")));
        }
        let mut lengths = Vec::new();
        while self.peek() != Some(Token::Sign("]")) {
            lengths.push(self.nested(Self::expression)?);
            if !self.takes(",") {
                break;
            }
        }
        self.close("]", opened)?;
        Ok(lengths)
    }
}
