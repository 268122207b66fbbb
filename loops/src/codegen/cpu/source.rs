//! The sources of a pass: the elements of arrays in memory that its positions read.

use super::body::{BodyPrinter, index_of};
use super::context::Cpu;
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::{Extent, Line, Padding, Read, Region, Step};
use crate::ordered::{OrderedSet, ToList, sort_by_key};
use crate::schedule::sources::{Along, Source, distance};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

impl BodyPrinter<'_> {
    /// The source of reads of an array that is in a slice here.
    pub(super) fn source(&self, source: &Source<'_>, slice: &TokenStream) -> TokenStream {
        let read = source.read();
        match (&source.along, self.cpu.is_spread) {
            (Some(along), _) => self.by_digits(source, along, slice),
            (None, true) if read.is_by_digits() => self.lines_apart(read),
            (None, true) => slice.clone(),
            (None, false) => self.along_axes(read, slice),
        }
    }

    /// The pattern of the elements of a source.
    pub(super) fn names_of(&self, source: &Source<'_>) -> TokenStream {
        let names = source.reads.iter().map(|read| self.names(&read.into));
        match source.along {
            Some(_) => quote!([#(#names),*]),
            None => quote!(#(#names)*),
        }
    }

    /// The source of reads by the digits of the loop's position.
    fn by_digits(&self, source: &Source<'_>, along: &Along, slice: &TokenStream) -> TokenStream {
        let (read, rt) = (source.read(), &self.cpu.rt);
        let (indices, rank) = (self.sub_loop.nested.axes.len(), along.steps.len());
        let mut types = source.reads.iter().map(|read| self.declared(&read.into));
        let ty = types.find_map(|ty| ty).unwrap_or_else(|| quote!(_));
        let (by, count) = (along.distance(indices), source.reads.len());
        let map = along.steps.iter().zip(&along.least);
        let map = map.map(|((digit, factor), start)| {
            let digit = digit.unwrap_or(indices);
            let start = match along.padding {
                Some(_) => Literal::isize_suffixed(*start),
                None => Literal::usize_suffixed(start.unsigned_abs()),
            };
            quote!((#digit, #start, #factor))
        });
        let offsets = along.offsets.iter();
        let offsets = offsets.map(|offsets| quote!([#(#offsets),*]));
        let (of, outside) = match along.padding {
            Some(padding) => {
                let outside = self.cpu.outside(padding);
                let of = quote!(PaddedCells::<#ty, #by, #indices, #rank, #count>);
                (of, Some(quote!(, #outside)))
            }
            None => {
                let axes = &self.cpu.nest.arrays[read.array].axes;
                let by = match along.known_distance(indices, axes) {
                    Some(by) => quote!(#by),
                    None => quote!({ usize::MAX }),
                };
                (quote!(Cells::<#ty, #by, #indices, #count>), None)
            }
        };
        let (method, elements, axes) = match self.cpu.is_spread {
            true => {
                let (pieces, axes) = (self.cpu.reached(read), self.cpu.axes_of_reached(read));
                (quote!(apart), quote!(#pieces), quote!(#axes))
            }
            false => {
                let axes = self.axes_of(read, slice);
                (quote!(of), slice.clone(), quote!([#axes]))
            }
        };
        let sizes = self.sizes();
        quote! {
            #rt::#of::#method(
                #elements, #sizes, #axes, [#(#map),*], [#(#offsets),*] #outside
            )
        }
    }

    /// The source of a read along axes of the array, of a slice.
    fn along_axes(&self, read: &Read, slice: &TokenStream) -> TokenStream {
        let rt = &self.cpu.rt;
        let ty = self.declared(&read.into);
        if let Some(lines) = read.lines() {
            return self.lines(read, &lines, slice, ty.unwrap_or_else(|| quote!(_)));
        }
        if let Some((start, factor)) = read.section() {
            let ty = ty.unwrap_or_else(|| quote!(_));
            return quote!(#rt::Section::<#ty, #factor>::of(#slice, #start));
        }
        if let Some((start, factor, padding)) = read.padded() {
            let ty = ty.unwrap_or_else(|| quote!(_));
            let start = Literal::isize_suffixed(start);
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

    /// The distance of neighbours of a row of positions, in an array that is read along lines.
    pub(super) fn distance_of_lines(&self, lines: &[Line]) -> isize {
        let steps = lines.iter().map(|(digit, _, factor, _)| (*digit, *factor));
        let down = lines.last().is_some_and(|(.., way)| way.is_down());
        let by = distance(&steps.list(), self.sub_loop.nested.axes.len());
        match (by, down) {
            (1, true) => -1isize,
            (by, _) => by.cast_signed(),
        }
    }

    /// The sizes of the axes of an array that is read by digits.
    fn axes_of(&self, read: &Read, slice: &TokenStream) -> TokenStream {
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
