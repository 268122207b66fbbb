//! Checks of indices in the loops that fill a tile, which say behind them whether one was outside.
//!
//! A check that records a failure where it happens is a branch with an effect, which nothing can be
//! moved over: each read then waits for the one before it.

use super::super::SiteKind;
use super::super::text::{Lines, PREFIX, Text};
use super::Printer;
use super::elements::inside;
use crate::scalar::Type;

/// An index that a loop checks.
#[derive(Clone, Debug)]
pub(super) struct Missed {
    /// The variable that says whether it was outside.
    flag: String,
    /// The variable with its value then.
    at: String,
    site: usize,
    len: String,
}

/// A loop whose body is being printed: its head, and the lines before it.
#[derive(Debug)]
pub(in crate::codegen::ocl) struct Looping {
    head: String,
    before: Lines,
}

impl Printer<'_, '_> {
    /// Begins a loop whose indices are checked without branches. No other one stands in it.
    pub(in crate::codegen::ocl) fn begin_loop(&mut self, head: &str) -> Looping {
        self.late = Some(Vec::new());
        let lines = Lines::at_depth(self.lines.depth() + 1);
        Looping {
            head: head.to_owned(),
            before: std::mem::replace(&mut self.lines, lines),
        }
    }

    /// Ends it.
    pub(in crate::codegen::ocl) fn end_loop(&mut self, looping: Looping) {
        let Looping { head, before } = looping;
        let lines = std::mem::replace(&mut self.lines, before);
        let missed = self.late.take().unwrap_or_default();
        for Missed { flag, at, .. } in &missed {
            self.lines
                .line(format!("bool {flag} = false; ulong {at} = 0;"));
        }
        self.lines.open(head);
        self.lines.append(&lines);
        self.lines.close("}");
        for Missed {
            flag,
            at,
            site,
            len,
        } in missed
        {
            self.lines
                .line(format!("if ({flag}) fail(record, {site}, {at}, {len});"));
        }
    }

    /// A value, where an index is below a length, in a loop that says later that one was not; `None`
    /// outside of such loops.
    pub(super) fn checked_late(
        &mut self,
        index: &Text,
        len: &str,
        binding: &str,
        ty: &Type,
        value: &Text,
    ) -> Option<Text> {
        self.late.as_ref()?;
        let site = self
            .module
            .site(binding, &[SiteKind::Index { signed: false }]);
        let [holds, flag, at] = ["holds", "missed", "missed_at"].map(|wish| self.fresh(wish));
        let zero = self.zero(ty);
        self.lines.line(format!(
            "const bool {holds} = {};",
            inside(index, len, false)
        ));
        let found = format!("{holds} ? {value} : {zero}");
        let found = self.declare(ty, "found", Some(&found));
        self.lines.line(format!(
            "{flag} |= !{holds}; {at} = {holds} ? {at} : (ulong){};",
            index.within(PREFIX)
        ));
        let missed = Missed {
            flag,
            at,
            site,
            len: len.to_owned(),
        };
        self.late.as_mut()?.push(missed);
        Some(Text::atom(found))
    }
}
