//! Words of a command line, and what is wrong with them.

use lexopt::{Parser, ValueExt};
use std::ffi::OsString;

/// The value of an option.
pub(crate) fn value(words: &mut Parser) -> Result<String, String> {
    text(words.value().map_err(described)?)
}

/// A word that is text.
pub(crate) fn text(word: OsString) -> Result<String, String> {
    word.string().map_err(described)
}

/// Words the mistakes that `lexopt` finds.
pub(crate) fn described(error: lexopt::Error) -> String {
    match error {
        lexopt::Error::MissingValue {
            option: Some(option),
        } => format!("`{option}` needs a value; `fusus --help` lists the options"),
        lexopt::Error::UnexpectedValue { option, .. } => format!("`{option}` takes no value"),
        other => other.to_string(),
    }
}
