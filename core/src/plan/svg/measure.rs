//! Sizes of boxes and texts, by the widths of the fonts that draw them.

use crate::plan::flow::{Array, Cluster, Operator};

/// The width of a character of the names' font, at its size.
pub(super) const NAME: f64 = 7.85;
/// The mean width of a character of small text.
pub(super) const SMALL: f64 = 6.1;

/// Width and height of an operator.
pub(super) fn operator(operator: &Operator) -> (f64, f64) {
    let name = text(&operator.name, NAME);
    let combinator = text(operator.combinator, SMALL);
    (name.max(combinator).max(34.0) + 24.0, 42.0)
}

/// Width and height of an array in memory.
pub(super) fn array(array: &Array) -> (f64, f64) {
    (text(&array_text(array), NAME) + 22.0, 28.0)
}

/// The text in the box of an array.
pub(super) fn array_text(array: &Array) -> String {
    format!("{}: {}", array.name, array.size)
}

/// The width of the column beside the operators of a loop.
pub(super) fn caption(group: &Cluster) -> f64 {
    let size = group.size.as_deref().unwrap_or_default();
    text(size, SMALL).max(12.0) + 26.0
}

/// The width of a text.
pub(super) fn text(text: &str, character: f64) -> f64 {
    text.chars().count() as f64 * character
}
