//! The intermediate representation: programs in Combinator Normal Form.
//!
//! A [`Program`] is a list of bindings (Robinson, section 2). Each binding is
//! one combinator over named arrays, or a host expression over scalars. Nested
//! and method forms, shadowing and names in general are gone: arrays and
//! scalars are ids, and every scalar has a Rust name that is unique in the
//! program, so that later stages can move bindings about freely.
//!
//! Workers, seeds and host expressions stay as the user wrote them: Rust
//! expressions ([`Host`]), together with the list of the names that they use.

mod arena;
pub mod arithmetic;
pub mod choice;
pub mod chunks;
pub mod component;
mod contraction;
mod count;
pub mod estimate;
pub mod grid;
pub mod in_place;
mod integers;
pub mod known;
mod neighbour;
mod op;
pub mod over;
#[cfg(feature = "report")]
pub mod pretty;
mod returned;
mod segments;
pub mod space;
pub mod start;
pub mod tokens;
pub mod transition;
pub mod validate;
pub mod values;

pub use crate::combinator::{Complete, Length, Parameter, Use, Yields};
pub use crate::items::Items;
pub use crate::math::Math;
use crate::ordered::ToList;
pub use arena::ids;
pub use arena::{Arena, Id};
pub use contraction::{Alternative, Contraction, EntrySize, Polynomial, SizedOrder, Versions};
pub use count::Count;
use estimate::{Estimate, Estimates};
pub use grid::{Along, Beyond, Cells, Grid, Way};
pub use neighbour::{Neighbour, single_axis};
pub use op::{Op, ScanKind};
use proc_macro2::{Ident, Span};
pub use returned::{Early, Guard, Returned};
pub use segments::Segments;
pub use space::{Outside, Padding, Section, Space};

ids! {
    /// An array: an input or an output of a binding.
    ArrayId = "a";
    /// A scalar: a parameter, a captured name or an output of a binding.
    ScalarId = "s";
    /// A binding.
    BindingId = "b";
    /// An index space.
    SpaceId = "i";
    /// An index space of several indices.
    GridId = "g";
}

/// A program in Combinator Normal Form.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Program {
    /// The name of the function, or `FILE:LINE` for the expression form.
    pub name: String,
    /// Inputs and bound arrays.
    pub arrays: Arena<ArrayId, Array>,
    /// Parameters, captured names and bound scalars.
    pub scalars: Arena<ScalarId, Scalar>,
    /// The bindings in the order of the program, which is topological.
    pub bindings: Arena<BindingId, Binding>,
    /// The index spaces of its reads at other positions than their own.
    pub spaces: Arena<SpaceId, Space>,
    /// The index spaces of several indices.
    pub grids: Arena<GridId, Grid>,
    /// Its early returns, in the order of the program.
    pub guards: Vec<Guard>,
    /// Its result.
    pub result: Returned,
    /// The type of that, where the user wrote it: without the `Result` that
    /// errors are returned in.
    pub returns: Option<syn::Type>,
    /// The helpers and constants that stand beside it.
    pub items: Items,
    /// The implementation of elementary functions.
    pub math: Math,
    /// The orders of its sums of products.
    pub contractions: Vec<Contraction>,
    /// The scalars that padded arrays have outside, which no read of the program may need.
    pub outside: Vec<ScalarId>,
    /// The versions of it, of which it is one; `None` if it is the only one.
    pub versions: Option<Versions>,
}

/// An array.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Array {
    /// The user's name, or one made from the binding that needed it.
    pub name: Ident,
    /// The user's name, where workers read the array under another one.
    pub user_name: Option<Ident>,
    /// The origin of its elements.
    pub origin: Origin,
    /// The input whose memory it overwrites (`*ys = …`), if any. The input is
    /// always the parameter itself, never an earlier version of it.
    pub home: Option<ArrayId>,
    /// The element type, where the user wrote it.
    pub ty: Option<syn::Type>,
}

/// The origin of the elements of an array.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Origin {
    /// From outside: a parameter, a captured name or a host expression.
    Input(Input),
    /// From a binding: its output of this position.
    Output(BindingId, usize),
}

/// An array from outside.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Input {
    /// The Rust expression that yields something slice-like.
    pub host: syn::Expr,
    /// True if the program may write into it.
    pub mutable: bool,
    /// True if the program mentions it without an operator that reads it: `let _ = xs;`
    pub named_again: bool,
    /// The part of what the expression yields that it is.
    pub part: InputPart,
}

/// The part of an argument that an input is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputPart {
    /// The elements, which lie side by side.
    #[default]
    Elements,
    /// The elements of an array or a view of ndarray, in row-major order.
    Strided,
    /// The positions along this axis of such an array: elements without a value.
    Axis(usize),
}

/// A scalar.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Scalar {
    /// Its Rust name in the generated code, unique in the program.
    pub name: Ident,
    /// The binding that computes it; `None` for a parameter or captured name.
    pub origin: Option<BindingId>,
    /// Its type, where the user wrote it.
    pub ty: Option<syn::Type>,
    /// The user's own expression, where it counts the elements of an array and has no other name.
    pub count: Option<String>,
}

