//! Names and their values, for programs that read one line after the other.

use super::sorted::Sorted;
use super::{Formula, FormulaError, Inputs};
use crate::column::Column;

/// Names with their values: the state of a calculator.
///
/// ```
/// use fusus_lazy::{Array, Env};
///
/// let mut env = Env::new();
/// env.set("x", &Array::from_vec(vec![1, 2, 3]));
/// assert!(env.run("squares = x * x")?.is_none());
/// let sum = env.run("sum(squares)")?;
/// assert_eq!(sum.map(|sum| sum.to_string()), Some("14".to_owned()));
/// # Ok::<(), fusus_lazy::FormulaError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Env {
    columns: Sorted<Column>,
    /// Names that have no value, with the reason.
    excluded: Sorted<String>,
}

impl Env {
    /// No names.
    #[must_use]
    pub fn new() -> Env {
        Env::default()
    }

    /// Gives a name a value.
    pub fn set(&mut self, name: impl Into<String>, column: impl Into<Column>) {
        self.columns.set(&name.into(), column.into());
    }

    /// Gives a name no value, and a reason in a sentence, which formulas that read it report.
    ///
    /// ```
    /// let mut env = fusus_lazy::Env::new();
    /// env.exclude("city", "it has texts");
    /// let error = env.run("2 * city").unwrap_err();
    /// assert_eq!(error.message(), "`city` has no value: it has texts");
    /// ```
    pub fn exclude(&mut self, name: impl Into<String>, reason: impl Into<String>) {
        let name = name.into();
        self.columns.remove(&name);
        self.excluded.set(&name, reason.into());
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Column> {
        self.columns.get(name)
    }

    /// Takes a name away, and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<Column> {
        self.columns.remove(name)
    }

    /// All names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.as_slice().iter().map(|(name, _)| &name[..])
    }

    /// Reads a formula, keeps the values of its bindings, and returns the value of its last line,
    /// if that is not a binding. A formula with a mistake changes nothing.
    ///
    /// # Errors
    ///
    /// Those of [`Formula::parse`] and [`Formula::apply`].
    pub fn run(&mut self, text: &str) -> Result<Option<Column>, FormulaError> {
        self.run_behind(0, text)
    }

    /// As [`run`](Env::run), for a text that stands behind so many lines of a session, which places
    /// of mistakes and of failures count.
    ///
    /// # Errors
    ///
    /// As for [`run`](Env::run).
    pub fn run_behind(&mut self, lines: usize, text: &str) -> Result<Option<Column>, FormulaError> {
        let formula = Formula::parse_behind(lines, text)?;
        let columns = self.columns.as_slice().iter();
        let inputs: Vec<(&str, Column)> = columns
            .map(|(name, column)| (&name[..], column.clone()))
            .collect();
        let applied = formula.applied_to(&Inputs {
            columns: &inputs,
            excluded: &self.excluded,
            has_elements: true,
        })?;
        let parsed = &formula.shared.parsed;
        let mut bound = Vec::new();
        for (name, value) in &parsed.bindings {
            bound.push((name.clone(), applied.column(*value)?));
        }
        let result = match parsed.ends_bound {
            true => None,
            false => Some(applied.column(parsed.result)?),
        };
        for (name, column) in bound {
            self.columns.set(&name, column);
        }
        Ok(result)
    }
}
