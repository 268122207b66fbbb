//! Dynamic allocation: the most elements that exist at once.

use std::collections::BTreeSet;

use super::{Expression, Item, Nest, NodeId};

/// The most items of one body whose orders are all tried.
const ALL_ORDERS: usize = 16;

impl Nest {
    /// The most elements that exist at once, if each array exists from the begin of the item that
    /// makes it to the end of the item that reads it, in the innermost body that has both, and the
    /// items of a body are in the best order. The result exists to the end.
    ///
    /// `size` is the number of elements of each array. In bodies of more than 16 items it is the
    /// order of the nest that counts.
    pub fn peak(&self, expression: &Expression, size: impl Fn(NodeId) -> u128) -> u128 {
        peak(&self.items, expression, true, &size)
    }
}

/// An item of a body.
struct Part {
    nodes: BTreeSet<NodeId>,
    /// The most elements that exist at once inside of it.
    inside: u128,
}

/// An array between items of a body.
struct Array {
    made_by: usize,
    /// The item that reads it; `None` for the result.
    read_by: Option<usize>,
    elements: u128,
}

fn peak(
    items: &[Item],
    expression: &Expression,
    outermost: bool,
    size: &dyn Fn(NodeId) -> u128,
) -> u128 {
    let parts: Vec<Part> = items
        .iter()
        .filter_map(|item| match item {
            Item::Loop(_, body) => Some(Part {
                nodes: nodes(body),
                inside: peak(body, expression, false, size),
            }),
            Item::Clear(_) => None,
            Item::Evaluate(id, _) => Some(Part {
                nodes: BTreeSet::from([*id]),
                inside: 0,
            }),
        })
        .collect();
    least_peak(&parts, &arrays(&parts, expression, outermost, size))
}

/// The nodes that are evaluated in a body.
fn nodes(items: &[Item]) -> BTreeSet<NodeId> {
    let of_item = |item: &Item| match item {
        Item::Loop(_, body) => nodes(body),
        Item::Clear(_) => BTreeSet::new(),
        Item::Evaluate(id, _) => BTreeSet::from([*id]),
    };
    items.iter().flat_map(of_item).collect()
}

/// The arrays that one item makes and another one reads, and the result in the outermost body.
fn arrays(
    parts: &[Part],
    expression: &Expression,
    outermost: bool,
    size: &dyn Fn(NodeId) -> u128,
) -> Vec<Array> {
    let item_of = |id: NodeId| parts.iter().position(|part| part.nodes.contains(&id));
    let mut arrays = Vec::new();
    for (made_by, part) in parts.iter().enumerate() {
        for &id in &part.nodes {
            let read_by = expression.parent(id).and_then(item_of);
            let is_here = match expression.parent(id) {
                Some(_) => read_by.is_some_and(|reader| reader != made_by),
                None => outermost,
            };
            if is_here {
                arrays.push(Array {
                    made_by,
                    read_by,
                    elements: size(id),
                });
            }
        }
    }
    arrays
}

/// The least peak of all orders of items in which arrays are made before they are read.
fn least_peak(parts: &[Part], arrays: &[Array]) -> u128 {
    let during = |done: &dyn Fn(usize) -> bool, next: usize| {
        let exists = |array: &&Array| {
            (done(array.made_by) || array.made_by == next) && !array.read_by.is_some_and(done)
        };
        let elements = arrays.iter().filter(exists).map(|array| array.elements);
        elements.fold(parts[next].inside, u128::saturating_add)
    };
    if parts.len() > ALL_ORDERS {
        let peaks = (0..parts.len()).map(|next| during(&|part| part < next, next));
        return peaks.max().unwrap_or(0);
    }
    // The least peak on the way to each set of finished items.
    let mut least = vec![u128::MAX; 1 << parts.len()];
    least[0] = 0;
    for set in 0..least.len() {
        let done = |part: usize| set >> part & 1 == 1;
        for next in (0..parts.len()).filter(|&next| !done(next)) {
            let mut needed = arrays.iter().filter(|array| array.read_by == Some(next));
            if least[set] != u128::MAX && needed.all(|array| done(array.made_by)) {
                let peak = least[set].max(during(&done, next));
                let after = set | 1 << next;
                least[after] = least[after].min(peak);
            }
        }
    }
    least[least.len() - 1]
}
