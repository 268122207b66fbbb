//! The intermediate representation: programs in Combinator Normal Form.
//!
//! A [`Program`] is a list of bindings (Robinson, section 2). Each binding is
//! one combinator over named arrays, or a host expression over scalars. Nested
//! and method forms, shadowing and names in general are gone: arrays and
//! scalars are ids, and every scalar has a Rust name that is unique in the
//! program, so that later stages can move bindings about freely.
//!
//! Workers, seeds and host expressions stay what the user wrote: Rust
//! expressions ([`Host`]), together with the list of what they use.

mod arena;
pub mod arithmetic;
pub mod choice;
pub mod estimate;
pub mod known;
pub(crate) mod place;
#[cfg(feature = "report")]
pub mod pretty;
mod returned;
pub mod start;
pub mod tokens;
pub mod validate;
pub mod values;

use crate::combinator::Combinator;
pub use crate::combinator::{Complete, Length, Parameter, Use, Yields};
pub use crate::items::Items;
pub(crate) use arena::ids;
pub use arena::{Arena, Id};
use estimate::{Estimate, Estimates};
use proc_macro2::{Ident, Span};
pub use returned::{Early, Guard, Returned};

ids! {
    /// An array: an input or an output of a binding.
    ArrayId = "a";
    /// A scalar: a parameter, a captured name or an output of a binding.
    ScalarId = "s";
    /// A binding.
    BindingId = "b";
}

/// A program in Combinator Normal Form.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of the function, or `FILE:LINE` for the expression form.
    pub name: String,
    /// Inputs and bound arrays.
    pub arrays: Arena<ArrayId, Array>,
    /// Parameters, captured names and bound scalars.
    pub scalars: Arena<ScalarId, Scalar>,
    /// The bindings in the order of the program, which is topological.
    pub bindings: Arena<BindingId, Binding>,
    /// Its early returns, in the order of the program.
    pub guards: Vec<Guard>,
    /// Its result.
    pub result: Returned,
    /// The type of that, where the user wrote it: without the `Result` that
    /// errors are returned in.
    pub returns: Option<syn::Type>,
    /// The helpers and constants that stand beside it.
    pub items: Items,
}

/// An array.
#[derive(Clone, Debug)]
pub struct Array {
    /// The user's name, or one made from the binding that needed it.
    pub name: Ident,
    /// The origin of its elements.
    pub origin: Origin,
    /// The input whose memory it overwrites (`*ys = …`), if any. The input is
    /// always the parameter itself, never an earlier version of it.
    pub home: Option<ArrayId>,
    /// The element type, where the user wrote it.
    pub ty: Option<syn::Type>,
}

/// The origin of the elements of an array.
#[derive(Clone, Debug)]
pub enum Origin {
    /// From outside: a parameter, a captured name or a host expression.
    Input(Input),
    /// From a binding: its output of this position.
    Output(BindingId, usize),
}

/// An array from outside.
#[derive(Clone, Debug)]
pub struct Input {
    /// The Rust expression that yields something slice-like.
    pub host: syn::Expr,
    /// True if the program may write into it.
    pub mutable: bool,
    /// True if the program mentions it without an operator that reads it: `let _ = xs;`
    pub named_again: bool,
}

/// A scalar.
#[derive(Clone, Debug)]
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

/// A Rust expression of the user's, and what it uses of the program.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub struct Binding {
    /// The span of its combinator.
    pub span: Span,
    /// Its operator.
    pub op: Op,
    /// The arrays and scalars that it binds.
    pub outputs: Vec<Output>,
    /// The pattern that splits its value (or each of its elements) into the outputs.
    pub shape: Shape,
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

/// The kinds of scans: an element takes part in its own prefix, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanKind {
    /// `scan`: `z op x0, z op x0 op x1, …`
    Inclusive,
    /// `scan_exclusive`: `z, z op x0, …`
    Exclusive,
}

/// The size of a generated array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// A literal: all arrays generated with it have one size.
    Literal(usize),
    /// A scalar: all arrays generated with it have one size.
    Scalar(ScalarId),
    /// The length of an array: the size of that array.
    Length(ArrayId),
    /// Anything else: a size of its own.
    Anonymous,
}

