//! Plays Conway's Game of Life on a torus: gliders that come home, and pulsars, as an animation.
//!
//! ```console
//! $ cargo run --release --example life [PICTURE.png]
//! ```

mod by_hand;
mod cells;
mod programs;

use std::process::ExitCode;

use cells::{GLIDER, PULSAR, R_PENTOMINO, living, put};
use common::Report;
use common::picture::{Animation, Colour, Ramp, house};
use common::random;
use common::report::{self, interleaved};
use common::text::grouped;
use programs::{ages, next};

/// The rows and columns of the torus that is drawn, and the generations of a glider's way around it.
const SIDE: usize = 60;
const ROUND: usize = 4 * SIDE;

/// After so many generations nothing is seen of a life.
pub(crate) const FADED: u8 = 24;

/// The rows and columns of the torus that is timed.
const LARGE: usize = 2048;

/// The rows and columns of a torus around which nothing of the pentomino gets.
const WIDE: usize = 640;

fn main() -> ExitCode {
    report::run("life", "gliders around a torus", |report| {
        report.plans(&common::plans!("programs.rs"));

        let frames = round(&fleet());
        let (first, others) = frames.split_first().ok_or("nothing was drawn")?;
        report.result("generations", grouped(ROUND));
        check_fleet(report);
        report.check(
            "the animation goes on where it ends",
            *first
                == ages(
                    &next(SIDE, SIDE, &fleet_at(ROUND - 1)),
                    &others[others.len() - 1],
                ),
        );
        // Without optimisation it takes minutes.
        if cfg!(not(debug_assertions)) {
            check_pentomino(report);
        }
        race(report);
        report.animation(&Animation {
            colours: &colours(),
            columns: SIDE,
            rows: SIDE,
            scale: 8,
            rate: 25,
            frames: &frames,
        })
    })
}

/// Gliders on a diagonal, and pulsars beside it.
fn fleet() -> Vec<u8> {
    let mut cells = vec![0; SIDE * SIDE];
    for at in [0, 11, 27, 44] {
        put((SIDE, SIDE), &mut cells, &GLIDER, (at, at));
    }
    for at in [4, 24, 44] {
        put((SIDE, SIDE), &mut cells, &PULSAR, (at + SIDE / 2, at));
    }
    cells
}

/// The fleet after so many generations.
fn fleet_at(generation: usize) -> Vec<u8> {
    (0..generation).fold(fleet(), |cells, _| next(SIDE, SIDE, &cells))
}

/// The ages of all cells in all generations of the second way around.
fn round(start: &[u8]) -> Vec<Vec<u8>> {
    let mut cells = start.to_vec();
    let mut age = vec![FADED; cells.len()];
    let mut frames = Vec::with_capacity(ROUND);
    for generation in 0..2 * ROUND {
        age = ages(&cells, &age);
        if generation >= ROUND {
            frames.push(age.clone());
        }
        cells = next(SIDE, SIDE, &cells);
    }
    frames
}

/// From life to none.
fn colours() -> Vec<Colour> {
    let ramp = Ramp(&[house::BLUE, house::GRID, house::BACKGROUND]);
    let faded = (1..=FADED).map(|age| ramp.at(f64::from(age - 1) / f64::from(FADED - 1)));
    std::iter::once(house::GOLD).chain(faded).collect()
}

fn check_fleet(report: &mut Report) {
    let start = fleet();
    let mut cells = start.clone();
    let mut home = Vec::new();
    for generation in 1..=ROUND {
        cells = next(SIDE, SIDE, &cells);
        if cells == start {
            home.push(generation);
        }
    }
    report.check(
        format!("the gliders come home after {ROUND} generations, and not before"),
        home == [ROUND],
    );
}

/// Checks what is known of the pentomino: 116 cells are left after 1103 generations.
fn check_pentomino(report: &mut Report) {
    let mut cells = vec![0; WIDE * WIDE];
    put((WIDE, WIDE), &mut cells, &R_PENTOMINO, (WIDE / 2, WIDE / 2));
    for _ in 0..1103 {
        cells = next(WIDE, WIDE, &cells);
    }
    report.check(
        "the R-pentomino leaves 116 cells after 1103 generations",
        living(&cells) == 116,
    );
}

/// Times generations of many cells, of which every third lives.
fn race(report: &mut Report) {
    let side = report::size(LARGE * LARGE).isqrt();
    let soup: Vec<u8> = (0..side * side)
        .map(|at| u8::from(random::unit(24, at) < 1.0 / 3.0))
        .collect();
    let mut fused = next(side, side, &soup);
    let mut expected = by_hand::next(side, side, &soup);
    let times = interleaved(9, 2, |version| match version {
        0 => fused = next(side, side, &fused),
        _ => expected = by_hand::next(side, side, &expected),
    });
    report.check(
        format!("loops make the same of {} cells", grouped(side * side)),
        fused == expected,
    );
    report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glider_comes_home() {
        for (h, w, generations) in [(5, 5, 20), (8, 8, 32), (6, 9, 72)] {
            let mut start = vec![0; h * w];
            put((h, w), &mut start, &GLIDER, (h - 1, w - 2));
            let mut cells = start.clone();
            for generation in 1..=generations {
                cells = next(h, w, &cells);
                assert_eq!(cells == start, generation == generations, "{h} × {w}");
                assert_eq!(living(&cells), 5);
            }
        }
    }

    #[test]
    fn tori_of_all_sizes_have_the_generations_of_the_loops() {
        for (h, w) in [(1, 1), (1, 5), (5, 1), (2, 2), (3, 4), (17, 70)] {
            let soup = |at| u8::from(random::unit(1, at) < 0.4);
            let mut cells: Vec<u8> = (0..h * w).map(soup).collect();
            for _ in 0..5 {
                let expected = by_hand::next(h, w, &cells);
                cells = next(h, w, &cells);
                assert_eq!(cells, expected, "{h} × {w}");
            }
        }
    }

    #[test]
    fn lives_fade() {
        assert_eq!(ages(&[1, 0, 0], &[7, 7, FADED]), [0, 8, FADED]);
    }
}
