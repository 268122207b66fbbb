//! The map of the world, degrees of longitude and latitude equally long.

use super::canvas::{Canvas, MARGIN};
use super::colour::{Colour, house};
use crate::cities::Point;

/// The credit on every picture of the cities, as their licence wants.
pub const CREDIT: &str = "Cities: GeoNames, CC BY 4.0 · drawn by fusus";

/// The bounds of the map. Beyond lies nothing but ice.
const WEST: f64 = -180.0;
const EAST: f64 = 180.0;
const NORTH: f64 = 84.0;
const SOUTH: f64 = -60.0;

const TOP: f64 = 150.0;
const BELOW: f64 = 92.0;

/// A picture with a map on it.
#[derive(Debug)]
pub struct Globe {
    /// The picture.
    pub canvas: Canvas,
    /// Pixels per degree.
    scale: f64,
}

impl Globe {
    /// A picture of this width with an empty map.
    pub fn new(width: usize) -> Self {
        let scale = (width as f64 - 2.0 * MARGIN) / (EAST - WEST);
        let height = TOP + (NORTH - SOUTH) * scale + BELOW;
        let mut globe = Self {
            canvas: Canvas::new(width, height.round() as usize),
            scale,
        };
        let corners = [(WEST, NORTH), (EAST, SOUTH)].map(|(x, y)| globe.at(Point { x, y }));
        globe.canvas.rectangle(corners[0], corners[1], house::PANEL);
        globe.graticule();
        globe
    }

    /// The position of a place on the picture.
    pub fn at(&self, Point { x, y }: Point) -> (f64, f64) {
        (
            MARGIN + (x - WEST) * self.scale,
            TOP + (NORTH - y) * self.scale,
        )
    }

    /// The pixels of the map: the upper left one, and how many there are in a row and in a column.
    pub fn pixels(&self) -> ((usize, usize), usize, usize) {
        let (left, top) = self.at(Point { x: WEST, y: NORTH });
        let (right, bottom) = self.at(Point { x: EAST, y: SOUTH });
        let at = (left as usize, top as usize);
        (at, right as usize - at.0, bottom as usize - at.1)
    }

    /// The place in the middle of a pixel of the map.
    pub fn place(&self, column: usize, row: usize) -> Point {
        Point {
            x: WEST + (column as f64 + 0.5) / self.scale,
            y: NORTH - (row as f64 + 0.5) / self.scale,
        }
    }

    /// Draws cities as dots, each in the colour that it has.
    pub fn dots(&mut self, cities: &[Point], radius: f64, colour: impl Fn(usize) -> Colour) {
        for (index, city) in cities.iter().enumerate() {
            let at = self.at(*city);
            self.canvas.disc(at, radius, colour(index));
        }
    }

    /// Meridians and parallels.
    fn graticule(&mut self) {
        for lng in (-150..=150).step_by(30) {
            let x = f64::from(lng);
            let ends = [NORTH, SOUTH].map(|y| self.at(Point { x, y }));
            self.canvas.line(&ends, 1.0, house::GRID.fade(0.7));
        }
        for lat in (-30..=60).step_by(30) {
            let y = f64::from(lat);
            let ends = [WEST, EAST].map(|x| self.at(Point { x, y }));
            self.canvas.line(&ends, 1.0, house::GRID.fade(0.7));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_fills_the_picture_between_its_margins() {
        let globe = Globe::new(1200);
        assert_eq!(globe.at(Point { x: -180.0, y: 84.0 }), (60.0, 150.0));
        assert_eq!(globe.at(Point { x: 180.0, y: 84.0 }), (1140.0, 150.0));
        assert_eq!(globe.canvas.height(), 150.0 + 144.0 * 3.0 + 92.0);
        assert_eq!(globe.pixels(), ((60, 150), 1080, 432));
        let (x, y) = globe.at(globe.place(7, 3));
        assert!(
            (x - 67.5).abs() < 1e-9 && (y - 153.5).abs() < 1e-9,
            "{x} {y}"
        );
    }
}
