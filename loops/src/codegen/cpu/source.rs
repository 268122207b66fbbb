//! The sources of a pass: the elements of arrays in memory that its positions read.

use super::body::{BodyPrinter, index_of};
use super::context::Cpu;
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::{Extent, Line, Padding, Reach, Read, Region, Step};
use crate::ordered::{OrderedSet, ToList, sort_by_key};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl BodyPrinter<'_> {
    /// The source of a read of a slice.
    pub(super) fn source(&self, read: &Read, slice: &TokenStream) -> TokenStream {
        let rt = &self.cpu.rt;
        let ty = self.declared(&read.into);
        if self.cpu.is_spread {
            return match read.is_by_digits() {
                true => self.apart(read, &ty.unwrap_or_else(|| quote!(_))),
                false => slice.clone(),
            };
        }
        if let Some(lines) = read.lines() {
            return self.lines(read, &lines, slice, ty.unwrap_or_else(|| quote!(_)));
        }
        if let Some((start, factor)) = read.section() {
            let ty = ty.unwrap_or_else(|| quote!(_));
            return quote!(#rt::Section::<#ty, #factor>::of(#slice, #start));
        }
        if let Some((start, factor, padding)) = read.padded() {
            let ty = ty.unwrap_or_else(|| quote!(_));
            let start = proc_macro2::Literal::isize_suffixed(start);
            let outside = self.cpu.outside(padding);
            return quote!(#rt::Padded::<#ty, #factor>::of(#slice, #start, #outside));
        }
        let of = match (read.is_reversed(), read.is_next()) {
            (true, _) => quote!(Reversed),
            (_, true) => quote!(Next),
            _ => return slice.clone(),
        };
        match ty {
            Some(ty) => quote!(#rt::#of::<#ty>::of(#slice)),
            None => quote!(#rt::#of::of(#slice)),
        }
    }

    /// The source of a read by the digits of the loop's position, along axes downwards or from
    /// positions that are computed.
    fn lines(
        &self,
        read: &Read,
        lines: &[Line],
        slice: &TokenStream,
        ty: TokenStream,
    ) -> TokenStream {
        let rt = &self.cpu.rt;
        let (sizes, indices) = (self.sizes(), self.sub_loop.nested.axes.len());
        let axes = self.axes_of(read, slice);
        let by = self.distance_of_lines(lines);
        let map = lines.iter().map(|(digit, start, factor, way)| {
            let (digit, way) = (digit.unwrap_or(indices), self.cpu.way(*start, *way));
            quote!((#digit, #factor, #way))
        });
        quote!(#rt::Lines::<#ty, #by, #indices>::of(#slice, #sizes, [#axes], [#(#map),*]))
    }

    /// The distance of neighbours of a row of positions, in an array that is read by digits: the index
    /// and the distance of two elements, along each axis.
    pub(super) fn distance(&self, steps: &[(Option<usize>, usize)]) -> usize {
        distance(steps, self.sub_loop.nested.axes.len())
    }

    /// Returns the distance of such neighbours in an array that is not padded.
    pub(super) fn distance_of_cells(&self, digits: &[(Option<usize>, usize, usize)]) -> usize {
        let steps = digits.iter().map(|(digit, _, factor)| (*digit, *factor));
        self.distance(&steps.list())
    }

    /// The distance of such neighbours in an array that is read along lines.
    pub(super) fn distance_of_lines(&self, lines: &[Line]) -> isize {
        let steps = lines.iter().map(|(digit, _, factor, _)| (*digit, *factor));
        let down = lines.last().is_some_and(|(.., way)| way.is_down());
        let by = self.distance(&steps.list());
        match (by, down) {
            (1, true) => -1isize,
            (by, _) => by.cast_signed(),
        }
    }

    /// The distance of such neighbours in a padded array.
    pub(super) fn distance_of_padded(&self, digits: &[Reach]) -> usize {
        let steps = digits.iter().map(|(digit, _, factor)| (*digit, *factor));
        self.distance(&steps.list())
    }

    /// The sizes of the axes of an array that is read by digits.
    pub(super) fn axes_of(&self, read: &Read, slice: &TokenStream) -> TokenStream {
        if read.map.len() == 1 {
            return quote!(#slice.len());
        }
        let axes = self.cpu.nest.arrays[read.array].axes.iter();
        let axes = axes.map(|axis| self.size(axis));
        quote!(#(#axes),*)
    }

    /// The numbers of positions of the loop's indices.
    pub(super) fn sizes(&self) -> TokenStream {
        if self.cpu.is_spread {
            return inner("sizes").to_token_stream();
        }
        let sizes = self.sub_loop.nested.axes.iter();
        let sizes = sizes.map(|size| self.size(size));
        quote!([#(#sizes),*])
    }

    /// The number of positions of an axis. A body can't end the program where a product is too
    /// large, and need not: the length of the loop was computed before it.
    fn size(&self, extent: &Extent) -> TokenStream {
        let rt = &self.cpu.rt;
        match extent {
            Extent::Product(axes) => {
                let axes = axes.iter().map(|axis| self.size(axis));
                let product = axes.reduce(|left, right| quote!(#left * #right));
                quote!((#product))
            }
            Extent::Section { of, less, by } => {
                let of = self.size(of);
                quote!(#rt::section(#of, #less, #by))
            }
            Extent::Array(array) if self.cpu.is_callers(*array) => {
                let len = self.cpu.names.len(*array);
                quote!(#len)
            }
            other => self.cpu.extent(other),
        }
    }

    /// The sources of the indices that a region generates elements from, but for idle ones, and their
    /// names.
    pub(super) fn digits(
        &self,
        region: &Region,
        idle: &OrderedSet<usize>,
    ) -> Vec<(TokenStream, Ident)> {
        let (rt, sizes) = (&self.cpu.rt, self.sizes());
        let mut digits: Vec<usize> = region.steps().filter_map(Step::digit).list();
        sort_by_key(&mut digits, |digit| *digit);
        digits.dedup();
        digits.retain(|digit| !idle.contains(digit));
        let digits = digits.into_iter().map(|digit| {
            let source = match self.cpu.is_spread {
                true => {
                    let positions = inner("positions");
                    quote!(#rt::Digit::part(#sizes, #digit, #positions))
                }
                false => quote!(#rt::Digit::of(#sizes, #digit)),
            };
            (source, index_of(digit))
        });
        digits.list()
    }
}

impl Cpu<'_> {
    /// The elements outside of a padded array.
    pub(super) fn outside(&self, padding: Padding) -> TokenStream {
        let rt = &self.rt;
        match (padding.value(), padding) {
            (Some(scalar), _) => {
                let value = &self.nest.scalars[scalar].name;
                quote!(#rt::Outside::Value(#value))
            }
            (None, Padding::Wrap) => quote!(#rt::Outside::Wrap),
            (None, Padding::Reflect) => quote!(#rt::Outside::Reflect),
            (None, Padding::Symmetric) => quote!(#rt::Outside::Symmetric),
            (None, Padding::Edge | Padding::Value(_)) => quote!(#rt::Outside::Edge),
        }
    }
}

/// The distance between neighbours of a row of positions that go along an array by these digits and
/// factors: 0 or 1, or 2 if it is known only when the program runs.
fn distance(steps: &[(Option<usize>, usize)], indices: usize) -> usize {
    let last = Some(indices - 1);
    let along = steps.iter().filter(|(digit, _)| *digit == last);
    match (along.count(), steps.last()) {
        (0, _) => 0,
        (1, Some((digit, 1))) if *digit == last => 1,
        _ => 2,
    }
}
