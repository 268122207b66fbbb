//! Positions of the parts of a drawing: operators inside their clusters first, then clusters,
//! externals and arrays among each other.

use super::layers::{Item, Layers, Link, Placed};
use super::measure;
use crate::plan::flow::{Edge, End, Flow};
use std::collections::BTreeMap;

const MARGIN_RIGHT: f64 = 18.0;
/// Between a cluster's border and its operators, where edges spread.
const PADDING: f64 = 30.0;

/// An end of an edge of the outer drawing: all that lead into a cluster from one
/// source, or out of it from one operator, are one edge.
type Inlet = (End, usize);

/// The inside of a loop.
#[derive(Default)]
pub(super) struct Inside {
    pub(super) placed: Placed,
    /// The items of the layout.
    pub(super) operators: BTreeMap<usize, usize>,
    pub(super) inlets: BTreeMap<End, usize>,
    pub(super) outlets: BTreeMap<usize, usize>,
    pub(super) links: Vec<(Edge, usize)>,
    pub(super) out_links: BTreeMap<usize, usize>,
}

pub(super) struct Layout<'f> {
    pub(super) flow: &'f Flow,
    pub(super) insides: Vec<Inside>,
    /// Outer items: clusters, then arrays.
    pub(super) rows: Vec<usize>,
}

impl<'f> Layout<'f> {
    pub(super) fn new(flow: &'f Flow) -> Self {
        let mut layout = Layout {
            flow,
            insides: Vec::new(),
            rows: Vec::new(),
        };
        layout.rows = layout.outer_rows();
        layout.insides = (0..flow.clusters.len())
            .map(|cluster| match layout.is_loop(cluster) {
                true => layout.inside(cluster, None),
                false => Inside::default(),
            })
            .collect();
        layout
    }

    /// The outer item of an end.
    pub(super) fn outer(&self, end: End) -> usize {
        match end {
            End::Operator(operator) => self.flow.operators[operator].cluster,
            End::Array(array) => self.flow.clusters.len() + array,
        }
    }

    pub(super) fn is_loop(&self, cluster: usize) -> bool {
        self.flow.clusters[cluster].number.is_some()
    }

    /// The rows by longest paths; inputs stand right above their first use.
    fn outer_rows(&self) -> Vec<usize> {
        let count = self.flow.clusters.len() + self.flow.arrays.len();
        let mut rows = vec![0_usize; count];
        for _ in 0..count {
            for edge in &self.flow.edges {
                let (from, to) = (self.outer(edge.from), self.outer(edge.to));
                if from != to {
                    rows[to] = rows[to].max(rows[from] + 1);
                }
            }
        }
        for (index, array) in self.flow.arrays.iter().enumerate() {
            let item = self.flow.clusters.len() + index;
            let users = self
                .flow
                .edges
                .iter()
                .filter(|edge| self.outer(edge.from) == item);
            if let (true, Some(first)) = (array.input, users.map(|e| rows[self.outer(e.to)]).min())
            {
                rows[item] = first.saturating_sub(1);
            }
        }
        rows
    }

    /// Lays out the operators of a loop. `around` is where things were.
    pub(super) fn inside(&self, cluster: usize, around: Option<&Outside>) -> Inside {
        let members = &self.flow.clusters[cluster].operators;
        let within =
            |edge: &&Edge| self.outer(edge.from) == cluster && self.outer(edge.to) == cluster;
        let mut depth: BTreeMap<usize, usize> = members.iter().map(|op| (*op, 1)).collect();
        for _ in members {
            for edge in self.flow.edges.iter().filter(within) {
                if let (End::Operator(from), End::Operator(to)) = (edge.from, edge.to) {
                    let below = depth[&from] + 1;
                    let to = depth.entry(to).or_default();
                    *to = below.max(*to);
                }
            }
        }
        let last = depth.values().max().copied().unwrap_or(0) + 1;
        let arrival = |end: End| around.map_or(0.0, |around| around.arrival(end, cluster));
        let departure = |end: End, to: usize| around.map_or(0.0, |a| a.departure(end, to));

        let mut inside = Inside::default();
        let mut items = Vec::new();
        for (position, operator) in members.iter().enumerate() {
            inside.operators.insert(*operator, items.len());
            let frame = measure::operator(&self.flow.operators[*operator]);
            items.push(Item {
                row: depth[operator],
                width: frame.0,
                height: frame.1,
                hint: position as f64,
            });
        }
        let mut links = Vec::new();
        let straight = |from, to| Link {
            from,
            to,
            from_port: 0.0,
            to_port: 0.0,
        };
        for edge in &self.flow.edges {
            let (from, to) = (self.outer(edge.from), self.outer(edge.to));
            if to == cluster {
                let End::Operator(reader) = edge.to else {
                    continue;
                };
                let source = match edge.from {
                    End::Operator(made) if from == cluster => inside.operators[&made],
                    end => *inside.inlets.entry(end).or_insert_with(|| {
                        items.push(Item {
                            row: 0,
                            width: 6.0,
                            height: 0.0,
                            hint: arrival(end),
                        });
                        items.len() - 1
                    }),
                };
                inside.links.push((*edge, links.len()));
                links.push(straight(source, inside.operators[&reader]));
            } else if from == cluster {
                let End::Operator(maker) = edge.from else {
                    continue;
                };
                let hint = departure(edge.from, to);
                inside.outlets.entry(maker).or_insert_with(|| {
                    items.push(Item {
                        row: last,
                        width: 6.0,
                        height: 0.0,
                        hint,
                    });
                    inside.out_links.insert(maker, links.len());
                    links.push(straight(inside.operators[&maker], items.len() - 1));
                    items.len() - 1
                });
            }
        }
        // Where nothing enters or leaves, the border keeps its distance.
        for (row, crossed) in [
            (0, !inside.inlets.is_empty()),
            (last, !inside.outlets.is_empty()),
        ] {
            if !crossed {
                items.push(Item {
                    row,
                    width: 0.0,
                    height: 0.0,
                    hint: 0.0,
                });
            }
        }
        let layers = Layers {
            items,
            links,
            gap_x: 22.0,
            gap_edge: 18.0,
            gap_y: PADDING,
            fixed_ends: around.is_some(),
        };
        inside.placed = layers.place();
        inside
    }

