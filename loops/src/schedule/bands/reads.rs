//! The arrays of which a loop over rows needs its own row or rows near it, and those that it reads
//! elsewhere.

use super::super::used;
use super::totals;
use crate::nest::over::{At, View};
use crate::nest::{
    Affine, ArrayId, Extent, Host, Loop, Nest, Pattern, Read, ScalarId, Step, Storage, bare,
};
use crate::ordered::{OrderedMap, OrderedSet, ToList};
use crate::walk::{self, Node};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{BinOp, Expr, Lit, Pat};

/// The reads of a loop over rows.
#[derive(Default)]
pub(super) struct Reads {
    /// The arrays in memory of which a row needs rows at a fixed distance.
    pub(super) by_rows: Vec<ByRows>,
    /// The names under which they are read.
    pub(super) names: Vec<ArrayId>,
    /// The scalars of their first axes in the subscripts of workers.
    pub(super) sizes: Vec<(ScalarId, ArrayId)>,
    /// The arrays that are read at any position.
    pub(super) whole: Vec<ArrayId>,
}

/// A read of one row of an array for each row of a loop.
pub(super) struct ByRows {
    pub(super) array: ArrayId,
    /// The axes of a row.
    pub(super) row: Vec<Extent>,
    pub(super) way: Way,
}

/// The row that is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Its own, since the loop walks over all elements of the array.
    InStep,
    /// The one whose number is that of the row of the loop, by an index in a worker.
    Index,
    /// The one so many rows behind.
    Behind(usize),
}

/// An index of rows among the parameters of a worker, and all arrays that are made so far.
struct Worker<'w> {
    nest: &'w Nest,
    made: &'w OrderedMap<ArrayId, Vec<Extent>>,
    index: Option<&'w Ident>,
    /// Set if that is the only index of the loop. A fold that goes along an array by it takes its
    /// terms in an order that depends on the number of positions.
    is_alone: bool,
}

/// A subscript of each axis of an array: its size, its position, and the distance that an index
/// inside makes.
type Subscripts<'e> = Vec<(&'e Expr, &'e Expr, usize)>;

/// The number of rows of a loop, and the axes of one of them.
pub fn shape(nested: &Loop) -> (Extent, Vec<Extent>) {
    let axes = match (&nested.axes[..], &nested.extent) {
        ([], Extent::Product(axes)) => axes,
        ([], other) => return (other.clone(), Vec::new()),
        (axes, _) => axes,
    };
    (axes[0].clone(), axes[1..].to_vec())
}

impl Reads {
    /// The reads of a loop, where those before it `made` arrays; `None` if it cannot be done row by
    /// row, or if something in it may fail: of two failures the one of the earlier loop counts.
    pub(super) fn of(
        nest: &Nest,
        nested: &Loop,
        made: &OrderedMap<ArrayId, Vec<Extent>>,
    ) -> Option<Reads> {
        if nested.body.inner().next().is_some() {
            return None;
        }
        let mut reads = Reads::default();
        let (_, row) = shape(nested);
        row.iter()
            .for_each(|axis| used::of_extent(axis, &mut reads.whole));
        for read in &nested.body.reads {
            reads.read(nest, read, &row)?;
        }
        let mut indices: OrderedSet<ArrayId> = OrderedSet::new();
        for step in nested.body.steps() {
            match step {
                Step::Map { worker, args, .. } => {
                    let index = row_index(worker, args, &indices)?;
                    let is_alone = row.is_empty();
                    let worker_of = Worker {
                        nest,
                        made,
                        index,
                        is_alone,
                    };
                    reads.worker(&worker_of, worker)?;
                }
                Step::Tuple { args, .. } if !args.iter().any(|arg| indices.contains(arg)) => {}
                Step::Generate {
                    worker,
                    digit: Some(0),
                    into: Pattern::Name(array),
                } if is_position(worker) => _ = indices.insert(*array),
                Step::Generate {
                    worker,
                    digit: Some(1..),
                    ..
                } if worker.arrays.is_empty() => {}
                Step::Fold(fold) if totals::is_of_elements(fold, &indices) => {}
                _ => return None,
            }
        }
        let is_index = |write: &ArrayId| indices.contains(write);
        let mut written = nested.writes.iter().map(|write| write.array);
        (!written.any(|array| is_index(&array))).then_some(reads)
    }

