//! Formulas that are wrong.

use fusus_lazy::{Column, FormulaError};

/// The messages of formulas each of which is a mistake.
pub(crate) fn messages(
    mistakes: &[&str],
    apply: fn(&str) -> Result<Column, FormulaError>,
) -> String {
    let mut all = String::new();
    for text in mistakes {
        let error = match apply(text) {
            Err(error) => error,
            Ok(column) => panic!("`{text}` is {column:?}"),
        };
        all += &format!("{error}\n\n");
    }
    all
}
