//! Names that were probably meant.

/// `; did you mean …?`, or the list of all names.
pub(crate) fn among<'a>(name: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    if let Some(near) = nearest(name, names.clone()) {
        return format!("; did you mean `{near}`?");
    }
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    format!("; there is {}", names.join(", "))
}

/// The nearest name, if it is near enough to be meant.
pub(crate) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let far = name.chars().count().max(3) / 3;
    names
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| *distance <= far.max(1))
        .min()
        .map(|(_, other)| other)
}

/// The edit distance: characters that must be inserted, left out, changed or swapped.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, first) in rows[0].iter_mut().enumerate() {
        *first = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let names = ["normalize", "normalize2", "sum"];
        assert_eq!(nearest("normalise", names.into_iter()), Some("normalize"));
        assert_eq!(nearest("smu", names.into_iter()), Some("sum"));
        assert_eq!(nearest("quadtree", names.into_iter()), None);
        assert_eq!(
            among("quadtree", names.into_iter()),
            "; there is `normalize`, `normalize2`, `sum`"
        );
    }
}
