//! Takes the noise from a picture by attention: each pixel becomes the mean of all others, by how
//! much the patches around them are alike.
//!
//! ```console
//! $ cargo run --release --example attention [PICTURE.png]
//! ```

mod by_hand;
mod image;
mod picture;
mod programs;

use std::process::ExitCode;

use common::report::{self, interleaved};
use common::text::grouped;
use image::WIDTH;

/// The pixels in a column and in a row: fewer without optimisation.
const SIDE: usize = if cfg!(debug_assertions) { 24 } else { 96 };

/// The queries whose scores are in memory at a time.
const BAND: usize = 64;

fn main() -> ExitCode {
    report::run(
        "attention",
        "attention between the patches of a picture",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let pixels = image::landscape(SIDE);
            let noisy = image::noisy(&pixels);
            let (queries, keys) = image::queries_and_keys(SIDE, &noisy);
            let (mut clean, mut expected) = (Vec::new(), Vec::new());
            let times = interleaved(3, 2, |version| match version {
                0 => clean = in_bands(WIDTH, 1, &queries, &keys, &noisy),
                _ => expected = by_hand::attention(WIDTH, 1, &queries, &keys, &noisy),
            });
            let patches = SIDE * SIDE;
            report.result("patches", grouped(patches));
            report.result("scores", grouped(patches * patches));
            report.result("of them in memory", grouped(BAND * patches));
            let (before, after) = (
                image::distance(&noisy, &pixels),
                image::distance(&clean, &pixels),
            );
            report.result("noise", format!("{before:.3} before, {after:.3} after"));
            let far = clean.iter().zip(&expected).map(|(a, b)| (a - b).abs());
            report.check(
                "loops come to the same picture",
                far.fold(0.0, f32::max) < 1e-4,
            );
            report.check("most of the noise is gone", after < 0.6 * before);
            report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
            report.picture(&picture::draw(SIDE, &noisy, &clean, BAND))
        },
    )
}

/// Attention for some queries after the others, so that memory is linear in the number of keys.
fn in_bands(w: usize, e: usize, queries: &[f32], keys: &[f32], values: &[f32]) -> Vec<f32> {
    let bands = queries.chunks(BAND * w);
    let results = bands
        .map(|band| programs::attention(band.len() / w, keys.len() / w, w, e, band, keys, values));
    results.collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that are far apart are read like the entries of a table.
    #[test]
    fn a_query_finds_its_key() {
        let (n, w) = (3 * BAND + 5, 8);
        let keys: Vec<f32> = (0..n * w)
            .map(|at| {
                if (at / w) >> (at % w) & 1 == 1 {
                    40.0
                } else {
                    -40.0
                }
            })
            .collect();
        let values: Vec<f32> = (0..2 * n).map(|at| (at * at % 101) as f32).collect();
        // A query in the other order finds the value of its own key alone.
        let queries: Vec<f32> = keys.chunks(w).rev().flatten().copied().collect();
        let expected: Vec<f32> = values.chunks(2).rev().flatten().copied().collect();
        assert_eq!(in_bands(w, 2, &queries, &keys, &values), expected);
    }

    #[test]
    fn equal_keys_yield_the_mean() {
        let found = in_bands(2, 1, &[1.0, 2.0], &[0.5; 8], &[1.0, 2.0, 3.0, 6.0]);
        assert!((found[0] - 3.0).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn bands_are_those_of_the_loops() {
        let numbers = |n: usize, seed: usize| -> Vec<f32> {
            (0..n)
                .map(|at| ((at * 37 + seed) % 23) as f32 / 11.0 - 1.0)
                .collect()
        };
        for (n, m, w, e) in [(1, 1, 1, 1), (BAND + 1, 7, 3, 2), (2 * BAND, 130, 5, 4)] {
            let (q, k, v) = (numbers(n * w, 1), numbers(m * w, 2), numbers(m * e, 3));
            let expected = by_hand::attention(w, e, &q, &k, &v);
            let found = in_bands(w, e, &q, &k, &v);
            assert_eq!(found.len(), expected.len());
            for (a, b) in found.iter().zip(expected) {
                assert!((a - b).abs() < 1e-4, "{a} {b}");
            }
        }
    }
}
