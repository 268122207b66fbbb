//! Simple CSV files (a header, commas, no quotes), of which the data files of the examples are
//! made.

pub mod cities;
pub mod countries;
pub mod flights;

/// The rows of the named columns, each as `row` reads it. An error starts with the number
/// of its line.
fn rows<const N: usize, T>(
    csv: &str,
    columns: [&str; N],
    row: impl Fn([&str; N]) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let mut lines = csv
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line));
    let header = lines.next().map_or("", |(_, line)| line);
    let mut places = [0; N];
    for (place, name) in places.iter_mut().zip(columns) {
        let found = header.split(',').position(|title| title.trim() == name);
        *place = found
            .ok_or_else(|| format!("1: there is no column `{name}` in the header `{header}`"))?;
    }
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            let cells = places.map(|place| line.split(',').nth(place).unwrap_or("").trim());
            row(cells).map_err(|error| format!("{number}: {error}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(csv: &str) -> Result<Vec<String>, String> {
        rows(csv, ["b", "a"], |[b, a]| match b {
            "" => Err("no b".to_owned()),
            b => Ok(format!("{a}{b}")),
        })
    }

    #[test]
    fn columns_are_found_by_name() {
        let expected = vec!["13".to_owned(), "46".to_owned()];
        assert_eq!(pairs("a, x,b\r\n1,2,3\r\n\r\n4 ,5, 6\r\n"), Ok(expected));
    }

    #[test]
    fn a_missing_column_is_an_error() {
        let error = "1: there is no column `b` in the header `a,x`";
        assert_eq!(pairs("a,x\n1,2\n"), Err(error.to_owned()));
        assert!(pairs("").is_err());
    }

    #[test]
    fn a_mistake_in_a_row_is_at_its_line() {
        assert_eq!(pairs("a,b\n1,2\n\n3\n"), Err("4: no b".to_owned()));
    }
}