/// The operator of a binding.
#[derive(Clone, Debug)]
pub enum Op {
    /// `map(f, xs, ys, …)`, with one output array per element of the tuple
    /// that the worker yields where the binding's pattern is a tuple.
    Map {
        /// The function of one element of each argument.
        worker: Host,
        /// The arguments, at least one.
        args: Vec<ArrayId>,
    },
    /// `filter(p, xs)`.
    Filter {
        /// The predicate.
        worker: Host,
        /// The argument.
        arg: ArrayId,
    },
    /// `fold(z, op, xs)`.
    Fold {
        /// The start.
        seed: Host,
        /// The associative operator.
        worker: Host,
        /// The argument.
        arg: ArrayId,
    },
    /// `scan(z, op, xs)` and `scan_exclusive(z, op, xs)`.
    Scan {
        /// Inclusive or exclusive.
        kind: ScanKind,
        /// The start.
        seed: Host,
        /// The associative operator.
        worker: Host,
        /// The argument.
        arg: ArrayId,
    },
    /// `generate(n, f)`.
    Generate {
        /// The size.
        count: Count,
        /// The number of elements, a `usize`.
        length: Host,
        /// The function of the index.
        worker: Host,
    },
    /// `a..b` as an array.
    Range {
        /// The size.
        count: Count,
        /// The range expression.
        range: Host,
    },
    /// `gather(data, indices)`.
    Gather {
        /// The array that is read.
        data: ArrayId,
        /// The positions.
        indices: ArrayId,
    },
    /// `reverse(xs)`.
    Reverse {
        /// The array that is read from its end.
        arg: ArrayId,
    },
    /// `scatter(dest, indices, values)`.
    Scatter {
        /// The array that is written.
        dest: ArrayId,
        /// The positions.
        indices: ArrayId,
        /// The new elements.
        values: ArrayId,
    },
    /// `cross(xs, ys)`.
    Cross {
        /// The outer array.
        left: ArrayId,
        /// The inner array.
        right: ArrayId,
    },
    /// `conform(xs, ys)`.
    Conform {
        /// The array.
        arg: ArrayId,
        /// The array whose length it must have.
        like: ArrayId,
    },
    /// `external(expr)`: outputs are arrays and scalars.
    External {
        /// The host expression.
        call: Host,
        /// The bound arrays that it names, complete, ascending.
        arrays: Vec<ArrayId>,
    },
    /// A host expression over scalars.
    Host {
        /// The expression.
        value: Host,
    },
    /// `len(xs)`.
    Length {
        /// The array.
        arg: ArrayId,
    },
}

