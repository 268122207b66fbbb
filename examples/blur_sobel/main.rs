//! Draws the edges of a landscape: a blur in two stages, and Sobel's operator on what it leaves.
//!
//! ```console
//! $ cargo run --release --example blur_sobel [PICTURE.png]
//! ```

mod by_hand;
mod land;
mod picture;
mod programs;

use std::process::ExitCode;

use common::report::{self, interleaved};
use common::text::grouped;
use programs::{STEEP, edges, landscape};

/// The places in a column and in a row.
const ROWS: usize = 930;
const COLUMNS: usize = 930;

fn main() -> ExitCode {
    report::run("blur_sobel", "the edges of a landscape", |report| {
        report.plans(&common::plans!("programs.rs"));

        let land = landscape(ROWS, COLUMNS);
        let mut fused = edges(ROWS, COLUMNS, &land);
        let mut expected = by_hand::edges(ROWS, COLUMNS, &land, STEEP);
        let times = interleaved(9, 2, |version| match version {
            0 => fused = edges(ROWS, COLUMNS, &land),
            _ => expected = by_hand::edges(ROWS, COLUMNS, &land, STEEP),
        });

        let (smooth, steep) = &fused;
        let count = steep.iter().filter(|edge| **edge).count();
        report.result("places", grouped(land.len()));
        report.result("edges", grouped(count));
        report.check(
            "loops over rows and columns find the same, bit for bit",
            fused == expected,
        );
        report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
        report.picture(&picture::draw(&land, smooth, steep))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_all_sizes_have_the_edges_of_the_loops() {
        for (h, w) in [(1, 1), (1, 7), (7, 1), (2, 2), (3, 5), (33, 70)] {
            let land = landscape(h, w);
            let expected = by_hand::edges(h, w, &land, STEEP);
            assert_eq!(edges(h, w, &land), expected, "{h} × {w}");
        }
    }

    #[test]
    fn one_colour_has_no_edge_and_two_have_one_between() {
        let (h, w) = (20, 40);
        let (smooth, steep) = edges(h, w, &vec![0.5; h * w]);
        assert!(smooth.iter().all(|light| *light == 0.5) && !steep.contains(&true));

        let halves: Vec<f32> = (0..h * w).map(|at| (at % w / 20) as f32).collect();
        let (_, steep) = edges(h, w, &halves);
        for (at, edge) in steep.into_iter().enumerate() {
            assert_eq!(edge, (18..22).contains(&(at % w)), "{at}");
        }
    }
}
