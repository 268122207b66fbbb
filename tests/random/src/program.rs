//! A program as data, of which the source is written.

mod along;
mod boxes;
mod op;
mod section;

pub use along::{Along, Form};
pub use boxes::{Boxes, Step};
pub use op::{Count, Op, Operator, Pattern, Segments, Subscript, Worker};
pub use section::{Reach, Side, bounds};

use crate::expr::Expr;
use crate::ty::{Prim, Ty};

/// The number of an array.
pub type ArrayId = usize;
/// The number of a scalar.
pub type ScalarId = usize;
/// The number of a class: arrays of one class are known to be of one length.
pub type ClassId = usize;

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// The parameters, in order.
    pub params: Vec<Param>,
    /// The lengths of arrays.
    pub classes: Vec<Class>,
    /// All arrays: parameters, bindings, and the versions of what is written
    /// in place.
    pub arrays: Vec<Array>,
    /// All scalars: parameters and bindings.
    pub scalars: Vec<Scalar>,
    /// The guard: a condition under which it returns before all that.
    pub guard: Option<Guard>,
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// The parts of the result.
    pub result: Vec<Returned>,
    /// Set if it returns a `Result`; true if it writes `Ok(…)`.
    pub fallible: Option<bool>,
    /// Set if its inputs are short, so that products of them may be stored.
    pub small: bool,
}

/// An early return: where a parameter has fewer elements than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The parameter.
    pub array: ArrayId,
    /// The least length that it must have.
    pub least: usize,
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// `xs: &[T]`
    Array(ArrayId, Data),
    /// `xs: &mut [T]`
    Mut(ArrayId, Data),
    /// `s: T`
    Scalar(ScalarId, Data),
}

/// The distribution of an input's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// Numbers of all kinds; of floats, multiples of 2^-scale of at most 2^mag.
    Grid {
        /// The binary logarithm of the greatest.
        mag: i32,
        /// The number of binary digits behind the point.
        scale: i32,
    },
    /// Any floats, from subnormals to the greatest.
    Wild,
    /// Indices below the length of arrays of a class, and, if they may be
    /// wrong, some that are not.
    Index(ClassId, bool),
    /// The length of arrays of a class.
    Length(ClassId),
    /// A small number.
    Small,
}

/// The length that some arrays have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class {
    /// Inputs of any length.
    Input(Lengths),
    /// A filter of arrays of a class, where known, of at most so many.
    Filtered(ClassId, Option<usize>),
    /// As many as a literal says.
    Literal(usize),
    /// As many as a scalar parameter says.
    Named(ScalarId),
    /// So many times as many.
    Scaled(ScalarId, usize),
    /// The elements of boxes, at most so many.
    Boxed(usize),
    /// Pairs.
    Product(ClassId, ClassId),
    /// Every so many positions behind so many of a class that is no section.
    Section {
        /// The class.
        of: ClassId,
        /// The number of positions left out.
        less: usize,
        /// The distance between two.
        by: usize,
    },
    /// A new class of arrays that an external returns, and the most elements that they have.
    Fresh(ClassId, Option<usize>),
}

/// The lengths of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengths {
    /// Any length that is to be tested.
    Any,
    /// Always as long as those of another class, but where that is an error to
    /// be found.
    Like(ClassId),
    /// A table of this many.
    Table(usize),
}

/// An array.
#[derive(Clone, Debug)]
pub struct Array {
    /// The name in the source.
    pub name: String,
    /// Its elements.
    pub ty: Ty,
    /// Its length.
    pub class: ClassId,
    /// If it is a version of a parameter, the array that the parameter is.
    pub home: Option<ArrayId>,
    /// If its elements are different positions in arrays of a class.
    pub distinct: Option<ClassId>,
}

/// A scalar.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// The name in the source.
    pub name: String,
    /// Its type.
    pub prim: Prim,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The name that it binds, or the version that it writes in place.
    pub out: Out,
    /// The operator.
    pub op: Op,
    /// The style.
    pub style: Style,
}

/// The style in which a statement is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Inside the statement behind it, if that alone uses it.
    pub nested: bool,
    /// As a method of its first array.
    pub method: bool,
    /// With its type.
    pub ascribed: bool,
    /// With the types of a worker's parameters.
    pub annotated: bool,
    /// As a fold with a step, where the seed is neutral for the operator.
    pub stepped: bool,
    /// As a recurrence, where a scan has elements in their own prefixes.
    pub recurrent: bool,
}

/// The binding of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// One name.
    One(Bound),
    /// The parts of a tuple.
    Parts(Vec<Bound>),
}

