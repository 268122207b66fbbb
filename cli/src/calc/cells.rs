//! The cells of a column, whose type they decide one after the other.

use fusus_lazy::Column;
use std::collections::BTreeSet;

/// The cells of a column.
#[derive(Debug)]
pub(crate) enum Cells {
    /// So many missing ones, and no others.
    Missing(usize),
    Truths(Vec<Option<bool>>),
    Integers(Vec<i64>),
    /// Numbers, of which missing ones are NaN.
    Floats(Vec<f64>),
    Texts(Texts),
}

/// Cells of which some are texts, as far as they are remembered.
#[derive(Debug)]
pub(crate) struct Texts {
    /// The first text, and the row in which it stands.
    first: String,
    row: usize,
    /// The first cells that differ.
    shown: Vec<String>,
    /// The cells that differ, up to `MOST` and one more.
    different: BTreeSet<String>,
}

/// The texts of a column that are counted.
const MOST: usize = 1000;

/// The texts of a column that are shown, and the characters of each.
const SHOWN: (usize, usize) = (3, 20);

impl Texts {
    /// Cells up to a text, before which numbers or truth values stand.
    fn behind(before: &Cells, text: &str, row: usize) -> Texts {
        let mut texts = Texts {
            first: text.to_owned(),
            row,
            shown: Vec::new(),
            different: BTreeSet::new(),
        };
        match before {
            Cells::Missing(_) | Cells::Texts(_) => {}
            Cells::Truths(truths) => texts.extend(truths.iter().flatten()),
            Cells::Integers(numbers) => texts.extend(numbers),
            Cells::Floats(numbers) => texts.extend(numbers.iter().filter(|n| !n.is_nan())),
        }
        texts.add(text);
        texts
    }

    fn extend<T: ToString>(&mut self, cells: impl IntoIterator<Item = T>) {
        for cell in cells {
            if self.different.len() > MOST {
                return;
            }
            self.add(&cell.to_string());
        }
    }

    fn add(&mut self, text: &str) {
        if self.different.len() > MOST || self.different.contains(text) {
            return;
        }
        self.different.insert(text.to_owned());
        if self.shown.len() < SHOWN.0 {
            self.shown.push(short(text));
        }
    }

    /// The reason why there is no value.
    pub(crate) fn reason(&self) -> String {
        let (first, row) = (short(&self.first), self.row);
        format!("it has texts, such as `{first}` at position {row}; `head` shows them")
    }

    /// The number of texts that differ, and the first ones.
    pub(crate) fn described(&self) -> String {
        let shown: Vec<String> = self
            .shown
            .iter()
            .map(|text| format!("\"{text}\""))
            .collect();
        let (count, shown) = (self.different.len(), shown.join(", "));
        match count {
            1 => format!("one: {shown}"),
            count if count > MOST => format!("over {MOST} different: {shown}, …"),
            count if count > self.shown.len() => format!("{count} different: {shown}, …"),
            count => format!("{count} different: {shown}"),
        }
    }
}

/// The beginning of a text.
fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN.1) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
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
            (Cells::Texts(_), Cell::Missing) => {}
            (Cells::Texts(texts), _) => texts.add(String::from_utf8_lossy(bytes).trim()),
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
                let text = String::from_utf8_lossy(bytes);
                *self = Cells::Texts(Texts::behind(self, text.trim(), row));
            }
        }
    }

    /// The column, or its texts. Truth values with missing ones are numbers.
    pub(crate) fn column(self) -> Result<Column, Texts> {
        Ok(match self {
            Cells::Missing(count) => Column::from(vec![f64::NAN; count]),
            Cells::Integers(numbers) => Column::from(numbers),
            Cells::Floats(numbers) => Column::from(numbers),
            Cells::Texts(texts) => return Err(texts),
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
            Err(texts) => format!("text {:?} in row {}", texts.first, texts.row),
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
    fn texts_are_described() {
        let described = |cells: &[&str]| {
            let mut all = Cells::Missing(0);
            for (row, cell) in cells.iter().enumerate() {
                all.push(cell.as_bytes(), row);
            }
            all.column().unwrap_err().described()
        };
        assert_eq!(described(&["", "a", "a ", "NA"]), "one: \"a\"");
        assert_eq!(described(&["7", "", "b", "7"]), "2 different: \"7\", \"b\"");
        assert_eq!(
            described(&["true", "1.5", "b", "c"]),
            "4 different: \"true\", \"1.5\", \"b\", …"
        );
        assert_eq!(
            described(&["a long text of more than twenty characters"]),
            "one: \"a long text of more …\""
        );
        let many: Vec<String> = (0..2000).map(|at| format!("t{at}")).collect();
        let many: Vec<&str> = many.iter().map(|text| &text[..]).collect();
        assert_eq!(
            described(&many),
            "over 1000 different: \"t0\", \"t1\", \"t2\", …"
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
