//! Index spaces: the positions at which everything that an index reads is inside its array.

use super::Lowering;
use super::grid::given::Given;
use super::index_scope::Bounded;
use crate::diagnostic::{Diagnostic, catalog};
use crate::ir::{ArrayId, Count, Host, Op, Output, Outside, Padding, Section, Space};
use crate::ordered::{ToList, every};
use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::Expr;

/// An element that an index reads.
pub(super) struct Wanted {
    pub(super) array: ArrayId,
    /// The elements outside of the array, if it may be read there.
    pub(super) padding: Option<Padding>,
    pub(super) factor: usize,
    pub(super) offset: isize,
    pub(super) span: Span,
}

impl Wanted {
    /// The distance between the index and the coordinates that must be inside of the array: an index
    /// of a padded array goes through the array itself, wherever it reads.
    fn bound(&self) -> isize {
        match self.padding {
            Some(_) => 0,
            None => self.offset,
        }
    }

    /// The axis that the read leads an index along.
    pub(super) fn bounded(&self, index: &Ident) -> Bounded {
        Bounded {
            factor: self.factor.cast_signed(),
            offset: self.bound(),
            span: self.span,
            ..Bounded::whole(index.clone(), (self.array, 0))
        }
    }

    /// The element behind a read of a padded array, if it is not the one in step.
    fn outside(&self) -> Option<Outside> {
        let padding = self.padding.filter(|_| self.offset != 0)?;
        Some(Outside {
            offset: self.offset,
            padding,
        })
    }
}

impl Lowering {
    /// The arrays of the elements that are read, in this order, and the coordinate of the first
    /// ones: bindings that read them, or the arrays themselves where they are in step.
    pub(super) fn reads(&mut self, wanted: &[Wanted]) -> Option<(Vec<ArrayId>, usize)> {
        let factor = wanted[0].factor;
        if let Some(other) = wanted.iter().find(|one| one.factor != factor) {
            let found = catalog::two_factors(other.span, other.factor, factor);
            self.found.push(found);
            return None;
        }
        let bounds = wanted.iter();
        let bounds = bounds.map(|one| one.bounded(&Ident::new("i", one.span)));
        self.has_positions(None, &Given::Inferred, &bounds.list())?;
        let space = match self.space(wanted) {
            Ok(space) => space,
            Err(report) => {
                self.found.push(*report);
                return None;
            }
        };
        let first = space.first;
        let in_step = |(one, read): (&Wanted, &Section)| {
            let axis = self.program.axis(read.array);
            factor == 1 && one.offset == 0 && read.start == 0 && axis.cut == space.cut
        };
        let in_step: Vec<bool> = wanted.iter().zip(&space.reads).map(in_step).list();
        if !in_step.contains(&false) {
            return Some((wanted.iter().map(|one| one.array).list(), first));
        }
        let sections = space.reads.clone();
        let id = self.program.spaces.push(space);
        let mut args = Vec::new();
        for ((one, section), in_step) in wanted.iter().zip(sections).zip(in_step) {
            if in_step {
                args.push(one.array);
                continue;
            }
            let hint = element_name(&self.program.arrays[one.array].name);
            let name = self.scope.fresh(&hint, one.span);
            let read = Op::Read {
                section,
                space: id,
                outside: one.outside(),
            };
            if let Output::Array(array) = self.bind_under(name, read) {
                args.push(array);
            }
        }
        Some((args, first))
    }

    /// The positions at which everything is inside its array.
    fn space(&self, wanted: &[Wanted]) -> Result<Space, Box<Diagnostic>> {
        let signed = |number: usize| isize::try_from(number).unwrap_or(isize::MAX);
        let factor = wanted[0].factor;
        // The least coordinate for which `factor * i + offset` is that of an element.
        let firsts = wanted.iter().map(|one| {
            let ahead = signed(self.program.axis(one.array).first).saturating_sub(one.bound());
            usize::try_from(ahead).unwrap_or(0).div_ceil(factor)
        });
        let first = firsts.max().unwrap_or(0);
        let cuts = wanted.iter();
        let cuts = cuts.map(|one| self.program.axis(one.array).cut.checked_add(one.bound()));
        let cuts = every(cuts);
        let mut reads = Vec::new();
        for one in wanted {
            let axis = self.program.axis(one.array);
            let start = factor
                .checked_mul(first)
                .map(signed)
                .and_then(|start| start.checked_add(one.bound()))
                .and_then(|start| start.checked_sub(signed(axis.first)))
                .and_then(|start| usize::try_from(start).ok());
            let near = one.offset.unsigned_abs() < LARGEST.unsigned_abs();
            let Some(start) = start.filter(|start| signed(*start) < LARGEST && near) else {
                return Err(Box::new(catalog::subscript_too_large(one.span)));
            };
            reads.push(Section {
                array: one.array,
                start,
                factor,
            });
        }
        let cut = cuts.and_then(|cuts| cuts.into_iter().max());
        match cut {
            Some(cut) => Ok(Space { reads, first, cut }),
            None => Err(Box::new(catalog::subscript_too_large(wanted[0].span))),
        }
    }

    /// The coordinates of a space as an array, which is as long as another one.
    pub(super) fn coordinates(
        &mut self,
        like: ArrayId,
        first: usize,
        index: &Ident,
        hint: &str,
    ) -> Option<ArrayId> {
        let span = index.span();
        let worker: Expr = match first {
            0 => syn::parse2(quote_spanned!(span=> |index| index)),
            _ => {
                let first = proc_macro2::Literal::usize_suffixed(first);
                syn::parse2(quote_spanned!(span=> |index| index + #first))
            }
        }
        .expect("a closure");
        let name = &self.program.arrays[like].name;
        let length = Host::plain(syn::parse_quote!(len(#name)));
        let op = Op::Generate {
            count: Count::Length(like),
            length,
            worker: Host::plain(worker),
        };
        let name = self.scope.fresh(&format!("{hint}_{index}"), span);
        match self.bind_under(name, op) {
            Output::Array(array) => Some(array),
            Output::Scalar(_) => None,
        }
    }
}

/// Offsets and factors beyond this are mistakes, and their sums might not fit.
pub(super) const LARGEST: isize = 1 << 30;

/// The name of an element that is read of an array, which is a variable's also for a constant.
pub(super) fn element_name(array: &Ident) -> String {
    let name = array.to_string().to_lowercase();
    format!("{}_at", name.trim_start_matches("r#"))
}
