//! Literals without a suffix, and values that are computed from nothing else.
//!
//! In Rust such a literal has the type that the code around it asks for. The
//! interpreter sees that code only as it runs, so it keeps the literal open
//! until it meets a typed value, and computes in a way that is right for every
//! type it may still get.

/// A number whose type is not known yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// The zero of any type of numbers: `Default::default()`.
    Zero,
    /// An integer.
    Int {
        /// Its value, as if integers had no width.
        value: i128,
        /// True if a complement was computed: the bits count then and not the value, as in `!0`,
        /// which is 255 as a `u8`.
        bits: bool,
    },
    /// A floating-point number, computed in both widths at once so that
    /// neither is rounded twice.
    Float {
        /// Its value as an `f64`.
        double: f64,
        /// Its value as an `f32`.
        single: f32,
    },
}

impl Literal {
    /// A zero beside another literal is one of its kind, and an integer otherwise.
    pub fn beside(self, other: Literal) -> Literal {
        match (self, other) {
            (Literal::Zero, Literal::Float { .. }) => Literal::Float {
                double: 0.0,
                single: 0.0,
            },
            (Literal::Zero, _) => Literal::Int {
                value: 0,
                bits: false,
            },
            (known, _) => known,
        }
    }
}
