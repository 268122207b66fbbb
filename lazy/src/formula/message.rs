//! Messages about formulas, in the form that compilers have.

use std::fmt;

use crate::error::{Error, ErrorKind};

/// A part of a text: the bytes from `start` to `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    /// The part from the start of this one to the end of another one.
    pub(crate) fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A mistake in a formula, or in what it is applied to: a sentence, the line and the column, and a
/// help.
///
/// ```
/// use fusus_lazy::Formula;
///
/// let error = Formula::parse("2 * sqroot(x)").unwrap_err();
/// assert_eq!((error.line(), error.column()), (1, 5));
/// assert_eq!(
///     error.to_string(),
///     "error: there is no function `sqroot`
///  --> formula:1:5
///   |
/// 1 | 2 * sqroot(x)
///   |     ^^^^^^
///   |
///   = help: did you mean `sqrt`?"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct FormulaError {
    message: String,
    help: Option<String>,
    line: usize,
    column: usize,
    width: usize,
    text: String,
}

/// The columns of a line that are shown.
const SHOWN: usize = 120;

impl FormulaError {
    /// A mistake at a part of a text.
    pub(crate) fn new(text: &str, span: Span, message: impl Into<String>) -> FormulaError {
        let start = floor(text, span.start.min(text.len()));
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let end = floor(text, span.end.clamp(start, line_end));
        FormulaError {
            message: message.into(),
            help: None,
            line: text[..line_start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            width: text[start..end].chars().count().max(1),
            text: text[line_start..line_end].to_owned(),
        }
    }

    /// A mistake at a line and a column of a text, from 1 on.
    pub(crate) fn at(
        text: &str,
        line: usize,
        column: usize,
        message: impl Into<String>,
    ) -> FormulaError {
        FormulaError {
            message: message.into(),
            help: None,
            line,
            column,
            width: 1,
            text: text.lines().nth(line - 1).unwrap_or_default().to_owned(),
        }
    }

    /// The mistake behind so many lines of other texts.
    pub(crate) fn behind(mut self, lines: usize) -> FormulaError {
        self.line += lines;
        self
    }

    /// The mistake with a help.
    pub(crate) fn help(mut self, help: impl Into<String>) -> FormulaError {
        self.help = Some(help.into());
        self
    }

    /// The mistake with a help, if there is one.
    pub(crate) fn maybe(mut self, help: Option<String>) -> FormulaError {
        self.help = help.or(self.help);
        self
    }

    /// The sentence that says what is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The line, from 1 on.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column, in characters, from 1 on.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }
}

impl Error {
    /// The failure as a mistake in the text whose lines [`position`](Error::position) counts;
    /// `None` for operations of code.
    ///
    /// ```
    /// use fusus_lazy::{Array, Formula};
    ///
    /// let text = "1 / x";
    /// let x = Array::from_vec(vec![1, 0]);
    /// let error = Formula::parse(text)?.apply([("x", &x)])?.eval().unwrap_err();
    /// let shown = error.in_text(text).unwrap().to_string();
    /// assert!(shown.contains("a division by zero at position 1\n --> formula:1:3\n"));
    /// # Ok::<(), fusus_lazy::FormulaError>(())
    /// ```
    #[must_use]
    pub fn in_text(&self, text: &str) -> Option<FormulaError> {
        let (line, column) = self.position()?;
        let message = format!("`{}`: {}", self.operation(), self.kind());
        let help = match self.kind() {
            ErrorKind::Division { by_zero: true, .. } => Some(
                "both sides of a choice are computed: choose the divisor, `a / (if b == 0 { 1 } else { b })`",
            ),
            ErrorKind::IndexOutOfBounds { .. } if is_beside(text, line) => Some(
                "elements beside others are sections: `x[..-1]` has those before the elements of `x[1..]`",
            ),
            ErrorKind::IndexOutOfBounds { .. } => Some(
                "both sides of a choice are computed: choose the index, `x[if i < 0 { 0 } else { i }]`",
            ),
            _ => None,
        };
        let error = FormulaError::at(text, line, column, message);
        Some(error.maybe(help.map(str::to_owned)))
    }
}

/// Returns true if a line of a text reads elements at computed distances of its positions.
fn is_beside(text: &str, line: usize) -> bool {
    let line = text.lines().nth(line - 1).unwrap_or_default();
    let places = line.match_indices("[positions(");
    places.into_iter().any(|(at, _)| {
        let inside = line[at..].split(']').next().unwrap_or_default();
        inside.contains(['+', '-'])
    })
}

/// The start of the character at a byte.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FormulaError { line, column, .. } = *self;
        let margin = " ".repeat(line.to_string().len());
        // Of a long line the part about the mistake is shown.
        let skipped = match column > SHOWN / 2 && self.text.chars().count() > SHOWN {
            true => column - SHOWN / 2,
            false => 0,
        };
        let visible = |c: char| if c.is_control() { ' ' } else { c };
        let shown: String = self
            .text
            .chars()
            .skip(skipped)
            .take(SHOWN)
            .map(visible)
            .collect();
        let width = self
            .width
            .min(SHOWN.saturating_sub(column - 1 - skipped).max(1));
        writeln!(f, "error: {}", self.message)?;
        writeln!(f, "{margin}--> formula:{line}:{column}")?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{line} | {}", shown.trim_end())?;
        write!(
            f,
            "{margin} | {}{}",
            " ".repeat(column - 1 - skipped),
            "^".repeat(width)
        )?;
        match &self.help {
            Some(help) => write!(f, "\n{margin} |\n{margin} = help: {help}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for FormulaError {}

/// The name among some that is most like a wrong one.
pub(crate) fn similar<'n>(
    wrong: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    const LONGEST: usize = 40;
    let length = wrong.chars().count();
    if length > LONGEST {
        return None;
    }
    let far = names.into_iter().map(|name| (distance(wrong, name), name));
    let near = far.filter(|(distance, name)| {
        *distance <= (length.max(name.chars().count()) / 3).max(1) && *distance < length
    });
    near.min().map(|(_, name)| name)
}

/// The number of letters that must be added, removed, replaced or exchanged with a neighbour.
fn distance(a: &str, b: &str) -> usize {
    let lower = |text: &str| -> Vec<char> { text.to_lowercase().chars().collect() };
    let (a, b) = (lower(a), lower(b));
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, similar};

    #[test]
    fn near_names_are_found() {
        assert_eq!(distance("sqroot", "sqrt"), 2);
        assert_eq!(distance("epx", "exp"), 1);
        assert_eq!(similar("Spot", ["strike", "spot"]), Some("spot"));
        assert_eq!(similar("x", ["y"]), None);
        assert_eq!(similar("volume", ["price", "vol"]), None);
    }
}
