//! The terrain as a map, its visible part in daylight and the rest in the dark, and some rays from the
//! side.

use common::picture::{Align, Canvas, Colour, Frame, MARGIN, Ramp, Scale, house, ticks};
use common::text::grouped;

use crate::rays::Sample;
use crate::terrain::{CELL, LAKES, TOP, side};

/// The contents of the picture.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) land: &'a [f32],
    pub(crate) view: &'a [bool],
    pub(crate) radius: usize,
    pub(crate) eye: f32,
}

/// From the shores to the summits.
const HEIGHTS: Ramp<'static> = Ramp(&[
    Colour::hex(0x6f_9a_62),
    Colour::hex(0xa9_b5_75),
    Colour::hex(0xd3_bd_8b),
    Colour::hex(0xb3_97_80),
    Colour::hex(0xf4_f1_ec),
]);
const WATER: Colour = Colour::hex(0x4c_8f_c4);
const NIGHT: Colour = Colour::hex(0x10_18_30);

const MAP_TOP: usize = 150;

/// The rays that are shown from the side: how they are called, and to which part of the border they
/// go.
const RAYS: [(&str, f64); 3] = [("northeast", 0.25), ("southeast", 0.5), ("west", 0.875)];

/// The whole picture.
pub(crate) fn draw(scene: &Scene<'_>) -> Canvas {
    let side = side(scene.radius);
    let mut canvas = Canvas::new(2000, MAP_TOP + side + 90);
    let seen = scene.view.iter().filter(|seen| **seen).count();
    let subtitle = format!(
        "{} of {} cells of {CELL} m rise above all that is before them on a ray from the eye, {:.0} m high",
        grouped(seen),
        grouped(scene.land.len()),
        scene.eye
    );
    canvas.title("What is seen from a summit", &subtitle);
    let pixels: Vec<[u8; 3]> = (0..scene.land.len())
        .map(|cell| pixel(scene, cell))
        .collect();
    canvas.pixels((MARGIN as usize, MAP_TOP), side, &pixels);
    for (index, (name, part)) in RAYS.into_iter().enumerate() {
        let ray = (part * 8.0 * scene.radius as f64) as usize;
        mark(&mut canvas, scene, ray);
        profile(&mut canvas, scene, ray, name, index);
    }
    eye(&mut canvas, scene);
    canvas.credit("drawn by fusus");
    canvas
}

/// A cell in the light of the northwest, or in the dark.
fn pixel(scene: &Scene<'_>, cell: usize) -> [u8; 3] {
    let height = scene.land[cell];
    let colour = ground(height).mix(Colour::hex(0), f64::from(0.55 * (1.0 - light(scene, cell))));
    let shown = if scene.view[cell] || cell == scene.land.len() / 2 {
        colour.mix(house::GOLD, 0.12)
    } else {
        colour.mix(NIGHT, 0.74)
    };
    shown.rgb
}

fn ground(height: f32) -> Colour {
    if height <= LAKES {
        WATER
    } else {
        HEIGHTS.at(f64::from((height - LAKES) / (0.8 * TOP - LAKES)))
    }
}

/// The brightness of a cell, from 0 to 1, by its slope.
fn light(scene: &Scene<'_>, cell: usize) -> f32 {
    let side = side(scene.radius);
    let (x, y) = (cell % side, cell / side);
    let height = |x: usize, y: usize| scene.land[y.min(side - 1) * side + x.min(side - 1)];
    let east = (height(x + 1, y) - height(x.saturating_sub(1), y)) / (2.0 * CELL);
    let south = (height(x, y + 1) - height(x, y.saturating_sub(1))) / (2.0 * CELL);
    // The normal of the ground against the direction of the light.
    let (lx, ly, lz) = (-0.5, -0.5, 0.7);
    let length = (east * east + south * south + 1.0).sqrt();
    ((-east * lx - south * ly + lz) / length).clamp(0.0, 1.0)
}

