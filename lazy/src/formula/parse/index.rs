//! The brackets behind an array: sections, positions, indices and masks.

use super::{Expr, Id, Parser, Result};
use crate::formula::message::Span;
use crate::formula::token::Token;
use crate::section::Section;

impl Parser<'_> {
    /// The brackets behind an array.
    pub(super) fn index(&mut self, array: Id, opened: Span) -> Result<Id> {
        if let Some(section) = self.section()? {
            let end = self.close("]", opened)?;
            let whole = self.span_of(array).to(end);
            return Ok(self.push(Expr::Section(array, section), whole));
        }
        let before = self.at;
        if let Some(position) = self.signed()?
            && self.takes("]")
        {
            let end = self.tokens[self.at - 1].span;
            let whole = self.span_of(array).to(end);
            return Ok(self.push(Expr::Element(array, position), whole));
        }
        self.at = before;
        let index = self.expression()?;
        let span = self.span();
        if self.takes("..") || self.takes("..=") {
            let error = self.error(
                span,
                "the bounds of a section are integers that stand in the formula",
            );
            return Err(error.help("write `x[1..-1]`; positions below zero count from the end"));
        }
        if self.takes(",") {
            let error = self.error(span, "arrays of formulas have one dimension");
            return Err(error.help("write one section, one mask or one array of indices"));
        }
        let end = self.close("]", opened)?;
        let whole = self.span_of(array).to(end);
        Ok(self.push(Expr::Index(array, index), whole))
    }

    /// A section, if there is one.
    pub(super) fn section(&mut self) -> Result<Option<Section>> {
        let before = self.at;
        let start = self.signed()?;
        let is_inclusive = match self.peek() {
            Some(Token::Sign("..")) => false,
            Some(Token::Sign("..=")) => true,
            _ => {
                self.at = before;
                return Ok(None);
            }
        };
        let sign = self.span();
        self.at += 1;
        let end = self.signed()?;
        let mut section = Section::from(..);
        section.start = start;
        section.end = match (end, is_inclusive) {
            (Some(end), true) => Section::from(..=end).end,
            (None, true) => {
                let error = self.error(sign, "`..=` needs an end");
                return Err(error.help("`x[2..]` goes on to the last element"));
            }
            (end, false) => end,
        };
        if self.takes(";") {
            let span = self.span();
            let Some(step) = self.signed()? else {
                let shown = self.shown();
                return Err(self.error(span, format!("expected a step behind `;`, but {shown}")));
            };
            if step == 0 {
                let error = self.error(span, "the step of a section is zero");
                return Err(error.help("`; 2` takes every second element, `; -1` goes backwards"));
            }
            section.step = step;
        }
        Ok(Some(section))
    }

    /// An integer with a sign, if there is one.
    fn signed(&mut self) -> Result<Option<i64>> {
        let span = self.span();
        let before = self.at;
        let is_negative = self.takes("-");
        let Some(Token::Integer(size)) = self.peek() else {
            self.at = before;
            return Ok(None);
        };
        let whole = span.to(self.span());
        self.at += 1;
        let size = i64::try_from(size);
        let size = size.map_err(|_| self.error(whole, "the position is too large"))?;
        Ok(Some(if is_negative { -size } else { size }))
    }
}
