//! The arrays that a loop writes, and how it does.

use super::ArrayId;

/// An array that a loop writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// The array.
    pub array: ArrayId,
    /// The mode.
    pub mode: WriteMode,
}

/// The mode in which a loop writes an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    /// One element for each position of the region that makes it, into a fresh vector.
    Fresh,
    /// One element for each iteration, into the memory of an input of which the loop reads nothing.
    Fill(ArrayId),
    /// One element for each iteration, into the memory of an input, in the place of the element that is
    /// read.
    InPlace(ArrayId),
    /// One element for each iteration, into the memory of an array that nothing else uses then, in
    /// the place of the element that is read. Schedules say so; a nest has fresh vectors.
    Replace(ArrayId),
    /// One element for each iteration, into an [`Inset`](super::Inset) of an input.
    Part(ArrayId),
    /// The elements that a filter keeps, packed, into a fresh vector.
    Compact,
    /// Any number of elements for each iteration, in order, into a fresh
    /// vector: those that a filter before or behind a further axis keeps.
    Append,
    /// At computed positions of a copy of an array, or of that array itself
    /// ([`NestArray::given_away`](super::NestArray::given_away)).
    Scatter(ArrayId),
    /// At computed positions of an input.
    ScatterInPlace(ArrayId),
    /// Combined with the elements at computed positions of a copy of an array, or of that array
    /// itself.
    Reduce(ArrayId),
    /// Combined with the elements at computed positions of an input.
    ReduceInPlace(ArrayId),
}

impl WriteMode {
    /// Returns true if each iteration has a slot of its own, which it writes.
    pub fn is_one_each(self) -> bool {
        matches!(
            self,
            WriteMode::Fresh | WriteMode::Fill(_) | WriteMode::InPlace(_) | WriteMode::Replace(_)
        )
    }

    /// Returns true if each iteration has a slot of its own, of which nothing reads what was there
    /// before.
    pub fn fills(self) -> bool {
        matches!(self, WriteMode::Fresh | WriteMode::Fill(_))
    }

    /// Returns true if elements go to computed positions.
    pub fn is_at_positions(self) -> bool {
        matches!(
            self,
            WriteMode::Scatter(_)
                | WriteMode::ScatterInPlace(_)
                | WriteMode::Reduce(_)
                | WriteMode::ReduceInPlace(_)
        )
    }

    /// Returns true if values are combined with the elements that are there.
    pub fn reduces(self) -> bool {
        matches!(self, WriteMode::Reduce(_) | WriteMode::ReduceInPlace(_))
    }

    /// The input that is overwritten, if one is.
    pub fn home(self) -> Option<ArrayId> {
        match self {
            WriteMode::Fill(home)
            | WriteMode::InPlace(home)
            | WriteMode::Part(home)
            | WriteMode::ScatterInPlace(home)
            | WriteMode::ReduceInPlace(home) => Some(home),
            _ => None,
        }
    }
}
