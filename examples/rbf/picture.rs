//! The mean delay over the time of departure and the distance.

use common::picture::{Canvas, Colour, Frame, MARGIN, Ramp, Scale, ticks};
use common::text::grouped;

use crate::{COLUMNS, HOURS, MILES, ROWS};

/// From early to late.
const DELAY: Ramp<'static> = Ramp(&[
    Colour::hex(0x0f_18_2d),
    Colour::hex(0x2b_5a_a8),
    Colour::hex(0x4f_d1_a5),
    Colour::hex(0xff_c9_6b),
    Colour::hex(0xff_6f_6f),
]);

/// The delays of the first and the last colour, in minutes.
const SHOWN: (f64, f64) = (-6.0, 30.0);

const TOP: usize = 180;

/// The pixels of a place of the grid.
const SCALE: usize = 8;

/// The whole picture.
pub(crate) fn draw(means: &[f32], flights: usize) -> Canvas {
    let (width, height) = (COLUMNS * SCALE, ROWS * SCALE);
    let left = MARGIN as usize + 60;
    let mut canvas = Canvas::new(left + width + 160, TOP + height + 120);
    canvas.title(
        "How late flights are",
        &format!(
            "mean delay by kernel regression over {} flights",
            grouped(flights)
        ),
    );
    let frame = Frame {
        x: Scale {
            numbers: HOURS,
            pixels: (left as f64, (left + width) as f64),
        },
        y: Scale {
            numbers: MILES,
            pixels: ((TOP + height) as f64, TOP as f64),
        },
    };
    frame.panel(&mut canvas, "Distance in miles");
    frame.label_y(&mut canvas, &ticks(MILES, 6), |miles| {
        grouped(miles as usize)
    });
    frame.label_x(
        &mut canvas,
        &ticks(HOURS, 6),
        |hour| format!("{hour:.0}:00"),
        "departure",
    );
    let pixel = |at: usize| {
        let (row, column) = (ROWS - 1 - at / width / SCALE, at % width / SCALE);
        let delay = f64::from(means[row * COLUMNS + column]);
        DELAY.at((delay - SHOWN.0) / (SHOWN.1 - SHOWN.0)).rgb
    };
    let pixels: Vec<[u8; 3]> = (0..width * height).map(pixel).collect();
    canvas.pixels((left, TOP), width, &pixels);
    legend(&mut canvas, (left + width + 40) as f64, height as f64);
    canvas.credit("Flights: US Bureau of Transportation Statistics · drawn by fusus");
    canvas
}

/// The colours beside the picture, with their delays.
fn legend(canvas: &mut Canvas, left: f64, height: f64) {
    let steps = 60;
    for step in 0..steps {
        let share = |step: usize| step as f64 / steps as f64;
        let top = |step: usize| TOP as f64 + height * (1.0 - share(step));
        let colour = DELAY.at(share(step));
        canvas.rectangle(
            (left, top(step + 1)),
            (left + 24.0, top(step) + 1.0),
            colour,
        );
    }
    for minutes in ticks(SHOWN, 6) {
        let share = (minutes - SHOWN.0) / (SHOWN.1 - SHOWN.0);
        let y = TOP as f64 + height * (1.0 - share);
        canvas.label((left + 62.0, y), 20.0, &format!("{minutes:.0} min"));
    }
}
