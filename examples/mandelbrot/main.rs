//! Draws the Mandelbrot set and measures its area: points, escapes, colours and a count in one
//! loop.
//!
//! ```console
//! $ cargo run --release --example mandelbrot [PICTURE.png]
//! ```

mod colour;
mod escape;
mod picture;
mod programs;
mod view;

use std::process::ExitCode;

use common::Report;
use common::report::{self, timed};
use common::text::grouped;
use escape::{Complex, Limit};
use picture::{Panel, draw};
use view::View;

/// The area of the set, as Thorsten Förstemann measured it in 2012 with 88 trillion points.
const AREA: f64 = 1.506_591_884_9;

/// The allowed distance of the area from that: points near the border take more steps than we make.
const TOLERANCE: f64 = 0.006;

/// The whole set, with which we begin.
const WHOLE: View = View {
    middle: Complex { re: -0.75, im: 0.0 },
    width: 3.06,
    columns: 1400,
    rows: 1050,
};

/// The parts of it that are looked at more closely: where, and how wide.
const PARTS: [(&str, f64, f64, f64); 3] = [
    ("seahorses", -0.745_36, 0.112_66, 0.011),
    ("elephants", 0.2815, 0.0085, 0.021),
    ("a smaller one", -1.768_78, 0.0, 0.048),
];

fn main() -> ExitCode {
    report::run(
        "mandelbrot",
        "the Mandelbrot set, its area and its border",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let (whole, time) = timed(|| Panel::new("", WHOLE, Limit(1000)));
            let area = WHOLE.area(whole.inside);
            report.result("points", grouped(WHOLE.count()));
            report.result("in the set", grouped(whole.inside));
            report.result("area", format!("{area:.4}"));
            check(report, &whole, area);
            report.times(&[("the whole set", time)]);

            let parts = PARTS.map(|(name, re, im, width)| {
                let middle = Complex { re, im };
                Panel::new(
                    name,
                    View {
                        middle,
                        width,
                        columns: 450,
                        rows: 336,
                    },
                    Limit(3000),
                )
            });
            report.picture(&draw(&whole, &parts, area))
        },
    )
}

fn check(report: &mut Report, whole: &Panel, area: f64) {
    report.check(
        format!("the area is within {TOLERANCE} of the published {AREA:.4}"),
        (area - AREA).abs() < TOLERANCE,
    );
    let rows = whole.pixels.chunks_exact(WHOLE.columns);
    report.check(
        "the lower half mirrors the upper",
        rows.clone().eq(rows.rev()),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use programs::{mandelbrot, pixels};

    #[test]
    fn every_pixel_is_the_mean_of_its_points() {
        let view = View {
            columns: 3,
            rows: 2,
            ..WHOLE
        };
        let limit = Limit(100);
        let (points, inside) = mandelbrot(view, limit);
        let escape = |(i, j)| escape::escape(view.point(i, j), limit);
        let places: Vec<_> = (0..4).flat_map(|i| (0..6).map(move |j| (i, j))).collect();
        let left = places.iter().filter(|at| escape(**at).is_none()).count();
        assert_eq!(inside, left);
        assert!(
            places
                .iter()
                .map(|at| colour::colour(escape(*at)))
                .eq(points.clone())
        );

        let found = pixels(&points, view);
        assert_eq!(found.len(), 6);
        for (at, pixel) in found.into_iter().enumerate() {
            let first = 2 * (at / 3) * 6 + 2 * (at % 3);
            let four = [first, first + 1, first + 6, first + 7].map(|point| points[point]);
            assert_eq!(pixel, colour::mean(four), "{at}");
        }
    }
}
