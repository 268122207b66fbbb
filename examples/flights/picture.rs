//! A picture of delays by time of departure.

use common::picture::{Align, Canvas, Colour, Frame, Ramp, Scale, house, ticks};
use common::text::grouped;

use crate::tally::{BIN, BINS, FIRST, LATE, Tally};

const WIDTH: usize = 2000;
const HEIGHT: usize = 1120;

/// From hours without late flights to the worst.
const LATENESS: Ramp<'static> = Ramp(&[house::GREEN, house::GOLD, house::RED]);

/// The whole picture.
pub(crate) fn draw(bins: &[u32], hours: &[Tally]) -> Canvas {
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    let flights = bins.iter().map(|&count| count as usize).sum();
    let subtitle = format!(
        "{} flights in the United States in 2001, and how late they arrived",
        grouped(flights)
    );
    canvas.title("Late flights leave late in the day", &subtitle);
    delays(&mut canvas, bins);
    let hours = hours.try_into().expect("a tally for each hour");
    by_hour(&mut canvas, hours);
    canvas.credit("Flights: US Bureau of Transportation Statistics · drawn by fusus");
    canvas
}

/// The histogram of the delays.
fn delays(canvas: &mut Canvas, bins: &[u32]) {
    let (first, width) = (f64::from(FIRST), f64::from(BIN));
    let most = bins.iter().copied().max().map_or(1.0, f64::from);
    let frame = Frame {
        x: Scale {
            numbers: (first, first + width * BINS as f64),
            pixels: (150.0, 1010.0),
        },
        y: Scale {
            numbers: (0.0, 1.05 * most),
            pixels: (960.0, 230.0),
        },
    };
    frame.panel(canvas, "Flights by their delay");
    frame.label_y(canvas, &ticks((0.0, most), 6), |count| {
        grouped(count as usize)
    });
    let minutes = |delay: f64| format!("{delay:+}").replace('-', "−").replace("+0", "0");
    frame.label_x(
        canvas,
        &ticks((first, 180.0), 8),
        minutes,
        "minutes late, the last bar for all that were later",
    );
    for (index, &count) in bins.iter().enumerate() {
        let from = first + width * index as f64;
        let colour = delay_colour(from);
        let (left, top) = frame.at(from, f64::from(count));
        let (right, bottom) = frame.at(from + width, 0.0);
        canvas.rectangle((left + 1.5, top), (right - 1.5, bottom), colour);
    }
    let legend = [
        ("early", -1.0),
        ("less than 15 minutes late", 1.0),
        ("late", f64::from(LATE)),
    ];
    for (row, (name, delay)) in legend.into_iter().enumerate() {
        let y = 270.0 + 32.0 * row as f64;
        canvas.disc((730.0, y), 7.0, delay_colour(delay));
        canvas.text((748.0, y + 6.0), 17.0, house::TEXT, Align::Left, name);
    }
}

fn delay_colour(delay: f64) -> Colour {
    if delay < 0.0 {
        house::GREEN
    } else if delay < f64::from(LATE) {
        house::GOLD
    } else {
        house::RED
    }
}

/// Draws the number of late flights of each hour, and of all flights.
fn by_hour(canvas: &mut Canvas, hours: &[Tally; 24]) {
    let x = Scale {
        numbers: (0.0, 24.0),
        pixels: (1130.0, WIDTH as f64 - 60.0),
    };
    // Of a few flights at night it says nothing how many were late.
    let shares = hours.map(|tally| {
        if tally.flights < 500 {
            0.0
        } else {
            tally.late_share()
        }
    });
    let worst = shares.into_iter().fold(1.0, f64::max);
    let share = Frame {
        x,
        y: Scale {
            numbers: (0.0, 1.1 * worst),
            pixels: (590.0, 230.0),
        },
    };
    share.panel(canvas, "Late flights by the hour in which they left");
    share.label_y(canvas, &ticks((0.0, worst), 5), |share| {
        format!("{share} %")
    });
    bars(canvas, share, &shares, |value| LATENESS.at(value / worst));

    let counts = hours.map(|tally| f64::from(tally.flights));
    let most = counts.into_iter().fold(1.0, f64::max);
    let number = Frame {
        x,
        y: Scale {
            numbers: (0.0, 1.1 * most),
            pixels: (960.0, 680.0),
        },
    };
    number.panel(canvas, "All flights by the hour in which they left");
    number.label_y(canvas, &ticks((0.0, most), 4), |count| {
        grouped(count as usize)
    });
    let hour = |hour: f64| format!("{hour}:00");
    number.label_x(canvas, &[0.0, 6.0, 12.0, 18.0, 24.0], hour, "local time");
    bars(canvas, number, &counts, |_| house::BLUE);
}

fn bars(canvas: &mut Canvas, frame: Frame, values: &[f64], colour: impl Fn(f64) -> Colour) {
    for (index, &value) in values.iter().enumerate() {
        let (left, top) = frame.at(index as f64, value);
        let (right, bottom) = frame.at(index as f64 + 1.0, 0.0);
        canvas.rectangle((left + 2.5, top), (right - 2.5, bottom), colour(value));
    }
}
