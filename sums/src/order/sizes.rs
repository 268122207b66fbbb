//! The sizes of indices, as far as they are known.

use super::Symbol;
use super::polynomial::Monomial;
use crate::sorted::sort_by_key;
use crate::{Index, IndexSet};

/// The facts about the range of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// A literal, a constant.
    Known(u64),
    /// A size that is not known, and for which a number is as good as known: it decides, but does
    /// not stand in for the size.
    Hinted(Symbol, u64),
    /// A size of which nothing is known.
    Unknown(Symbol),
}

/// The size of each index, by its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sizes(pub Vec<Size>);

impl Sizes {
    /// The size of an index.
    ///
    /// # Panics
    ///
    /// Panics if it has none.
    pub fn of(&self, index: Index) -> Size {
        self.0[index.number()]
    }

    /// The symbols of indices that have no number, each once.
    pub(super) fn unknown(&self, indices: IndexSet) -> Vec<Symbol> {
        let unknown = indices.iter().filter_map(|index| match self.of(index) {
            Size::Unknown(symbol) => Some(symbol),
            Size::Known(_) | Size::Hinted(..) => None,
        });
        let mut symbols: Vec<Symbol> = unknown.collect();
        sort_by_key(&mut symbols, |symbol| *symbol);
        symbols.dedup();
        symbols
    }

    /// Sizes in which hints stand in for what they hint at.
    pub(super) fn decided(&self) -> Self {
        let decided = self.0.iter().map(|&size| match size {
            Size::Hinted(_, hint) => Size::Known(hint),
            size => size,
        });
        Self(decided.collect())
    }

    /// A range for each index, with a number for each symbol that has none.
    pub(super) fn ranges(&self, number: impl Fn(Symbol) -> u64) -> Vec<u64> {
        let ranges = self.0.iter().map(|&size| match size {
            Size::Known(number) | Size::Hinted(_, number) => number,
            Size::Unknown(symbol) => number(symbol),
        });
        ranges.collect()
    }

    /// The number of positions of loops over indices.
    pub(super) fn monomial(&self, indices: IndexSet) -> Monomial {
        let mut monomial = Monomial {
            coefficient: 1,
            symbols: Vec::new(),
        };
        for index in indices.iter() {
            match self.of(index) {
                Size::Known(number) => {
                    let number = u128::from(number);
                    monomial.coefficient = monomial.coefficient.saturating_mul(number);
                }
                Size::Hinted(symbol, _) | Size::Unknown(symbol) => monomial.symbols.push(symbol),
            }
        }
        sort_by_key(&mut monomial.symbols, |symbol| *symbol);
        monomial
    }

    /// Returns true if a sum over indices adds anything: if one of them is not known to have one
    /// position.
    pub(super) fn adds(&self, summed: IndexSet) -> bool {
        summed.iter().any(|index| self.of(index) != Size::Known(1))
    }
}
