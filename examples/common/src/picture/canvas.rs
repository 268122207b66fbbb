//! A picture in pixels.

use std::io;
use std::path::Path as File;

use tiny_skia::{
    BlendMode, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke,
    Transform,
};

use super::colour::{Colour, house};
use super::font::Line;

/// The margin of titles, plots and maps on the left and right side.
pub const MARGIN: f64 = 60.0;

/// The alignment of a text at the point that is given for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Align {
    /// To its right.
    Left,
    /// Around it.
    Middle,
    /// To its left.
    Right,
}

/// A picture. Places are pixels from the upper left corner.
#[derive(Debug)]
pub struct Canvas {
    pixels: Pixmap,
    glows: bool,
}

impl Canvas {
    /// A picture of this size with nothing on it but the background.
    ///
    /// # Panics
    /// A size that is zero or larger than memory.
    pub fn new(width: usize, height: usize) -> Self {
        let mut pixels = Pixmap::new(width as u32, height as u32).expect("the size is reasonable");
        pixels.fill(skia(house::BACKGROUND));
        Self {
            pixels,
            glows: false,
        }
    }

    /// The width.
    pub fn width(&self) -> f64 {
        f64::from(self.pixels.width())
    }

    /// The height.
    pub fn height(&self) -> f64 {
        f64::from(self.pixels.height())
    }

    /// Writes the title on top of a picture.
    pub fn title(&mut self, title: &str, subtitle: &str) {
        self.text((MARGIN, 88.0), 46.0, house::TEXT, Align::Left, title);
        self.text((MARGIN, 122.0), 19.0, house::QUIET, Align::Left, subtitle);
    }

    /// Writes the source of the data into the lower right corner.
    pub fn credit(&mut self, text: &str) {
        let at = (self.width() - MARGIN, self.height() - 40.0);
        self.text(at, 16.0, house::QUIET, Align::Right, text);
    }

    /// Draws with colours that add up like lights, not like paint.
    pub fn glowing(&mut self, draw: impl FnOnce(&mut Self)) {
        self.glows = true;
        draw(self);
        self.glows = false;
    }

    /// Fills a rectangle from one corner to the other.
    pub fn rectangle(&mut self, (x0, y0): (f64, f64), (x1, y1): (f64, f64), colour: Colour) {
        let (left, right) = (x0.min(x1) as f32, x0.max(x1) as f32);
        let (top, bottom) = (y0.min(y1) as f32, y0.max(y1) as f32);
        if let Some(rectangle) = Rect::from_ltrb(left, top, right, bottom) {
            let paint = self.paint(colour);
            self.pixels
                .fill_rect(rectangle, &paint, Transform::identity(), None);
        }
    }

    /// Fills a disc.
    pub fn disc(&mut self, (x, y): (f64, f64), radius: f64, colour: Colour) {
        if let Some(path) = PathBuilder::from_circle(x as f32, y as f32, radius as f32) {
            self.fill(&path, colour);
        }
    }

