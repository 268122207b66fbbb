//! The names of generated variables.
//!
//! They are hygienic (they cannot meet the user's names) and still carry the
//! user's name and place, so that editors and error messages lead back.

use crate::nest::Nest;
use crate::nest::{ArrayId, Id};
use crate::ordered::{OrderedMap, ToList};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::TokenStreamExt;

/// The base names of a nest's arrays: the user's, numbered where they repeat.
#[derive(Debug)]
pub(super) struct Names {
    arrays: Vec<Ident>,
}

impl Names {
    pub(super) fn of(nest: &Nest) -> Names {
        let mut counts: OrderedMap<String, usize> = OrderedMap::new();
        for array in nest.arrays.values() {
            *counts.get_or_insert_with(array.name.to_string(), Default::default) += 1;
        }
        let arrays = nest
            .arrays
            .iter()
            .map(|(id, array)| {
                let name = array.name.to_string();
                let plain = name.trim_start_matches("r#");
                let mut text = if counts[&name] > 1 {
                    format!("{plain}_{}", id.index())
                } else {
                    plain.to_owned()
                };
                // A name that is numbered may be another one that is not.
                while counts[&name] > 1 && counts.get(&text).is_some() {
                    text.push_str("_again");
                }
                Ident::new(&format!("{text}_"), array.name.span())
            })
            .list();
        Names { arrays }
    }

    fn derived(&self, array: ArrayId, suffix: &str) -> Ident {
        let base = &self.arrays[array.index()];
        hidden(&format!("{base}{suffix}"), base.span())
    }

    /// The current element of an array. Nothing may read it, of which rustc is not to speak.
    pub(super) fn element(&self, array: ArrayId) -> Ident {
        let base = &self.arrays[array.index()];
        hidden(&format!("_{base}i"), base.span())
    }

    /// The vector, or other owner, of an array in memory.
    pub(super) fn vector(&self, array: ArrayId) -> Ident {
        self.derived(array, "vec")
    }

    /// The coordinates of an input that a loop writes.
    pub(super) fn inset(&self, array: ArrayId) -> Ident {
        self.derived(array, "inset")
    }

    /// The elements of an input that is an array of ndarray.
    pub(super) fn packed(&self, array: ArrayId) -> Ident {
        self.derived(array, "packed")
    }

    /// The slice of an input.
    pub(super) fn slice(&self, array: ArrayId) -> Ident {
        self.derived(array, "in")
    }

    /// The elements of an array at the positions of a process.
    pub(super) fn here(&self, array: ArrayId) -> Ident {
        self.derived(array, "here")
    }

    /// The elements of an array of all processes.
    pub(super) fn whole(&self, array: ArrayId) -> Ident {
        self.derived(array, "whole")
    }

    /// The elements of an array that come to the positions of a process in some way.
    pub(super) fn window(&self, array: ArrayId, way: &str) -> Ident {
        self.derived(array, way)
    }

    /// The elements that come to the positions of a process for an array that is made of them.
    pub(super) fn found(&self, array: ArrayId) -> Ident {
        self.derived(array, "found")
    }

    /// The handle by which a body appends the elements of an array.
    pub(super) fn appender(&self, array: ArrayId) -> Ident {
        self.derived(array, "out")
    }

    /// The slice of the compacted elements of an array.
    pub(super) fn compacted(&self, array: ArrayId) -> Ident {
        self.derived(array, "compacted")
    }

    /// The range behind an array.
    pub(super) fn range(&self, array: ArrayId) -> Ident {
        self.derived(array, "range")
    }

    /// The number of elements of an array that is not in memory.
    pub(super) fn len(&self, array: ArrayId) -> Ident {
        self.derived(array, "len")
    }
}

/// A place of the user's for tokens of ours.
pub(super) fn at(place: Span) -> Span {
    Span::call_site().located_at(place)
}

/// The parts, one after the other. To collect them would be some 1,500 lines for LLVM at each place.
pub(super) fn concat(parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let mut all = TokenStream::new();
    all.append_all(parts);
    all
}

/// Tokens of ours at a place of the user's, where rustc is to report wrong
/// types. Their meaning does not change.
pub fn placed(tokens: TokenStream, place: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), placed(group.stream(), place));
                inner.set_span(group.span().located_at(place));
                TokenTree::Group(inner)
            }
            mut other => {
                other.set_span(other.span().located_at(place));
                other
            }
        })
        .collect()
}

/// A variable that no name of the user's can meet.
///
/// Hygiene keeps it apart from variables, the final underscore from constants,
/// which patterns would match.
pub(super) fn hidden(text: &str, place: Span) -> Ident {
    Ident::new(&format!("{text}_"), Span::mixed_site().located_at(place))
}

/// A variable of the generated code that belongs to no name of the user's.
pub(super) fn inner(text: &str) -> Ident {
    hidden(text, Span::call_site())
}