    fn read(&mut self, nest: &Nest, read: &Read, row: &[Extent]) -> Option<()> {
        let array = nest.in_memory(read.array);
        if read.map == [Affine::Identity(0)] {
            self.by_rows.push(ByRows {
                array,
                row: row.to_vec(),
                way: Way::InStep,
            });
            return Some(());
        }
        let axes = &nest.arrays[read.array].axes;
        let goes_by_rows = |along: &Affine| match along {
            Affine::Digit { digit, .. } | Affine::Beyond { digit, .. } => *digit == Some(0),
            _ => true,
        };
        let [first, others @ ..] = &read.map[..] else {
            return None;
        };
        if !goes_by_rows(first) && !others.iter().any(goes_by_rows) {
            self.whole.push(array);
            // Its axes are numbers, too.
            axes.iter()
                .for_each(|axis| used::of_extent(axis, &mut self.whole));
            return Some(());
        }
        let Affine::Digit {
            digit: Some(0),
            start,
            factor: 1,
        } = *first
        else {
            return None;
        };
        if others.iter().any(goes_by_rows) {
            return None;
        }
        let row = match (others, &axes[..]) {
            ([], _) => Vec::new(),
            (_, [_, row @ ..]) => row.to_vec(),
            (_, []) => return None,
        };
        row.iter()
            .for_each(|axis| used::of_extent(axis, &mut self.whole));
        self.by_rows.push(ByRows {
            array,
            row,
            way: Way::Behind(start),
        });
        self.names.push(read.array);
        Some(())
    }

    /// Adds what a worker reads of arrays in memory; `None` if it needs the number of the row for
    /// anything but that row.
    fn worker(&mut self, of: &Worker<'_>, worker: &Host) -> Option<()> {
        let expr = bare(&worker.expr);
        let (mut fits, mut rows) = (true, Vec::new());
        walk::expr(expr, &mut |node| {
            if let Node::Expr(expr) = node
                && let Some((name, subscripts)) = subscripts(expr)
            {
                match of.row(name, &subscripts) {
                    Some(Some(row)) => rows.push(row),
                    Some(None) => {}
                    None => fits = false,
                }
            }
            fits
        });
        if !fits {
            return None;
        }
        let counted = |name: &Ident| {
            let mut count = 0;
            walk::each_identifier(expr.to_token_stream(), &mut |other| {
                count += usize::from(other == name);
            });
            count
        };
        // The parameter itself, and the subscripts.
        if of
            .index
            .is_some_and(|index| counted(index) != rows.len() + 1)
        {
            return None;
        }
        for Row { name, size, .. } in &rows {
            let alike = |same: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| same(row)).count();
            if counted(&of.nest.arrays[*name].name) != alike(&|row| row.name == *name)
                || counted(&of.nest.scalars[*size].name) != alike(&|row| row.size == *size)
            {
                return None;
            }
        }
        let by_rows = |array: &ArrayId| rows.iter().any(|row| row.array == *array);
        let arrays = worker.arrays.iter().map(|array| of.nest.in_memory(*array));
        self.whole.extend(arrays.filter(|array| !by_rows(array)));
        for row in rows {
            self.names.push(row.name);
            self.sizes.push((row.size, row.array));
            self.by_rows.push(ByRows {
                array: row.array,
                row: row.row,
                way: Way::Index,
            });
        }
        Some(())
    }
}

/// A read of the row of the loop, inside of a worker.
struct Row {
    name: ArrayId,
    array: ArrayId,
    row: Vec<Extent>,
    /// The number of all rows.
    size: ScalarId,
}

