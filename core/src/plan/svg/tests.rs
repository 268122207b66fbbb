//! Drawings of random programs: nothing lies on anything else.

use super::arrange::scene;
use super::scene::{Frame, Point};
use crate::diagnostic::Diagnostics;
use crate::explain::{Overrides, explain};
use crate::plan::flow::Flow;

/// The flow of a random program.
fn flow(number: u64) -> Flow {
    let program = fusus_random::generate::program(5, number);
    let source = fusus_random::render::source(&program);
    let mut found = Diagnostics::new();
    let tokens = source.parse().expect("it lexes");
    let explained = explain(tokens, "file:1", &Overrides::default(), &mut found);
    let compiled = explained[0].outcome.as_ref();
    Flow::of(compiled.unwrap_or_else(|found| panic!("{found:?}\n{source}")))
}

fn overlap(a: &Frame, b: &Frame) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/// Points along a curve that is vertical at both ends.
fn along((x0, y0): Point, (x1, y1): Point) -> impl Iterator<Item = Point> {
    (0..=20).map(move |step| {
        let t = f64::from(step) / 20.0;
        let ease = t * t * (3.0 - 2.0 * t);
        (x0 + (x1 - x0) * ease, y0 + (y1 - y0) * bezier(t))
    })
}

/// Returns the progress of a curve with control points in the middle of its height.
fn bezier(t: f64) -> f64 {
    1.5 * t * (1.0 - t) * (1.0 - t) + 1.5 * t * t * (1.0 - t) + t * t * t
}

fn inside(frame: &Frame, (x, y): Point) -> bool {
    let slack = 1.5;
    x > frame.x + slack
        && x < frame.x + frame.width - slack
        && y > frame.y + slack
        && y < frame.y + frame.height - slack
}

#[test]
fn boxes_stay_apart_and_edges_out_of_boxes() {
    for number in 0..60 {
        let flow = flow(number);
        let scene = scene(&flow);
        let boxes: Vec<Frame> = scene
            .operators
            .iter()
            .chain(&scene.arrays)
            .copied()
            .collect();
        for (index, a) in boxes.iter().enumerate() {
            assert!(a.x.is_finite() && a.y.is_finite(), "program {number}");
            assert!(
                boxes[..index].iter().all(|b| !overlap(a, b)),
                "program {number}: {a:?}"
            );
        }
        for (index, a) in scene.clusters.iter().enumerate() {
            let others = scene.clusters[..index].iter().chain(&scene.arrays);
            assert!(
                others.into_iter().all(|b| !overlap(a, b)),
                "program {number}: {a:?}"
            );
        }
        for wire in &scene.wires {
            for ends in wire.points.windows(2) {
                for point in along(ends[0], ends[1]) {
                    let hit = boxes.iter().find(|frame| inside(frame, point));
                    assert!(
                        hit.is_none(),
                        "program {number}: {wire:?} runs over {hit:?}"
                    );
                }
            }
        }
    }
}
