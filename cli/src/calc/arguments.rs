//! The command line of `fusus calc`.

use crate::suggest;
use crate::words::{described, text, value};
use lexopt::{Arg, Parser};
use std::path::PathBuf;

/// The output of `fusus calc --help`.
pub(crate) const HELP: &str = "\
Computes formulas over the columns of a CSV file.

usage: fusus calc FILE.csv [FORMULA…] [OPTION…]

  --no-header       the first row has numbers and no names: columns are called
                    c1, c2 and so on
  --delimiter C     what stands between cells: one character, or `tab`; without
                    it a tab in files that are called .tsv, otherwise a comma

  --help            print this

Without formulas they are read from the standard input, one a line. A line is a
formula or a command:

  delay * 2                 a column: its first and last rows
  late = delay > 15         keeps a value under a name
  mean(delay[late])         a number
  plan FORMULA              the loops by which it is computed
  table FORMULA, FORMULA…   several columns side by side
  stats FORMULA             count, mean, deviation and quartiles
  plot FORMULA              a histogram; of two formulas, a plot
  columns                   the names of all columns, and their types; of those
                            with texts how many differ, and the first ones
  head                      the first rows of the file
  help, quit

Columns have the names of the first row, with an underscore for what cannot
stand in a name. Integers, truth values (true, false) and floats have their
types; a missing cell (nothing, NA, N/A, null) makes a column one of floats, and
is NaN. Columns with texts are shown by `columns` and `head`, and not computed
with.

The exit code is 1 when the file or a formula has a mistake, and 2 when the
command does.
";

/// `fusus calc`
#[derive(Debug, PartialEq)]
pub(crate) struct Calc {
    pub(crate) file: PathBuf,
    pub(crate) has_header: bool,
    pub(crate) delimiter: u8,
    pub(crate) formulas: Vec<String>,
}

const OPTIONS: &[&str] = &["no-header", "delimiter", "help"];

/// Understands what stands behind `fusus calc`; `None` if the user asks for help.
pub(crate) fn parse(words: &mut Parser) -> Result<Option<Calc>, String> {
    let mut file: Option<PathBuf> = None;
    let (mut has_header, mut delimiter) = (true, None);
    let mut formulas = Vec::new();
    while let Some(word) = words.next().map_err(described)? {
        match word {
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Long("no-header") => has_header = false,
            Arg::Long("delimiter") => delimiter = Some(delimiting(&value(words)?)?),
            Arg::Value(word) if file.is_none() => file = Some(word.into()),
            Arg::Value(word) => formulas.push(text(word)?),
            Arg::Long(other) => {
                let near = suggest::nearest(other, OPTIONS.iter().copied());
                let near = near.map_or(String::new(), |near| format!("; did you mean `--{near}`?"));
                return Err(format!("there is no option `--{other}`{near}"));
            }
            Arg::Short(other) => {
                return Err(format!(
                    "there is no option `-{other}`; a formula that begins with a minus stands behind `--`"
                ));
            }
        }
    }
    let file = file.ok_or("say which file to read: fusus calc FILE.csv")?;
    let is_tsv = file.extension().is_some_and(|extension| extension == "tsv");
    Ok(Some(Calc {
        delimiter: delimiter.unwrap_or(if is_tsv { b'\t' } else { b',' }),
        file,
        has_header,
        formulas,
    }))
}

/// The character between cells.
fn delimiting(word: &str) -> Result<u8, String> {
    match word.as_bytes() {
        _ if word == "tab" || word == "\\t" => Ok(b'\t'),
        [one] if one.is_ascii_punctuation() && *one != b'"' || *one == b'\t' || *one == b' ' => {
            Ok(*one)
        }
        _ => Err(format!(
            "`{word}` cannot stand between cells; write one character, such as `;`, or `tab`"
        )),
    }
}
