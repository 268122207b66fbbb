//! Patterns of cells, and places for them on a torus.

/// Moves one cell down and to the right in four generations.
pub(crate) const GLIDER: [&str; 3] = [".#.", "..#", "###"];

/// Comes back after three generations.
pub(crate) const PULSAR: [&str; 13] = [
    "..###...###..",
    ".............",
    "#....#.#....#",
    "#....#.#....#",
    "#....#.#....#",
    "..###...###..",
    ".............",
    "..###...###..",
    "#....#.#....#",
    "#....#.#....#",
    "#....#.#....#",
    ".............",
    "..###...###..",
];

/// Five cells that take 1103 generations to come to rest.
pub(crate) const R_PENTOMINO: [&str; 3] = [".##", "##.", ".#."];

/// Adds a pattern at a place, over the borders if need be.
pub(crate) fn put(
    (h, w): (usize, usize),
    cells: &mut [u8],
    pattern: &[&str],
    (row, column): (usize, usize),
) {
    for (i, line) in pattern.iter().enumerate() {
        for (j, cell) in line.bytes().enumerate() {
            cells[(row + i) % h * w + (column + j) % w] |= u8::from(cell == b'#');
        }
    }
}

/// Returns the number of living cells.
pub(crate) fn living(cells: &[u8]) -> usize {
    cells.iter().filter(|cell| **cell == 1).count()
}
