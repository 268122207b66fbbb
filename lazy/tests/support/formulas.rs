//! Formulas that may be wrong.

use fusus_lazy::{Column, FormulaError};
use fusus_rng::Rng;

/// Anything may happen but a panic.
pub(crate) fn try_out(text: &str, apply: fn(&str) -> Result<Column, FormulaError>) {
    if let Ok(column) = apply(text) {
        let _ = column.to_string();
    }
}

/// Tries formulas that are put together from pieces.
pub(crate) fn try_pieces(
    stream: u64,
    pieces: &[&str],
    apply: fn(&str) -> Result<Column, FormulaError>,
) {
    for seed in 0..20_000 {
        let mut rng = Rng::of(stream, seed);
        let count = rng.below(14);
        let text: String = (0..count).map(|_| *rng.pick(pieces)).collect();
        try_out(&text, apply);
    }
}
