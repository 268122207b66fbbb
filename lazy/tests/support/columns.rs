//! Columns for formulas.

use fusus_lazy::{Column, Formula, FormulaError};

/// The columns of formulas in tests.
pub(crate) fn inputs() -> Vec<(&'static str, Column)> {
    vec![
        ("x", Column::from(vec![1.0, -2.0, 3.0, -4.0])),
        ("y", Column::from(vec![1.0, 2.0, 3.0])),
        ("single", Column::from(vec![0.5_f32, 1.5, 2.5, 3.5])),
        ("n", Column::from(vec![3, 2, 1, 0])),
        ("small", Column::from(vec![100_u8, 200, 3, 4])),
        ("wide", Column::from(vec![u64::MAX, 1, 2, 3])),
        ("mask", Column::from(vec![true, false, true, true])),
        ("rate", Column::from(0.5)),
    ]
}

/// The result of a formula over these columns.
pub(crate) fn apply(text: &str) -> Result<Column, FormulaError> {
    Formula::parse(text)?.apply(inputs())
}
