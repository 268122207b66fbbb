//! Drawings of random programs: nothing lies on anything else.

use super::scene::{Frame, Point, Scene};
use crate::plan::flow::{Array, Edge, End, Flow, Group, Kind, Operator};
use std::collections::BTreeSet;

/// Numbers in no order, the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// A flow of up to twelve operators, whose edges lead forwards.
fn flow(seed: u64) -> Flow {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut flow = Flow::default();
    let mut edges = BTreeSet::new();
    let array = |name: String, input| Array {
        name,
        size: "k1".to_owned(),
        input,
        output: !input,
    };
    for input in 0..=random.below(2) {
        flow.arrays.push(array(format!("input{input}"), true));
    }
    for operator in 0..=random.below(12) {
        let external = random.below(8) == 0;
        let joins = flow
            .clusters
            .last()
            .is_some_and(|last| last.number.is_some() && !external && random.below(3) > 0);
        if !joins {
            flow.clusters.push(Group {
                number: (!external).then_some(flow.clusters.len() + 1),
                size: Some("k1 × k2".to_owned()),
                operators: Vec::new(),
            });
        }
        let cluster = flow.clusters.len() - 1;
        flow.clusters[cluster].operators.push(operator);
        flow.operators.push(Operator {
            name: "x".repeat(1 + random.below(12)),
            combinator: "scan_exclusive",
            cluster,
            returned: false,
        });
        for _ in 0..=random.below(3) {
            let (from, kind) = match random.below(operator + flow.arrays.len()) {
                made if made < operator => {
                    let within = flow.operators[made].cluster == cluster;
                    let kind = if within {
                        Kind::Contracted
                    } else {
                        Kind::Scalar
                    };
                    (End::Operator(made), kind)
                }
                stored => (End::Array(stored - operator), Kind::Memory),
            };
            edges.insert(Edge {
                from,
                to: End::Operator(operator),
                kind,
                preventing: kind == Kind::Scalar,
            });
        }
    }
    // Some operators also write an array, for others to read.
    for operator in 0..flow.operators.len() {
        if random.below(2) == 0 {
            let stored = flow.arrays.len();
            flow.arrays.push(array(format!("array{operator}"), false));
            let write = Edge {
                from: End::Operator(operator),
                to: End::Array(stored),
                kind: Kind::Memory,
                preventing: false,
            };
            edges.insert(write);
            let reader = operator + random.below(flow.operators.len() - operator);
            if flow.operators[reader].cluster > flow.operators[operator].cluster {
                edges.insert(Edge {
                    from: End::Array(stored),
                    to: End::Operator(reader),
                    ..write
                });
            }
        }
    }
    flow.edges = edges.into_iter().collect();
    flow
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
    for seed in 1..100 {
        let flow = flow(seed);
        let scene = Scene::of(&flow);
        let boxes: Vec<Frame> = scene
            .operators
            .iter()
            .chain(&scene.arrays)
            .copied()
            .collect();
        for (index, a) in boxes.iter().enumerate() {
            assert!(a.x.is_finite() && a.y.is_finite(), "seed {seed}");
            assert!(
                boxes[..index].iter().all(|b| !overlap(a, b)),
                "seed {seed}: {a:?}"
            );
        }
        for (index, a) in scene.clusters.iter().enumerate() {
            let others = scene.clusters[..index].iter().chain(&scene.arrays);
            assert!(
                others.into_iter().all(|b| !overlap(a, b)),
                "seed {seed}: {a:?}"
            );
        }
        for wire in &scene.wires {
            for ends in wire.points.windows(2) {
                for point in along(ends[0], ends[1]) {
                    let hit = boxes.iter().find(|frame| inside(frame, point));
                    assert!(hit.is_none(), "seed {seed}: {wire:?} runs over {hit:?}");
                }
            }
        }
    }
}
