//! Reads of a loop over several indices, of arrays that are spread over processes: what comes to a
//! process before its part of the loop, and the sources that read it there.

use super::awaited::Awaited;
use super::body::BodyPrinter;
use super::context::{Cpu, home};
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::{Affine, ArrayId, Loop, Padding, Read, ScalarId, Way};
use crate::ordered::ToList;
use crate::schedule::sources::reaching;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::borrow::Cow;

/// The reads of a loop by the digits of its position that are of one array with the same axes, and
/// see the same outside of it.
pub(super) struct Group {
    pub(super) reads: Vec<Read>,
}

impl Group {
    /// The first of them, by which the group is known.
    pub(super) fn read(&self) -> &Read {
        &self.reads[0]
    }
}

impl Cpu<'_> {
    /// Returns true if two reads are of one group.
    pub(super) fn are_together(&self, one: &Read, other: &Read) -> bool {
        self.first_alike(one.array) == self.first_alike(other.array)
            && one.map.len() == other.map.len()
            && one.padding() == other.padding()
    }

    /// The first array with the memory and the axes of another one.
    fn first_alike(&self, array: ArrayId) -> ArrayId {
        let axes = &self.nest.arrays[array].axes;
        let of = home(self.nest, array);
        let mut arrays = self.nest.arrays.iter();
        let is_alike = |id: ArrayId| home(self.nest, id) == of;
        let found = arrays.find(|(id, other)| is_alike(*id) && other.axes == *axes);
        found.map_or(array, |found| found.0)
    }

    /// The elements that come to a process for a group of reads.
    pub(super) fn reached(&self, read: &Read) -> Ident {
        let kind = match read.padding() {
            None => "reached".to_owned(),
            Some(Padding::Edge) => "reached_edge".to_owned(),
            Some(Padding::Wrap) => "reached_wrap".to_owned(),
            Some(Padding::Reflect) => "reached_reflect".to_owned(),
            Some(Padding::Symmetric) => "reached_symmetric".to_owned(),
            Some(Padding::Value(scalar)) => {
                format!("reached_value{}", crate::nest::Id::index(scalar))
            }
        };
        let name = format!("{kind}{}", read.map.len());
        self.names.window(self.first_alike(read.array), &name)
    }

    /// The sizes of the axes of the array of a group of reads.
    pub(super) fn axes_of_reached(&self, read: &Read) -> Ident {
        let name = format!("axes{}", read.map.len());
        self.names.window(self.first_alike(read.array), &name)
    }

    /// The sizes of the indices of a loop, and of the axes of the arrays that it reads by them: bodies
    /// run where no array can be asked.
    pub(super) fn sizes_of_reached(&self, nested: &Loop, groups: &[Group]) -> TokenStream {
        if nested.axes.is_empty() {
            return TokenStream::new();
        }
        let name = inner("sizes");
        let sizes = nested.axes.iter().map(|size| self.extent(size));
        let mut known = Vec::new();
        let axes = groups.iter().filter_map(|group| {
            let read = group.read();
            let name = self.axes_of_reached(read);
            if known.contains(&name) {
                return None;
            }
            let axes = &self.nest.arrays[read.array].axes;
            let sizes: Vec<TokenStream> = match read.map.len() {
                1 => vec![self.len(read.array)],
                _ => axes.iter().map(|axis| self.extent(axis)).list(),
            };
            known.push(name.clone());
            Some(quote!(let #name = [#(#sizes),*];))
        });
        let axes: Vec<TokenStream> = axes.list();
        quote! {
            let #name = [#(#sizes),*];
            #(#axes)*
        }
    }

    /// The positions of a read, as the runtime computes with them.
    fn reach(&self, nested: &Loop, read: &Read) -> TokenStream {
        let (rt, sizes, axes) = (&self.rt, inner("sizes"), self.axes_of_reached(read));
        let none = nested.axes.len();
        let map = read.map.iter().enumerate().map(|(number, along)| {
            let number = Literal::usize_unsuffixed(number);
            match along {
                Affine::Digit {
                    digit,
                    start,
                    factor,
                } => {
                    let digit = Literal::usize_unsuffixed(digit.unwrap_or(none));
                    let start = Literal::usize_unsuffixed(*start);
                    let factor = Literal::usize_unsuffixed(*factor);
                    quote!((#digit, #start, #factor))
                }
                Affine::Beyond {
                    digit,
                    start,
                    factor,
                    ..
                } => {
                    let digit = Literal::usize_unsuffixed(digit.unwrap_or(none));
                    let start = Literal::isize_unsuffixed(*start);
                    let factor = Literal::usize_unsuffixed(*factor);
                    quote!((#digit, #start, #factor))
                }
                Affine::Line {
                    digit,
                    start,
                    factor,
                    way,
                } => {
                    let digit = Literal::usize_unsuffixed(digit.unwrap_or(none));
                    let factor = Literal::usize_unsuffixed(*factor);
                    let way = self.way(*start, *way);
                    quote!({
                        let (start, step) = #way.steps(#axes[#number], #factor);
                        (#digit, start, step)
                    })
                }
                _ => unreachable!("a read by digits"),
            }
        });
        quote!(#rt::Reach::of(#sizes, #axes, [#(#map),*]))
    }

    /// The way along an axis.
    pub(super) fn way(&self, start: usize, way: Way) -> TokenStream {
        let rt = &self.rt;
        let name = |scalar: ScalarId| &self.nest.scalars[scalar].name;
        match way {
            Way::Up => quote!(#rt::Way::Up(#start)),
            Way::Down => quote!(#rt::Way::Down(#start)),
            Way::UpFrom(scalar) => {
                let start = name(scalar);
                quote!(#rt::Way::Up(#start))
            }
            Way::DownFrom(scalar) => {
                let start = name(scalar);
                quote!(#rt::Way::DownFrom(#start))
            }
        }
    }

    /// The part of a loop that goes along the rows of an array that it reads; `None` if it reads none
    /// so.
    pub(super) fn part_over(&self, nested: &Loop, groups: &[Group]) -> Option<TokenStream> {
        let (mpi, run, world) = (self.mpi(), inner("run"), inner("world"));
        let reads = groups.iter().flat_map(|group| &group.reads);
        let along = reads.filter_map(|read| Some((distance(read)?, read)));
        let (_, read) = along.min_by_key(|(distance, _)| *distance)?;
        let (array, reach) = (self.spread(read.array), self.reach(nested, read));
        Some(quote!(#mpi::Part::over(#world, #run.cut(), #array, &#reach)))
    }

    /// The elements that a group of reads reaches.
    pub(super) fn bring(&self, nested: &Loop, group: &Group) -> Awaited {
        let (rt, part) = (&self.rt, inner("part"));
        let read = group.read();
        let (name, array) = (self.reached(read), self.spread(read.array));
        let reads = match read.padding() {
            Some(_) => Cow::Owned(reaching(&group.reads)),
            None => Cow::Borrowed(&group.reads),
        };
        let reaches = reads.iter().map(|read| self.reach(nested, read));
        let outside = match read.padding() {
            Some(padding) => self.outside(padding),
            None => quote!(#rt::Outside::Edge),
        };
        Awaited {
            begun: quote!(#part.reached(#array, &[#(#reaches),*], #outside)),
            taken: quote!(let #name = #name.pieces();),
            name,
        }
    }

    /// The positions of the process, where bodies need them.
    pub(super) fn positions_here(&self, nested: &Loop) -> Option<TokenStream> {
        (!nested.axes.is_empty()).then(|| {
            let (part, positions) = (inner("part"), inner("positions"));
            quote!(let #positions = #part.positions();)
        })
    }
}

/// The distance of the first row that a read takes from the first one of the array, if it goes along
/// the rows with the outermost index.
fn distance(read: &Read) -> Option<usize> {
    match *read.map.first()? {
        Affine::Digit {
            digit: Some(0),
            start,
            factor: 1..,
        } => Some(start),
        Affine::Beyond {
            digit: Some(0),
            start,
            factor: 1..,
            ..
        } => Some(start.unsigned_abs()),
        Affine::Line {
            digit: Some(0),
            start,
            way: Way::Up,
            factor: 1..,
        } => Some(start),
        Affine::Line {
            digit: Some(0),
            way: Way::UpFrom(_),
            factor: 1..,
            ..
        } => Some(usize::MAX),
        _ => None,
    }
}

impl BodyPrinter<'_> {
    /// The source of a read along lines, of an array that is spread.
    pub(super) fn lines_apart(&self, read: &Read) -> TokenStream {
        let Some(lines) = read.lines() else {
            unreachable!("a read along lines")
        };
        let (rt, indices) = (&self.cpu.rt, self.sub_loop.nested.axes.len());
        let (pieces, sizes) = (self.cpu.reached(read), inner("sizes"));
        let axes = self.cpu.axes_of_reached(read);
        let ty = self.declared(&read.into).unwrap_or_else(|| quote!(_));
        let by = self.distance_of_lines(&lines);
        let map = lines.iter().map(|(digit, start, factor, way)| {
            let (digit, way) = (digit.unwrap_or(indices), self.cpu.way(*start, *way));
            quote!((#digit, #factor, #way))
        });
        quote! {
            #rt::Lines::<#ty, #by, #indices>::apart(#pieces, #sizes, #axes, [#(#map),*])
        }
    }
}
