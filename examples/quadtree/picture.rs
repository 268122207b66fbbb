//! The quadtree over its cities, as an SVG picture.

use std::fmt::Write as _;

use common::cities::Point;
use common::text::{Coordinates, grouped};

use crate::path::PathData;
use crate::survey::{KM_PER_DEGREE, Leaf, Survey};
use crate::tree::Quadtree;

/// The bounds of the map, in degrees. Beyond lies nothing but ice.
const WEST: f64 = -180.0;
const EAST: f64 = 180.0;
const NORTH: f64 = 84.0;
const SOUTH: f64 = -60.0;

/// The size of the picture, and where the map is in it.
const WIDTH: f64 = 2400.0;
const HEIGHT: f64 = MAP_BOTTOM + 92.0;
const MAP_LEFT: f64 = 60.0;
const MAP_TOP: f64 = 150.0;
const MAP_BOTTOM: f64 = MAP_TOP + (NORTH - SOUTH) * SCALE;

/// Pixels per degree.
const SCALE: f64 = (WIDTH - 2.0 * MAP_LEFT) / (EAST - WEST);

/// Coordinates in paths are whole hundredths of a degree, about a kilometre: a fifteenth of a
/// pixel.
const UNITS_PER_DEGREE: f64 = 100.0;

const BACKGROUND: &str = "#0b1120";
const SEA: &str = "#0d1528";
const LINE: &str = "#7f9fd0";
const TEXT: &str = "#e9edf5";
const QUIET: &str = "#8894ab";

/// Colours from remote cities, in large cells, to crowded ones, in small cells.
const RAMP: [[f64; 3]; 6] = [
    [58.0, 88.0, 150.0],
    [62.0, 124.0, 178.0],
    [88.0, 170.0, 184.0],
    [186.0, 202.0, 148.0],
    [250.0, 196.0, 104.0],
    [255.0, 243.0, 214.0],
];

/// The depths between which the ramp runs; few cities have leaves beyond.
const SHALLOW: usize = 5;
const DEEP: usize = 14;

/// The whole picture.
pub(crate) fn draw(tree: &Quadtree, survey: &Survey<'_>) -> String {
    let mut svg = String::new();
    header(&mut svg, tree, survey);
    map(&mut svg, tree, survey.depth);
    if let Some(deepest) = survey.deepest {
        mark(&mut svg, deepest);
    }
    legend(&mut svg, tree);
    svg.push_str("</svg>\n");
    svg
}

macro_rules! put {
    ($svg:expr, $($text:tt)*) => {
        writeln!($svg, $($text)*).expect("writing to a string succeeds")
    };
}

fn header(svg: &mut String, tree: &Quadtree, survey: &Survey<'_>) {
    let cities = grouped(survey.cities);
    put!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="'Avenir Next', Avenir, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif">"#
    );
    put!(svg, "<title>The quadtree of {cities} cities</title>");
    put!(
        svg,
        r#"<rect width="{WIDTH}" height="{HEIGHT}" fill="{BACKGROUND}"/>"#
    );
    put!(
        svg,
        r#"<text x="{MAP_LEFT}" y="88" font-size="46" font-weight="300" letter-spacing="1" fill="{TEXT}">Where the cities are</text>"#
    );
    put!(
        svg,
        r#"<text x="{MAP_LEFT}" y="122" font-size="19" letter-spacing="0.4" fill="{QUIET}">A quadtree of {cities} cities: cells are quartered until each holds at most {}, which takes {} cells and {} levels</text>"#,
        tree.limits.capacity,
        grouped(survey.nodes),
        survey.depth
    );
}

/// The cells, and the cities over them.
fn map(svg: &mut String, tree: &Quadtree, depth: usize) {
    let (width, height) = (
        (EAST - WEST) * UNITS_PER_DEGREE,
        (NORTH - SOUTH) * UNITS_PER_DEGREE,
    );
    let scale = SCALE / UNITS_PER_DEGREE;
    put!(
        svg,
        r#"<clipPath id="map"><rect width="{width}" height="{height}" rx="60"/></clipPath>"#
    );
    put!(
        svg,
        r#"<g transform="translate({MAP_LEFT} {MAP_TOP}) scale({scale:.6})" clip-path="url(#map)" fill="none">"#
    );
    put!(
        svg,
        r#"<rect width="{width}" height="{height}" fill="{SEA}"/>"#
    );
    cells(svg, tree, depth);
    dots(svg, tree, depth);
    svg.push_str("</g>\n");
}

/// Two lines for every divided cell, the lines of one depth as one path.
fn cells(svg: &mut String, tree: &Quadtree, depth: usize) {
    let mut paths: Vec<PathData> = (0..=depth).map(|_| PathData::default()).collect();
    for place in tree.places().filter(|place| place.points.is_none()) {
        let path = &mut paths[place.depth];
        let (left, bottom) = units(place.cell.low);
        let (right, top) = units(place.cell.high);
        let (middle, centre) = units(place.cell.middle());
        path.horizontal((left, centre), right);
        path.vertical((middle, top), bottom);
    }
    for (depth, path) in paths
        .iter()
        .enumerate()
        .filter(|(_, path)| !path.as_str().is_empty())
    {
        let width = UNITS_PER_DEGREE / SCALE * line_width(depth);
        let opacity = line_opacity(depth);
        put!(
            svg,
            r#"<path stroke="{LINE}" stroke-width="{width:.2}" stroke-opacity="{opacity:.3}" d="{}"/>"#,
            path.as_str()
        );
    }
}

