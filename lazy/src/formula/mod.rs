//! Formulas: programs over whole arrays, as texts that come at run time.

mod apply;
mod axes;
mod characters;
mod context;
mod env;
mod foreign;
mod integers;
mod message;
mod names;
mod parse;
mod prepared;
mod promote;
mod sorted;
mod token;

use std::sync::Arc;

pub use env::Env;
pub use message::FormulaError;

use crate::column::Column;
use crate::dims::Dims;
use crate::plan::Plan;
use parse::Parsed;
use prepared::Applications;
use sorted::Sorted;

/// The names that a formula may read.
struct Inputs<'i> {
    columns: &'i [(&'i str, Column)],
    /// Names that have no value, with the reason.
    excluded: &'i Sorted<String>,
    /// True if they have elements, and do not only stand for columns of their types and shapes.
    has_elements: bool,
}

impl Inputs<'_> {
    /// The column of a name: the last one, if several have it.
    fn column(&self, name: &str) -> Option<&Column> {
        let mut columns = self.columns.iter().rev();
        let found = columns.find(|(own, _)| *own == name);
        found.map(|(_, column)| column)
    }

    /// All names, in alphabetical order.
    fn names(&self) -> Vec<&str> {
        let mut names = Sorted::default();
        for (name, _) in self.columns {
            names.set(name, *name);
        }
        names.as_slice().iter().map(|(_, name)| *name).collect()
    }
}

