//! Expression trees: arrays, each made by a loop nest of its own from those of its children.

use crate::order::{Operand, Order};
use crate::{IndexSet, Product};

/// The position of a node in its expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub usize);

/// An input that lies in memory, as a node reads it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Read {
    /// Its name.
    pub label: String,
    /// Its subscripts.
    pub indices: IndexSet,
}

/// A node: an array and the loop nest that makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Node {
    /// The name of its array.
    pub label: String,
    /// The indices of its array.
    pub array: IndexSet,
    /// The indices that it sums over.
    pub summed: IndexSet,
    /// The indices of loops that it does not need: it is computed again in each of their
    /// iterations, for the sake of a larger fusion.
    pub repeated: IndexSet,
    /// The indices of loops that it does not share with its parent, although both have them: a
    /// Fourier transform needs all elements along its axis, and makes all of another one.
    pub held: IndexSet,
    /// The arrays that it reads and that nodes make. It multiplies them. A node without children
    /// and reads is an input that is generated element by element.
    pub children: Vec<NodeId>,
    /// The inputs in memory that it multiplies with them.
    pub reads: Vec<Read>,
    /// One element in so many is stored; 0 and 1 mean all of them.
    pub one_in: u64,
}

impl Node {
    /// The indices of all loops around its statement.
    pub fn loops(&self) -> IndexSet {
        self.array | self.summed | self.repeated
    }
}

/// The loops that each node shares with its parent; those of the root, with the user of the result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fusion(pub Vec<IndexSet>);

impl Fusion {
    /// The loops that a node shares with its parent.
    pub fn of(&self, node: NodeId) -> IndexSet {
        self.0[node.0]
    }
}

/// An expression tree. Children stand before their parents, and the root is the last node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    nodes: Vec<Node>,
    parents: Vec<Option<NodeId>>,
    ranges: Vec<u64>,
    slices: IndexSet,
}

impl Expression {
    /// An expression of nodes, with the range of each index.
    ///
    /// # Panics
    ///
    /// Panics if there is no node, if a child does not stand before its parent, or if a node other
    /// than the last one does not have exactly one parent.
    pub fn new(nodes: Vec<Node>, ranges: Vec<u64>) -> Self {
        let mut parents = vec![None; nodes.len()];
        for (position, node) in nodes.iter().enumerate() {
            for &NodeId(child) in &node.children {
                assert!(child < position, "{} stands before its child", node.label);
                let parent = parents[child].replace(NodeId(position));
                assert_eq!(parent, None, "{} has two parents", nodes[child].label);
            }
        }
        let roots = parents.iter().filter(|parent| parent.is_none()).count();
        assert_eq!(roots, 1, "an expression has one root");
        Self {
            nodes,
            parents,
            ranges,
            slices: IndexSet::EMPTY,
        }
    }

    /// The expression whose result may be taken in slices: whoever uses it runs loops over these
    /// indices around it.
    #[must_use]
    pub fn in_slices(mut self, slices: IndexSet) -> Self {
        self.slices = slices;
        self
    }

    /// The expression without fusions of loops over these indices.
    #[must_use]
    pub fn never_fused(mut self, indices: IndexSet) -> Self {
        for node in &mut self.nodes {
            node.held |= indices;
        }
        self
    }

    /// The expression with other ranges.
    #[must_use]
    pub fn with_ranges(mut self, ranges: Vec<u64>) -> Self {
        self.ranges = ranges;
        self
    }

    /// The paper's tree for an order: inputs are generated, products and sums are nodes of their
    /// own, and each node sums over one index, the one with the largest range first.
    ///
    /// # Panics
    ///
    /// Panics if a factor has no name or an index no range.
    pub fn apart<S: AsRef<str>>(
        product: &Product,
        order: &Order,
        names: &[S],
        ranges: &[u64],
    ) -> Self {
        let mut nodes = Vec::new();
        let mut of_step = Vec::new();
        for step in order.steps() {
            let operands = [Some(step.left), step.right].into_iter().flatten();
            let children: Vec<NodeId> = operands
                .map(|operand| match operand {
                    Operand::Step(step) => of_step[step],
                    Operand::Factor(factor) => push_input(&mut nodes, product, factor, names),
                })
                .collect();
            let made = match children[..] {
                [only] => only,
                _ => push(&mut nodes, step.loops, IndexSet::EMPTY, children),
            };
            of_step.push(push_sums(&mut nodes, made, step.summed(), ranges));
        }
        if let Operand::Factor(factor) = order.result() {
            push_input(&mut nodes, product, factor, names);
        }
        Self::new(nodes, ranges.to_vec())
    }

