//! A plot of one size: for each program how many times as fast as each column fusus is.

use std::fmt::Write as _;

use crate::column;
use crate::report::Row;

/// The columns and their colours, on light ground and with enough contrast for text.
const MARKS: [(&str, &str); 9] = [
    (column::EXPERT, "#c1121f"),
    (column::COPY, "#6c757d"),
    (column::BY_HAND, "#7b2cbf"),
    (column::UNFUSED, "#0a7e8c"),
    (column::LAZY_ITERATORS, "#b36200"),
    (column::ITERATORS_BY_STEP, "#7a4a12"),
    (column::LAZY_RAYON, "#2b6a2f"),
    (column::RAYON_BY_STEP, "#5f6f00"),
    (column::NDARRAY, "#1d4ed8"),
];

const LEFT: f64 = 190.0;
const WIDTH: f64 = 660.0;
const TOP: f64 = 118.0;
const LINE: f64 = 22.0;
/// The ends of the scale; what is beyond is drawn at the end.
const LEAST: f64 = 0.125;
const MOST: f64 = 32.0;

/// The plot as SVG.
#[must_use]
pub fn svg(title: &str, rows: &[&Row]) -> String {
    let height = TOP + LINE * rows.len() as f64 + 40.0;
    let width = LEFT + WIDTH + 30.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"20\" y=\"28\" font-size=\"17\" font-weight=\"bold\">{title}</text>\n"
    );
    legend(&mut svg);
    let bottom = TOP + LINE * rows.len() as f64;
    axis(&mut svg, bottom);
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + LINE * (index as f64 + 0.5);
        line(&mut svg, y, row);
    }
    svg.push_str("</svg>\n");
    svg
}

fn legend(svg: &mut String) {
    let _ = writeln!(
        svg,
        "<text x=\"20\" y=\"52\" fill=\"#444\">how many times as fast as each of these fusus is:</text>"
    );
    // All marks in one line would be wider than the plot.
    for (line, marks) in MARKS.chunks(MARKS.len().div_ceil(2)).enumerate() {
        let y = 70.0 + LINE * line as f64;
        let mut x = 26.0;
        for (name, colour) in marks {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\">{name}</text>",
                x + 10.0,
                y + 4.5
            );
            x += 34.0 + 7.5 * name.len() as f64;
        }
    }
}

fn axis(svg: &mut String, bottom: f64) {
    for tick in [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0] {
        let x = position(tick);
        let (colour, stroke) = if tick == 1.0 {
            ("#222", 1.5)
        } else {
            ("#ddd", 1.0)
        };
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"{colour}\" stroke-width=\"{stroke}\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#444\">{tick}</text>",
            TOP - 4.0,
            bottom + 18.0
        );
    }
}

fn line(svg: &mut String, y: f64, row: &Row) {
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
        LEFT - 14.0,
        y + 4.5,
        row.program
    );
    let marks = MARKS.into_iter().filter_map(|(name, colour)| {
        let speed = row.outcome.speed(name).filter(|speed| speed.is_finite())?;
        Some((position(speed), colour, format!("{name} {speed:.2}")))
    });
    for (x, colour, title) in marks {
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\" fill-opacity=\"0.8\"><title>{title}</title></circle>"
        );
    }
}

/// The position of a ratio on a logarithmic scale.
fn position(ratio: f64) -> f64 {
    let ratio = ratio.clamp(LEAST, MOST);
    LEFT + WIDTH * (ratio / LEAST).ln() / (MOST / LEAST).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{Outcome, Samples};
    use crate::target::{Bound, Nature, Scale};

    #[test]
    fn ratios_are_placed_on_the_scale_and_kept_on_it() {
        assert_eq!(position(LEAST), LEFT);
        assert_eq!(position(0.0), LEFT);
        assert_eq!(position(1e9), LEFT + WIDTH);
        assert!(position(1.0) < position(2.0));
    }

    #[test]
    fn every_column_that_took_part_has_a_mark() {
        let samples = |name| Samples {
            name,
            seconds: vec![1.0],
        };
        let outcome = Outcome {
            samples: vec![samples(column::FUSUS), samples(column::EXPERT)],
            peak: None,
        };
        let nature = Nature {
            bound: Bound::Memory,
            fused: None,
        };
        let row = Row::new("dot", nature, (100, Scale::Small), None, outcome, &[]);
        let svg = svg("100 elements", &[&row]);
        assert_eq!(svg.matches("<title>").count(), 1);
        assert!(svg.contains("<title>expert 1.00</title>"), "{svg}");
    }
}
