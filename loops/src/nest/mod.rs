//! The loop-nest IR: the only thing that code generators see.
//!
//! A [`Nest`] is a list of stages that run one after the other: host
//! expressions, and loops. A [`Loop`] walks once over one iteration space; its
//! body is a tree of [`Region`]s, one for each size that takes part: the root
//! runs for every position of the loop, a guarded region for every element that
//! a filter keeps, a region with an axis more for every position along that. An
//! array that is read by name inside a body means its current element, which is
//! a scalar of the body; only arrays with [`Storage`] in memory exist outside of
//! it.

pub mod cost;
mod digits;
mod inset;
mod region;
mod step;
// Comments of kernels are in its words, and tests read it.
#[cfg(feature = "ocl")]
mod text;
mod uses;
mod write;

pub(crate) use crate::ir::arithmetic::{checked, may_fail};
pub use crate::ir::choice::{ByKey, Choice};
pub use crate::ir::component::declared;
pub(crate) use crate::ir::component::{bare, compares};
pub use crate::ir::in_place::{condition, in_place};
pub use crate::ir::known::Known;
pub use crate::ir::over;
pub use crate::ir::start::Start;
use crate::ir::tokens;
pub use crate::ir::transition::{Law, Transition, zero_of};
pub use crate::ir::{
    Arena, ArrayId, BindingId, EntrySize, Host, Id, InputPart, Items, Neighbour, Padding,
    Polynomial, ScalarId, ScanKind, Versions, Way,
};
use crate::ordered::{ToList, flat};
pub use inset::Inset;
pub use region::{Affine, Entry, Item, Read, Region};
pub use step::{Combine, Element, Fold, FoldTarget, Intake, Scan, Segments, Step};
#[cfg(feature = "ocl")]
pub use text::host as source;
pub use uses::{Line, Reach};
pub use write::{Write, WriteMode};

use proc_macro2::Ident;
use syn::{Expr, Type};

/// A program as loops.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Nest {
    /// The program's name.
    pub name: String,
    /// All arrays, under their ids of the IR; behind them the names that it has none for.
    pub arrays: Arena<ArrayId, NestArray>,
    /// All scalars, under their ids of the IR.
    pub scalars: Arena<ScalarId, NestScalar>,
    /// The stages before everything else: guards, and the host expressions and lengths above the
    /// last of them.
    pub opening: Vec<Stage>,
    /// The lengths of inputs that must agree.
    pub entry: Vec<Agree>,
    /// The stages, in order.
    pub stages: Vec<Stage>,
    /// The result.
    pub result: NestResult,
    /// The helpers and constants that workers may use.
    pub items: Items,
}

/// An array.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct NestArray {
    /// Its name; not unique.
    pub name: Ident,
    /// The user's name, where workers read it under another one.
    pub user_name: Option<Ident>,
    /// Its element type, where the user wrote it.
    pub ty: Option<Type>,
    /// The storage.
    pub storage: Storage,
    /// Set if the only loop that uses it writes at computed positions of it: it may have its
    /// vector.
    pub given_away: bool,
    /// Set if anything uses it.
    pub used: bool,
    /// The sizes of its axes, if it has several.
    pub axes: Vec<Extent>,
    /// The elements of the input that it lies in, if a loop writes some of them alone.
    pub inset: Option<Box<Inset>>,
    /// The part of an argument that it is, if it is an input.
    pub part: InputPart,
    /// The starts of folds and scans of its elements, if only rustc can tell whether they are of
    /// their type.
    pub starts: Vec<Start>,
}

/// The storage of an array.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Storage {
    /// It comes from outside, as this expression; whether it may be written.
    Input(Box<Expr>, bool),
    /// Nowhere: it is a scalar of the loop that makes it.
    Contracted,
    /// Nowhere: it is a name of ours for an element of this array in memory.
    Element(ArrayId),
    /// In a vector of its own.
    Fresh,
    /// In whatever an `external` returned.
    Host,
    /// In the memory of an input.
    InPlace(ArrayId),
    /// It is another array under another name.
    Alias(ArrayId),
}

/// A scalar.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct NestScalar {
    /// Its Rust name, unique in the program.
    pub name: Ident,
    /// The words of a message for it.
    pub shown: String,
    /// Its type, where the user wrote it.
    pub ty: Option<Type>,
    /// Set if it is a parameter or a captured name.
    pub given: bool,
    /// Set if anything uses it.
    pub used: bool,
    /// Set if the code of the loops or of another stage names it.
    pub named: bool,
}

