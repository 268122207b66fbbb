//! The generations by loops over rows and columns, to compare with.

pub(crate) fn next(h: usize, w: usize, cells: &[u8]) -> Vec<u8> {
    let mut next = vec![0; h * w];
    for i in 0..h {
        let (above, below) = ((i + h - 1) % h * w, (i + 1) % h * w);
        for j in 0..w {
            let left = if j == 0 { w - 1 } else { j - 1 };
            let right = if j + 1 == w { 0 } else { j + 1 };
            let n = cells[above + left]
                + cells[above + j]
                + cells[above + right]
                + cells[i * w + left]
                + cells[i * w + right]
                + cells[below + left]
                + cells[below + j]
                + cells[below + right];
            next[i * w + j] = u8::from(n == 3 || n == 2 && cells[i * w + j] == 1);
        }
    }
    next
}
