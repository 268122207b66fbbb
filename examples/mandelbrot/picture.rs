//! The set on the left, parts of it on the right.

use common::picture::{Align, Canvas, Colour, MARGIN, house};
use common::text::grouped;

use crate::escape::Limit;
use crate::programs::{mandelbrot, pixels};
use crate::view::View;

/// A view that was looked at.
pub(crate) struct Panel {
    name: &'static str,
    view: View,
    pub(crate) pixels: Vec<[u8; 3]>,
    /// The number of points in the set.
    pub(crate) inside: usize,
}

const TOP: usize = 150;
const GAP: usize = 21;

impl Panel {
    /// Looks at a view.
    pub(crate) fn new(name: &'static str, view: View, limit: Limit) -> Self {
        let (points, inside) = mandelbrot(view, limit);
        Self {
            name,
            view,
            pixels: pixels(&points, view),
            inside,
        }
    }
}

/// The whole picture.
pub(crate) fn draw(whole: &Panel, parts: &[Panel], area: f64) -> Canvas {
    let mut canvas = Canvas::new(
        2 * MARGIN as usize + whole.view.columns + GAP + 450,
        TOP + whole.view.rows + 90,
    );
    let subtitle = format!(
        "z → z² + c stays near the origin for {} of {} points c, an area of {area:.4}",
        grouped(whole.inside),
        grouped(whole.view.count())
    );
    canvas.title("The Mandelbrot set", &subtitle);
    let left = MARGIN as usize;
    canvas.pixels((left, TOP), whole.view.columns, &whole.pixels);
    for (index, part) in parts.iter().enumerate() {
        let at = (
            left + whole.view.columns + GAP,
            TOP + index * (part.view.rows + GAP),
        );
        canvas.pixels(at, part.view.columns, &part.pixels);
        let (x, y) = (at.0 as f64, (at.1 + part.view.rows) as f64);
        label(&mut canvas, part, (x, y));
        mark(&mut canvas, whole, part);
    }
    canvas.credit("drawn by fusus");
    canvas
}

/// Writes the name of a part on its lower edge.
fn label(canvas: &mut Canvas, part: &Panel, (x, y): (f64, f64)) {
    let right = x + part.view.columns as f64;
    canvas.rectangle((x, y - 40.0), (right, y), house::BACKGROUND.fade(0.6));
    canvas.text(
        (x + 14.0, y - 14.0),
        17.0,
        house::TEXT,
        Align::Left,
        part.name,
    );
    let times = format!(
        "{}×",
        grouped((crate::WHOLE.width / part.view.width).round() as usize)
    );
    canvas.text(
        (right - 14.0, y - 14.0),
        17.0,
        house::TEXT,
        Align::Right,
        &times,
    );
}

/// Shows on the whole where the part is.
fn mark(canvas: &mut Canvas, whole: &Panel, part: &Panel) {
    let scale = whole.view.columns as f64 / whole.view.width;
    let x = MARGIN
        + whole.view.columns as f64 / 2.0
        + (part.view.middle.re - whole.view.middle.re) * scale;
    let y = TOP as f64 + whole.view.rows as f64 / 2.0
        - (part.view.middle.im - whole.view.middle.im) * scale;
    canvas.circle((x, y), 11.0, 4.0, house::BACKGROUND.fade(0.6));
    canvas.circle((x, y), 11.0, 1.8, Colour::hex(0xff_ff_ff));
}