impl Op {
    /// Its combinator; `None` for ranges and for bindings without one.
    pub fn combinator(&self) -> Option<&'static Combinator> {
        let name = match self {
            Op::Map { .. } => "map",
            Op::Filter { .. } => "filter",
            Op::Fold { .. } => "fold",
            Op::Scan { kind, .. } => match kind {
                ScanKind::Inclusive => "scan",
                ScanKind::Exclusive => "scan_exclusive",
            },
            Op::Generate { .. } => "generate",
            Op::Gather { .. } => "gather",
            Op::Reverse { .. } => "reverse",
            Op::Scatter { .. } => "scatter",
            Op::Cross { .. } => "cross",
            Op::Conform { .. } => "conform",
            Op::External { .. } => "external",
            Op::Length { .. } => "len",
            Op::Range { .. } | Op::Host { .. } => return None,
        };
        Combinator::named(name)
    }

    /// The combinator's name, or a word for bindings without one.
    pub fn name(&self) -> &'static str {
        match (self.combinator(), self) {
            (Some(combinator), _) => combinator.name,
            (None, Op::Range { .. }) => "range",
            (None, _) => "let",
        }
    }

    /// The kind of its result.
    pub fn yields(&self) -> Yields {
        match (self.combinator(), self) {
            (Some(combinator), _) => combinator.yields,
            (None, Op::Range { .. }) => Yields::Array {
                length: Length::Count,
                elements: None,
            },
            (None, _) => Yields::Scalar,
        }
    }

    /// The length of the array that it yields, if it yields one.
    pub fn length(&self) -> Option<Length> {
        match self.yields() {
            Yields::Array { length, .. } => Some(length),
            Yields::Scalar | Yields::Anything => None,
        }
    }

    /// Returns true if a loop computes it.
    pub fn in_loop(&self) -> bool {
        match self.combinator() {
            Some(combinator) => combinator.in_loop,
            None => matches!(self, Op::Range { .. }),
        }
    }

    /// The array arguments, in the order of the call. Arrays that workers
    /// index are not arguments.
    pub fn args(&self) -> Vec<ArrayId> {
        match self {
            Op::Map { args, .. } => args.clone(),
            Op::Filter { arg, .. }
            | Op::Fold { arg, .. }
            | Op::Scan { arg, .. }
            | Op::Reverse { arg }
            | Op::Length { arg } => vec![*arg],
            Op::Generate { .. } | Op::Range { .. } | Op::Host { .. } => Vec::new(),
            Op::Gather { data, indices } => vec![*data, *indices],
            Op::Scatter {
                dest,
                indices,
                values,
            } => vec![*dest, *indices, *values],
            Op::Cross { left, right } => vec![*left, *right],
            Op::Conform { arg, like } => vec![*arg, *like],
            Op::External { arrays, .. } => arrays.clone(),
        }
    }

    /// The array arguments and how it uses each. The arrays that an `external` names are none.
    pub fn operands(&self) -> Vec<(ArrayId, Use)> {
        let combinator = match self {
            Op::External { .. } => None,
            op => op.combinator(),
        };
        let Some(combinator) = combinator else {
            return Vec::new();
        };
        let args = self.args().into_iter().enumerate();
        args.map(|(position, arg)| (arg, combinator.operand(position)))
            .collect()
    }

    /// The array arguments that it walks over in step with its loop: one loop
    /// has one length, so they are of one size.
    pub fn streamed(&self) -> Vec<ArrayId> {
        let operands = self.operands().into_iter();
        let in_step = operands.filter(|(_, used)| *used == Use::InStep);
        in_step.map(|(arg, _)| arg).collect()
    }

    /// The argument as long as which its result is; `None` where that has a
    /// length of its own.
    pub fn like(&self) -> Option<ArrayId> {
        match self.length() {
            Some(Length::Like(position)) => self.args().get(position).copied(),
            _ => None,
        }
    }

    /// The argument whose elements those of its result are; `None` where it makes others.
    pub fn elements_of(&self) -> Option<ArrayId> {
        match self.yields() {
            Yields::Array {
                elements: Some(position),
                ..
            } => self.args().get(position).copied(),
            _ => None,
        }
    }

    /// The size that its number of elements names, where it has such a number.
    pub fn count(&self) -> Option<&Count> {
        match self {
            Op::Generate { count, .. } | Op::Range { count, .. } => Some(count),
            _ => None,
        }
    }

    /// The host expressions: workers, seeds, lengths, values.
    pub fn hosts(&self) -> Vec<&Host> {
        match self {
            Op::Map { worker, .. } | Op::Filter { worker, .. } => vec![worker],
            Op::Fold { seed, worker, .. } | Op::Scan { seed, worker, .. } => vec![seed, worker],
            Op::Generate { length, worker, .. } => vec![length, worker],
            Op::Range { range, .. } => vec![range],
            Op::External { call, .. } => vec![call],
            Op::Host { value } => vec![value],
            Op::Gather { .. }
            | Op::Reverse { .. }
            | Op::Scatter { .. }
            | Op::Cross { .. }
            | Op::Conform { .. }
            | Op::Length { .. } => Vec::new(),
        }
    }
}

impl Binding {
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

    /// The array in whose memory one lies: itself, unless a `conform` gave another size to it.
    pub fn lies_in(&self, array: ArrayId) -> ArrayId {
        let producer = self
            .producer(array)
            .map(|binding| &self.bindings[binding].op);
        match producer {
            Some(Op::Conform { arg, .. }) => self.lies_in(*arg),
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
            .collect();
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
            _ => false,
        });
        found.map(|(id, _)| id)
    }
}
