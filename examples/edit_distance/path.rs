//! The way from one text to the other.

/// A change of a text, at a letter of the first one and a letter of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The letter stays.
    Keep,
    /// It becomes another one.
    Replace,
    /// A letter of the first text is dropped.
    Drop,
    /// A letter of the second text is put in.
    Insert,
}

/// The changes that make the second text of the first, and where each leads: numbers of letters of
/// both. The distances between all beginnings of the texts say which are the fewest.
pub(crate) fn path(a: &[u8], b: &[u8], distances: &[i32]) -> Vec<(Change, usize, usize)> {
    let w = b.len() + 1;
    let (mut i, mut j) = (a.len(), b.len());
    let mut changes = Vec::new();
    while i > 0 || j > 0 {
        let here = distances[i * w + j];
        let back = |rows: usize, columns: usize| distances[(i - rows) * w + j - columns];
        let keeps = i > 0 && j > 0 && a[i - 1] == b[j - 1] && back(1, 1) == here;
        let change = if keeps {
            Change::Keep
        } else if i > 0 && j > 0 && back(1, 1) + 1 == here {
            Change::Replace
        } else if i > 0 && back(1, 0) + 1 == here {
            Change::Drop
        } else {
            Change::Insert
        };
        changes.push((change, i, j));
        i -= usize::from(change != Change::Insert);
        j -= usize::from(change != Change::Drop);
    }
    changes.reverse();
    changes
}