    /// The tree of an order in which inputs lie in memory and cost nothing, and each step is one
    /// node.
    ///
    /// # Panics
    ///
    /// Panics if a factor has no name, or if the order has no step.
    pub fn contracted<S: AsRef<str>>(
        product: &Product,
        order: &Order,
        names: &[S],
        ranges: &[u64],
    ) -> Self {
        let mut nodes: Vec<Node> = Vec::new();
        for step in order.steps() {
            let mut node = Node {
                label: format!("T{}", nodes.len() + 1),
                array: step.result,
                summed: step.summed(),
                ..Node::default()
            };
            for operand in [Some(step.left), step.right].into_iter().flatten() {
                match operand {
                    Operand::Step(step) => node.children.push(NodeId(step)),
                    Operand::Factor(factor) => node.reads.push(Read {
                        label: names[factor].as_ref().to_owned(),
                        indices: product.factors()[factor],
                    }),
                }
            }
            nodes.push(node);
        }
        Self::new(nodes, ranges.to_vec())
    }

    /// Its nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The ids of its nodes, children first.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// The node behind an id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The node that reads the array of another one; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.parents[id.0]
    }

    /// The range of each index.
    pub fn ranges(&self) -> &[u64] {
        &self.ranges
    }

    /// The loops that a node can share with its parent, by their indices alone.
    pub fn shareable(&self, id: NodeId) -> IndexSet {
        let outside = match self.parent(id) {
            Some(parent) => self.node(parent).loops(),
            None => self.slices,
        };
        let node = self.node(id);
        (node.loops() & outside) - node.held
    }

    /// The elements of a node's array that exist at once, if it shares some loops with its parent.
    pub fn elements(&self, id: NodeId, fused: IndexSet) -> u128 {
        let node = self.node(id);
        let elements = (node.array - fused).elements(&self.ranges);
        elements.div_ceil(u128::from(node.one_in.max(1)))
    }

    /// The elements of all arrays under a fusion: the paper's memory usage.
    pub fn memory(&self, fusion: &Fusion) -> u128 {
        let elements = self.ids().map(|id| self.elements(id, fusion.of(id)));
        elements.fold(0, u128::saturating_add)
    }

    /// The elements of all arrays but the result.
    pub fn intermediates(&self, fusion: &Fusion) -> u128 {
        let elements = self.ids().filter(|&id| self.parent(id).is_some());
        let elements = elements.map(|id| self.elements(id, fusion.of(id)));
        elements.fold(0, u128::saturating_add)
    }

    /// The elements of all arrays but the result, if fused loops run over blocks of so many
    /// positions, and a block of each index is kept.
    pub fn intermediates_in_blocks(&self, fusion: &Fusion, block: u64) -> u128 {
        let in_block: Vec<u64> = self.ranges.iter().map(|&range| range.min(block)).collect();
        let elements = self
            .ids()
            .filter(|&id| self.parent(id).is_some())
            .map(|id| {
                let (array, fused) = (self.node(id).array, fusion.of(id));
                let whole = (array - fused).elements(&self.ranges);
                whole.saturating_mul((array & fused).elements(&in_block))
            });
        elements.fold(0, u128::saturating_add)
    }

    /// The fusion of nothing.
    pub fn unfused(&self) -> Fusion {
        Fusion(vec![IndexSet::EMPTY; self.nodes.len()])
    }
}

/// Adds a node for a factor that is generated.
fn push_input<S: AsRef<str>>(
    nodes: &mut Vec<Node>,
    product: &Product,
    factor: usize,
    names: &[S],
) -> NodeId {
    nodes.push(Node {
        label: names[factor].as_ref().to_owned(),
        array: product.factors()[factor],
        ..Node::default()
    });
    NodeId(nodes.len() - 1)
}

/// Adds a node that computes something, with the next free name.
fn push(nodes: &mut Vec<Node>, array: IndexSet, summed: IndexSet, children: Vec<NodeId>) -> NodeId {
    let computed = nodes
        .iter()
        .filter(|node| !node.children.is_empty())
        .count();
    nodes.push(Node {
        label: format!("f{}", computed + 1),
        array,
        summed,
        children,
        ..Node::default()
    });
    NodeId(nodes.len() - 1)
}

/// Adds sums over one index each, and returns the last one.
fn push_sums(nodes: &mut Vec<Node>, of: NodeId, summed: IndexSet, ranges: &[u64]) -> NodeId {
    let indices = summed.largest_first(ranges);
    indices.into_iter().fold(of, |child, index| {
        let array = nodes[child.0].array - index.into();
        push(nodes, array, index.into(), vec![child])
    })
}