/// A formula: bindings and a result, over whole arrays and numbers.
///
/// ```
/// use fusus_lazy::{Array, Formula};
///
/// let formula = Formula::parse(
///     "mean = sum(x) / len(x) as f64
///      far = abs(x - mean) > 2
///      x[far]",
/// )?;
/// assert_eq!(formula.inputs(), ["x"]);
/// let x = Array::from_vec(vec![1.0, 2.0, 3.0, 10.0]);
/// let far = formula.apply([("x", &x)])?;
/// assert_eq!(far.to_vec::<f64>()?, [1.0, 10.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # The language
///
/// | text | meaning |
/// |---|---|
/// | `y = x + 1`, `let y = x + 1;` | a binding: lines end statements, unless the line ends with an operator, or the next one begins with one, and so does `;` |
/// | `2`, `0.5`, `1e-3`, `1_000`, `0xff`, `2f32` | numbers, which take the type of what they meet |
/// | `+ - * / %`, `-x` | arithmetic; integers wrap, and their quotients drop the rest |
/// | `& \|`, `!n`, `xor(n, 1)` | the bits of integers; a power is `powf(x, 2)`, and `^` between numbers an error |
/// | `< <= > >= == !=`, `&& \|\| ! ^` | comparisons and masks |
/// | `x as i32` | a conversion |
/// | `if x > 0 { x } else { 0 }`, `select(x > 0, x, 0)` | a choice for each element |
/// | `exp(x)`, `x.exp()` | functions of each element: those of [`Array`](crate::Array), and `powf`, `atan2`, `hypot`, `log`, `min`, `max` of two arrays |
/// | `sum product min max any all mean count len` | numbers of an array |
/// | `scan_sum scan_product scan_min scan_max` | prefixes |
/// | `x[x > 0]`, `x[indices]`, `x[1..-1]`, `x[..; 2]`, `x[0]` | what a mask keeps, a gather, sections, an element |
/// | `g[1..-1, ..]`, `g[0]`, `g[.., 0]`, `g[1, 2]` | sections of several axes, a row, a column, an element |
/// | `x[.., new] * y[new, ..]` | a table of a column and a row: an axis that `new` adds goes with any length |
/// | `sum_axis(g, 0)`, `mean_axis(g, -1)` | folds along an axis, also `product min max any all`: the result does not have it |
/// | `transpose(g)`, `reshape(x, [2, 3])`, `flatten(g)` | the elements along other axes |
/// | `with(x, 1..-1, y)`, `with(g, [0, ..], y)`, `with(x, [0], 5)` | an array with other elements in a section, or another one |
/// | `reverse(x)` | backwards |
/// | `positions(x)`, `range(10)`, `range(len(x) - 1)` | the positions of the elements of an array, and of so many |
/// | `pi`, `inf`, `nan` | constants, unless an input has the name |
/// | `#`; `//` at the start of a line | a comment to the end of the line |
///
/// Of two types of numbers the result has the one that has the values of both; that of `u64` and a type with a sign,
/// and of 64-bit integers and floats, is `f64`, which has integers up to 2⁵³ exactly. Comparisons of integers with each
/// other are exact, and so are those with a float that stands in the formula, `n > 0.5`; beside an array or an input of
/// floats, integers of 64 bits are `f64`. The last line without
/// `=` is the result; if there is none, it is the value of the last binding.
///
/// Integers keep their type, and wrap at its ends: sum them as a larger type where they are many or small.
/// A division of integers by zero, and one of the least integer by -1, is an error. Both sides of a choice are
/// computed for all elements: choose the divisor, `100 / (if n == 0 { 1 } else { n })`, and the index of a gather.
/// Positions, lengths and counts are `i64`, so that `positions(x) - 1` begins with -1, and the sum of positions and other
/// integers is an index. Their quotient drops the rest: `count(x > 0) / len(x)` is an error that says what to write.
///
/// `NaN` is less than nothing, greater than nothing and equal to nothing, itself included: `x[x == x]` drops it. Sums and
/// means with a `NaN` are one; `min` and `max`, their prefixes and those along an axis go past it, and where they find no
/// number they have the value that every number replaces, `inf` and `-inf` for floats.
///
/// Spellings of other languages (`x[0:3]`, `sum(g, axis=0)`, `x if c else y`, `a and b`, `IF(c, x, y)`, `x ** 2`) are
/// mistakes whose help has the formula to write. There is one spelling for each thing, that of Rust where Rust has it.
///
/// An axis that is added to what a mask keeps has these elements computed when the formula is applied.
///
/// ```
/// use fusus_lazy::{Array, Formula};
///
/// let u = Array::from_vec(vec![200_u8, 100]);
/// let of = |text| Formula::parse(text)?.apply([("u", &u)]);
/// assert_eq!(of("u * 2")?.to_string(), "[144, 200]");
/// assert_eq!(of("sum(u)")?.to_string(), "44");
/// assert_eq!(of("sum(u as u32)")?.to_string(), "300");
/// assert_eq!(of("u & 15 | xor(64, 65)")?.to_string(), "[9, 5]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A statement goes on in the next line within brackets, behind an operator, and before one:
///
/// ```
/// use fusus_lazy::{Array, Formula};
///
/// let formula = Formula::parse(
///     "y = x
///        + 1
///      y *
///        2",
/// )?;
/// let x = Array::from_vec(vec![1.0, 2.0]);
/// assert_eq!(formula.apply([("x", &x)])?.to_string(), "[4, 6]");
/// assert!(Formula::parse("y = x \n - 1").is_err());
/// assert!(Formula::parse("y = x;\n -1").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A line that begins with `-` could go on with the one before or be one of its own, and is an error:
/// write the `-` at the end of the line before, or `;`.
#[derive(Clone, Debug)]
pub struct Formula {
    shared: Arc<Shared>,
}

/// The parts that all copies of a formula share.
#[derive(Debug)]
struct Shared {
    text: String,
    parsed: Parsed,
    applications: Applications,
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    ///
    /// The first mistake, with its line and column.
    pub fn parse(text: &str) -> Result<Formula, FormulaError> {
        Formula::parse_behind(0, text)
    }

    /// Reads a formula that stands behind so many lines of a file or a session, which places of
    /// mistakes and of failures count.
    ///
    /// # Errors
    ///
    /// As for [`parse`](Formula::parse).
    pub fn parse_behind(lines: usize, text: &str) -> Result<Formula, FormulaError> {
        let shared = Shared {
            parsed: parse::parse(text, lines)?,
            text: text.to_owned(),
            applications: Applications::default(),
        };
        Ok(Formula {
            shared: Arc::new(shared),
        })
    }

    /// The names that the formula does not bind, in the order in which they occur.
    #[must_use]
    pub fn inputs(&self) -> Vec<&str> {
        self.shared
            .parsed
            .inputs
            .iter()
            .map(String::as_str)
            .collect()
    }

