//! The construction of nodes: types and shapes are checked here, and what does not go together is a
//! failed node, which everything that is computed from it inherits.

use std::sync::Arc;

use crate::element::{Element, ElementType, Scalar};
use crate::error::{Error, ErrorKind};
use crate::kernel::cast;
use crate::node::{Extent, Node, Operand, Shape, State};
use crate::operation::{Binary, Combine, Compare, Kernel, Operation, Operator, Unary};
use crate::place::Place;
use crate::section::Section;
use crate::storage::Memory;

/// An array in memory.
pub(crate) fn memory<T: Element>(elements: Vec<T>) -> Arc<Node> {
    let memory = Memory::new(elements);
    let shape = Shape::Known(memory.len());
    Node::new(T::TYPE, shape, State::Memory(memory), Place::Nowhere)
}

/// A number.
pub(crate) fn number(number: Scalar) -> Arc<Node> {
    Node::new(
        number.ty(),
        Shape::Scalar,
        State::Number(number),
        Place::Nowhere,
    )
}

/// The positions of an array: 0, 1, 2 and so on.
pub(crate) fn positions(len: usize, place: Place) -> Arc<Node> {
    let state = State::Pending(Operation::Positions, Vec::new());
    Node::new(ElementType::U64, Shape::Known(len), state, place)
}

/// An operation that can't be done.
fn failed(ty: ElementType, error: Error, place: Place) -> Arc<Node> {
    Node::new(ty, Shape::Scalar, State::Failed(error), place)
}

/// A node of an operation, unless an operand has failed.
fn node(
    ty: ElementType,
    shape: Result<Shape, ErrorKind>,
    operation: Operation,
    operands: Vec<Operand>,
    place: Place,
) -> Arc<Node> {
    for operand in &operands {
        if let Some(error) = operand.failure() {
            return failed(ty, error, place);
        }
    }
    match shape {
        Ok(shape) => Node::new(ty, shape, State::Pending(operation, operands), place),
        Err(kind) => failed(ty, Error::new(kind, operation.name(), place), place),
    }
}

/// The shape of operations on each element of some arrays. Lengths that are not known yet are
/// compared when they are.
fn joined(operands: &[&Operand]) -> Result<Shape, ErrorKind> {
    let mut shape = Shape::Scalar;
    for operand in operands {
        let other = operand.shape();
        shape = match (&shape, &other) {
            (_, Shape::Scalar) => shape,
            (Shape::Scalar, _) => other,
            _ => match (shape.len(), other.len()) {
                (Some(left), Some(right)) if left != right => {
                    return Err(ErrorKind::LengthMismatch { left, right });
                }
                (None, Some(_)) => other,
                _ => shape,
            },
        };
    }
    Ok(shape)
}

/// The shape, if elements of a type will do.
fn typed(
    found: ElementType,
    refused: Option<&'static str>,
    shape: impl FnOnce() -> Result<Shape, ErrorKind>,
) -> Result<Shape, ErrorKind> {
    match refused {
        Some(expected) => Err(ErrorKind::Type { found, expected }),
        None => shape(),
    }
}

/// The shape of an operand that must be an array.
fn array(operand: &Operand, reason: &'static str) -> Result<Shape, ErrorKind> {
    match operand.shape() {
        Shape::Scalar => Err(ErrorKind::Rank { reason }),
        shape => Ok(shape),
    }
}

pub(crate) fn unary(unary: Unary, a: Operand, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let shape = typed(ty, unary.refuses(ty), || Ok(a.shape()));
    node(ty, shape, Operation::Unary(unary), vec![a], place)
}

pub(crate) fn binary(binary: Binary, a: Operand, b: Operand, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let shape = typed(ty, binary.refuses(ty), || joined(&[&a, &b]));
    node(ty, shape, Operation::Binary(binary), vec![a, b], place)
}

pub(crate) fn compare(compare: Compare, a: Operand, b: Operand, place: Place) -> Arc<Node> {
    let shape = joined(&[&a, &b]);
    let operation = Operation::Compare(compare);
    node(ElementType::Bool, shape, operation, vec![a, b], place)
}

pub(crate) fn select(mask: Operand, a: Operand, b: Operand, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let shape = joined(&[&mask, &a, &b]);
    node(ty, shape, Operation::Select, vec![mask, a, b], place)
}

/// Converts elements; those that have the type already stay as they are.
pub(crate) fn cast(a: Operand, to: ElementType, place: Place) -> Operand {
    match a {
        a if a.ty() == to => a,
        Operand::Number(number) => Operand::Number(cast::scalar(number, to)),
        a => {
            let shape = Ok(a.shape());
            Operand::Node(node(to, shape, Operation::Cast, vec![a], place))
        }
    }
}

