//! The cells of a column, whose type they decide one after the other.

use fusus_lazy::Column;

/// The cells of a column.
#[derive(Debug)]
pub(crate) enum Cells {
    /// So many missing ones, and no others.
    Missing(usize),
    Truths(Vec<Option<bool>>),
    Integers(Vec<i64>),
    /// Numbers, of which missing ones are NaN.
    Floats(Vec<f64>),
    /// Texts: the first one, and the row in which it stands.
    Texts {
        first: String,
        row: usize,
    },
}

/// A cell by itself.
enum Cell {
    Missing,
    Truth(bool),
    Integer(i64),
    Float(f64),
    Text,
}

/// Cells that say that a value is missing.
const MISSING: &[&str] = &["", "na", "n/a", "null"];

fn understood(cell: &str) -> Cell {
    if MISSING.iter().any(|known| cell.eq_ignore_ascii_case(known)) {
        return Cell::Missing;
    }
    if let Ok(number) = cell.parse() {
        return Cell::Integer(number);
    }
    if let Ok(number) = cell.parse() {
        return Cell::Float(number);
    }
    match cell {
        _ if cell.eq_ignore_ascii_case("true") => Cell::Truth(true),
        _ if cell.eq_ignore_ascii_case("false") => Cell::Truth(false),
        _ => Cell::Text,
    }
}

/// Returns true for a cell that is a number.
pub(crate) fn is_number(cell: &str) -> bool {
    matches!(understood(cell.trim()), Cell::Integer(_) | Cell::Float(_))
}

impl Cells {
    /// Adds the cell of a row, which counts from 0.
    pub(crate) fn push(&mut self, bytes: &[u8], row: usize) {
        let cell = std::str::from_utf8(bytes).map(str::trim);
        let understood = cell.map_or(Cell::Text, understood);
        match (&mut *self, understood) {
            (Cells::Texts { .. }, _) => {}
            (Cells::Missing(count), Cell::Missing) => *count += 1,
            (Cells::Missing(count), Cell::Truth(truth)) => {
                let mut truths = vec![None; *count];
                truths.push(Some(truth));
                *self = Cells::Truths(truths);
            }
            (Cells::Missing(0), Cell::Integer(number)) => *self = Cells::Integers(vec![number]),
            (Cells::Missing(count), Cell::Integer(number)) => {
                *self = Cells::Floats(behind(vec![f64::NAN; *count], number as f64));
            }
            (Cells::Missing(count), Cell::Float(number)) => {
                *self = Cells::Floats(behind(vec![f64::NAN; *count], number));
            }
            (Cells::Truths(truths), Cell::Truth(truth)) => truths.push(Some(truth)),
            (Cells::Truths(truths), Cell::Missing) => truths.push(None),
            (Cells::Integers(numbers), Cell::Integer(number)) => numbers.push(number),
            (Cells::Integers(numbers), Cell::Float(number)) => {
                *self = Cells::Floats(behind(floats(numbers), number));
            }
            (Cells::Integers(numbers), Cell::Missing) => {
                *self = Cells::Floats(behind(floats(numbers), f64::NAN));
            }
            (Cells::Floats(numbers), Cell::Float(number)) => numbers.push(number),
            (Cells::Floats(numbers), Cell::Integer(number)) => numbers.push(number as f64),
            (Cells::Floats(numbers), Cell::Missing) => numbers.push(f64::NAN),
            (_, Cell::Text)
            | (Cells::Truths(_), _)
            | (Cells::Integers(_) | Cells::Floats(_), Cell::Truth(_)) => {
                *self = Cells::Texts {
                    first: String::from_utf8_lossy(bytes).trim().to_owned(),
                    row,
                };
            }
        }
    }

    /// The column, or the first text and its row. Truth values with missing ones are numbers.
    pub(crate) fn column(self) -> Result<Column, (String, usize)> {
        Ok(match self {
            Cells::Missing(count) => Column::from(vec![f64::NAN; count]),
            Cells::Integers(numbers) => Column::from(numbers),
            Cells::Floats(numbers) => Column::from(numbers),
            Cells::Texts { first, row } => return Err((first, row)),
            Cells::Truths(truths) => match truths.iter().copied().collect::<Option<Vec<bool>>>() {
                Some(truths) => Column::from(truths),
                None => {
                    let number = |truth: Option<bool>| truth.map_or(f64::NAN, f64::from);
                    Column::from(truths.into_iter().map(number).collect::<Vec<f64>>())
                }
            },
        })
    }
}

fn floats(numbers: &[i64]) -> Vec<f64> {
    numbers.iter().map(|number| *number as f64).collect()
}

fn behind(mut numbers: Vec<f64>, last: f64) -> Vec<f64> {
    numbers.push(last);
    numbers
}

#[cfg(test)]
mod tests {
    use super::Cells;

    /// The type of a column of such cells, and its elements.
    fn column(cells: &[&str]) -> String {
        let mut all = Cells::Missing(0);
        for (row, cell) in cells.iter().enumerate() {
            all.push(cell.as_bytes(), row);
        }
        match all.column() {
            Ok(column) => format!("{}: {column}", column.ty()),
            Err((first, row)) => format!("text {first:?} in row {row}"),
        }
    }

    #[test]
    fn cells_decide_the_type() {
        assert_eq!(column(&["1", " -2 ", "+3"]), "i64: [1, -2, 3]");
        assert_eq!(column(&["1", "2.5", "1e3"]), "f64: [1, 2.5, 1000]");
        assert_eq!(column(&["true", "FALSE"]), "bool: [true, false]");
        assert_eq!(column(&["1", "", "3"]), "f64: [1, NaN, 3]");
        assert_eq!(column(&["", "na", "4"]), "f64: [NaN, NaN, 4]");
        assert_eq!(column(&["N/A", "true"]), "f64: [NaN, 1]");
        assert_eq!(column(&["null", ""]), "f64: [NaN, NaN]");
        assert_eq!(column(&[]), "f64: []");
        assert_eq!(column(&["inf", "-nan"]), "f64: [inf, NaN]");
        assert_eq!(
            column(&["9223372036854775808", "1"]),
            "f64: [9223372036854776000, 1]"
        );
    }

    #[test]
    fn other_cells_are_texts() {
        assert_eq!(column(&["1", "one"]), "text \"one\" in row 1");
        assert_eq!(column(&["1", "true"]), "text \"true\" in row 1");
        assert_eq!(column(&["true", "1"]), "text \"1\" in row 1");
        assert_eq!(column(&["1,234"]), "text \"1,234\" in row 0");
        assert_eq!(column(&["0x10"]), "text \"0x10\" in row 0");
        assert_eq!(column(&["", "é", "1"]), "text \"é\" in row 1");
    }
}
