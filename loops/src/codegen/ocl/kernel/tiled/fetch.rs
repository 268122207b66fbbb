//! The elements that lanes fetch for a tile: into registers, and from there to local memory.

use super::super::super::body::KernelBody;
use super::super::super::c::Text;
use super::{Names, size_of};
use crate::scalar::Function;
use crate::schedule::device::lane_tile::{PADDING, TiledFold};

impl KernelBody<'_, '_, '_> {
    /// The index and the row or column of an element that a lane fetches.
    fn fetched(&mut self, at: &str, is_row: bool, is_along: bool) -> (String, String) {
        let size = size_of(is_row);
        let (index, own) = (self.printer.fresh("index"), self.printer.fresh("other"));
        let (index_at, own_at) = match is_along {
            true => (format!("{at} % INNER"), format!("{at} / INNER")),
            false => (format!("{at} / {size}"), format!("{at} % {size}")),
        };
        self.line(format!(
            "const uint {index} = {index_at}, {own} = {own_at};"
        ));
        (index, own)
    }

    /// A loop over the elements of a view that a lane fetches: the number and the place of each.
    fn each_fetched(&mut self, is_row: bool, inside: impl FnOnce(&mut Self, &str, &str)) {
        let size = size_of(is_row);
        let (number, at) = (self.printer.fresh("f"), self.printer.fresh("at"));
        let head = format!(
            "#pragma unroll\n\
             for (uint {number} = 0; {number} < INNER * {size} / GROUP; {number}++) {{"
        );
        let looping = self.printer.begin_loop(&head);
        self.line(format!("const uint {at} = lane + {number} * GROUP;"));
        inside(self, &number, &at);
        self.printer.end_loop(looping);
    }

    /// Fetches the elements of a view for some indices, the last of which again in place of more.
    pub(super) fn fetch_tile(
        &mut self,
        fold: &TiledFold<'_>,
        names: &Names,
        (load, is_row, is_along): &(Function, bool, bool),
        next: &str,
        (base, some): (&str, &str),
    ) {
        self.each_fetched(*is_row, |this, number, at| {
            let (index, own) = this.fetched(at, *is_row, *is_along);
            let inside =
                |first: &str, size: &str| format!("min({first} + {own}, {} - 1)", as_ulong(size));
            let (row, column) = match is_row {
                true => (inside(&names.row, &names.height), names.column.clone()),
                false => (names.row.clone(), inside(&names.column, &names.width)),
            };
            let mut args = this.coordinates(fold, names, &row, &column);
            args.push(Text::atom(format!("({base} + min({index}, {some} - 1))")));
            let value = this.printer.function(load, &args);
            this.line(format!("{next}[{number}] = {value};"));
        });
    }

    /// Copies the fetched elements of a view to local memory.
    pub(super) fn keep_tile(
        &mut self,
        (_, is_row, is_along): &(Function, bool, bool),
        next: &str,
        copy: &str,
    ) {
        let size = size_of(*is_row);
        self.each_fetched(*is_row, |this, number, at| {
            let (index, own) = this.fetched(at, *is_row, *is_along);
            this.line(format!(
                "{copy}[{index} * ({size} + {PADDING}) + {own}] = {next}[{number}];"
            ));
        });
    }
}

/// A size as a number of 64 bits.
fn as_ulong(size: &str) -> String {
    format!("(ulong){size}")
}
