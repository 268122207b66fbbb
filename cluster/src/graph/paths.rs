//! Paths through the graph: which nodes reach which, and where a preventing edge
//! lies on the way (Robinson, section 4.3.1).

use std::collections::VecDeque;

use super::{Edge, EdgeKind, Graph, NodeId};
use crate::sorted::sort;

/// A square matrix of bits, a row per node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitMatrix {
    words: usize,
    bits: Vec<u64>,
}

impl BitMatrix {
    /// A matrix of `n` rows and columns, all clear.
    pub(crate) fn new(n: usize) -> Self {
        let words = n.div_ceil(64);
        Self {
            words,
            bits: vec![0; n * words],
        }
    }

    /// Returns the bit at `row`, `column`.
    pub(crate) fn get(&self, row: usize, column: usize) -> bool {
        self.bits[row * self.words + column / 64] >> (column % 64) & 1 == 1
    }

    /// Sets the bit at `row`, `column`.
    pub(crate) fn set(&mut self, row: usize, column: usize) {
        self.bits[row * self.words + column / 64] |= 1 << (column % 64);
    }

    /// Clears the bit at `row`, `column`.
    pub(crate) fn clear(&mut self, row: usize, column: usize) {
        self.bits[row * self.words + column / 64] &= !(1 << (column % 64));
    }

    /// Adds the bits of row `from` to row `to`.
    pub(crate) fn union_rows(&mut self, to: usize, from: usize) {
        for word in 0..self.words {
            let bits = self.bits[from * self.words + word];
            self.bits[to * self.words + word] |= bits;
        }
    }

    /// Adds the bits of row `from` of another matrix of the same size.
    fn union_with(&mut self, to: usize, other: &Self, from: usize) {
        for word in 0..self.words {
            let bits = other.bits[from * self.words + word];
            self.bits[to * self.words + word] |= bits;
        }
    }

    /// The columns behind the diagonal that are set in a row, ascending.
    pub(crate) fn after(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let words = self.row(row).iter().enumerate().skip(row / 64);
        let first = !0 << (row % 64) << 1;
        words.flat_map(move |(index, &word)| {
            let mut left = if index == row / 64 {
                word & first
            } else {
                word
            };
            std::iter::from_fn(move || {
                let column = index * 64 + left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    column
                })
            })
        })
    }

    /// The words of a row, lowest columns first.
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }
}

/// Returns true if an edge keeps its ends out of one loop: a preventing edge, or any edge of a node
/// that shares its loop with nothing.
fn keeps_apart(graph: &Graph, edge: &Edge) -> bool {
    edge.kind != EdgeKind::Fusible
        || !graph.node(edge.from).role.shares()
        || !graph.node(edge.to).role.shares()
}

/// All paths of a graph, answered in constant time.
#[derive(Clone, Debug)]
pub struct Paths {
    reach: BitMatrix,
    prevented: BitMatrix,
}

impl Paths {
    /// Finds the paths of a graph.
    pub fn of(graph: &Graph) -> Self {
        let n = graph.nodes.len();
        let mut reach = BitMatrix::new(n);
        let mut prevented = BitMatrix::new(n);
        let mut edges = graph.edges.clone();
        sort(&mut edges);
        // Edges point forwards, so the rows of later nodes are complete first.
        for edge in edges.iter().rev() {
            let (from, to) = (edge.from.0, edge.to.0);
            reach.set(from, to);
            reach.union_rows(from, to);
            if keeps_apart(graph, edge) {
                prevented.set(from, to);
                prevented.union_with(from, &reach, to);
            } else {
                prevented.union_rows(from, to);
            }
        }
        Self { reach, prevented }
    }

    /// Returns true if a path of one edge or more leads from `from` to `to`.
    pub fn reaches(&self, from: NodeId, to: NodeId) -> bool {
        self.reach.get(from.0, to.0)
    }

    /// Returns true if a path from `from` to `to` has a fusion-preventing edge, or passes through a
    /// node that shares its loop with nothing.
    pub fn prevented(&self, from: NodeId, to: NodeId) -> bool {
        self.prevented.get(from.0, to.0)
    }
}

/// The shortest path between two nodes (in whichever direction one exists)
/// that keeps them out of one loop, for explanations.
pub fn preventing_path(graph: &Graph, a: NodeId, b: NodeId) -> Option<Vec<Edge>> {
    let (from, to) = (a.min(b), a.max(b));
    // Breadth first over (node, whether a preventing edge lies behind us).
    let n = graph.nodes.len();
    let mut came: Vec<Option<(usize, Edge)>> = vec![None; 2 * n];
    let mut queue = VecDeque::from([from.0]);
    while let Some(state) = queue.pop_front() {
        let (node, behind) = (NodeId(state % n), state >= n);
        for edge in graph.edges.iter().filter(|edge| edge.from == node) {
            let blocked = behind || keeps_apart(graph, edge);
            let next = edge.to.0 + if blocked { n } else { 0 };
            if came[next].is_none() {
                came[next] = Some((state, *edge));
                queue.push_back(next);
            }
        }
    }
    let mut path = Vec::new();
    let mut state = to.0 + n;
    while let Some((before, edge)) = came[state] {
        path.push(edge);
        state = before;
    }
    path.reverse();
    (!path.is_empty()).then_some(path)
}
