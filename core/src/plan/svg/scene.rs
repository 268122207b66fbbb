//! A drawing, laid out: boxes and the wires between them.

use crate::plan::flow::FlowKind;

/// A point.
pub(super) type Point = (f64, f64);

/// A box: left, top, width, height.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A drawing, laid out.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub(super) operators: Vec<Frame>,
    pub(super) arrays: Vec<Frame>,
    pub(super) clusters: Vec<Frame>,
    pub(super) wires: Vec<Wire>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A drawn edge, from end to end.
#[derive(Clone, Debug)]
pub(super) struct Wire {
    /// Points to pass, with vertical tangents.
    pub(super) points: Vec<Point>,
    pub(super) kind: FlowKind,
    pub(super) preventing: bool,
    /// True if it ends at a consumer: it does not if it enters a cluster and spreads.
    pub(super) arrow: bool,
    /// The point at which it enters a cluster.
    pub(super) inlet: Option<Point>,
    /// True if it goes on from there, or lies inside a cluster.
    pub(super) inner: bool,
}

impl Scene {
    /// Counts the crossings of edges, roughly: as if they had no bends.
    pub(super) fn crossings(&self) -> usize {
        let segments: Vec<(Point, Point)> = self
            .wires
            .iter()
            .flat_map(|wire| wire.points.windows(2).map(|ends| (ends[0], ends[1])))
            .collect();
        let side = |(a, b): (Point, Point), c: Point| {
            (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
        };
        let cross = |a: (Point, Point), b: (Point, Point)| {
            side(a, b.0) * side(a, b.1) < -0.1 && side(b, a.0) * side(b, a.1) < -0.1
        };
        segments
            .iter()
            .enumerate()
            .map(|(index, a)| segments[..index].iter().filter(|b| cross(*a, **b)).count())
            .sum()
    }
}
