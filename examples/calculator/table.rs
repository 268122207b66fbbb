//! Tables of CSV files: a header, then a row a line, with commas between cells.

use std::fs;
use std::path::Path;

use fusus::lazy::Column;

/// The names of the columns of a table, in order, and their cells.
pub(crate) type Table = Vec<(String, Cells)>;

/// The cells of a column. One integer, number or text decides for all.
#[derive(Debug)]
pub(crate) enum Cells {
    Integers(Vec<i64>),
    /// Numbers, of which missing ones are NaN.
    Floats(Vec<f64>),
    /// Texts, which formulas do not compute with: the first cell that is no number, and its line.
    Texts {
        first: String,
        line: usize,
    },
}

impl Cells {
    /// The column, or the reason why formulas have none.
    pub(crate) fn column(self) -> Result<Column, String> {
        match self {
            Cells::Integers(numbers) => Ok(Column::from(numbers)),
            Cells::Floats(numbers) => Ok(Column::from(numbers)),
            Cells::Texts { first, line } => {
                Err(format!("it has texts, such as `{first}` in line {line}"))
            }
        }
    }

    fn push(&mut self, cell: &str, line: usize) {
        match (&mut *self, cell.parse::<i64>(), number(cell)) {
            (Cells::Texts { .. }, ..) => {}
            (Cells::Integers(all), Ok(number), _) => all.push(number),
            (Cells::Integers(all), _, Some(number)) => {
                let mut floats: Vec<f64> = all.iter().map(|number| *number as f64).collect();
                floats.push(number);
                *self = Cells::Floats(floats);
            }
            (Cells::Floats(all), _, Some(number)) => all.push(number),
            (_, _, None) => {
                let first = cell.to_owned();
                *self = Cells::Texts { first, line };
            }
        }
    }
}

/// A number; a missing one is NaN.
fn number(cell: &str) -> Option<f64> {
    match cell {
        "" => Some(f64::NAN),
        _ => cell.parse().ok(),
    }
}

/// Reads a file.
pub(crate) fn read(file: &Path) -> Result<Table, String> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    parse(&text).map_err(|mistake| format!("{name}:{mistake}"))
}

/// Reads the text of a file. A mistake begins with the number of its line.
pub(crate) fn parse(text: &str) -> Result<Table, String> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let header = match lines.next() {
        Some((_, header)) if !header.trim().is_empty() => cells(header, 1)?,
        _ => return Err("1: there is no row with the names of the columns".to_owned()),
    };
    if header.iter().all(|name| number(name).is_some()) {
        let header = header.join(",");
        return Err(format!(
            "1: `{header}` has numbers where the names of the columns should be"
        ));
    }
    let mut columns: Vec<Cells> = header.iter().map(|_| Cells::Integers(Vec::new())).collect();
    for (line, row) in lines.filter(|(_, row)| !row.trim().is_empty()) {
        let cells = cells(row, line)?;
        if cells.len() != header.len() {
            let (found, expected) = (cells.len(), header.len());
            let plural = if found == 1 { "" } else { "s" };
            return Err(format!(
                "{line}: the row has {found} cell{plural}, and the header {expected}: {row}"
            ));
        }
        for (column, cell) in columns.iter_mut().zip(&cells) {
            column.push(cell, line);
        }
    }
    Ok(header.into_iter().zip(columns).collect())
}

/// The cells of a line. In quotation marks a comma is one of the cell, and two marks are one.
fn cells(text: &str, line: usize) -> Result<Vec<String>, String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, quoted) {
            ('"', true) if characters.next_if_eq(&'"').is_some() => add(&mut cells, '"'),
            ('"', _) => quoted = !quoted,
            (',', false) => cells.push(String::new()),
            _ => add(&mut cells, character),
        }
    }
    if quoted {
        return Err(format!("{line}: a quotation mark is not closed: {text}"));
    }
    Ok(cells.iter().map(|cell| cell.trim().to_owned()).collect())
}

fn add(cells: &mut [String], character: char) {
    if let Some(cell) = cells.last_mut() {
        cell.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::{Cells, parse};

    #[test]
    fn cells_decide_the_type_of_their_column() {
        let table = parse("a,b, c ,d\n1,2,x,\n2,2.5,\"y, z\",4\n\n-3,,\"\"\"w\",5\n").unwrap();
        let shown: Vec<String> = (table.into_iter())
            .map(|(name, cells)| match cells.column() {
                Ok(column) => format!("{name}: {column}"),
                Err(reason) => format!("{name}: {reason}"),
            })
            .collect();
        assert_eq!(
            shown,
            [
                "a: [1, 2, -3]",
                "b: [2, 2.5, NaN]",
                "c: it has texts, such as `x` in line 2",
                "d: [NaN, 4, 5]"
            ]
        );
    }

    #[test]
    fn a_mistake_is_at_its_line() {
        for (text, expected) in [
            ("", "1: there is no row with the names of the columns"),
            (
                "1,2\n3,4\n",
                "1: `1,2` has numbers where the names of the columns should be",
            ),
            (
                "a,b\n1,2\n\n3\n",
                "4: the row has 1 cell, and the header 2: 3",
            ),
            ("a\n\"x\n", "2: a quotation mark is not closed: \"x"),
        ] {
            assert_eq!(parse(text).unwrap_err(), expected);
        }
    }

    #[test]
    fn line_ends_of_windows_and_a_byte_order_mark_are_no_cells() {
        let table = parse("\u{feff}a,b\r\n1,2\r\n").unwrap();
        assert!(matches!(&table[1], (name, Cells::Integers(b)) if name == "b" && b == &[2]));
    }
}
