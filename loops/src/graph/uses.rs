//! The nodes of bindings, and how a binding uses its arrays.

use super::{NodeId, Prevents};
use crate::ir::{ArrayId, BindingId, Count, Id, Op, Use};
use crate::ordered::ToList;

/// The node of a binding.
pub fn node_of(binding: BindingId) -> NodeId {
    NodeId(binding.index())
}

/// The binding of a node.
pub fn binding_of(node: NodeId) -> BindingId {
    BindingId::new(node.0)
}

/// The way in which a binding uses an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Element by element.
    Streamed,
    /// All of it, for this reason.
    Complete(Prevents),
    /// Only its length.
    Length,
}

/// Every array that a binding uses, and how.
pub fn positions(op: &Op) -> Vec<(ArrayId, Position)> {
    use Position::{Complete, Length, Streamed};
    let operands = op.operands().into_iter();
    let mut positions: Vec<(ArrayId, Position)> = operands
        .map(|(arg, used)| {
            let position = match used {
                Use::InStep => Streamed,
                Use::Complete(why) => Complete(Prevents::Operand(why)),
                Use::Length => Length,
            };
            (arg, position)
        })
        .list();
    if let Some(Count::Length(like)) = op.count() {
        positions.push((*like, Length));
    }
    if let Op::External { arrays, .. } = op {
        let taken = arrays.iter();
        positions.extend(taken.map(|array| (*array, Complete(Prevents::External))));
    }
    for host in op.hosts() {
        for array in &host.arrays {
            let known = positions
                .iter()
                .any(|(known, position)| known == array && matches!(position, Complete(_)));
            if !known {
                positions.push((*array, Complete(Prevents::Indexed)));
            }
        }
    }
    positions
}
