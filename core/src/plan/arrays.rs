//! Arrays that a program of several axes makes, and how much of each exists at once.

use super::{placement, sizes};
use crate::compile::Compiled;
use crate::documentation::array_name;
use crate::graph::uses::node_of;
use crate::nest::Storage;
use crate::statements::Statements;

/// An array, and how much of it exists at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Its name.
    pub name: String,
    /// Its coordinates along each axis.
    pub region: Vec<String>,
    /// The axes along which all of it exists at once, by their numbers: none of a scalar.
    pub kept: Vec<usize>,
    /// True if it has memory of its own, or that of another array.
    pub memory: bool,
    /// True if it exists for the rows of a band alone, where bands are worth it.
    pub in_bands: bool,
    /// The number of the first loop that makes it, if one does.
    pub number: Option<usize>,
}

/// The arrays of statements that loops make, in program order; nothing for programs of one axis.
pub(super) fn left(compiled: &Compiled) -> Vec<Left> {
    let names = sizes::Names::of(&compiled.program, &compiled.sizes);
    let loops = placement::loops(compiled);
    let statements = Statements::of(compiled);
    let arrays = compiled.program.arrays.iter().filter_map(|(id, array)| {
        let producer = compiled.program.producer(id)?;
        if !statements.is_one(producer) {
            return None;
        }
        let memory = match compiled.nest.arrays[id].storage {
            Storage::Input(..) | Storage::Alias(_) => return None,
            Storage::Contracted | Storage::Element(_) => false,
            _ => true,
        };
        let axes = compiled.sizes.of(id).axes();
        let mut bands = compiled.schedule.bands.iter();
        let in_bands = bands.any(|band| band.kept.iter().any(|part| part.array == id));
        let first = usize::from(in_bands);
        Some(Left {
            name: array_name(array),
            region: axes
                .iter()
                .map(|size| format!("0..{}", names.letters(size)))
                .collect(),
            kept: match memory {
                true => (first..axes.len()).collect(),
                false => Vec::new(),
            },
            memory,
            in_bands,
            number: loops[node_of(producer).0].first().copied(),
        })
    });
    let arrays: Vec<Left> = arrays.collect();
    match arrays.iter().any(|array| array.region.len() > 1) {
        true => arrays,
        false => Vec::new(),
    }
}
