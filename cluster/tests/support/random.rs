//! Seeded random graphs of valid programs.

use fusus_cluster::graph::{EdgeKind, Graph, NodeId, Prevents, Role};
use fusus_rng::Rng;

use super::known::Builder;

/// The kind of program to make.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub nodes: usize,
    /// The share of uses that prevent fusion, in hundredths.
    pub preventing: usize,
    pub inputs: usize,
    /// The share of bindings that change the size, in hundredths.
    pub filters: usize,
    /// The share of bindings that are barriers or host scalars, in hundredths.
    pub others: usize,
    /// Different sizes of inputs.
    pub sizes: usize,
}

impl Shape {
    /// A shape of the given number of nodes, drawn at random.
    pub fn any(rng: &mut Rng, nodes: usize) -> Self {
        Self {
            nodes,
            preventing: 10 + rng.below(41),
            inputs: 1 + rng.below(4),
            filters: *rng.pick(&[0, 10, 20, 30]),
            others: *rng.pick(&[0, 0, 5, 10]),
            sizes: 1 + rng.below(3),
        }
    }

    /// The shape the design's figures are for: a quarter of the uses prevent.
    pub fn quarter(nodes: usize) -> Self {
        Self {
            nodes,
            preventing: 25,
            inputs: 2,
            filters: 15,
            others: 0,
            sizes: 1,
        }
    }
}

/// An array in scope.
#[derive(Clone, Debug)]
struct Array {
    index: usize,
    size: usize,
    /// The transducer to its size.
    via: Vec<NodeId>,
}

/// A random program's graph: maps, filters, folds, scans, gathers, crosses by
/// the wider rules, externals and host scalars. The same for the same seed.
pub fn graph(seed: u64, shape: Shape) -> Graph {
    let mut rng = Rng::new(seed);
    let mut b = Builder::new();
    let mut arrays: Vec<Array> = Vec::new();
    let mut totals: Vec<NodeId> = Vec::new();
    let mut sizes = shape.sizes.min(shape.inputs);
    let mut products: Vec<((usize, usize), usize)> = Vec::new();
    for input in 0..shape.inputs {
        let index = b.input(&format!("in{input}"));
        arrays.push(Array {
            index,
            size: input % sizes,
            via: Vec::new(),
        });
    }
    for number in 0..shape.nodes {
        let label = format!("v{number}");
        if rng.percent(shape.others) && !totals.is_empty() {
            let total = *rng.pick(&totals);
            if rng.percent(50) {
                let host = b.node(&label, Role::Host, None, &[]);
                b.edge(total, host, EdgeKind::Preventing(Prevents::HostScalar));
                totals.push(host);
            } else {
                let barrier = b.node(&label, Role::Barrier, None, &[]);
                b.edge(total, barrier, EdgeKind::Preventing(Prevents::External));
                let from = arrays[rng.below(arrays.len())].index;
                b.needs_all(barrier, from, Prevents::External);
                let index = b.makes(barrier, &label);
                arrays.push(Array {
                    index,
                    size: sizes,
                    via: Vec::new(),
                });
                sizes += 1;
            }
            continue;
        }
        let first = arrays[rng.below(arrays.len())].clone();
        let others: Vec<Array> = arrays
            .iter()
            .filter(|a| a.size == first.size)
            .cloned()
            .collect();
        // A binding over this size is led there by any argument's
        // transducer (Robinson, section 3.6).
        let second = others[rng.below(others.len())].clone();
        let binary = rng.percent(30);
        let mut via = first.via.clone();
        if binary {
            via.extend(&second.via);
            via.sort_unstable();
            via.dedup();
        }
        let kind = rng.below(100);
        let node;
        if kind < shape.filters {
            let (filter, out) = b.looped(&label, first.size, &first.via);
            node = filter;
            b.reads(node, first.index);
            arrays.push(Array {
                index: out,
                size: sizes,
                via: vec![node],
            });
            sizes += 1;
        } else if kind < shape.filters + 3 && shape.others > 0 {
            // A scan by the paper's rules.
            node = b.node(&label, Role::Alone, Some(first.size), &first.via);
            b.reads(node, first.index);
            let out = b.makes(node, &label);
            arrays.push(Array {
                index: out,
                size: first.size,
                via: first.via,
            });
        } else if kind < shape.filters + 20 {
            node = b.fold(&label, first.size, &first.via);
            b.reads(node, first.index);
            totals.push(node);
        } else if kind < shape.filters + 23 {
            let other = arrays[rng.below(arrays.len())].clone();
            let (cross, out) = b.looped(&label, first.size, &first.via);
            node = cross;
            b.reads(node, first.index);
            b.needs_all(node, other.index, Prevents::Indexed);
            let key = (first.size, other.size);
            let known = products
                .iter()
                .find(|(k, _)| *k == key)
                .map(|(_, size)| *size);
            let size = known.unwrap_or_else(|| {
                products.push((key, sizes));
                sizes += 1;
                sizes - 1
            });
            arrays.push(Array {
                index: out,
                size,
                via: vec![node],
            });
        } else {
            let (map, out) = b.looped(&label, first.size, &via);
            node = map;
            b.reads(node, first.index);
            if binary {
                b.reads(node, second.index);
            }
            arrays.push(Array {
                index: out,
                size: first.size,
                via,
            });
        }
        // Uses besides the one it iterates over.
        for _ in 0..1 + rng.below(2) {
            if rng.percent(shape.preventing * 3 / 2) {
                let total = (!totals.is_empty()).then(|| *rng.pick(&totals));
                match total {
                    Some(total) if total != node && rng.percent(70) => b.total(total, node),
                    _ => {
                        // Gather from something made earlier.
                        let data = arrays[rng.below(arrays.len())].clone();
                        if !b.makes_it(data.index, node) {
                            b.needs_all(node, data.index, Prevents::Indexed);
                        }
                    }
                }
            }
        }
    }
    b.finish()
}

/// Checks the invariants of every graph.
pub fn assert_valid(graph: &Graph) {
    assert!(graph.edges.is_sorted(), "edges are sorted");
    for edges in graph.edges.windows(2) {
        assert_ne!(edges[0], edges[1], "edges are not repeated");
    }
    for edge in &graph.edges {
        assert!(edge.from < edge.to && edge.to.0 < graph.nodes.len());
    }
    assert!(
        graph
            .arrays
            .is_sorted_by_key(|array| array.producer.is_some())
    );
    for array in &graph.arrays {
        assert!(array.readers.is_sorted_by(|a, b| a < b));
        for &reader in &array.readers {
            let fed = |producer| {
                let mut edges = graph.edges.iter();
                edges.any(|edge| edge.from == producer && edge.to == reader)
            };
            assert!(array.producer.is_none_or(fed), "reading makes an edge");
        }
    }
    for (index, node) in graph.nodes.iter().enumerate() {
        assert_eq!(node.role.is_loop(), node.size.is_some());
        for via in &node.transducers {
            // Nodes of a size that filters or crosses make are led there by
            // them, from another size.
            assert!(via.0 < index);
            assert_ne!(graph.node(*via).size, node.size);
        }
    }
}
