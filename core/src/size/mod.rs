//! Size inference (Robinson, section 3).
//!
//! [`constraints`] says what each binding asks of the sizes around it,
//! [`solve`] unifies, [`scheme`] generalises. Sizes are compared structurally:
//! two arrays have one size if and only if their [`Size`]s are equal.

pub mod constraints;
pub mod scheme;
pub mod solve;

use crate::diagnostic::Diagnostics;
use crate::ir::{Arena, ArrayId, BindingId, Count, Op, Program};

crate::ir::ids! {
    /// A size variable.
    SizeVar = "k";
}

/// A size: a variable or the product of two sizes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// A variable.
    Var(SizeVar),
    /// The size of a `cross`.
    Product(Box<Size>, Box<Size>),
}

/// The meaning of a size variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
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
    vars: Arena<SizeVar, Kind>,
    of: Vec<Size>,
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
            Size::Product(left, right) => [left.vars(), right.vars()].concat(),
        }
    }
}

impl Sizes {
    /// The size of an array.
    pub fn of(&self, array: ArrayId) -> &Size {
        use crate::ir::Id;
        &self.of[array.index()]
    }

    /// The meaning of a variable.
    pub fn kind(&self, var: SizeVar) -> &Kind {
        &self.vars[var]
    }

    /// An input of just this size.
    pub fn input(&self, program: &Program, size: &Size) -> Option<ArrayId> {
        let mut inputs = program.inputs().map(|(input, _)| input);
        inputs.find(|input| self.of(*input) == size)
    }

    /// The iteration size of a binding (section 3.5): how often the loop that
    /// computes it runs. `None` where there is no loop. For a `cross` this is
    /// the size of its product.
    pub fn iteration(&self, program: &Program, binding: BindingId) -> Option<Size> {
        let binding = &program.bindings[binding];
        match &binding.op {
            Op::Cross { left, right } => Some(Size::Product(
                Box::new(self.of(*left).clone()),
                Box::new(self.of(*right).clone()),
            )),
            op if op.in_loop() => {
                let streamed = op.streamed().first().copied();
                // One that walks over nothing and keeps nothing of what it makes has no loop.
                let array = streamed.or_else(|| binding.arrays().next())?;
                Some(self.of(array).clone())
            }
            _ => None,
        }
    }
}
