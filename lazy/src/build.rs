//! The construction of nodes: types and shapes are checked here, and what does not go together is a
//! failed node, which everything that is computed from it inherits.

use std::sync::Arc;

use crate::agreement::{fits, together};
use crate::dims::Dims;
use crate::element::{Element, ElementType, Scalar};
use crate::error::{Error, ErrorKind};
use crate::kernel::cast;
use crate::layout::Layout;
use crate::node::{Extent, Node, Operand, Operands, Shape, State};
use crate::operation::{Binary, Combine, Compare, Kernel, Operation, Operator, Unary};
use crate::place::Place;
use crate::sections::{Axis, Sections};
use crate::storage::{Memory, Storage};
use crate::view::View;

/// An array in memory.
pub(crate) fn memory<T: Element>(storage: Arc<Storage>) -> Arc<Node> {
    let memory = Memory::all(storage);
    let shape = Shape::Known(*memory.layout.dims());
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

/// The positions of an array, 0, 1, 2 and so on, as integers of 64 bits with or without a sign.
pub(crate) fn positions(ty: ElementType, len: usize, place: Place) -> Arc<Node> {
    let state = State::Pending(Operation::Positions, Operands::None);
    Node::new(ty, Shape::Known(Dims::from(len)), state, place)
}

/// The positions of the elements of an array, row by row. Where a mask decides how many there are, they are counted.
pub(crate) fn positions_of(ty: ElementType, a: Operand, place: Place) -> Arc<Node> {
    let shape = array(&a, NO_ARRAY);
    if let Ok(shape) = &shape
        && let Some(dims) = shape.dims()
    {
        let flat = positions(ty, dims.len(), place);
        return match dims.axes() {
            1 => flat,
            _ => view(Operand::Node(flat), View::Reshaped(Box::new(dims)), place),
        };
    }
    let ones = node(ty, shape, Operation::Ones, [a], place);
    let counts = scan(Operator::Sum, Operand::Node(ones), place);
    let one = Operand::Number(cast::scalar(Scalar::U64(1), ty));
    binary(Binary::Sub, Operand::Node(counts), one, place)
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
    operands: impl Into<Operands>,
    place: Place,
) -> Arc<Node> {
    let operands = operands.into();
    for operand in &*operands {
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
        let Operand::Node(node) = operand else {
            continue;
        };
        let other = &node.shape;
        shape = match (&shape, other) {
            (_, Shape::Scalar) => continue,
            (Shape::Scalar, _) => other.clone(),
            _ => match (shape.dims(), other.dims()) {
                (Some(left), Some(right)) => Shape::Known(together(left, right)?),
                (None, Some(_)) => other.clone(),
                _ => continue,
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
    node(ty, shape, Operation::Unary(unary), [a], place)
}

pub(crate) fn binary(binary: Binary, a: Operand, b: Operand, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let shape = typed(ty, binary.refuses(ty), || joined(&[&a, &b]));
    node(ty, shape, Operation::Binary(binary), [a, b], place)
}

pub(crate) fn compare(compare: Compare, a: Operand, b: Operand, place: Place) -> Arc<Node> {
    let shape = joined(&[&a, &b]);
    let operation = Operation::Compare(compare);
    node(ElementType::Bool, shape, operation, [a, b], place)
}

pub(crate) fn select(mask: Operand, a: Operand, b: Operand, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let shape = joined(&[&mask, &a, &b]);
    node(ty, shape, Operation::Select, [mask, a, b], place)
}

/// Converts elements; those that have the type already stay as they are.
pub(crate) fn cast(a: Operand, to: ElementType, place: Place) -> Operand {
    match a {
        a if a.ty() == to => a,
        Operand::Number(number) => Operand::Number(cast::scalar(number, to)),
        a => {
            let shape = Ok(a.shape());
            Operand::Node(node(to, shape, Operation::Cast, [a], place))
        }
    }
}

pub(crate) fn map(kernel: Arc<dyn Kernel>, a: Operand, place: Place) -> Arc<Node> {
    let (ty, shape) = (kernel.result(), Ok(a.shape()));
    node(ty, shape, Operation::Map(kernel), [a], place)
}

const NO_ARRAY: &str = "it needs an array, and this is a number";

/// The shape of an operand that is an array of one axis.
fn line(operand: &Operand) -> Result<Shape, ErrorKind> {
    let shape = array(operand, NO_ARRAY)?;
    match shape.dims() {
        Some(dims) if dims.axes() != 1 => {
            let reason = "it needs an array of one axis: `reshape` makes one";
            Err(ErrorKind::Rank { reason })
        }
        _ => Ok(shape),
    }
}

pub(crate) fn fold(operator: Operator, a: Operand, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let shape = typed(ty, operator.refuses(ty), || {
        array(&a, NO_ARRAY).map(|_| Shape::Scalar)
    });
    node(ty, shape, Operation::Fold(operator), [a], place)
}

pub(crate) fn fold_by(combine: Arc<dyn Combine>, a: Operand, place: Place) -> Arc<Node> {
    let (ty, shape) = (a.ty(), array(&a, NO_ARRAY).map(|_| Shape::Scalar));
    node(ty, shape, Operation::FoldBy(combine), [a], place)
}

pub(crate) fn scan(operator: Operator, a: Operand, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let shape = typed(ty, operator.refuses(ty), || line(&a));
    node(ty, shape, Operation::Scan(operator), [a], place)
}

pub(crate) fn scan_by(combine: Arc<dyn Combine>, a: Operand, place: Place) -> Arc<Node> {
    let (ty, shape) = (a.ty(), line(&a));
    node(ty, shape, Operation::ScanBy(combine), [a], place)
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
    node(ty, shape, Operation::Keep, [a, mask], place)
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
        line(&data)?;
        Ok(indices.shape())
    });
    node(ty, shape, Operation::Gather, [data, indices], place)
}

/// A view of an array: a section, or other axes.
pub(crate) fn view(a: Operand, view: View, place: Place) -> Arc<Node> {
    if let Some(memory) = viewed(&a, &view) {
        let shape = Shape::Known(*memory.layout.dims());
        return Node::new(a.ty(), shape, State::Memory(memory), place);
    }
    let shape = array(&a, "a number has no sections").and_then(|shape| match shape.dims() {
        Some(dims) => {
            let (dims, _) = view.of(&Layout::all(dims))?;
            Ok(match dims.axes() {
                0 => Shape::Scalar,
                _ => Shape::Known(dims),
            })
        }
        None => unknown(&view),
    });
    node(a.ty(), shape, Operation::View(view), [a], place)
}

/// A view of elements in memory, which is memory as well: its places are known. One element is a number, which is
/// read when it is needed.
fn viewed(a: &Operand, view: &View) -> Option<Memory> {
    let Operand::Node(node) = a else {
        return None;
    };
    // Whoever has the lock may be using the memory for long.
    let state = node.try_state()?;
    let State::Memory(memory) = &*state else {
        return None;
    };
    let (dims, layout) = view.of(&memory.layout).ok()?;
    let layout = layout.filter(|_| dims.axes() > 0)?;
    let storage = Arc::clone(&memory.storage);
    Some(Memory { storage, layout })
}

/// The shape of a view of an array of one axis whose length is not known yet.
fn unknown(view: &View) -> Result<Shape, ErrorKind> {
    match view {
        View::Reshaped(dims) if dims.axes() == 0 => Ok(Shape::Scalar),
        View::Reshaped(dims) => Ok(Shape::Known(**dims)),
        View::Sections(sections) if matches!(**sections, [Axis::Section(_)]) => {
            Ok(Shape::Unknown(Extent::new()))
        }
        View::Permuted(order) if **order == [0] => Ok(Shape::Unknown(Extent::new())),
        _ => {
            let reason = "the length of the array is decided by a mask: compute it first";
            Err(ErrorKind::Rank { reason })
        }
    }
}

pub(crate) fn at(a: Operand, sections: impl Into<Sections>, place: Place) -> Arc<Node> {
    view(a, View::Sections(sections.into()), place)
}

pub(crate) fn with(
    a: Operand,
    sections: impl Into<Sections>,
    new: Operand,
    place: Place,
) -> Arc<Node> {
    let sections = sections.into();
    let shape = array(&a, "a number has no sections").and_then(|shape| {
        let Some(dims) = shape.dims() else {
            return Ok(shape);
        };
        fits(dims, &sections, new.shape().dims())?;
        Ok(shape)
    });
    node(a.ty(), shape, Operation::With(sections), [a, new], place)
}

/// The fold of an array along one axis.
pub(crate) fn fold_axis(operator: Operator, a: Operand, axis: usize, place: Place) -> Arc<Node> {
    let ty = a.ty();
    let axes = a.shape().dims().map_or(1, |dims| dims.axes());
    if axes == 1 && axis == 0 {
        return fold(operator, a, place);
    }
    let shape = typed(ty, operator.refuses(ty), || {
        let dims = array(&a, NO_ARRAY)?.dims();
        match dims.filter(|_| axis < axes) {
            Some(dims) => Ok(Shape::Known(dims.without(axis))),
            None => Err(ErrorKind::Axis { axis, axes }),
        }
    });
    node(ty, shape, Operation::FoldAxis(operator, axis), [a], place)
}

/// An array in memory with several axes; a failure if it does not have as many elements.
pub(crate) fn shaped<T: Element>(elements: Vec<T>, dims: Dims, place: Place) -> Arc<Node> {
    let from = Dims::from(elements.len());
    if dims.checked_len() != Some(elements.len()) {
        let (from, to) = (Box::new(from), Box::new(dims));
        let kind = ErrorKind::Reshape { from, to };
        return failed(T::TYPE, Error::new(kind, "from_shape", place), place);
    }
    if let ([one], 0) = (&elements[..], dims.axes()) {
        return number(one.scalar());
    }
    let memory = Memory::all(Storage::new(elements)).with_dims(dims);
    Node::new(
        T::TYPE,
        Shape::Known(dims),
        State::Memory(memory),
        Place::Nowhere,
    )
}

/// The number of elements, as an integer of 64 bits with or without a sign: a number if it is known.
pub(crate) fn len(ty: ElementType, a: Operand, place: Place) -> Arc<Node> {
    let shape = array(&a, NO_ARRAY);
    if let Ok(shape) = &shape
        && let Some(len) = shape.len()
    {
        return number(cast::scalar(Scalar::U64(len as u64), ty));
    }
    let ones = node(ty, shape, Operation::Ones, [a], place);
    fold(Operator::Sum, Operand::Node(ones), place)
}
