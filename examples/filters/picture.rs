//! A picture of prices, their filtered values, and how far they fall.

use common::picture::{Align, Canvas, Colour, Frame, Scale, house, ticks};

const WIDTH: usize = 2000;
const HEIGHT: usize = 1120;

/// Days of a year on which there is a price.
const YEAR: f64 = 250.0;

/// The whole picture.
pub(crate) fn draw(prices: &[f64], averages: &[f64], smooth: &[f64], falls: &[f64]) -> Canvas {
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    canvas.title(
        "A price, smoothed, and how far it fell",
        "Made-up prices of twelve years: a moving average, a low-pass filter with four states, and the drawdown",
    );
    let x = Scale {
        numbers: (0.0, prices.len() as f64 / YEAR),
        pixels: (150.0, WIDTH as f64 - 60.0),
    };
    curves(&mut canvas, x, prices, averages, smooth);
    drawdown(&mut canvas, x, falls);
    canvas.credit("Prices: made up · drawn by fusus");
    canvas
}

fn curves(canvas: &mut Canvas, x: Scale, prices: &[f64], averages: &[f64], smooth: &[f64]) {
    let most = prices.iter().copied().fold(0.0, f64::max);
    let frame = Frame {
        x,
        y: Scale {
            numbers: (0.0, 1.05 * most),
            pixels: (690.0, 230.0),
        },
    };
    frame.panel(canvas, "Prices");
    frame.label_y(canvas, &ticks((0.0, most), 6), |price| format!("{price}"));
    let lines = [
        ("price", prices, 1.5, house::QUIET.fade(0.8)),
        ("moving average", averages, 3.0, house::GOLD),
        ("low-pass filter", smooth, 3.0, house::BLUE),
    ];
    for (row, (name, values, width, colour)) in lines.into_iter().enumerate() {
        curve(canvas, frame, values, width, colour);
        let y = 590.0 + 32.0 * row as f64;
        canvas.line(&[(180.0, y), (220.0, y)], width + 1.0, colour);
        canvas.text((234.0, y + 6.0), 17.0, house::TEXT, Align::Left, name);
    }
}

fn curve(canvas: &mut Canvas, frame: Frame, values: &[f64], width: f64, colour: Colour) {
    let points = values.iter().enumerate();
    let points = points.map(|(day, value)| frame.at(day as f64 / YEAR, *value));
    canvas.line(&points.collect::<Vec<_>>(), width, colour);
}

fn drawdown(canvas: &mut Canvas, x: Scale, falls: &[f64]) {
    let most = falls.iter().copied().fold(0.01, f64::max);
    let frame = Frame {
        x,
        y: Scale {
            numbers: (-1.08 * most, 0.0),
            pixels: (960.0, 790.0),
        },
    };
    frame.panel(canvas, "Below the highest price so far");
    frame.label_y(canvas, &ticks((-most, 0.0), 4), |share| {
        format!("{:.0} %", 100.0 * share).replace('-', "−")
    });
    let years = ticks(x.numbers, 12);
    frame.label_x(canvas, &years, |year| format!("{year}"), "years");
    let under = falls.iter().enumerate();
    let under = under.map(|(day, fall)| frame.at(day as f64 / YEAR, -fall));
    let first = frame.at(0.0, 0.0);
    let last = frame.at(falls.len() as f64 / YEAR, 0.0);
    let area: Vec<(f64, f64)> = [first].into_iter().chain(under).chain([last]).collect();
    canvas.polygon(&area, house::RED.fade(0.55));
}