    /// The names that the formula binds, in order.
    #[must_use]
    pub fn outputs(&self) -> Vec<&str> {
        let parsed = &self.shared.parsed;
        parsed
            .bindings
            .iter()
            .map(|(name, _)| name.as_str())
            .collect()
    }

    /// The text of the formula.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.shared.text
    }

    /// Applies the formula to inputs: the result, which is computed when somebody asks for its
    /// elements. Inputs that the formula does not have are not looked at.
    ///
    /// # Errors
    ///
    /// An input is missing, types do not go together, or lengths that are known differ.
    pub fn apply<'n, C: Into<Column>>(
        &self,
        inputs: impl IntoIterator<Item = (&'n str, C)>,
    ) -> Result<Column, FormulaError> {
        let given = columns(inputs);
        if let Some(column) = self.shared.applications.result(self, &given) {
            return Ok(column);
        }
        self.applied(given)?.column(self.shared.parsed.result)
    }

    /// The result for inputs in the order of their names, of which those of constants may be absent. It
    /// depends on their types and shapes alone.
    fn built(&self, inputs: &[Option<Column>]) -> Result<Column, FormulaError> {
        let names = self.shared.parsed.inputs.iter().map(String::as_str);
        let given = names.zip(inputs);
        let given = given.filter_map(|(name, column)| Some((name, column.clone()?)));
        let applied = self.applied_to(&Inputs {
            columns: &given.collect::<Vec<_>>(),
            excluded: &Sorted::default(),
            has_elements: false,
        });
        applied?.column(self.shared.parsed.result)
    }

    /// Applies the formula to inputs: the values of all bindings, in order, of which those that
    /// share work do it once.
    ///
    /// # Errors
    ///
    /// As for [`apply`](Formula::apply).
    pub fn apply_all<'n, C: Into<Column>>(
        &self,
        inputs: impl IntoIterator<Item = (&'n str, C)>,
    ) -> Result<Vec<(&str, Column)>, FormulaError> {
        let applied = self.applied(columns(inputs))?;
        let bindings = self.shared.parsed.bindings.iter();
        bindings
            .map(|(name, value)| Ok((&name[..], applied.column(*value)?)))
            .collect()
    }

    fn applied(
        &self,
        given: Vec<(&str, Column)>,
    ) -> Result<context::Application<'_>, FormulaError> {
        self.applied_to(&Inputs {
            columns: &given,
            excluded: &Sorted::default(),
            has_elements: true,
        })
    }

    fn applied_to(&self, inputs: &Inputs<'_>) -> Result<context::Application<'_>, FormulaError> {
        let shared = &*self.shared;
        let applied = apply::apply(&shared.text, &shared.parsed, inputs);
        applied.map_err(|error| error.behind(shared.parsed.behind))
    }

    /// The plan of the formula if each input is an array of a thousand `f64`: along one axis, or two or
    /// three where it needs as many. That of other inputs is [`Column::plan`] of the result.
    ///
    /// # Errors
    ///
    /// As for [`apply`](Formula::apply), with such inputs.
    pub fn plan(&self) -> Result<Plan, FormulaError> {
        let of = |dims: Dims| {
            let elements = vec![0.5_f64; dims.len()];
            let array = crate::Array::from_shape(dims, elements);
            self.apply(self.inputs().into_iter().map(|name| (name, &array)))
        };
        let flat = of(Dims::from(1000));
        let result = flat.or_else(|error| {
            let more = of(Dims::from([50, 20])).or_else(|_| of(Dims::from([10, 10, 10])));
            more.map_err(|_| error)
        })?;
        result.plan().map_err(|error| {
            let span = message::Span { start: 0, end: 0 };
            let error = FormulaError::new(self.text(), span, error.to_string());
            error.behind(self.shared.parsed.behind)
        })
    }
}

/// Names and columns of any types.
fn columns<'n, C: Into<Column>>(
    inputs: impl IntoIterator<Item = (&'n str, C)>,
) -> Vec<(&'n str, Column)> {
    let inputs = inputs.into_iter();
    inputs.map(|(name, column)| (name, column.into())).collect()
}
