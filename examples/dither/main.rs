//! Draws an image in black and white by error diffusion, row by row.
//!
//! ```console
//! $ cargo run --release --example dither [PICTURE.png]
//! ```

mod by_hand;
mod land;
mod picture;
mod programs;

use std::process::ExitCode;

use common::report::{self, interleaved};
use common::text::grouped;
use programs::{WHITE, landscape, means};

/// The pixels in a column and in a row.
const ROWS: usize = 928;
const COLUMNS: usize = 928;

/// The side of the squares whose brightness is compared.
const SQUARE: usize = 32;

fn main() -> ExitCode {
    report::run(
        "dither",
        "an image in black and white by error diffusion",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let (h, w) = (ROWS, COLUMNS);
            let pixels = landscape(h, w);
            let mut shown = dithered(w, &pixels);
            let mut expected = by_hand::dithered(w, &pixels);
            let times = interleaved(9, 2, |version| match version {
                0 => shown = dithered(w, &pixels),
                _ => expected = by_hand::dithered(w, &pixels),
            });
            let white = shown.iter().filter(|point| **point == WHITE).count();
            report.result("pixels", grouped(pixels.len()));
            report.result("white points", grouped(white));
            report.check("loops come to the same points", shown == expected);
            let (wanted, seen) = (means(SQUARE, h, w, &pixels), means(SQUARE, h, w, &shown));
            let most = wanted.iter().zip(&seen).map(|(a, b)| (a - b).abs()).max();
            report.result("greatest difference of a square", most.unwrap_or(0));
            report.check(
                "squares are as bright as they were",
                most.is_some_and(|most| most <= 4),
            );
            report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
            report.picture(&picture::draw(&pixels, &shown))
        },
    )
}

/// All rows, each by the errors of the one above it.
fn dithered(w: usize, pixels: &[i32]) -> Vec<i32> {
    let mut shown = Vec::with_capacity(pixels.len());
    let mut errors = vec![0; w];
    for row in pixels.chunks(w.max(1)) {
        let (points, behind) = programs::dithered(row, &errors);
        shown.extend(points);
        errors = behind;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_of_all_sizes_are_those_of_the_loops() {
        for (h, w) in [(0, 0), (1, 1), (1, 9), (9, 1), (3, 4), (40, 70)] {
            let pixels = landscape(h, w);
            let expected = by_hand::dithered(w, &pixels);
            assert_eq!(dithered(w, &pixels), expected, "{h} × {w}");
        }
    }

    #[test]
    fn one_grey_is_its_share_of_white_points() {
        let side = 64;
        for grey in [0, 51, 128, 204, WHITE] {
            let shown = dithered(side, &vec![grey; side * side]);
            let white = shown.iter().filter(|point| **point == WHITE).count() as i32;
            let wanted = grey * (side * side) as i32 / WHITE;
            assert!((white - wanted).abs() <= side as i32, "{grey}: {white}");
        }
    }

    #[test]
    fn black_and_white_stay() {
        let row = [0, WHITE, WHITE, 0];
        assert_eq!(dithered(4, &row), row);
    }
}
