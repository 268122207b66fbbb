//! The answers of the network for all places on the left, its progress on the right.

use common::picture::{Canvas, Colour, Frame, MARGIN, Scale, house, ticks};
use common::text::grouped;

use crate::network::Parameters;
use crate::spirals::{ARMS, Points};

const TOP: usize = 150;

/// The pixels of the square of all places, in a row.
const SIDE: usize = 640;

/// The colours of the classes.
const CLASSES: [Colour; ARMS] = [house::GOLD, house::BLUE, house::RED];

/// The whole picture: the probabilities of the classes, the points, and the surprise of each step.
pub(crate) fn draw(points: &Points, learnt: &Parameters, losses: &[f64]) -> Canvas {
    let left = MARGIN as usize;
    let mut canvas = Canvas::new(2 * left + 2 * SIDE + 140, TOP + SIDE + 90);
    canvas.title(
        "A small network",
        &format!(
            "What it says of each place once it has seen {} points {} times",
            grouped(points.classes.len()),
            grouped(losses.len())
        ),
    );
    let place = |at: usize| [at % SIDE, at / SIDE].map(|at| 2.0 * at as f64 / SIDE as f64 - 1.0);
    let places: Vec<f64> = (0..SIDE * SIDE).flat_map(place).collect();
    let probabilities = learnt.probabilities(&places);
    let pixels: Vec<[u8; 3]> = probabilities.chunks_exact(ARMS).map(pixel).collect();
    canvas.pixels((left, TOP), SIDE, &pixels);
    for (place, class) in points.places.chunks_exact(2).zip(&points.classes) {
        let at = |start: usize, x: f64| start as f64 + (x + 1.0) / 2.0 * SIDE as f64;
        let centre = (at(left, place[0]), at(TOP, place[1]));
        canvas.disc(centre, 4.0, house::BACKGROUND);
        canvas.disc(centre, 2.8, CLASSES[*class]);
    }

    let start = (left + SIDE + 130) as f64;
    let logs: Vec<f64> = losses.iter().map(|loss| loss.log10()).collect();
    let lowest = logs.iter().copied().fold(0.0, f64::min).floor();
    let steps = losses.len() as f64;
    let frame = Frame {
        x: Scale {
            numbers: (0.0, steps),
            pixels: (start, start + SIDE as f64),
        },
        y: Scale {
            numbers: (lowest, 0.5),
            pixels: ((TOP + SIDE) as f64 - 30.0, TOP as f64 + 30.0),
        },
    };
    frame.panel(&mut canvas, "The mean surprise at the class of a point");
    frame.label_y(&mut canvas, &ticks((lowest, 0.0), 5), |power| {
        format!("1e{power:.0}")
    });
    let write = |step: f64| grouped(step as usize);
    frame.label_x(&mut canvas, &ticks((0.0, steps), 5), write, "step");
    let line: Vec<(f64, f64)> = logs
        .iter()
        .enumerate()
        .map(|(step, log)| frame.at(step as f64, *log))
        .collect();
    canvas.line(&line, 2.5, house::GOLD);
    canvas.credit("drawn by fusus");
    canvas
}

/// The colours of the classes, mixed by their probabilities.
fn pixel(probabilities: &[f64]) -> [u8; 3] {
    let channel = |channel: usize| {
        let all = CLASSES.iter().zip(probabilities);
        let mixed: f64 = all
            .map(|(colour, p)| p * f64::from(colour.rgb[channel]))
            .sum();
        (0.45 * mixed) as u8
    };
    [channel(0), channel(1), channel(2)]
}