/// A name, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// An array.
    Array(ArrayId),
    /// A scalar.
    Scalar(ScalarId),
    /// `_`
    Ignored,
}

impl Out {
    /// All that it binds.
    #[must_use]
    pub fn bounds(&self) -> &[Bound] {
        match self {
            Out::One(bound) => std::slice::from_ref(bound),
            Out::Parts(bounds) => bounds,
        }
    }

    /// The arrays among it.
    pub fn arrays(&self) -> impl Iterator<Item = ArrayId> {
        self.bounds().iter().filter_map(|bound| match bound {
            Bound::Array(id) => Some(*id),
            _ => None,
        })
    }

    /// The scalars among it.
    pub fn scalars(&self) -> impl Iterator<Item = ScalarId> {
        self.bounds().iter().filter_map(|bound| match bound {
            Bound::Scalar(id) => Some(*id),
            _ => None,
        })
    }
}

impl Program {
    /// Returns true if it runs in strict order, since an operator is not associative.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.stmts.iter().any(|stmt| match &stmt.op {
            Op::Fold { operator, .. }
            | Op::Scan { operator, .. }
            | Op::Segments { operator, .. }
            | Op::ReduceByIndex { operator, .. } => !operator.is_associative(),
            _ => false,
        })
    }
}

/// A part of the result.
#[derive(Clone, Debug, PartialEq)]
pub enum Returned {
    /// An array.
    Array(ArrayId),
    /// A scalar expression.
    Scalar(Expr),
}

/// The arrays and scalars that a statement or a result uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Arrays, in array position, by index and by length.
    pub arrays: Vec<ArrayId>,
    /// Scalars.
    pub scalars: Vec<ScalarId>,
}

impl Uses {
    fn add(&mut self, expr: &Expr) {
        expr.visit(&mut |expr| match expr {
            Expr::Scalar(id, _) => self.scalars.push(*id),
            Expr::Index(id, _, _) | Expr::Len(id) => self.arrays.push(*id),
            _ => {}
        });
    }

    /// The arrays and scalars that a statement uses.
    #[must_use]
    pub fn of(op: &Op) -> Uses {
        let mut uses = Uses {
            arrays: op.arrays(),
            scalars: Vec::new(),
        };
        for expr in op.exprs() {
            uses.add(expr);
        }
        if let Op::Generate { count, .. } | Op::Range { count, .. } = op
            && let Count::Scalar(id) | Count::Scaled(id, _) = count
        {
            uses.scalars.push(*id);
        }
        uses
    }

    /// The arrays and scalars that a part of the result uses.
    #[must_use]
    pub fn of_result(result: &Returned) -> Uses {
        let mut uses = Uses::default();
        match result {
            Returned::Array(array) => uses.arrays.push(*array),
            Returned::Scalar(expr) => uses.add(expr),
        }
        uses
    }
}

/// The length of inputs that several threads share.
pub const LONGEST: usize = 140_003;

impl Program {
    /// The array in whose memory one lies: itself, unless it is another name of one, or one of
    /// another size.
    #[must_use]
    pub fn lies_in(&self, array: ArrayId) -> ArrayId {
        let made = |stmt: &&Stmt| stmt.out.arrays().any(|id| id == array);
        match self.stmts.iter().find(made).map(|stmt| &stmt.op) {
            Some(Op::Conform { arg, .. } | Op::Alias(arg)) if self.arrays[array].home.is_none() => {
                self.lies_in(*arg)
            }
            _ => array,
        }
    }

    /// The most elements that arrays of a class ever have.
    #[must_use]
    pub fn longest(&self, class: ClassId) -> usize {
        match &self.classes[class] {
            Class::Input(Lengths::Any) => match self.small {
                true => 64,
                false => LONGEST,
            },
            Class::Input(Lengths::Like(class)) => self.longest(*class),
            Class::Input(Lengths::Table(len)) => *len,
            Class::Filtered(of, most) | Class::Fresh(of, most) => {
                self.longest(*of).min(most.unwrap_or(usize::MAX))
            }
            Class::Section { of, less, by } => {
                self.longest(*of).saturating_sub(*less).div_ceil(*by)
            }
            Class::Literal(len) | Class::Boxed(len) => *len,
            Class::Named(_) => 64,
            Class::Scaled(_, times) => 64 * times,
            Class::Product(left, right) => self.longest(*left).saturating_mul(self.longest(*right)),
        }
    }

    /// The array that a parameter is, if it is one.
    #[must_use]
    pub fn param_of(&self, array: ArrayId) -> Option<&Param> {
        self.params
            .iter()
            .find(|param| matches!(param, Param::Array(id, _) | Param::Mut(id, _) if *id == array))
    }
}
