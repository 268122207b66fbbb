//! The arrangement of a drawing that has the fewest crossings of those that were tried.

use super::layers::Item;
use super::layout::{Layout, Outside};
use super::measure;
use super::scene::{Frame, Scene};
use super::wires::spread_ends;
use crate::plan::flow::Flow;

/// Lays a drawing out.
pub(super) fn scene(flow: &Flow) -> Scene {
    let mut layout = Layout::new(flow);
    let mut outside = layout.outside();
    let mut best = layout.scene(&outside);
    let mut crossings = best.crossings();
    // Every loop in turn learns where its neighbours are.
    for _ in 0..3 {
        for cluster in 0..flow.clusters.len() {
            if layout.is_loop(cluster) {
                layout.insides[cluster] = layout.inside(cluster, Some(&outside));
                outside = layout.outside();
            }
        }
        let scene = layout.scene(&outside);
        if scene.crossings() < crossings {
            crossings = scene.crossings();
            best = scene;
        }
    }
    best
}

impl Layout<'_> {
    fn scene(&self, outside: &Outside) -> Scene {
        let placed = &outside.placed;
        let frame = |item: usize| {
            let Item { width, height, .. } = outside.layers.items[item];
            Frame {
                x: placed.x[item] - width / 2.0,
                y: placed.y[item],
                width,
                height,
            }
        };
        let clusters = self.flow.clusters.len();
        let mut scene = Scene {
            operators: vec![Frame::default(); self.flow.operators.len()],
            arrays: (0..self.flow.arrays.len())
                .map(|array| frame(clusters + array))
                .collect(),
            clusters: (0..clusters).map(frame).collect(),
            wires: Vec::new(),
            width: placed.width,
            height: placed.height,
        };
        for cluster in 0..clusters {
            let outer = scene.clusters[cluster];
            if !self.is_loop(cluster) {
                scene.operators[self.flow.clusters[cluster].operators[0]] = outer;
                continue;
            }
            for (operator, item) in &self.insides[cluster].operators {
                let (width, height) = measure::operator(&self.flow.operators[*operator]);
                let inner = &self.insides[cluster].placed;
                scene.operators[*operator] = Frame {
                    x: outer.x + self.margin(cluster) + inner.x[*item] - width / 2.0,
                    y: outer.y + inner.y[*item],
                    width,
                    height,
                };
            }
        }
        self.inner_wires(&mut scene);
        self.outer_wires(outside, &mut scene);
        spread_ends(&mut scene.wires);
        scene
    }
}
