//! Sums any rectangle of a picture by four reads, and draws what is higher than its surroundings.
//!
//! ```console
//! $ cargo run --release --example integral_image [PICTURE.png]
//! ```

mod by_hand;
mod land;
mod picture;
mod programs;

use std::ops::Range;
use std::process::ExitCode;

use common::random;
use common::report::{self, interleaved};
use common::text::grouped;
use programs::{integral_image, landscape, squares};

/// The pixels in a column and in a row.
const ROWS: usize = 930;
const COLUMNS: usize = 930;

fn main() -> ExitCode {
    report::run(
        "integral_image",
        "sums of rectangles of a picture",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let (h, w) = (ROWS, COLUMNS);
            let pixels = landscape(h, w);
            let mut sums = integral_image(h, w, &pixels);
            let mut expected = by_hand::integral_image(h, w, &pixels);
            let times = interleaved(9, 2, |version| match version {
                0 => sums = integral_image(h, w, &pixels),
                _ => expected = by_hand::integral_image(h, w, &pixels),
            });
            report.result("pixels", grouped(pixels.len()));
            report.result("sum of all", grouped(sums[sums.len() - 1] as usize));
            report.check("loops come to the same sums", sums == expected);
            let right = (0..200).all(|number| {
                let (rows, columns) = some(number);
                let sum = by_hand::rectangle(w, &pixels, rows.clone(), columns.clone());
                rectangle(w, &sums, rows, columns) == sum
            });
            report.check("200 rectangles have the sums of their pixels", right);
            report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
            report.picture(&picture::draw(&pixels, &squares(h, w, &sums)))
        },
    )
}

/// The sum of a rectangle by four reads.
fn rectangle(w: usize, sums: &[u32], rows: Range<usize>, columns: Range<usize>) -> u32 {
    let before = |i: usize, j: usize| {
        if i == 0 || j == 0 {
            0
        } else {
            sums[(i - 1) * w + j - 1]
        }
    };
    (before(rows.end, columns.end) - before(rows.start, columns.end))
        - (before(rows.end, columns.start) - before(rows.start, columns.start))
}

/// Rows and columns of a rectangle somewhere.
fn some(number: usize) -> (Range<usize>, Range<usize>) {
    let range = |seed: u64, len: usize| {
        let at = |position| (random::unit(seed, position) * (len + 1) as f64) as usize;
        let (a, b) = (at(2 * number), at(2 * number + 1));
        a.min(b)..a.max(b)
    };
    (range(1, ROWS), range(2, COLUMNS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use programs::SQUARE;

    #[test]
    fn pictures_of_all_sizes_have_the_sums_of_the_loops() {
        for (h, w) in [(1, 1), (1, 9), (9, 1), (3, 4), (40, 70)] {
            let pixels = landscape(h, w);
            let expected = by_hand::integral_image(h, w, &pixels);
            assert_eq!(integral_image(h, w, &pixels), expected, "{h} × {w}");
        }
        assert_eq!(integral_image(2, 2, &[1, 2, 3, 4]), [1, 3, 4, 10]);
    }

    #[test]
    fn squares_have_the_sums_of_their_pixels() {
        let (h, w) = (SQUARE + 3, SQUARE + 5);
        let pixels = landscape(h, w);
        let found = squares(h, w, &integral_image(h, w, &pixels));
        assert_eq!(found.len(), 3 * 5);
        for (at, sum) in found.into_iter().enumerate() {
            let (i, j) = (at / 5 + 1, at % 5 + 1);
            let (rows, columns) = (i..i + SQUARE, j..j + SQUARE);
            let expected = by_hand::rectangle(w, &pixels, rows, columns);
            assert_eq!(sum, expected, "{i}, {j}");
        }
    }
}
