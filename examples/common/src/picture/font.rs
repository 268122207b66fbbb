//! Letters as paths.

use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

static TEXT: LazyLock<Face<'static>> =
    LazyLock::new(|| face(include_bytes!("../../fonts/inter-regular.otf")));
static TITLE: LazyLock<Face<'static>> =
    LazyLock::new(|| face(include_bytes!("../../fonts/inter-display-light.otf")));

fn face(bytes: &'static [u8]) -> Face<'static> {
    Face::parse(bytes, 0).expect("the font is whole")
}

/// From here on text is so large that light letters look best.
const TITLE_SIZE: f64 = 30.0;

/// A line of text.
#[derive(Debug)]
pub(crate) struct Line {
    /// Its letters, from the origin of the first; `None` where nothing is to be seen.
    pub(crate) path: Option<Path>,
    /// The width of the line.
    pub(crate) width: f64,
}

impl Line {
    /// Sets a line in letters of so many pixels.
    pub(crate) fn new(text: &str, size: f64) -> Self {
        let face = if size < TITLE_SIZE { &*TEXT } else { &*TITLE };
        let scale = size / f64::from(face.units_per_em());
        let mut pen = Pen {
            path: PathBuilder::new(),
            scale,
            x: 0.0,
        };
        let mut before = None;
        for letter in text.chars() {
            let glyph = face.glyph_index(letter).unwrap_or_default();
            pen.x += before.map_or(0.0, |before| kerning(face, before, glyph)) * scale;
            face.outline_glyph(glyph, &mut pen);
            pen.x += f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
            before = Some(glyph);
        }
        Self {
            width: pen.x,
            path: pen.path.finish(),
        }
    }
}

/// The font's kerning between two letters.
fn kerning(face: &Face<'_>, left: GlyphId, right: GlyphId) -> f64 {
    use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
    let Some(gpos) = face.tables().gpos else {
        return 0.0;
    };
    for lookup in gpos.lookups {
        for subtable in lookup.subtables.into_iter::<PositioningSubtable<'_>>() {
            let PositioningSubtable::Pair(pairs) = subtable else {
                continue;
            };
            if pairs.coverage().get(left).is_none() {
                continue;
            }
            let record = match pairs {
                PairAdjustment::Format1 { sets, coverage } => coverage
                    .get(left)
                    .and_then(|index| sets.get(index))
                    .and_then(|set| set.get(right)),
                PairAdjustment::Format2 {
                    matrix, classes, ..
                } => matrix.get((classes.0.get(left), classes.1.get(right))),
            };
            if let Some((first, _)) = record {
                return f64::from(first.x_advance);
            }
        }
    }
    0.0
}

/// Draws outlines of the font, which go up, onto a canvas, which goes down.
struct Pen {
    path: PathBuilder,
    scale: f64,
    x: f64,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (
            f64::from(x) * self.scale + self.x,
            -f64::from(y) * self.scale,
        );
        (x as f32, y as f32)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_of_the_pictures_is_in_both_fonts() {
        for face in [&*TEXT, &*TITLE] {
            for sign in " aZ09°−×·–’“”…≤≥→Δσé".chars() {
                assert!(face.glyph_index(sign).is_some(), "{sign}");
            }
        }
    }

    #[test]
    fn pairs_are_kerned() {
        let alone = Line::new("A", 20.0).width + Line::new("V", 20.0).width;
        assert!(Line::new("AV", 20.0).width < alone);
        assert!(Line::new("", 20.0).path.is_none());
    }
}