    fn cluster_size(&self, cluster: usize) -> (f64, f64) {
        if self.is_loop(cluster) {
            let placed = &self.insides[cluster].placed;
            (
                placed.width + self.margin(cluster) + MARGIN_RIGHT,
                placed.height.max(44.0),
            )
        } else {
            let operator = self.flow.clusters[cluster].operators[0];
            measure::operator(&self.flow.operators[operator])
        }
    }

    /// The width of the column in which a loop's number stands.
    pub(super) fn margin(&self, cluster: usize) -> f64 {
        measure::caption(&self.flow.clusters[cluster]) + 28.0
    }

    /// The offset of a place inside a loop from the loop's middle.
    fn port(&self, cluster: usize, x: f64) -> f64 {
        self.margin(cluster) + x - self.cluster_size(cluster).0 / 2.0
    }

    pub(super) fn outside(&self) -> Outside {
        let clusters = self.flow.clusters.len();
        let mut items: Vec<Item> = (0..clusters)
            .map(|cluster| {
                let (width, height) = self.cluster_size(cluster);
                Item {
                    row: self.rows[cluster],
                    width,
                    height,
                    hint: cluster as f64,
                }
            })
            .collect();
        for (index, array) in self.flow.arrays.iter().enumerate() {
            let (width, height) = measure::array(array);
            items.push(Item {
                row: self.rows[clusters + index],
                width,
                height,
                hint: index as f64,
            });
        }
        let (mut links, mut index_of) = (Vec::new(), BTreeMap::new());
        for edge in &self.flow.edges {
            let (from, to) = (self.outer(edge.from), self.outer(edge.to));
            if from == to {
                continue;
            }
            index_of.entry((edge.from, to)).or_insert_with(|| {
                links.push(Link {
                    from,
                    to,
                    from_port: self.out_port(edge.from),
                    to_port: self.in_port(edge.from, to),
                });
                links.len() - 1
            });
        }
        let layers = Layers {
            items,
            links,
            gap_x: 34.0,
            gap_edge: 26.0,
            gap_y: 34.0,
            fixed_ends: false,
        };
        Outside {
            placed: layers.place(),
            layers,
            index_of,
        }
    }

    fn out_port(&self, from: End) -> f64 {
        match from {
            End::Operator(operator) => {
                let cluster = self.flow.operators[operator].cluster;
                match self.insides[cluster].outlets.get(&operator) {
                    Some(outlet) => self.port(cluster, self.insides[cluster].placed.x[*outlet]),
                    None => 0.0,
                }
            }
            End::Array(_) => 0.0,
        }
    }

    fn in_port(&self, from: End, to: usize) -> f64 {
        match self
            .insides
            .get(to)
            .and_then(|inside| inside.inlets.get(&from))
        {
            Some(inlet) => self.port(to, self.insides[to].placed.x[*inlet]),
            None => 0.0,
        }
    }
}

/// The outer layout.
pub(super) struct Outside {
    pub(super) placed: Placed,
    pub(super) layers: Layers,
    pub(super) index_of: BTreeMap<Inlet, usize>,
}

impl Outside {
    /// The position at which an edge from an end enters a cluster.
    fn arrival(&self, from: End, cluster: usize) -> f64 {
        let link = self.index_of[&(from, cluster)];
        let Link {
            from, from_port, ..
        } = self.layers.links[link];
        let last = self.placed.bends[link].last().copied();
        last.unwrap_or(self.placed.x[from] + from_port)
    }

    /// The position at which an edge from an end to an item has left its cluster.
    fn departure(&self, from: End, to: usize) -> f64 {
        let link = self.index_of[&(from, to)];
        let Link { to, to_port, .. } = self.layers.links[link];
        let first = self.placed.bends[link].first().copied();
        first.unwrap_or(self.placed.x[to] + to_port)
    }
}