/// The cities, those in leaves of one depth as one path.
fn dots(svg: &mut String, tree: &Quadtree, depth: usize) {
    let mut paths: Vec<PathData> = (0..=depth).map(|_| PathData::default()).collect();
    for leaf in tree.places().filter_map(Leaf::new) {
        for point in leaf.points {
            paths[leaf.depth()].dot(units(*point));
        }
    }
    svg.push_str("<g stroke-linecap=\"round\">\n");
    for (depth, path) in paths
        .iter()
        .enumerate()
        .filter(|(_, path)| !path.as_str().is_empty())
    {
        let width = UNITS_PER_DEGREE / SCALE * dot_width(depth);
        put!(
            svg,
            r#"<path stroke="{}" stroke-width="{width:.1}" d="{}"/>"#,
            colour(depth),
            path.as_str()
        );
    }
    svg.push_str("</g>\n");
}

/// Shows where the deepest cell is.
fn mark(svg: &mut String, deepest: Leaf<'_>) {
    let at = deepest.middle();
    let (x, y) = (
        MAP_LEFT + (at.x - WEST) * SCALE,
        MAP_TOP + (NORTH - at.y) * SCALE,
    );
    put!(
        svg,
        r#"<g font-size="15" letter-spacing="0.3" stroke="{TEXT}" stroke-opacity="0.8">"#
    );
    put!(
        svg,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="7" fill="none" stroke-width="1.2"/>"#
    );
    put!(
        svg,
        r#"<path d="M{:.1} {:.1}l56 10h8" fill="none"/>"#,
        x + 6.9,
        y + 1.2
    );
    put!(
        svg,
        r#"<text x="{:.1}" y="{:.1}" fill="{TEXT}" stroke="none">the deepest cell, {}</text>"#,
        x + 78.0,
        y + 16.5,
        Coordinates(at)
    );
    svg.push_str("</g>\n");
}

/// Draws the meaning of the colours, and the source of the cities.
fn legend(svg: &mut String, tree: &Quadtree) {
    let y = MAP_BOTTOM + 46.0;
    let side = |depth: usize| tree.side() * KM_PER_DEGREE / f64::exp2(depth as f64);
    put!(
        svg,
        r#"<g font-size="17" letter-spacing="0.3" fill="{QUIET}">"#
    );
    for (index, depth) in (SHALLOW..=DEEP).enumerate() {
        let (x, y) = (MAP_LEFT + 6.0 + 24.0 * index as f64, y - 6.0);
        put!(
            svg,
            r#"<circle cx="{x}" cy="{y:.1}" r="6" fill="{}"/>"#,
            colour(depth)
        );
    }
    put!(
        svg,
        r#"<text x="{}" y="{y:.1}">cities in cells from {} km to {:.1} km wide</text>"#,
        MAP_LEFT + 24.0 * (DEEP - SHALLOW + 1) as f64 + 8.0,
        grouped(side(SHALLOW).round() as usize),
        side(DEEP)
    );
    put!(
        svg,
        r#"<text x="{}" y="{y:.1}" text-anchor="end">Cities: GeoNames, CC BY 4.0 · drawn by fusus</text>"#,
        WIDTH - MAP_LEFT
    );
    svg.push_str("</g>\n");
}

/// A point of the map in units of the paths, which count from its northwest corner.
fn units(point: Point) -> (i32, i32) {
    let unit = |degrees: f64| (degrees * UNITS_PER_DEGREE).round() as i32;
    (unit(point.x - WEST), unit(NORTH - point.y))
}

/// In pixels.
fn line_width(depth: usize) -> f64 {
    (1.5 * 0.84_f64.powi(depth as i32)).max(0.22)
}

fn line_opacity(depth: usize) -> f64 {
    (0.5 * 0.95_f64.powi(depth as i32)).max(0.2)
}

/// In pixels.
fn dot_width(depth: usize) -> f64 {
    1.8 - 1.15 * ramp_position(depth)
}

fn colour(depth: usize) -> String {
    let position = ramp_position(depth) * (RAMP.len() - 1) as f64;
    let index = (position as usize).min(RAMP.len() - 2);
    let share = position - index as f64;
    let [r, g, b] = [0, 1, 2].map(|channel| {
        let (from, to) = (RAMP[index][channel], RAMP[index + 1][channel]);
        (from + (to - from) * share).round() as u8
    });
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// 0 at the shallow end of the ramp, 1 at the deep one.
fn ramp_position(depth: usize) -> f64 {
    let span = (DEEP - SHALLOW) as f64;
    ((depth as f64 - SHALLOW as f64) / span).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Limits;

    #[test]
    fn the_ramp_goes_from_its_first_colour_to_its_last() {
        assert_eq!(colour(0), "#3a5896");
        assert_eq!(colour(SHALLOW), "#3a5896");
        assert_eq!(colour(DEEP), "#fff3d6");
        assert_eq!(colour(usize::MAX), "#fff3d6");
    }

    #[test]
    fn the_map_starts_in_the_northwest() {
        assert_eq!(units(Point { x: WEST, y: NORTH }), (0, 0));
        assert_eq!(units(Point { x: 0.0, y: 83.0 }), (18_000, 100));
    }

    #[test]
    fn a_picture_has_its_dots_its_lines_and_its_attribution() {
        let points = [(-180.0, -6.0), (-180.0, -6.0), (180.0, 84.0)].map(|(x, y)| Point { x, y });
        let tree = Quadtree::new(
            &points,
            Limits {
                capacity: 2,
                depth: 9,
            },
        );
        let svg = draw(&tree, &Survey::new(&tree));
        assert_eq!(svg.matches("h0").count(), 3, "{svg}");
        // The root alone is divided: from side to side in the middle, and from end to end.
        assert!(
            svg.contains(r#"d="m0 4500h36000m-18000-18000v36000""#),
            "{svg}"
        );
        assert!(svg.contains("GeoNames, CC BY 4.0"), "{svg}");
        assert!(svg.ends_with("</svg>\n"), "{svg}");
    }
}