impl Worker<'_> {
    /// The row that subscripts read: `Some(None)` if they do not go by rows, and `None` if they do
    /// so in another way.
    fn row(&self, name: &Ident, subscripts: &Subscripts<'_>) -> Option<Option<Row>> {
        let Some(index) = self.index else {
            return Some(None);
        };
        let mentions = |expr: &Expr| walk::mentions(expr, index);
        if !subscripts.iter().any(|(_, at, _)| mentions(at)) {
            return Some(None);
        }
        let [(size, at, 0), others @ ..] = &subscripts[..] else {
            return None;
        };
        if (others.is_empty() && self.is_alone)
            || path(at)? != index
            || others.iter().any(|(_, at, _)| mentions(at))
        {
            return None;
        }
        let name = self.array(name)?;
        let array = self.nest.in_memory(name);
        let axes = &self.nest.arrays[name].axes;
        let row = match (self.made.get(&array), others, &axes[..]) {
            (Some(row), ..) => row.clone(),
            (None, [], _) => Vec::new(),
            (None, _, [_, row @ ..]) if row.len() == others.len() => row.to_vec(),
            _ => return None,
        };
        let size = path(size)?;
        let mut scalars = self.nest.scalars.iter();
        let (size, _) = scalars.find(|(_, scalar)| scalar.name == *size)?;
        Some(Some(Row {
            name,
            array,
            row,
            size,
        }))
    }

    /// The array in memory that workers read under a name.
    fn array(&self, name: &Ident) -> Option<ArrayId> {
        let mut arrays = self.nest.arrays.iter();
        let found = arrays.find(|(_, array)| {
            let is_there = !matches!(array.storage, Storage::Contracted | Storage::Element(_));
            array.name == *name && is_there
        });
        found.map(|(array, _)| array)
    }
}

/// The array that an expression reads in memory, and at which position along each axis.
fn subscripts(expr: &Expr) -> Option<(&Ident, Subscripts<'_>)> {
    if let Some(view) = View::of(expr) {
        return Some((view.array, view.axes));
    }
    let at = At::of(expr)?;
    let axes = at.axes.into_iter();
    Some((at.array, axes.map(|(size, at)| (size, at, 0)).list()))
}

/// The parameter of a worker that is the index of rows: `Some(None)` if it has none, and `None` if
/// more than its name is not known.
fn row_index<'w>(
    worker: &'w Host,
    args: &[ArrayId],
    indices: &OrderedSet<ArrayId>,
) -> Option<Option<&'w Ident>> {
    let Expr::Closure(closure) = bare(&worker.expr) else {
        let is_free = !args.iter().any(|arg| indices.contains(arg));
        return is_free.then_some(None);
    };
    let parameters = closure.inputs.iter().zip(args);
    let mut found = parameters.filter(|(_, arg)| indices.contains(*arg));
    match (found.next(), found.next()) {
        (None, _) => Some(None),
        (Some((Pat::Ident(name), _)), None) => Some(Some(&name.ident)),
        _ => None,
    }
}

/// Returns true if a worker of an index is that of its positions from 0 on.
fn is_position(worker: &Host) -> bool {
    let Expr::Closure(closure) = bare(&worker.expr) else {
        return false;
    };
    match bare(&closure.body) {
        Expr::Path(_) => true,
        Expr::Binary(sum) => {
            let zero = match bare(&sum.right) {
                Expr::Lit(literal) => match &literal.lit {
                    Lit::Int(number) => number.base10_digits() == "0",
                    _ => false,
                },
                _ => false,
            };
            zero && matches!(sum.op, BinOp::Add(_)) && matches!(bare(&sum.left), Expr::Path(_))
        }
        _ => false,
    }
}

/// The name that an expression is.
pub(super) fn path(expr: &Expr) -> Option<&Ident> {
    match bare(expr) {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}