    /// Draws a circle.
    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, width: f64, colour: Colour) {
        if let Some(path) = PathBuilder::from_circle(x as f32, y as f32, radius as f32) {
            self.stroke(&path, width, colour);
        }
    }

    /// Fills a polygon.
    pub fn polygon(&mut self, corners: &[(f64, f64)], colour: Colour) {
        if let Some(path) = path(corners, true) {
            self.fill(&path, colour);
        }
    }

    /// Draws the sides of a polygon.
    pub fn outline(&mut self, corners: &[(f64, f64)], width: f64, colour: Colour) {
        if let Some(path) = path(corners, true) {
            self.stroke(&path, width, colour);
        }
    }

    /// Draws a line through points.
    pub fn line(&mut self, points: &[(f64, f64)], width: f64, colour: Colour) {
        if let Some(path) = path(points, false) {
            self.stroke(&path, width, colour);
        }
    }

    /// Writes a line of text on the height of a point, and says how wide it is.
    pub fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        colour: Colour,
        align: Align,
        text: &str,
    ) -> f64 {
        let line = Line::new(text, size);
        let left = match align {
            Align::Left => x,
            Align::Middle => x - line.width / 2.0,
            Align::Right => x - line.width,
        };
        if let Some(path) = line
            .path
            .and_then(|path| path.transform(Transform::from_translate(left as f32, y as f32)))
        {
            self.fill(&path, colour);
        }
        line.width
    }

    /// Writes a line of text around a point, with an edge that keeps it legible on anything.
    pub fn label(&mut self, (x, y): (f64, f64), size: f64, text: &str) {
        let line = Line::new(text, size);
        let left = (x - line.width / 2.0) as f32;
        let move_there = |path: Path| path.transform(Transform::from_translate(left, y as f32));
        if let Some(path) = line.path.and_then(move_there) {
            self.stroke(&path, size / 2.5, house::BACKGROUND.fade(0.9));
            self.fill(&path, house::TEXT);
        }
    }

    /// Sets pixels, row by row, in a rectangle with this upper left corner.
    ///
    /// # Panics
    /// Pixels that do not fill rows, or lie outside of the picture.
    pub fn pixels(&mut self, (left, top): (usize, usize), width: usize, colours: &[[u8; 3]]) {
        assert!(
            colours.len().is_multiple_of(width) && left + width <= self.pixels.width() as usize
        );
        let stride = self.pixels.width() as usize;
        for (row, colours) in colours.chunks_exact(width).enumerate() {
            let start = 4 * ((top + row) * stride + left);
            let pixels = &mut self.pixels.data_mut()[start..start + 4 * width];
            for (pixel, [r, g, b]) in pixels.chunks_exact_mut(4).zip(colours) {
                pixel.copy_from_slice(&[*r, *g, *b, u8::MAX]);
            }
        }
    }

    /// Writes the picture as a PNG.
    ///
    /// # Errors
    /// A place that can't be written.
    pub fn write(&self, path: &File) -> io::Result<()> {
        let bytes = self.pixels.encode_png().map_err(io::Error::other)?;
        super::write(path, &bytes)
    }

    fn paint(&self, colour: Colour) -> Paint<'static> {
        let mut paint = Paint::default();
        paint.set_color(skia(colour));
        if self.glows {
            paint.blend_mode = BlendMode::Plus;
        }
        paint
    }

    fn fill(&mut self, path: &Path, colour: Colour) {
        let paint = self.paint(colour);
        self.pixels
            .fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
    }

    fn stroke(&mut self, path: &Path, width: f64, colour: Colour) {
        let stroke = Stroke {
            width: width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let paint = self.paint(colour);
        self.pixels
            .stroke_path(path, &paint, &stroke, Transform::identity(), None);
    }
}

fn skia(
    Colour {
        rgb: [r, g, b],
        opacity,
    }: Colour,
) -> tiny_skia::Color {
    let opacity = (opacity.clamp(0.0, 1.0) * f32::from(u8::MAX)).round() as u8;
    tiny_skia::Color::from_rgba8(r, g, b, opacity)
}

/// A path through points, if there are at least two.
fn path(points: &[(f64, f64)], closed: bool) -> Option<Path> {
    let ((x, y), rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(*x as f32, *y as f32);
    for (x, y) in rest {
        path.line_to(*x as f32, *y as f32);
    }
    if closed {
        path.close();
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(canvas: &Canvas, x: u32, y: u32) -> [u8; 3] {
        let pixel = canvas.pixels.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn shapes_are_where_they_should_be() {
        let mut canvas = Canvas::new(100, 50);
        canvas.rectangle((10.0, 40.0), (20.0, 30.0), house::GOLD);
        canvas.disc((50.0, 25.0), 5.0, house::BLUE);
        canvas.pixels((90, 0), 2, &[[1, 2, 3], [4, 5, 6], [7, 8, 9], [0, 0, 0]]);
        assert_eq!(pixel(&canvas, 15, 35), house::GOLD.rgb);
        assert_eq!(pixel(&canvas, 50, 25), house::BLUE.rgb);
        assert_eq!(pixel(&canvas, 0, 0), house::BACKGROUND.rgb);
        assert_eq!(
            [pixel(&canvas, 91, 0), pixel(&canvas, 90, 1)],
            [[4, 5, 6], [7, 8, 9]]
        );
    }

    #[test]
    fn text_is_aligned() {
        let columns = |align| {
            let mut canvas = Canvas::new(200, 40);
            canvas.text((100.0, 30.0), 20.0, house::TEXT, align, "HHHH");
            let inked = |x: &u32| (0..40).any(|y| pixel(&canvas, *x, y) != house::BACKGROUND.rgb);
            let columns: Vec<u32> = (0..200).filter(inked).collect();
            (columns[0], columns[columns.len() - 1])
        };
        assert!(columns(Align::Left).0 >= 100);
        assert!(columns(Align::Right).1 < 100);
        let (first, last) = columns(Align::Middle);
        assert!((first + last).abs_diff(199) <= 2, "{first} {last}");
    }

    #[test]
    fn what_can_not_be_seen_is_no_error() {
        let mut canvas = Canvas::new(10, 10);
        canvas.line(&[], 1.0, house::TEXT);
        canvas.polygon(&[(1.0, 1.0)], house::TEXT);
        canvas.disc((5.0, 5.0), 0.0, house::TEXT);
        canvas.disc((f64::NAN, 5.0), 1.0, house::TEXT);
        canvas.rectangle((5.0, 5.0), (f64::INFINITY, 5.0), house::TEXT);
    }
}
