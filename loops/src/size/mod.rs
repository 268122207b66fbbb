//! Size inference (Robinson, section 3).
//!
//! [`constraints`] states the demands of each binding on the sizes around it,
//! [`solve`] unifies, [`scheme`] generalises. An array has a [`Shape`], a [`Size`] for each of its
//! axes. Both are compared structurally: two arrays have as many elements as each other if and only
//! if the counts of their shapes are equal.

pub mod constraints;
pub mod scheme;
pub mod solve;

use crate::diagnostic::Diagnostics;
use crate::ir::{Arena, ArrayId, BindingId, Count, Op, Program, ScalarId};
use crate::ordered::{ToList, flat};

crate::ir::ids! {
    /// A size variable.
    SizeVar = "k";
}

/// A size: a number of positions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// A variable.
    Var(SizeVar),
    /// The number of elements of an array of this shape, which has several axes.
    Product(Shape),
    /// The number of positions that a read finds inside an array of another size: every `by`th
    /// one behind the first `less`. It is not a section of a section.
    Section {
        /// The size of the array.
        of: Box<Size>,
        /// The number of positions that are left out.
        less: usize,
        /// The distance between two that are read.
        by: usize,
    },
}

/// A shape: the sizes of an array's axes, the outermost first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape(Vec<Size>);

/// The meaning of a size variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizeKind {
    /// It may be unified with any size; what is left of these after solving is
    /// the length of inputs, quantified universally.
    Unification,
    /// The size of this output of this binding, known only when it has run,
    /// unlike any other; quantified existentially.
    Rigid(BindingId, usize),
    /// A size named by a literal or a scalar.
    Named(Count),
}

/// The solved sizes of a program.
#[derive(Clone, Debug)]
pub struct Sizes {
    vars: Arena<SizeVar, SizeKind>,
    of: Vec<Shape>,
}

/// Infers the sizes of a program.
///
/// # Errors
/// One diagnostic for each binding whose arguments need not agree in size.
pub fn infer(program: &Program) -> Result<Sizes, Diagnostics> {
    solve::solve(program, constraints::generate(program))
}

impl Size {
    /// The variables in it, from left to right.
    pub fn vars(&self) -> Vec<SizeVar> {
        match self {
            Size::Var(var) => vec![*var],
            Size::Product(shape) => flat(shape.axes().iter().map(Size::vars)),
            Size::Section { of, .. } => of.vars(),
        }
    }

    /// Every `by`th position of this size behind the first `less`.
    pub fn section(self, less: usize, by: usize) -> Size {
        match self {
            whole if less == 0 && by == 1 => whole,
            // ⌈(⌈(n - a) / k⌉ - b) / m⌉ = ⌈(n - (a + b k)) / (k m)⌉
            Size::Section {
                of,
                less: before,
                by: every,
            } => Size::Section {
                of,
                less: before.saturating_add(less.saturating_mul(every)),
                by: every.saturating_mul(by),
            },
            of => Size::Section {
                of: Box::new(of),
                less,
                by,
            },
        }
    }

    /// The size that this one is a section of, the positions left out and the distance between two.
    fn as_section(&self) -> (&Size, usize, usize) {
        match self {
            Size::Section { of, less, by } => (of, *less, *by),
            whole => (whole, 0, 1),
        }
    }
}

impl From<Size> for Shape {
    /// The shape of an array with one axis.
    fn from(size: Size) -> Shape {
        Shape(vec![size])
    }
}

impl FromIterator<Size> for Shape {
    fn from_iter<I: IntoIterator<Item = Size>>(axes: I) -> Shape {
        Shape(axes.into_iter().list())
    }
}

impl Shape {
    /// The sizes of the axes.
    pub fn axes(&self) -> &[Size] {
        &self.0
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.0.len()
    }

    /// The number of elements: the size of the array when it is flattened, a sequence in row-major
    /// order.
    pub fn count(&self) -> Size {
        match &self.0[..] {
            [size] => size.clone(),
            _ => Size::Product(self.clone()),
        }
    }
}

impl Sizes {
    /// The shape of an array.
    pub fn of(&self, array: ArrayId) -> &Shape {
        use crate::ir::Id;
        &self.of[array.index()]
    }

    /// The number of elements of an array.
    pub fn count(&self, array: ArrayId) -> Size {
        self.of(array).count()
    }

    /// The size of an axis of an array, or the number of its elements.
    pub fn along(&self, array: ArrayId, axis: Option<usize>) -> Size {
        match axis {
            Some(axis) => self.of(array).axes()[axis].clone(),
            None => self.count(array),
        }
    }

    /// The meaning of a variable.
    pub fn kind(&self, var: SizeVar) -> &SizeKind {
        &self.vars[var]
    }

    /// Returns true if a scalar names the size of an array, or of an axis.
    pub fn are_named(&self, scalar: ScalarId) -> bool {
        let name = SizeKind::Named(Count::Scalar(scalar));
        let mut vars = self.of.iter().flat_map(|shape| shape.count().vars());
        vars.any(|var| self.vars[var] == name)
    }

    /// An input of just this size.
    pub fn input(&self, program: &Program, size: &Size) -> Option<ArrayId> {
        let mut inputs = program.inputs().map(|(input, _)| input);
        inputs.find(|input| self.count(*input) == *size)
    }

    /// The iteration size of a binding (section 3.5): how often the loop that
    /// computes it runs. `None` where there is no loop. For a `cross` this is
    /// the size of its product.
    pub fn iteration(&self, program: &Program, binding: BindingId) -> Option<Size> {
        let binding = &program.bindings[binding];
        match &binding.op {
            Op::Cross { left, right } => Some(self.crossed(*left, *right).count()),
            op if op.in_loop() => {
                let streamed = op.streamed().first().copied();
                // One that walks over nothing and keeps nothing of what it makes has no loop.
                let array = streamed.or_else(|| binding.arrays().next())?;
                Some(self.count(array))
            }
            _ => None,
        }
    }

    /// The shape of the pairs of two arrays.
    fn crossed(&self, left: ArrayId, right: ArrayId) -> Shape {
        [left, right]
            .map(|side| self.count(side))
            .into_iter()
            .collect()
    }
}