/// A number of elements.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// The length of an array in memory.
    Array(ArrayId),
    /// A scalar of type `usize`.
    Scalar(ScalarId),
    /// A literal.
    Literal(usize),
    /// The number of elements that a filter kept whose output is not stored; its array.
    Kept(ArrayId),
    /// The number of elements that an anonymous `generate` or range makes; its array.
    Generated(ArrayId),
    /// The elements of an array with these axes.
    Product(Vec<Extent>),
    /// Every `by`th element behind the first `less` of an array with so many.
    Section {
        /// The number of elements of the array.
        of: Box<Extent>,
        /// The number of those that are left out.
        less: usize,
        /// The distance between two that count.
        by: usize,
    },
}

/// Two lengths that must agree when the program starts, or when both are known.
#[derive(Clone, Debug)]
pub struct Agree {
    /// The array whose length is checked.
    pub array: ArrayId,
    /// The length that it must have.
    pub extent: Extent,
}

/// Something that runs before the stages that follow it.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Stage {
    /// A host expression over scalars.
    Host {
        /// The expression.
        value: Host,
        /// The names that it binds.
        into: Pattern<ScalarId>,
        /// The binding of whose size an error of its arithmetic is one, if of any.
        size_of: Option<String>,
    },
    /// An early return.
    Guard {
        /// The condition.
        condition: Host,
        /// The value that is returned.
        value: Early,
    },
    /// The length of an array.
    Length {
        /// The number.
        extent: Extent,
        /// The names that it binds.
        into: Pattern<ScalarId>,
    },
    /// A number, where positions are inside of an axis.
    Inside {
        /// The number, and the positions.
        positions: Host,
        /// The size of the axis.
        extent: Extent,
        /// The name of the array.
        array: String,
        /// The number of the axis, of an array that has several.
        axis: Option<usize>,
        /// The names that it binds.
        into: Pattern<ScalarId>,
    },
    /// An `external`.
    External {
        /// The expression.
        call: Host,
        /// The bound arrays that it names.
        arrays: Vec<ArrayId>,
        /// The names that it binds.
        into: Pattern<Bound>,
    },
    /// A `conform`: the check; the array itself is an alias.
    Conform {
        /// The array.
        array: ArrayId,
        /// Its length and the one that it must have, along each of its axes.
        lengths: Vec<(Extent, Extent)>,
        /// The length of a chunk, if it is cut into these.
        chunk: Option<Extent>,
        /// The name it gets.
        into: ArrayId,
    },
    /// The number of elements of an anonymous `generate` or range.
    Count {
        /// The host expression: a `usize` or a range.
        value: Host,
        /// Set for a range.
        range: bool,
        /// The array that is generated.
        array: ArrayId,
    },
    /// A size that may be below zero: the program ends with an error where it is.
    Size {
        /// The size.
        size: ScalarId,
        /// The binding of which it is one.
        of: String,
    },
    /// Checks that need a length computed on the way.
    Agree(Agree),
    /// A loop.
    Loop(Box<Loop>),
}

/// The value that a guard returns.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Early {
    /// A value.
    Value(NestResult),
    /// An error, of a program that returns a `Result`.
    Error(Host),
}

/// A binding of an `external`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// An array.
    Array(ArrayId),
    /// A scalar.
    Scalar(ScalarId),
}

/// The pattern that takes a value apart into names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern<T> {
    /// A name.
    Name(T),
    /// `_`
    Ignored,
    /// A tuple.
    Tuple(Vec<Pattern<T>>),
}

/// One loop over one iteration space.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Loop {
    /// Its position among the loops of the program, from 1.
    pub number: usize,
    /// The cluster that it runs, by its position in the order of execution.
    pub cluster: usize,
    /// The names of the bindings that it computes, in program order.
    pub bindings: Vec<String>,
    /// The number of iterations.
    pub extent: Extent,
    /// The numbers of positions along each axis, if anything goes by the digits of a position.
    pub axes: Vec<Extent>,
    /// A rough number of scalar operations in one iteration.
    pub cost: usize,
    /// The body of an iteration.
    pub body: Region,
    /// The folds in it, in program order.
    pub folds: Vec<Fold>,
    /// The arrays that it writes, each once.
    pub writes: Vec<Write>,
}

