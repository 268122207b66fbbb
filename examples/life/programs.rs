//! Conway's Game of Life on a torus: cells are 1 where there is life.

use fusus::cnf;

use crate::FADED;

cnf! {
    /// The next generation. Three neighbours make life, and two keep it.
    #[cnf(loops = 1)]
    pub(crate) fn next(h: usize, w: usize, cells: &[u8]) -> Vec<u8> {
        let torus = pad(wrap, reshape(cells, [h, w]));
        map(|[[a, b, c], [d, own, e], [f, g, h]]| {
            let n = a + b + c + d + e + f + g + h;
            (n == 3 || n == 2 && own == 1) as u8
        }, around(torus))
    }

    /// For how many generations there has been no life.
    #[cnf(loops = 1)]
    pub(crate) fn ages(cells: &[u8], before: &[u8]) -> Vec<u8> {
        map(|own, age| if own == 1 { 0 } else { (age + 1).min(FADED) }, cells, before)
    }
}
