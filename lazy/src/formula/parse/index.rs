//! The brackets behind an array: sections, positions, indices and masks.

use super::{Expr, Id, Parser, Result};
use crate::formula::message::{FormulaError, Span};
use crate::formula::token::Token;
use crate::section::Section;
use crate::sections::Axis;

impl Parser<'_> {
    /// The brackets behind an array.
    pub(super) fn index(&mut self, array: Id, opened: Span) -> Result<Id> {
        if let Some(first) = self.axis()? {
            let (axes, end) = self.axes(first, opened)?;
            let whole = self.span_of(array).to(end);
            let expr = match axes[..] {
                [Axis::Index(position)] => Expr::Element(array, position),
                _ => Expr::Section(array, axes.into()),
            };
            return Ok(self.push(expr, whole));
        }
        let index = self.expression()?;
        let span = self.span();
        if self.takes("..") || self.takes("..=") {
            return Err(self.no_bound(span));
        }
        if self.peek() == Some(Token::Sign(",")) {
            return Err(self.no_axis(self.span_of(index)));
        }
        let end = self.close("]", opened)?;
        let whole = self.span_of(array).to(end);
        Ok(self.push(Expr::Index(array, index), whole))
    }

    /// The mistake that a bound of a section is no integer.
    fn no_bound(&self, span: Span) -> FormulaError {
        let error = self.error(
            span,
            "the bounds of a section are integers that stand in the formula",
        );
        error.help("write `x[1..-1]`: positions below zero count from the end; with a number `n`, `x[positions(x) < n]`")
    }

    /// The mistake that something else stands for one of several axes.
    fn no_axis(&self, span: Span) -> FormulaError {
        let message = "one of several axes is named by a section, a position or `new`";
        let error = self.error(span, message);
        error.help("write `x[1..-1, 0]`; a mask or an array of indices stands alone: `x[x > 0]`")
    }

    /// The axes that are named behind the first one, up to the closing bracket.
    pub(super) fn axes(&mut self, first: Axis, opened: Span) -> Result<(Vec<Axis>, Span)> {
        let mut axes = vec![first];
        while self.takes(",") && self.peek() != Some(Token::Sign("]")) {
            let span = self.span();
            match self.axis()? {
                Some(axis) => axes.push(axis),
                None if self.peek().is_none() => {
                    let message = format!("expected a section, but {}", self.shown());
                    return Err(self.error(span, message));
                }
                None => {
                    let span = match self.expression() {
                        Ok(value) => self.span_of(value),
                        Err(_) => span,
                    };
                    return Err(self.no_axis(span));
                }
            }
        }
        Ok((axes, self.close("]", opened)?))
    }

    /// A section, a position or a new axis, if there is one.
    pub(super) fn axis(&mut self) -> Result<Option<Axis>> {
        if let Some(section) = self.section()? {
            return Ok(Some(Axis::Section(section)));
        }
        let before = self.at;
        let axis = match self.takes_word("new") {
            true => Some(Axis::New),
            false => self.signed()?.map(Axis::Index),
        };
        let ends = matches!(self.peek(), None | Some(Token::Sign("," | "]")));
        if axis.is_none() || !ends {
            self.at = before;
            return Ok(None);
        }
        Ok(axis)
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
        let ends = [",", ";", "]", ")"].map(|sign| Some(Token::Sign(sign)));
        if self.peek().is_some()
            && !ends.contains(&self.peek())
            && self.peek() != Some(Token::Sign(".."))
        {
            return Err(self.no_bound(sign));
        }
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
    pub(super) fn signed(&mut self) -> Result<Option<i64>> {
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