impl Scalar {
    /// The words of a message or a plan for it.
    pub fn shown(&self) -> String {
        match &self.count {
            Some(expression) => expression.clone(),
            None => self.name.to_string(),
        }
    }
}

/// A Rust expression of the user's, and the names of the program that it uses.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Host {
    /// The expression. For a worker: a closure or a path to a function.
    pub expr: syn::Expr,
    /// The scalars of the program that it names, ascending, each once.
    pub scalars: Vec<ScalarId>,
    /// The input arrays that it indexes, ascending, each once.
    pub arrays: Vec<ArrayId>,
    /// The estimated cost of a call, if it is a worker.
    pub estimate: Estimate,
}

impl Host {
    /// An expression that uses nothing of the program.
    pub fn plain(expr: syn::Expr) -> Host {
        Host {
            estimate: Estimates::default().worker(&expr),
            expr,
            scalars: Vec::new(),
            arrays: Vec::new(),
        }
    }
}

/// A binding: one combinator, and the names it binds.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Binding {
    /// The span of its combinator.
    pub span: Span,
    /// Its operator.
    pub op: Op,
    /// The arrays and scalars that it binds.
    pub outputs: Vec<Output>,
    /// The pattern that splits its value (or each of its elements) into the outputs.
    pub shape: Shape,
    /// The abbreviation that it is a part of, by its name.
    pub part_of: Option<&'static str>,
    /// Set if it is a map that is computed once more, where elements of its array are read.
    pub again: bool,
}

/// The pattern of a binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The output of this position.
    Output(usize),
    /// `_`
    Ignored,
    /// A tuple of patterns.
    Tuple(Vec<Shape>),
}

/// A name that a binding binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// An array.
    Array(ArrayId),
    /// A scalar.
    Scalar(ScalarId),
}

impl Binding {
    /// The name of the combinator that the user wrote.
    pub fn name(&self) -> &'static str {
        self.part_of.unwrap_or(self.op.name())
    }

    /// The arrays that it binds.
    pub fn arrays(&self) -> impl Iterator<Item = ArrayId> + '_ {
        self.outputs.iter().filter_map(|output| match output {
            Output::Array(array) => Some(*array),
            Output::Scalar(_) => None,
        })
    }

    /// The scalars that it binds.
    pub fn scalars(&self) -> impl Iterator<Item = ScalarId> + '_ {
        self.outputs.iter().filter_map(|output| match output {
            Output::Scalar(scalar) => Some(*scalar),
            Output::Array(_) => None,
        })
    }
}

impl Program {
    /// The binding that makes an array; `None` for an input.
    pub fn producer(&self, array: ArrayId) -> Option<BindingId> {
        match self.arrays[array].origin {
            Origin::Input(_) => None,
            Origin::Output(binding, _) => Some(binding),
        }
    }

    /// The array in whose memory one lies: itself, unless a `conform` or a `reshape` gave another
    /// size to it.
    pub fn lies_in(&self, array: ArrayId) -> ArrayId {
        let producer = self
            .producer(array)
            .map(|binding| &self.bindings[binding].op);
        match producer {
            Some(Op::Conform { arg, .. } | Op::Reshape { arg, .. }) => self.lies_in(*arg),
            _ => array,
        }
    }

    /// The input arrays.
    pub fn inputs(&self) -> impl Iterator<Item = (ArrayId, &Input)> {
        self.arrays
            .iter()
            .filter_map(|(id, array)| match &array.origin {
                Origin::Input(input) => Some((id, input)),
                Origin::Output(..) => None,
            })
    }

    /// The name of a binding: the names that it binds, joined by a comma. The number of elements of
    /// an array goes by the name of the array.
    pub fn binding_name(&self, id: BindingId) -> String {
        if let [Output::Scalar(scalar)] = &self.bindings[id].outputs[..]
            && self.scalars[*scalar].count.is_some()
            && let Some(counted) = self.counted(*scalar)
        {
            return self.binding_name(counted);
        }
        let names: Vec<String> = self.bindings[id]
            .outputs
            .iter()
            .map(|output| match output {
                Output::Array(array) => self.arrays[*array].name.to_string(),
                Output::Scalar(scalar) => self.scalars[*scalar].name.to_string(),
            })
            .list();
        names.join(", ")
    }
}

impl Program {
    /// The first binding that makes as many elements as a scalar says.
    fn counted(&self, scalar: ScalarId) -> Option<BindingId> {
        let mut bindings = self.bindings.iter();
        let found = bindings.find(|(_, binding)| match &binding.op {
            Op::Generate { length: host, .. } | Op::Range { range: host, .. } => {
                host.scalars.contains(&scalar)
            }
            Op::Reshape { counts, .. } => counts.contains(&Count::Scalar(scalar)),
            _ => false,
        });
        found.map(|(id, _)| id)
    }
}
