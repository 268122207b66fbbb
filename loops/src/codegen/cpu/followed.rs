//! The elements that a pass down the rows keeps, because others follow from them: those of the rows
//! above, and those to the left.
//!
//! Of tuples, each part that is read is kept by itself, and a part that nobody reads is not. So what
//! is kept are mostly numbers, which lie side by side in memory, and LLVM makes vectors of them.

use super::context::part_of;
use super::scan::Printed;
use crate::codegen::names::concat;
use crate::ordered::{ToList, flat};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The elements of a scan or a recurrence, or a part of these, where others are read to follow from
/// them.
pub(super) struct Followed<'s> {
    printed: Printed<'s>,
    /// The number of the part, if it is not the whole.
    pub(super) part: Option<usize>,
    /// The rows above and the columns to the left at which it is read.
    reads: Vec<(isize, isize)>,
}

impl<'s> Followed<'s> {
    /// The parts of the elements of a scan that are read, or the whole.
    pub(super) fn of(printed: Printed<'s>) -> Vec<Followed<'s>> {
        let mut all: Vec<Followed<'s>> = Vec::new();
        for (rows, columns, part) in printed.scan.rows_and_columns() {
            match all.iter_mut().find(|known| known.part == part) {
                Some(known) => known.reads.push((rows, columns)),
                None => all.push(Followed {
                    printed,
                    part,
                    reads: vec![(rows, columns)],
                }),
            }
        }
        all
    }

    /// The number of rows above at which it is read.
    fn rows_above(&self) -> isize {
        let rows = self.reads.iter().map(|(rows, _)| *rows);
        rows.max().unwrap_or(0)
    }

    /// The most columns to the left at which it is read so many rows above.
    fn columns_before(&self, above: isize) -> isize {
        let reads = self.reads.iter();
        let columns = reads.filter_map(|(rows, columns)| (*rows == above).then_some(*columns));
        columns.max().unwrap_or(0)
    }

    /// A variable of it.
    fn named(&self, kind: &str) -> Ident {
        match self.part {
            Some(part) => self.printed.named(&format!("part{part}_{kind}")),
            None => self.printed.named(kind),
        }
    }

    /// The variable of the element of a column so many rows above.
    fn read_above(&self, rows: isize) -> Ident {
        self.named(&format!("read{rows}_"))
    }

    /// The variable of the element so many rows above and columns to the left.
    fn read_before(&self, rows: isize, columns: isize) -> Ident {
        self.named(&format!("read{rows}_{columns}_"))
    }

    /// The start, in the variable of the whole one.
    pub(super) fn start(&self) -> TokenStream {
        part_of(&self.printed.named("seed"), self.part)
    }

    /// The next element.
    fn next(&self) -> TokenStream {
        part_of(&self.printed.named("next"), self.part)
    }

    /// The starts of a column.
    pub(super) fn seeds(&self) -> Vec<TokenStream> {
        let seed = match self.part {
            Some(_) => self.start(),
            None => self.printed.seed(),
        };
        let rows = 0..self.rows_above();
        rows.map(|_| seed.clone()).list()
    }

    /// The variables of the elements of a column in the rows above.
    pub(super) fn above(&self) -> Vec<Ident> {
        let rows = 1..=self.rows_above();
        rows.map(|rows| self.read_above(rows)).list()
    }

    /// The elements that the next row sees.
    pub(super) fn next_above(&self) -> Vec<TokenStream> {
        let rows = 0..self.rows_above();
        let above = rows.map(|rows| match rows {
            0 => self.next(),
            rows => part_of(&self.read_above(rows), None),
        });
        above.list()
    }

    /// The variables of the elements to the left, in the row at hand and in those above.
    pub(super) fn before(&self) -> Vec<Ident> {
        let rows = 0..=self.rows_above();
        flat(rows.map(|rows| {
            let columns = 1..=self.columns_before(rows);
            columns
                .map(|columns| self.read_before(rows, columns))
                .list()
        }))
    }

    /// The statements that go on to the next column.
    pub(super) fn go_right(&self) -> TokenStream {
        let mut moves = TokenStream::new();
        for rows in 0..=self.rows_above() {
            for columns in (1..=self.columns_before(rows)).rev() {
                let name = self.read_before(rows, columns);
                let from = match (rows, columns) {
                    (0, 1) => self.next(),
                    (rows, columns) => self.read(rows, columns - 1),
                };
                moves.extend(quote!(*#name = #from;));
            }
        }
        moves
    }

    /// The element so many rows above and columns to the left.
    pub(super) fn read(&self, rows: isize, columns: isize) -> TokenStream {
        match columns {
            0 => part_of(&self.read_above(rows), None),
            columns => {
                let name = self.read_before(rows, columns);
                quote!(*#name)
            }
        }
    }

    /// Says of which type the elements of the rows above are.
    pub(super) fn typed(&self) -> TokenStream {
        let recurrence = match self.part {
            Some(_) => {
                let (rt, start) = (&self.printed.cpu.rt, self.start());
                quote!(#rt::Recurrence::of(&#start))
            }
            None => part_of(&self.printed.named("recurrence"), None),
        };
        let above = self.above().into_iter();
        concat(above.map(|above| quote!(#recurrence.has(&#above);)))
    }
}
