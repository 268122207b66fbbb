//! Reads by the digits of a loop's position that differ in where they begin: one source, whose
//! elements are together.
//!
//! `a[[i - 1, j]] + a[[i + 1, j]]` goes along the same axes twice, and what is known of a row is found
//! once. The elements that `around(pad(wrap, cells))` reads beyond the ends of rows are copied once for
//! all nine neighbours.

use super::body::BodyPrinter;
use crate::nest::{Padding, Read};
use crate::ordered::{ToList, flat};
use crate::schedule::policy;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Reads that have one source.
pub(super) struct Together<'r> {
    pub(super) reads: Vec<&'r Read>,
}

/// The way of a read by digits along the axes of its array.
struct Along {
    /// The index and the distance of two elements, along each axis.
    steps: Vec<(Option<usize>, usize)>,
    /// The position of the first element along each axis.
    starts: Vec<isize>,
    /// The elements outside, if it is padded.
    padding: Option<Padding>,
}

impl Along {
    /// Returns the way of a read, if it is one by digits.
    fn of(read: &Read) -> Option<Along> {
        let (digits, padding) = match (read.digits(), read.beyond()) {
            (Some(digits), _) => {
                let digits = digits.into_iter();
                let digits = digits.map(|(digit, start, factor)| {
                    (digit, isize::try_from(start).unwrap_or(isize::MAX), factor)
                });
                (digits.list(), None)
            }
            (None, Some((digits, padding))) => (digits, Some(padding)),
            (None, None) => return None,
        };
        Some(Along {
            steps: digits
                .iter()
                .map(|(digit, _, factor)| (*digit, *factor))
                .list(),
            starts: digits.iter().map(|(_, start, _)| *start).list(),
            padding,
        })
    }
}

impl<'r> Together<'r> {
    /// The reads of a pass, those together that can be.
    pub(super) fn of(body: &BodyPrinter<'_>, reads: &[&'r Read]) -> Vec<Together<'r>> {
        let mut groups: Vec<Together<'r>> = Vec::new();
        for read in reads {
            let is_alike = |group: &&mut Together<'r>| body.are_alike(group.reads[0], read);
            match groups.iter_mut().find(is_alike) {
                Some(group) => group.reads.push(read),
                None => groups.push(Together { reads: vec![read] }),
            }
        }
        flat(groups.into_iter().map(|group| match group.is_near() {
            true => vec![group],
            false => {
                let each = group.reads.into_iter();
                each.map(|read| Together { reads: vec![read] }).list()
            }
        }))
    }

    /// Returns true if elements near each other are all that is copied.
    fn is_near(&self) -> bool {
        let is_padded = Along::of(self.reads[0]).is_some_and(|along| along.padding.is_some());
        if !is_padded || self.reads.len() == 1 {
            return true;
        }
        let least = self.least();
        let mut spans = vec![1; least.len()];
        for offsets in self.offsets() {
            for (span, offset) in spans.iter_mut().zip(offsets) {
                *span = offset.saturating_add(1).max(*span);
            }
        }
        let Some((along, rows)) = spans.split_last() else {
            return false;
        };
        let rows = rows
            .iter()
            .fold(1usize, |rows, span| rows.saturating_mul(*span));
        let all = rows.saturating_mul(*along);
        rows <= policy::COPIED_ROWS
            && *along <= policy::COPIED_NEIGHBOURS
            && all <= policy::COPIED_OF_A_READ * self.reads.len()
    }

    /// The first position along each axis at which a read begins.
    fn least(&self) -> Vec<isize> {
        let mut least: Vec<isize> = Vec::new();
        for along in self.reads.iter().filter_map(|read| Along::of(read)) {
            if least.is_empty() {
                least = along.starts;
                continue;
            }
            for (least, start) in least.iter_mut().zip(along.starts) {
                *least = start.min(*least);
            }
        }
        least
    }

    /// The positions along each axis at which each read begins, from the first one on.
    fn offsets(&self) -> Vec<Vec<usize>> {
        let least = self.least();
        let all = self.reads.iter().filter_map(|read| Along::of(read));
        let all = all.map(|along| {
            let starts = along.starts.into_iter().zip(&least);
            starts.map(|(start, least)| start.abs_diff(*least)).list()
        });
        all.list()
    }

    /// The pattern of the elements.
    pub(super) fn names(&self, body: &BodyPrinter<'_>) -> TokenStream {
        let names = self.reads.iter().map(|read| body.names(&read.into));
        match Along::of(self.reads[0]) {
            Some(_) => quote!([#(#names),*]),
            None => quote!(#(#names)*),
        }
    }

    /// The source, of a slice.
    pub(super) fn source(&self, body: &BodyPrinter<'_>, slice: &TokenStream) -> TokenStream {
        let read = self.reads[0];
        let Some(along) = Along::of(read) else {
            return body.source(read, slice);
        };
        if body.cpu.is_spread {
            return body.source(read, slice);
        }
        let rt = &body.cpu.rt;
        let (indices, rank) = (body.sub_loop.nested.axes.len(), along.steps.len());
        let (sizes, axes) = (body.sizes(), body.axes_of(read, slice));
        let ty = body.declared(&read.into).unwrap_or_else(|| quote!(_));
        let (by, count) = (body.distance(&along.steps), self.reads.len());
        let least = self.least();
        let map = along.steps.iter().zip(&least);
        let map = map.map(|((digit, factor), start)| {
            let digit = digit.unwrap_or(indices);
            let start = match along.padding {
                Some(_) => Literal::isize_suffixed(*start),
                None => Literal::usize_suffixed(start.unsigned_abs()),
            };
            quote!((#digit, #start, #factor))
        });
        let offsets = self.offsets().into_iter();
        let offsets = offsets.map(|offsets| quote!([#(#offsets),*]));
        let (source, outside) = match along.padding {
            Some(padding) => {
                let outside = body.cpu.outside(padding);
                let source = quote!(PaddedCells::<#ty, #by, #indices, #rank, #count>);
                (source, Some(quote!(, #outside)))
            }
            None => (quote!(Cells::<#ty, #by, #indices, #count>), None),
        };
        quote! {
            #rt::#source::of(#slice, #sizes, [#axes], [#(#map),*], [#(#offsets),*] #outside)
        }
    }
}

impl BodyPrinter<'_> {
    /// Returns true if two reads differ in where they begin, if at all.
    fn are_alike(&self, one: &Read, other: &Read) -> bool {
        let (Some(along), Some(others)) = (Along::of(one), Along::of(other)) else {
            return false;
        };
        let ty = |read: &Read| self.declared(&read.into).map(|ty| ty.to_string());
        // A padded array of which neighbours do not lie side by side is copied for each read.
        let can_be = along.padding.is_none() || self.distance(&along.steps) == 1;
        !self.cpu.is_spread
            && can_be
            && one.array == other.array
            && along.padding == others.padding
            && along.steps == others.steps
            && ty(one) == ty(other)
    }
}
