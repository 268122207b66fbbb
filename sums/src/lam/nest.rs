//! The loops of a fused program, as a tree.

use std::collections::BTreeSet;

use super::{Chain, Expression, Fusion, NodeId, chains};
use crate::IndexSet;

/// A part of a loop's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Loops over some indices, around a body.
    Loop(IndexSet, Vec<Item>),
    /// The array of a node that sums, set to nothing.
    Clear(NodeId),
    /// The statement of a node, inside its own loops over these indices.
    Evaluate(NodeId, IndexSet),
}

/// The program of a legal fusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// Its outermost items, in the order of execution.
    pub items: Vec<Item>,
}

impl Nest {
    /// The loops of a fusion that [`check`](super::check) accepts: one for each chain, around the
    /// nodes of its scope, each node after its children. A sum begins inside of the innermost loop
    /// around both the node and its parent.
    pub fn of(expression: &Expression, fusion: &Fusion) -> Self {
        let user = NodeId(expression.nodes().len());
        let nodes: BTreeSet<NodeId> = expression.ids().chain([user]).collect();
        let chains = chains(expression, fusion);
        let chains: Vec<&Chain> = chains.iter().collect();
        Self {
            items: body(expression, &nodes, &chains, IndexSet::EMPTY),
        }
    }

    /// The number of its outermost nests.
    pub fn outermost(&self) -> usize {
        let is_nest = |item: &&Item| !matches!(item, Item::Clear(_));
        self.items.iter().filter(is_nest).count()
    }

    /// The program as text, with names for the indices.
    pub fn text<S: AsRef<str>>(
        &self,
        expression: &Expression,
        fusion: &Fusion,
        names: &[S],
    ) -> String {
        let mut text = String::new();
        let print = Print {
            expression,
            fusion,
            names,
        };
        print.items(&self.items, 0, &mut text);
        text
    }
}

/// The items of a body with these nodes, by the chains inside of it and the indices of the loops
/// around it.
fn body(
    expression: &Expression,
    nodes: &BTreeSet<NodeId>,
    chains: &[&Chain],
    around: IndexSet,
) -> Vec<Item> {
    let user = NodeId(expression.nodes().len());
    let groups = groups(nodes, chains);
    let mut items = Vec::new();
    for group in in_order(expression, groups) {
        let parent_is_here = |id: NodeId| {
            let parent = expression.parent(id).unwrap_or(user);
            nodes.contains(&parent) && !group.contains(&parent)
        };
        let sums = group.iter().filter(|&&id| id != user);
        let sums = sums.filter(|&&id| !expression.node(id).summed.is_empty() && parent_is_here(id));
        items.extend(sums.map(|&id| Item::Clear(id)));
        let (own, inner): (Vec<&Chain>, Vec<&Chain>) = chains
            .iter()
            .filter(|chain| chain.scope.is_subset(&group))
            .partition(|chain| chain.scope == group);
        let indices: IndexSet = own.iter().map(|chain| chain.index).collect();
        let first = group.first().copied().unwrap_or(user);
        if !own.is_empty() {
            let body = body(expression, &group, &inner, around | indices);
            items.push(Item::Loop(indices, body));
        } else if first != user {
            let loops = expression.node(first).loops() - around;
            items.push(Item::Evaluate(first, loops));
        }
    }
    items
}

/// The nodes that share a loop of a body, and those that share none, each by itself.
fn groups(nodes: &BTreeSet<NodeId>, chains: &[&Chain]) -> Vec<BTreeSet<NodeId>> {
    let mut groups: Vec<BTreeSet<NodeId>> = Vec::new();
    let mut by_size: Vec<&&Chain> = chains.iter().collect();
    by_size.sort_by_key(|chain| std::cmp::Reverse(chain.scope.len()));
    for chain in by_size {
        if !groups.iter().any(|group| chain.scope.is_subset(group)) {
            groups.push(chain.scope.clone());
        }
    }
    for &node in nodes {
        if !groups.iter().any(|group| group.contains(&node)) {
            groups.push(BTreeSet::from([node]));
        }
    }
    groups
}

/// The groups in an order in which each comes after those that make what it reads.
fn in_order(expression: &Expression, mut groups: Vec<BTreeSet<NodeId>>) -> Vec<BTreeSet<NodeId>> {
    groups.sort();
    let mut ordered = Vec::new();
    while !groups.is_empty() {
        let needs = |group: &BTreeSet<NodeId>, other: &BTreeSet<NodeId>| {
            let user = NodeId(expression.nodes().len());
            let mut parents = other.iter().filter(|&&id| id != user);
            parents.any(|&id| group.contains(&expression.parent(id).unwrap_or(user)))
        };
        let ready = (0..groups.len()).find(|&position| {
            let mut others = groups.iter().enumerate();
            others.all(|(other, nodes)| other == position || !needs(&groups[position], nodes))
        });
        // Scopes that do not overlap leave one; those that do are no program.
        ordered.push(groups.remove(ready.unwrap_or(0)));
    }
    ordered
}

/// A program on the way to its text.
struct Print<'p, S> {
    expression: &'p Expression,
    fusion: &'p Fusion,
    names: &'p [S],
}

impl<S: AsRef<str>> Print<'_, S> {
    fn items(&self, items: &[Item], depth: usize, text: &mut String) {
        for item in items {
            let line = match item {
                Item::Loop(indices, _) => format!("for {}:", indices.joined(self.names, ", ")),
                Item::Clear(id) => format!("{} = 0", self.element(*id)),
                Item::Evaluate(id, loops) if loops.is_empty() => self.statement(*id),
                Item::Evaluate(id, loops) => {
                    let loops = loops.joined(self.names, ", ");
                    format!("for {loops}: {}", self.statement(*id))
                }
            };
            text.extend(std::iter::repeat_n("  ", depth));
            text.push_str(&line);
            text.push('\n');
            if let Item::Loop(_, body) = item {
                self.items(body, depth + 1, text);
            }
        }
    }

    fn statement(&self, id: NodeId) -> String {
        let node = self.expression.node(id);
        let children = node.children.iter().map(|&child| self.element(child));
        let reads = node.reads.iter();
        let reads = reads.map(|read| self.subscripted(&read.label, read.indices));
        let mut operands: Vec<String> = children.chain(reads).collect();
        if operands.is_empty() {
            let indices = node.array.joined(self.names, ",");
            operands.push(format!("gen{}({indices})", node.label));
        }
        let assignment = if node.summed.is_empty() { "=" } else { "+=" };
        format!("{} {assignment} {}", self.element(id), operands.join(" * "))
    }

    /// The element of a node's array that a statement means.
    fn element(&self, id: NodeId) -> String {
        let node = self.expression.node(id);
        self.subscripted(&node.label, node.array - self.fusion.of(id))
    }

    fn subscripted(&self, label: &str, indices: IndexSet) -> String {
        match indices.is_empty() {
            true => label.to_owned(),
            false => format!("{label}[{}]", indices.joined(self.names, ",")),
        }
    }
}
