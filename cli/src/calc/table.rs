//! Tables of texts, and numbers as cells of them.

use super::cells::is_number;
use fusus_lazy::Scalar;

/// The rows at each end of a column that are shown.
const ENDS: usize = 5;

/// A table with its header; columns of numbers stand to the right.
pub(crate) fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let is_right = |column: usize| {
        let cells = || rows.iter().map(|row| &row[column][..]);
        let is_number = |cell: &str| cell.is_empty() || cell == "…" || is_number(cell);
        cells().all(is_number) && cells().any(|cell| !cell.is_empty())
    };
    let width = |column: usize| {
        let cells = rows.iter().map(|row| &row[column]);
        let widths = cells.chain([&header[column]]);
        widths.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let columns: Vec<(bool, usize)> = (0..header.len())
        .map(|column| (is_right(column), width(column)))
        .collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&columns).map(|(cell, (is_right, width))| {
            let blank = " ".repeat(width - cell.chars().count());
            let cell: String = cell.chars().map(visible).collect();
            match is_right {
                true => format!("{blank}{cell}"),
                false => format!("{cell}{blank}"),
            }
        });
        let cells: Vec<String> = cells.collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    let rule: Vec<String> = columns
        .iter()
        .map(|(_, width)| "─".repeat(*width))
        .collect();
    let mut text = line(header);
    text.push_str(&format!("{}\n", rule.join("  ")));
    for row in rows {
        text.push_str(&line(row));
    }
    text
}

/// A line end within a cell is a blank.
fn visible(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// The positions of a column that are shown; `None` stands for those between its ends.
pub(crate) fn positions(len: usize) -> Vec<Option<usize>> {
    if len <= 2 * ENDS + 1 {
        return (0..len).map(Some).collect();
    }
    let (left, right) = ((0..ENDS).map(Some), (len - ENDS..len).map(Some));
    left.chain([None]).chain(right).collect()
}

/// A number as a cell: floats have six digits behind the point, or an exponent.
pub(crate) fn cell(number: Scalar) -> String {
    match number {
        Scalar::F64(number) => float(number),
        Scalar::F32(number) => float(f64::from(number)),
        other => other.to_string(),
    }
}

/// A float, with six digits behind the point.
pub(crate) fn float(number: f64) -> String {
    let size = number.abs();
    if number.is_finite() && size != 0.0 && !(1e-4..1e9).contains(&size) {
        return format!("{number:.6e}");
    }
    let text = format!("{number:.6}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{float, positions, table};

    #[test]
    fn floats_are_short() {
        let shown: Vec<String> = [
            0.0,
            1.5,
            0.1 + 0.2,
            -2e-7,
            1e12,
            1e8,
            f64::NAN,
            f64::INFINITY,
        ]
        .into_iter()
        .map(float)
        .collect();
        assert_eq!(
            shown,
            [
                "0",
                "1.5",
                "0.3",
                "-2.000000e-7",
                "1.000000e12",
                "100000000",
                "NaN",
                "inf"
            ]
        );
    }

    #[test]
    fn the_ends_of_a_long_column_are_shown() {
        assert_eq!(positions(11).len(), 11);
        let long = positions(100);
        assert_eq!((long.len(), long[5], long[6]), (11, None, Some(95)));
        assert!(positions(0).is_empty());
    }

    #[test]
    fn numbers_stand_to_the_right() {
        let cells = |row: &[&str]| {
            row.iter()
                .map(|cell| (*cell).to_owned())
                .collect::<Vec<_>>()
        };
        let rows = [cells(&["1", "a"]), cells(&["-10", "été"])];
        assert_eq!(
            table(&cells(&["n", "text"]), &rows),
            "  n  text\n───  ────\n  1  a\n-10  été\n"
        );
    }
}
