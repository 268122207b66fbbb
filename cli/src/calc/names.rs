//! The names of columns in formulas.

use std::collections::BTreeSet;

/// Words of the language of formulas.
const KEYWORDS: &[&str] = &[
    "let", "if", "else", "as", "true", "false", "mut", "fn", "for", "while",
];

/// The words that are commands, where no `=` stands behind them.
pub(crate) const COMMANDS: &[&str] = &[
    "columns", "head", "help", "plan", "plot", "quit", "stats", "table",
];

/// The name of each column: that of the header, with an underscore for whatever cannot stand in a
/// name, and behind names that mean something else or stand there twice.
pub(crate) fn names(header: &[String]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut names = Vec::with_capacity(header.len());
    for (index, cell) in header.iter().enumerate() {
        let mut name = plain(cell);
        if name.is_empty() {
            name = format!("c{}", index + 1);
        }
        if name.starts_with(|c: char| c.is_numeric()) {
            name.insert(0, '_');
        }
        if KEYWORDS.contains(&&name[..]) || COMMANDS.contains(&&name[..]) {
            name.push('_');
        }
        let mut count = 1;
        let mut own = name.clone();
        while !taken.insert(own.clone()) {
            count += 1;
            own = format!("{name}_{count}");
        }
        names.push(own);
    }
    names
}

/// A text with one underscore for each run of characters that cannot stand in a name.
fn plain(text: &str) -> String {
    let mut name = String::new();
    for c in text.trim().chars() {
        match c.is_alphanumeric() || c == '_' {
            true => name.push(c),
            false if !name.ends_with('_') => name.push('_'),
            false => {}
        }
    }
    name.trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn every_column_has_a_name_of_its_own() {
        let header = [
            "delay",
            " Arrival Delay (min) ",
            "",
            "2019",
            "if",
            "plan",
            "delay",
            "Größe",
            "_x_",
            "%",
            "delay_2",
        ];
        let header: Vec<String> = header.iter().map(|cell| (*cell).to_owned()).collect();
        assert_eq!(
            names(&header),
            [
                "delay",
                "Arrival_Delay_min",
                "c3",
                "_2019",
                "if_",
                "plan_",
                "delay_2",
                "Größe",
                "x",
                "c10",
                "delay_2_2"
            ]
        );
    }
}
