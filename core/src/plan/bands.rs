//! Bands: loops that are done for some rows at a time, and the arrays that exist for these alone.

use crate::backend::Threads;
use crate::compile::Compiled;

/// Neighbouring loops that are done band by band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bands {
    /// The numbers of the loops.
    pub loops: Vec<usize>,
    /// The number of all rows.
    pub rows: String,
    /// The arrays that exist for the rows of a band alone.
    pub kept: Vec<String>,
    /// The rows around those of a band that these have as well, at most.
    pub more: usize,
}

impl Bands {
    /// Describes when they are, and what is left of the arrays.
    pub fn words(&self) -> String {
        let (rows, kept) = (&self.rows, self.kept.join(", "));
        let exist = if self.kept.len() == 1 {
            "exists"
        } else {
            "exist"
        };
        let around = match self.more {
            0 => String::new(),
            1 => " and one around them".to_owned(),
            more => format!(" and {more} around them"),
        };
        format!(
            "for some rows of {rows} at a time, where all of them do not fit the caches: then {kept} {exist} for these rows{around} alone"
        )
    }
}

/// The bands of a program, in order.
pub(super) fn of(compiled: &Compiled) -> Vec<Bands> {
    if compiled.backend().threads() == Threads::Device {
        return Vec::new();
    }
    let nest = &compiled.nest;
    let bands = compiled.schedule.bands.iter();
    bands
        .map(|band| Bands {
            loops: band.loops.clone(),
            rows: band.rows.name(nest),
            kept: band
                .kept
                .iter()
                .map(|part| nest.arrays[part.array].name.to_string())
                .collect(),
            more: band
                .kept
                .iter()
                .map(|part| part.halo.more)
                .max()
                .unwrap_or(0),
        })
        .collect()
}
