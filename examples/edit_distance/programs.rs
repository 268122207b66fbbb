//! The distance between two texts by Levenshtein's definition.

use fusus::cnf;

cnf! {
    /// A distance that no text has.
    pub(crate) const FAR: i32 = 1 << 29;

    /// The distances between a beginning of one text, whose last letter is `letter`, and all
    /// beginnings of the other one, by those of the beginning without that letter. The first
    /// beginning is empty, so that the letters of the other text stand from position 1 on.
    #[cnf(loops = 1)]
    pub(crate) fn next_row(letter: u8, letters: &[u8], before: &[i32]) -> Vec<i32> {
        let p = pad(FAR, before);
        // The letter is dropped, or becomes another one.
        let changed = generate(|j| (p[j] + 1).min(p[j - 1] + i32::from(letters[j] != letter)));
        // Or a letter of the other text is put in.
        recurrence(FAR, |d, j| (d[j - 1] + 1).min(changed[j]))
    }
}