pub(crate) fn map(kernel: Arc<dyn Kernel>, a: Operand, place: Place) -> Arc<Node> {
    let (ty, shape) = (kernel.result(), Ok(a.shape()));
    node(ty, shape, Operation::Map(kernel), vec![a], place)
}

const NO_ARRAY: &str = "it needs an array, and this is a number";

pub(crate) fn fold(operator: Operator, a: Operand, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let shape = typed(ty, operator.refuses(ty), || {
        array(&a, NO_ARRAY).map(|_| Shape::Scalar)
    });
    node(ty, shape, Operation::Fold(operator), vec![a], place)
}

pub(crate) fn fold_by(combine: Arc<dyn Combine>, a: Operand, place: Place) -> Arc<Node> {
    let (ty, shape) = (a.ty(), array(&a, NO_ARRAY).map(|_| Shape::Scalar));
    node(ty, shape, Operation::FoldBy(combine), vec![a], place)
}

pub(crate) fn scan(operator: Operator, a: Operand, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let shape = typed(ty, operator.refuses(ty), || array(&a, NO_ARRAY));
    node(ty, shape, Operation::Scan(operator), vec![a], place)
}

pub(crate) fn scan_by(combine: Arc<dyn Combine>, a: Operand, place: Place) -> Arc<Node> {
    let (ty, shape) = (a.ty(), array(&a, NO_ARRAY));
    node(ty, shape, Operation::ScanBy(combine), vec![a], place)
}

/// The elements of an array where a mask is true. All arrays that one mask keeps have one length.
pub(crate) fn keep(a: Operand, mask: Operand, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let refused = (mask.ty() != ElementType::Bool).then_some("truth values");
    let shape = typed(mask.ty(), refused, || {
        array(&a, NO_ARRAY)?;
        array(
            &mask,
            "the mask is a truth value, and must be an array of them",
        )?;
        joined(&[&a, &mask])?;
        Ok(Shape::Unknown(extent(&mask)))
    });
    node(ty, shape, Operation::Keep, vec![a, mask], place)
}

/// The length of what a mask keeps.
fn extent(mask: &Operand) -> Arc<Extent> {
    match mask {
        Operand::Node(node) => Arc::clone(node.keeps.get_or_init(Extent::new)),
        Operand::Number(_) => Extent::new(),
    }
}

pub(crate) fn gather(data: Operand, indices: Operand, place: Place) -> Arc<Node> {
    let (ty, found) = (data.ty(), indices.ty());
    let refused = (!found.is_integer()).then_some("integers, as indices are");
    let shape = typed(found, refused, || {
        array(&data, NO_ARRAY)?;
        Ok(indices.shape())
    });
    node(ty, shape, Operation::Gather, vec![data, indices], place)
}

pub(crate) fn at(a: Operand, section: Section, place: Place) -> Arc<Node> {
    let shape = array(&a, "a number has no sections").and_then(|shape| match shape.len() {
        Some(len) => match section.of(len) {
            Some(positions) => Ok(Shape::Known(positions.len)),
            None => Err(ErrorKind::Section { section, len }),
        },
        None => Ok(Shape::Unknown(Extent::new())),
    });
    node(a.ty(), shape, Operation::At(section), vec![a], place)
}

pub(crate) fn with(a: Operand, section: Section, new: Operand, place: Place) -> Arc<Node> {
    let shape = array(&a, "a number has no sections").and_then(|shape| {
        let Some(len) = shape.len() else {
            return Ok(shape);
        };
        let Some(positions) = section.of(len) else {
            return Err(ErrorKind::Section { section, len });
        };
        match new.shape().len() {
            Some(right) if right != positions.len => {
                let left = positions.len;
                Err(ErrorKind::LengthMismatch { left, right })
            }
            _ => Ok(shape),
        }
    });
    node(a.ty(), shape, Operation::With(section), vec![a, new], place)
}

/// The number of elements: a number if it is known.
pub(crate) fn len(a: Operand, place: Place) -> Arc<Node> {
    let shape = array(&a, NO_ARRAY);
    if let Ok(shape) = &shape
        && let Some(len) = shape.len()
    {
        return number(Scalar::U64(len as u64));
    }
    let ones = node(ElementType::U64, shape, Operation::Ones, vec![a], place);
    fold(Operator::Sum, Operand::Node(ones), place)
}
