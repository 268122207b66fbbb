//! The hull around the cities, and the triangles by which it grew.

use common::cities;
use common::picture::{Align, CREDIT, Canvas, Colour, Globe, Ramp, house};
use common::text::{Coordinates, grouped};

use crate::hull::Hull;

/// From the first triangles to the last.
const DEPTHS: Ramp<'static> = Ramp(&[
    Colour::hex(0x2c_4d_9b),
    Colour::hex(0x2f_7f_b8),
    Colour::hex(0x43_b5_a8),
    Colour::hex(0xd8_c3_6a),
    Colour::hex(0xff_8f_5a),
]);

const CITY: Colour = Colour::hex(0xa9_c4_ee).fade(0.55);

/// The whole picture.
pub(crate) fn draw(cities: &[cities::Point], hull: &Hull) -> Canvas {
    let mut globe = Globe::new(2000);
    let subtitle = format!(
        "The convex hull of {} cities: quickhull found its {} corners by {} triangles, each from the city farthest out",
        grouped(cities.len()),
        hull.corners.len(),
        hull.triangles.len()
    );
    globe.canvas.title("As far out as cities go", &subtitle);
    triangles(&mut globe, hull);
    globe.dots(cities, 0.7, |_| CITY);
    outline(&mut globe, hull);
    globe.canvas.credit(CREDIT);
    globe.canvas
}

fn triangles(globe: &mut Globe, hull: &Hull) {
    let deepest = hull
        .triangles
        .iter()
        .map(|(depth, _)| *depth)
        .max()
        .unwrap_or(0);
    for (depth, corners) in &hull.triangles {
        let colour = DEPTHS.at(*depth as f64 / deepest.max(1) as f64);
        let corners = corners.map(|corner| globe.at(corner.degrees()));
        globe.canvas.polygon(&corners, colour.fade(0.22));
        globe.canvas.outline(&corners, 1.0, colour.fade(0.55));
    }
}

fn outline(globe: &mut Globe, hull: &Hull) {
    let places: Vec<_> = hull.corners.iter().map(|corner| corner.degrees()).collect();
    let corners: Vec<_> = places.iter().map(|place| globe.at(*place)).collect();
    globe.canvas.outline(&corners, 7.0, house::GOLD.fade(0.18));
    globe.canvas.outline(&corners, 2.2, house::GOLD);
    for at in &corners {
        globe.canvas.disc(*at, 4.5, house::TEXT);
    }
    ends(globe, &places);
}

/// Names the corners that are farthest to either side.
fn ends(globe: &mut Globe, places: &[cities::Point]) {
    let sides: [(Side, Offset, Align); 4] = [
        (|p| p.y, (0.0, -16.0), Align::Middle),
        (|p| -p.y, (0.0, 28.0), Align::Middle),
        (|p| p.x, (-14.0, 28.0), Align::Right),
        (|p| -p.x, (14.0, 28.0), Align::Left),
    ];
    for (side, (dx, dy), align) in sides {
        let farthest = places.iter().max_by(|p, q| side(p).total_cmp(&side(q)));
        if let Some(place) = farthest {
            let (x, y) = globe.at(*place);
            let text = format!("{:.1}", Coordinates(*place));
            globe
                .canvas
                .text((x + dx, y + dy), 18.0, house::TEXT, align, &text);
        }
    }
}

/// The distance of a place from one side.
type Side = fn(&cities::Point) -> f64;

/// Pixels to the right and down.
type Offset = (f64, f64);
