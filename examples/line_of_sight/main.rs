//! Finds the land that can be seen from a summit: heights along rays, a scan of slopes, and a
//! filter, in one loop.
//!
//! ```console
//! $ cargo run --release --example line_of_sight [PICTURE.png]
//! ```

mod by_hand;
mod picture;
mod programs;
mod rays;
mod terrain;

use std::process::ExitCode;

use common::report::{self, fastest, timed};
use common::text::grouped;
use picture::Scene;
use programs::{line_of_sight, line_of_sight_unfused};
use terrain::{CELL, cell_count};

/// The number of cells that are seen at most to either side.
const RADIUS: usize = 512;

/// The height of the eye over the ground, in metres.
const EYE: f32 = 12.0;

fn main() -> ExitCode {
    report::run("line_of_sight", "what is seen from a summit", |report| {
        report.plans(&common::plans!("programs.rs"));

        let land = programs::terrain(RADIUS);
        let eye = land[land.len() / 2] + EYE;
        let look = |program: Program| {
            fastest(5, || {
                let mut view = vec![false; cell_count(RADIUS)];
                program(&land, RADIUS, eye, &mut view);
                view
            })
        };
        let (view, fused) = look(line_of_sight);
        let (again, unfused) = look(line_of_sight_unfused);
        let (expected, by_hand) = timed(|| by_hand::line_of_sight(&land, RADIUS, eye));

        let seen = view.iter().filter(|seen| **seen).count();
        let square_km = (CELL / 1000.0).powi(2) * seen as f32;
        report.result("samples", grouped(rays::sample_count(RADIUS)));
        report.result("the eye", format!("{eye:.0} m high"));
        report.result(
            "seen",
            format!(
                "{} of {} cells, {square_km:.0} km²",
                grouped(seen),
                grouped(land.len())
            ),
        );
        report.check("a loop over the rays sees the same", view == expected);
        report.check("so does the unfused program", again == expected);
        report.times(&[
            ("fused", fused),
            ("unfused", unfused),
            ("one thread, by hand", by_hand),
        ]);
        report.picture(&picture::draw(&Scene {
            land: &land,
            view: &view,
            radius: RADIUS,
            eye,
        }))
    })
}

/// Marks the visible part of a terrain of some radius by an eye of some height.
type Program = fn(&[f32], usize, f32, &mut [bool]);

#[cfg(test)]
mod tests {
    use super::*;
    use terrain::side;

    fn seen(land: &[f32], radius: usize) -> Vec<bool> {
        let mut view = vec![false; land.len()];
        line_of_sight(land, radius, 2.0, &mut view);
        assert_eq!(view, by_hand::line_of_sight(land, radius, 2.0));
        view
    }

    #[test]
    fn all_of_a_plain_is_seen() {
        for radius in [0, 1, 2, 40] {
            let view = seen(&vec![0.0; cell_count(radius)], radius);
            // But for the ground on which one stands.
            assert_eq!(view.iter().filter(|seen| !**seen).count(), 1, "{radius}");
        }
    }

    #[test]
    fn a_wall_hides_what_is_behind_it() {
        let radius = 20;
        let mut land = vec![0.0; cell_count(radius)];
        let at = |x: usize, y: usize| y * side(radius) + x;
        for y in 0..side(radius) {
            land[at(radius + 5, y)] = 100.0;
        }
        let view = seen(&land, radius);
        for x in 0..side(radius) {
            assert_eq!(view[at(x, radius)], x <= radius + 5 && x != radius, "{x}");
        }
    }
}
