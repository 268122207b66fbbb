//! The pairs of operators for which a sum of products can be reordered.

/// A pair of operators, of which the second distributes over the first: `a · (b + c)` is
/// `a · b + a · c`. Both are associative and commutative, which is all that an order needs, so that
/// the cheapest order is the same for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Semiring {
    /// `+` and `*`. Exact on integers that wrap around; on floats every order rounds otherwise, and
    /// integers that are checked may overflow in one order only.
    SumProduct,
    /// `min` and `+`: shortest paths. Early minima change no bit on floats, since rounding is
    /// monotonic, but another order of the additions may.
    MinPlus,
    /// `max` and `+`: the most probable path. Rounding as for `MinPlus`.
    MaxPlus,
    /// `|` and `&`: reachability. Exact.
    OrAnd,
}

impl Semiring {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::SumProduct, Self::MinPlus, Self::MaxPlus, Self::OrAnd];

    /// Its operators: that of the sum, and that of the products.
    pub fn operators(self) -> (&'static str, &'static str) {
        match self {
            Self::SumProduct => ("+", "*"),
            Self::MinPlus => ("min", "+"),
            Self::MaxPlus => ("max", "+"),
            Self::OrAnd => ("|", "&"),
        }
    }

    /// The semiring of two operators; `None` if no distribution is known for them.
    pub fn of(sum: &str, product: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|semiring| semiring.operators() == (sum, product))
    }

    /// Returns true if the sum of equal values is that value, so that an index that no factor has
    /// makes no difference. Otherwise the result is added up as often as its range says.
    pub fn is_idempotent(self) -> bool {
        self != Self::SumProduct
    }
}
