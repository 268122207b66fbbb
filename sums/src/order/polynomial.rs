//! Polynomials of sizes, with coefficients that are not negative.

use crate::sorted::sort_by_key;
use std::cmp::Reverse;

/// A size that is not known when an order is chosen. Indices of one size have one symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u16);

/// A product of sizes with a coefficient.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Monomial {
    /// The known part of it.
    pub coefficient: u128,
    /// The symbols, ascending, each as often as it is multiplied.
    pub symbols: Vec<Symbol>,
}

/// A number of operations, as a polynomial of sizes: the coefficients of products of symbols, in the
/// order of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Polynomial(Vec<(Vec<Symbol>, u128)>);

impl Polynomial {
    /// Adds a monomial so many times.
    pub(super) fn add(&mut self, monomial: Monomial, times: u128) {
        let coefficient = monomial.coefficient.saturating_mul(times);
        if coefficient != 0 {
            match self.position(&monomial.symbols) {
                Ok(known) => self.0[known].1 = self.0[known].1.saturating_add(coefficient),
                Err(at) => self.0.insert(at, (monomial.symbols, coefficient)),
            }
        }
    }

    /// The position of the product of some symbols, or the one that it would have.
    fn position(&self, symbols: &[Symbol]) -> Result<usize, usize> {
        self.0
            .binary_search_by(|(known, _)| known.as_slice().cmp(symbols))
    }

    /// The coefficient of the product of some symbols.
    fn coefficient(&self, symbols: &[Symbol]) -> u128 {
        self.position(symbols).map_or(0, |at| self.0[at].1)
    }

    /// Its monomials, those of the highest degree first.
    pub fn monomials(&self) -> Vec<Monomial> {
        let monomials = self.0.iter().map(|(symbols, coefficient)| Monomial {
            coefficient: *coefficient,
            symbols: symbols.clone(),
        });
        let mut monomials: Vec<Monomial> = monomials.collect();
        sort_by_key(&mut monomials, |monomial| Reverse(monomial.symbols.len()));
        monomials
    }

    /// Its value for sizes, as a float: exact enough to compare, and without overflow.
    pub fn value(&self, size: impl Fn(Symbol) -> f64) -> f64 {
        let values = self.0.iter().map(|(symbols, coefficient)| {
            let sizes = symbols.iter().map(|&symbol| size(symbol));
            sizes.fold(*coefficient as f64, |product, size| product * size)
        });
        values.sum()
    }

    /// Returns true if it is known to be at most the other one, whatever the sizes are, from 1 on.
    ///
    /// Each size is written as 1 and a rest; then coefficients are compared. That is sufficient,
    /// and not necessary.
    pub fn is_at_most(&self, other: &Self) -> bool {
        self.shifted().is_inside(&other.shifted())
    }

    /// Returns true if none of its coefficients is larger than that of the other one.
    pub(super) fn is_inside(&self, other: &Self) -> bool {
        let mut terms = self.0.iter();
        terms.all(|(symbols, coefficient)| *coefficient <= other.coefficient(symbols))
    }

    /// The polynomial of the sizes less 1.
    pub(super) fn shifted(&self) -> Self {
        let mut shifted = Self::default();
        for (symbols, coefficient) in &self.0 {
            for chosen in 0..1_usize << symbols.len() {
                let symbols = symbols.iter().enumerate();
                let symbols = symbols.filter(|(position, _)| chosen >> position & 1 == 1);
                let symbols = symbols.map(|(_, &symbol)| symbol).collect();
                let monomial = Monomial {
                    coefficient: *coefficient,
                    symbols,
                };
                shifted.add(monomial, 1);
            }
        }
        shifted
    }

    /// Both of two polynomials without what they have in common.
    pub fn without_common(&self, other: &Self) -> (Self, Self) {
        (self.less(other), other.less(self))
    }

    /// The terms of it that the other one does not have.
    fn less(&self, other: &Self) -> Self {
        let rest = self.0.iter().filter_map(|(symbols, coefficient)| {
            let rest = coefficient.saturating_sub(other.coefficient(symbols));
            (rest != 0).then(|| (symbols.clone(), rest))
        });
        Self(rest.collect())
    }

    /// The polynomial with names for its symbols: `2·i·j·k + i·l`.
    pub fn text(&self, name: impl Fn(Symbol) -> String) -> String {
        let monomials = self.monomials();
        let texts: Vec<String> = monomials
            .iter()
            .map(|monomial| {
                let names = monomial.symbols.iter().map(|&symbol| name(symbol));
                let hidden = monomial.coefficient == 1 && !monomial.symbols.is_empty();
                let number = (!hidden).then(|| monomial.coefficient.to_string());
                number
                    .into_iter()
                    .chain(names)
                    .collect::<Vec<_>>()
                    .join("·")
            })
            .collect();
        match texts.is_empty() {
            true => "0".to_owned(),
            false => texts.join(" + "),
        }
    }
}
