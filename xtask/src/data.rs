//! Making the data files of the examples from their sources.

use std::fs;
use std::path::Path;

use common::csv;

/// One kind of data.
struct Kind {
    name: &'static str,
    /// The file that it makes.
    target: &'static str,
    /// From the text of a CSV to the bytes of the file.
    convert: fn(&str) -> Result<Vec<u8>, String>,
    /// Reads the file back, and says how many rows it has.
    count: fn(&Path) -> Result<usize, String>,
}

const KINDS: &[Kind] = &[
    Kind {
        name: "cities",
        target: common::cities::FILE,
        convert: csv::cities::convert,
        count: |path| match common::cities::read(path) {
            Ok(cities) => Ok(cities.len()),
            Err(error) => Err(error.to_string()),
        },
    },
    Kind {
        name: "countries",
        target: common::countries::FILE,
        convert: csv::countries::convert,
        count: |path| match common::countries::read(path) {
            Ok(countries) => Ok(countries.len()),
            Err(error) => Err(error.to_string()),
        },
    },
    Kind {
        name: "flights",
        target: common::flights::FILE,
        convert: csv::flights::convert,
        count: |path| match common::flights::read(path) {
            Ok(flights) => Ok(flights.delays.len()),
            Err(error) => Err(error.to_string()),
        },
    },
];

/// `cargo xtask data cities|countries|flights <CSV>`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let [name, csv] = arguments else {
        return Err(usage());
    };
    let kind = KINDS
        .iter()
        .find(|kind| kind.name == name)
        .ok_or_else(usage)?;
    let text = fs::read_to_string(csv).map_err(|error| format!("cannot read {csv}: {error}"))?;
    // An error starts with the number of its line.
    let bytes = (kind.convert)(&text).map_err(|error| format!("{csv}:{error}"))?;
    let target = Path::new(kind.target);
    fs::write(target, bytes).map_err(|error| format!("cannot write {}: {error}", kind.target))?;
    let count = (kind.count)(target)?;
    let target = target.canonicalize().unwrap_or_else(|_| target.to_owned());
    println!("wrote {count} {name} to {}", target.display());
    Ok(())
}

fn usage() -> String {
    let names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
    format!("usage: cargo xtask data {} <CSV>", names.join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_data_is_refused() {
        let usage = Err("usage: cargo xtask data cities|countries|flights <CSV>".to_owned());
        for words in [&["trains", "a.csv"][..], &["cities"], &[]] {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(run(&words), usage);
        }
    }
}
