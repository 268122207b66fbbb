//! Constraint generation (Robinson, section 3.2).
//!
//! The size of a program variable stands on the left of an equation, a
//! unification, rigid or named variable (or a product) on the right.

use super::{Kind, Size, SizeVar};
use crate::ir::{Arena, ArrayId, BindingId, Count, Length, Program};

/// `left = right`, asked for by a binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The program variable.
    pub left: ArrayId,
    /// The size that it must have.
    pub right: Size,
    /// The binding that asks for it.
    pub by: BindingId,
}

/// The constraints of a program and the variables on their right.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    /// The variables.
    pub vars: Arena<SizeVar, Kind>,
    /// The equations, in program order.
    pub equations: Vec<Constraint>,
}

/// The constraints of all bindings.
pub fn generate(program: &Program) -> Constraints {
    let mut constraints = Constraints::default();
    for (id, _) in program.bindings.iter() {
        constraints.binding(program, id);
    }
    constraints
}

impl Constraints {
    fn fresh(&mut self, kind: Kind) -> Size {
        Size::Var(self.vars.push(kind))
    }

    fn unification(&mut self) -> Size {
        self.fresh(Kind::Unification)
    }

    /// The variable of a named size: the same for the same name.
    fn named(&mut self, count: &Count) -> Size {
        let known = self
            .vars
            .iter()
            .find(|(_, kind)| **kind == Kind::Named(count.clone()))
            .map(|(var, _)| Size::Var(var));
        known.unwrap_or_else(|| self.fresh(Kind::Named(count.clone())))
    }

    fn equal(&mut self, by: BindingId, left: ArrayId, right: &Size) {
        self.equations.push(Constraint {
            left,
            right: right.clone(),
            by,
        });
    }

    fn binding(&mut self, program: &Program, id: BindingId) {
        let binding = &program.bindings[id];
        let op = &binding.op;
        // What all the arrays that the binding makes have in common.
        let size = match op.length() {
            None => None,
            Some(Length::Like(_)) => {
                let like = op.like().expect("it has such an argument");
                // One loop has one length.
                let streamed = op.streamed();
                let in_step = (!streamed.is_empty()).then(|| self.unification());
                for (arg, k) in streamed.iter().zip(in_step.iter().cycle()) {
                    self.equal(id, *arg, k);
                }
                let shared = in_step.filter(|_| streamed.contains(&like));
                Some(shared.unwrap_or_else(|| {
                    let k = self.unification();
                    self.equal(id, like, &k);
                    k
                }))
            }
            Some(Length::Own) => Some(self.fresh(Kind::Rigid(id, 0))),
            Some(Length::Count) => Some(match op.count().expect("it has a number") {
                Count::Length(like) => {
                    let k = self.unification();
                    self.equal(id, *like, &k);
                    k
                }
                Count::Anonymous => self.fresh(Kind::Rigid(id, 0)),
                count @ (Count::Literal(_) | Count::Scalar(_)) => self.named(count),
            }),
            Some(Length::Product) => {
                let sides = op.args().into_iter().map(|arg| {
                    let k = self.unification();
                    self.equal(id, arg, &k);
                    Box::new(k)
                });
                let sides: Vec<Box<Size>> = sides.collect();
                let [left, right] = <[_; 2]>::try_from(sides).expect("a product has two sides");
                Some(Size::Product(left, right))
            }
        };
        for (index, array) in binding.arrays().enumerate() {
            match &size {
                Some(size) => self.equal(id, array, size),
                None => {
                    let rigid = self.fresh(Kind::Rigid(id, index));
                    self.equal(id, array, &rigid);
                }
            }
            if let Some(home) = program.arrays[array].home {
                let k = self.unification();
                self.equal(id, home, &k);
                self.equal(id, array, &k);
            }
        }
    }
}
