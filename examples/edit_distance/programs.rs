//! The distances between two texts by Levenshtein's definition.

use fusus::cnf;

cnf! {
    /// The distances between all beginnings of two texts, in rows. The first beginnings are empty, so
    /// that the letters of both texts stand from position 1 on.
    #[cnf(loops = 1)]
    pub(crate) fn distances(a: &[u8], b: &[u8]) -> Vec<i32> {
        recurrence(0, |d, i, j| {
            if i == 0 {
                j as i32
            } else if j == 0 {
                i as i32
            } else {
                // A letter stays or becomes another one, is dropped, or is put in.
                let changed = d[[i - 1, j - 1]] + i32::from(a[i] != b[j]);
                changed.min(d[[i - 1, j]] + 1).min(d[[i, j - 1]] + 1)
            }
        })
    }
}
