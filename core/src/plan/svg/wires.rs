//! The edges of a drawing, from end to end.

use super::layers::Link;
use super::layout::{Inside, Layout, Outside};
use super::scene::{Scene, Wire};
use crate::plan::flow::{End, FlowKind};
use std::collections::BTreeMap;

/// The straight end of an edge that prevents fusion.
const MARKED: f64 = 15.0;

impl Layout<'_> {
    /// From inlets and operators of a loop to its operators.
    pub(super) fn inner_wires(&self, scene: &mut Scene) {
        for (cluster, inside) in self.insides.iter().enumerate() {
            let outer = scene.clusters[cluster];
            let at = |x: f64, y: f64| (outer.x + self.margin(cluster) + x, outer.y + y);
            for (edge, link) in &inside.links {
                let (from, to) = (edge.from, edge.to);
                let End::Operator(reader) = to else { continue };
                let mut points = Vec::new();
                let first_row = match from {
                    End::Operator(made) if self.outer(from) == cluster => {
                        let frame = scene.operators[made];
                        points.push((frame.x + frame.width / 2.0, frame.y + frame.height));
                        self.row_inside(inside, made)
                    }
                    _ => {
                        points.push(at(inside.placed.x[inside.inlets[&from]], 0.0));
                        0
                    }
                };
                for (index, x) in inside.placed.bends[*link].iter().enumerate() {
                    let (top, bottom) = inside.placed.rows[first_row + 1 + index];
                    points.extend([at(*x, top), at(*x, bottom)]);
                }
                let frame = scene.operators[reader];
                points.push((frame.x + frame.width / 2.0, frame.y));
                scene.wires.push(Wire {
                    points,
                    kind: edge.kind,
                    preventing: edge.preventing,
                    arrow: true,
                    inlet: None,
                    inner: true,
                });
            }
        }
    }

    fn row_inside(&self, inside: &Inside, operator: usize) -> usize {
        let y = inside.placed.y[inside.operators[&operator]];
        inside
            .placed
            .rows
            .iter()
            .position(|(top, bottom)| *top <= y && y <= *bottom && top < bottom)
            .unwrap_or(0)
    }

    /// Between clusters, externals and arrays.
    pub(super) fn outer_wires(&self, outside: &Outside, scene: &mut Scene) {
        let placed = &outside.placed;
        for ((from, to), link) in &outside.index_of {
            let Link {
                from: source,
                to_port,
                from_port,
                ..
            } = outside.layers.links[*link];
            let mut points = Vec::new();
            if let End::Operator(operator) = *from
                && let Some(link) = self.insides[source].out_links.get(&operator)
            {
                let inside = &self.insides[source];
                let outer = scene.clusters[source];
                let frame = scene.operators[operator];
                points.push((frame.x + frame.width / 2.0, frame.y + frame.height));
                let row = self.row_inside(inside, operator);
                for (index, x) in inside.placed.bends[*link].iter().enumerate() {
                    let (top, bottom) = inside.placed.rows[row + 1 + index];
                    let x = outer.x + self.margin(source) + x;
                    points.extend([(x, outer.y + top), (x, outer.y + bottom)]);
                }
            }
            let item = &outside.layers.items[source];
            let leave = placed.x[source] + from_port;
            points.push((leave, placed.y[source] + item.height));
            points.push((leave, placed.rows[item.row].1));
            for (index, x) in placed.bends[*link].iter().enumerate() {
                let (top, bottom) = placed.rows[item.row + 1 + index];
                points.extend([(*x, top), (*x, bottom)]);
            }
            let arrive = placed.x[*to] + to_port;
            let top = placed.rows[self.rows[*to]].0;
            if top + MARKED < placed.y[*to] {
                points.push((arrive, top));
            }
            let end = (arrive, placed.y[*to]);
            let edges = self
                .flow
                .edges
                .iter()
                .filter(|edge| edge.from == *from && self.outer(edge.to) == *to);
            let preventing = edges.clone().any(|edge| edge.preventing);
            let kind = edges
                .map(|edge| edge.kind)
                .min()
                .unwrap_or(FlowKind::Memory);
            if preventing {
                // Straight on through the mark.
                points.push((arrive, end.1 - MARKED));
            }
            points.push(end);
            points.dedup();
            let enters = *to < self.flow.clusters.len() && self.is_loop(*to);
            scene.wires.push(Wire {
                points,
                kind,
                preventing,
                arrow: !enters,
                inlet: enters.then_some(end),
                inner: false,
            });
        }
    }
}

/// Moves arrowheads that meet in one point apart.
pub(super) fn spread_ends(wires: &mut [Wire]) {
    let mut ends: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (index, wire) in wires.iter().enumerate() {
        if let (true, Some((x, y))) = (wire.arrow, wire.points.last()) {
            let key = ((x * 8.0).round() as i64, (y * 8.0).round() as i64);
            ends.entry(key).or_default().push(index);
        }
    }
    for mut group in ends.into_values().filter(|group| group.len() > 1) {
        // By where they come from.
        let origin = |index: &usize| {
            let points = &wires[*index].points;
            let end = points[points.len() - 1].0;
            let before = points
                .iter()
                .rev()
                .find(|point| (point.0 - end).abs() > 0.5);
            before.map_or(end, |point| point.0)
        };
        group.sort_by(|a, b| origin(a).total_cmp(&origin(b)));
        let step = (42.0 / (group.len() - 1) as f64).min(14.0);
        for (place, index) in group.iter().enumerate() {
            let shift = (place as f64 - (group.len() - 1) as f64 / 2.0) * step;
            let points = &mut wires[*index].points;
            let end = points[points.len() - 1].0;
            // A point straight above the end moves along.
            for point in points[1..]
                .iter_mut()
                .rev()
                .take_while(|point| point.0 == end)
            {
                point.0 += shift;
            }
        }
    }
}