/// The position of a cell on the map.
fn place(scene: &Scene<'_>, cell: usize) -> (f64, f64) {
    let side = side(scene.radius);
    (
        MARGIN + (cell % side) as f64 + 0.5,
        (MAP_TOP + cell / side) as f64 + 0.5,
    )
}

fn mark(canvas: &mut Canvas, scene: &Scene<'_>, ray: usize) {
    let end = Sample::new((ray + 1) * scene.radius - 1, scene.radius);
    let ends = [scene.land.len() / 2, end.cell];
    canvas.line(
        &ends.map(|end| place(scene, end)),
        1.6,
        house::TEXT.fade(0.75),
    );
}

fn eye(canvas: &mut Canvas, scene: &Scene<'_>) {
    let at = place(scene, scene.land.len() / 2);
    canvas.disc(at, 9.0, house::BACKGROUND);
    canvas.disc(at, 6.5, house::GOLD);
}

/// The ground along a ray, the visible part of it, and how the eye looks at it.
fn profile(canvas: &mut Canvas, scene: &Scene<'_>, ray: usize, name: &str, index: usize) {
    let samples: Vec<Sample> = (ray * scene.radius..(ray + 1) * scene.radius)
        .map(|number| Sample::new(number, scene.radius))
        .collect();
    let km = |sample: &Sample| f64::from(sample.distance) / 1000.0;
    let height = |sample: &Sample| f64::from(scene.land[sample.cell]);
    let end = samples.last().map_or(1.0, km);
    let bottom = MAP_TOP as f64 + 300.0 + 347.0 * index as f64;
    let frame = Frame {
        x: Scale {
            numbers: (0.0, end),
            pixels: (1190.0, 1940.0),
        },
        y: Scale {
            numbers: (0.0, f64::from(scene.eye.max(TOP)) * 1.05),
            pixels: (bottom, bottom - 255.0),
        },
    };
    frame.panel(canvas, &format!("To the {name}"));
    frame.label_y(canvas, &ticks((0.0, f64::from(TOP)), 4), |metres| {
        format!("{} m", grouped(metres as usize))
    });
    let what = if index + 1 == RAYS.len() {
        "distance"
    } else {
        ""
    };
    frame.label_x(canvas, &ticks((0.0, end), 5), |km| format!("{km} km"), what);

    let eye = frame.at(0.0, f64::from(scene.eye));
    let mut highest = f64::NEG_INFINITY;
    let ground: Vec<(bool, (f64, f64))> = samples
        .iter()
        .map(|sample| {
            let (x, y) = (km(sample), height(sample));
            let rise = (y - f64::from(scene.eye)) / x;
            let is_seen = rise > highest;
            highest = highest.max(rise);
            (is_seen, frame.at(x, y))
        })
        .collect();
    // Each point with the next, so that parts that are seen and parts that are not touch.
    let foot = |(x, _): (f64, f64)| (x, bottom);
    let mut first = 0;
    for part in ground.chunk_by(|(a, _), (b, _)| a == b) {
        let end = (first + part.len() + 1).min(ground.len());
        let edge: Vec<_> = ground[first..end].iter().map(|(_, at)| *at).collect();
        let (is_seen, start) = part[0];
        let (colour, opacity) = if is_seen {
            (house::GOLD, 0.5)
        } else {
            (house::QUIET, 0.22)
        };
        let mut area = edge.clone();
        area.extend([foot(edge[edge.len() - 1]), foot(start)]);
        canvas.polygon(&area, colour.fade(opacity));
        canvas.line(&edge, 2.0, colour);
        first += part.len();
    }
    for (_, at) in ground.iter().filter(|(is_seen, _)| *is_seen) {
        canvas.line(&[eye, *at], 0.7, house::GOLD.fade(0.05));
    }
    canvas.disc(eye, 5.5, house::GOLD);
    canvas.text(
        (1926.0, bottom - 232.0),
        15.0,
        house::QUIET,
        Align::Right,
        "seen in gold",
    );
}
