//! The delays of a day with the levels that explain them best.

use common::picture::{Canvas, Frame, MARGIN, Scale, house, ticks};
use common::text::grouped;

const TOP: f64 = 190.0;
const WIDTH: f64 = 1500.0;
const HEIGHT: f64 = 700.0;

/// The whole picture: means over minutes as dots, and a level for each minute.
pub(crate) fn draw(means: &[(f64, f64)], levels: &[f64], changes: usize) -> Canvas {
    let left = MARGIN + 50.0;
    let mut canvas = Canvas::new(
        (left + WIDTH + MARGIN) as usize,
        (TOP + HEIGHT) as usize + 120,
    );
    canvas.title(
        "The delays of a day, in levels",
        &format!(
            "the most probable of all sequences of levels changes {} times",
            grouped(changes)
        ),
    );
    let frame = Frame {
        x: Scale {
            numbers: (0.0, 24.0),
            pixels: (left, left + WIDTH),
        },
        y: Scale {
            numbers: (-15.0, 45.0),
            pixels: (TOP + HEIGHT, TOP),
        },
    };
    frame.panel(
        &mut canvas,
        "Mean delay of the flights of a minute, in minutes",
    );
    frame.label_y(&mut canvas, &ticks((-15.0, 45.0), 6), |delay| {
        format!("{delay:.0}")
    });
    frame.label_x(
        &mut canvas,
        &ticks((0.0, 24.0), 8),
        |hour| format!("{hour:.0}:00"),
        "departure",
    );
    for (hour, mean) in means {
        if (-15.0..=45.0).contains(mean) {
            canvas.disc(frame.at(*hour, *mean), 2.6, house::BLUE.fade(0.6));
        }
    }
    let line = means.iter().zip(levels);
    let line: Vec<(f64, f64)> = line
        .map(|((hour, _), level)| frame.at(*hour, *level))
        .collect();
    canvas.line(&line, 3.0, house::GOLD);
    canvas.credit("Flights: US Bureau of Transportation Statistics · drawn by fusus");
    canvas
}