/// The result of a program.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum NestResult {
    /// An array: by move where this is the only or last time it is returned
    /// and it is a vector of ours.
    Array {
        /// The array.
        array: ArrayId,
        /// Set if the vector itself can be handed out.
        by_move: bool,
    },
    /// A scalar expression.
    Scalar(Host),
    /// A tuple.
    Tuple(Vec<NestResult>),
}

impl<T: Copy> Pattern<T> {
    /// The names in it, from left to right.
    pub fn names(&self) -> Vec<T> {
        match self {
            Pattern::Name(name) => vec![*name],
            Pattern::Ignored => Vec::new(),
            Pattern::Tuple(items) => flat(items.iter().map(Pattern::names)),
        }
    }
}

impl NestArray {
    /// The name in error messages.
    pub fn shown(&self) -> String {
        match (self.part, &self.storage) {
            (InputPart::Axis(axis), Storage::Input(array, _)) => {
                format!("axis {axis} of {}", tokens::of(array))
            }
            _ => self.user_name.as_ref().unwrap_or(&self.name).to_string(),
        }
    }
}

impl Extent {
    /// The number of elements of an array with these axes.
    pub fn of(mut axes: Vec<Extent>) -> Extent {
        match axes.len() {
            1 => axes.remove(0),
            _ => Extent::Product(axes),
        }
    }

    /// The name in error messages.
    pub fn name(&self, nest: &Nest) -> String {
        match self {
            Extent::Array(of) | Extent::Kept(of) | Extent::Generated(of) => {
                nest.arrays[*of].shown()
            }
            Extent::Scalar(scalar) => nest.scalars[*scalar].shown.clone(),
            Extent::Literal(number) => number.to_string(),
            Extent::Product(axes) => {
                let axes: Vec<String> = axes.iter().map(|axis| axis.name(nest)).list();
                axes.join(" × ")
            }
            Extent::Section { of, less, by } => section(&of.name(nest), *less, *by),
        }
    }
}

/// `xs less 2` in an error message.
fn section(of: &str, less: usize, by: usize) -> String {
    match (less, by) {
        (less, 1) => format!("{of} less {less}"),
        (0, by) => format!("{of} by {by}"),
        (less, by) => format!("{of} less {less} by {by}"),
    }
}

impl Nest {
    /// The loops, in order.
    pub fn loops(&self) -> impl Iterator<Item = &Loop> {
        self.stages.iter().filter_map(|stage| match stage {
            Stage::Loop(nested) => Some(&**nested),
            _ => None,
        })
    }

    /// The array whose memory an array has: that of the one that it is an alias of, or that it is
    /// written into.
    pub fn owner(&self, array: ArrayId) -> ArrayId {
        match self.arrays[array].storage {
            Storage::Alias(of) => self.owner(of),
            Storage::InPlace(home) => home,
            _ => array,
        }
    }

    /// The array in memory behind an array: itself, or the one that it is an alias of.
    pub fn in_memory(&self, array: ArrayId) -> ArrayId {
        match self.arrays[array].storage {
            Storage::Alias(of) => self.in_memory(of),
            _ => array,
        }
    }
}

impl Loop {
    /// Returns true if it would run and do nothing: pairs of a `cross`, or an index, of which only the
    /// number is used.
    pub fn is_idle(&self) -> bool {
        let mut guarded = false;
        self.body
            .visit(&mut |region| guarded |= matches!(region.entry, Entry::Guard { .. }));
        // An index of a grid is asked for its number of positions.
        let is_index = |step: &Step| matches!(step, Step::Generate { digit: Some(_), .. });
        let does = |step: &Step| !matches!(step, Step::Tuple { .. }) && !is_index(step);
        self.folds.is_empty() && self.writes.is_empty() && !guarded && !self.body.any_step(does)
    }

    /// The arrays along which the axes inside the loop go that an array has, outermost first.
    pub fn axes_of(&self, array: ArrayId) -> Vec<ArrayId> {
        self.body.axes_of(array).unwrap_or_default()
    }

    /// The number of runs of the innermost region for a position of the loop, if there are axes
    /// inside: of several such regions the last one behind more than one axis, or the first one.
    pub fn rows(&self) -> Option<Extent> {
        let mut paths = Vec::new();
        self.body.axes_inside(&[], &mut paths);
        let deep = paths.iter().rposition(|path| path.len() > 1);
        let path = paths.into_iter().nth(deep.unwrap_or(0))?;
        Some(Extent::of(path))
    }
}
