//! Recurrences whose steps a device composes: the laws that hold for their states.

use super::super::policy;
use super::states::{Neutral, entered};
use crate::nest::{Law, Scan, WriteMode};
use crate::scalar::{Prim, Type, Types};
use crate::walk::{self, Node};
use syn::{BinOp, Expr};

/// A recurrence whose steps can be composed on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Composed {
    /// The laws of its operators.
    pub law: Law,
    /// The type of each component of its state.
    pub prim: Prim,
    /// The number of components of a tuple: none of a number.
    pub components: usize,
}

impl Composed {
    /// The recurrence that a scan is, if the laws hold for the type of its state. Integers wrap on
    /// a device, whichever operators the program names.
    pub(super) fn of(scan: &Scan, types: &Types) -> Option<Composed> {
        let transition = scan.transition.as_ref()?;
        let (prim, components) = numbers(entered(types, &scan.intake))?;
        let holds = match transition.law {
            Law::Linear if prim.is_int() => !divides(&transition.linear.body),
            Law::Linear => prim.is_float(),
            Law::Wrapping => prim.is_int(),
            Law::Greatest | Law::Least => prim.is_float() && components == 0,
        };
        holds.then_some(Composed {
            law: transition.law,
            prim,
            components,
        })
    }

    /// Returns true if a composition may say too little: numbers in it may be infinite where no
    /// state is.
    pub fn may_be_lost(&self) -> bool {
        self.prim.is_float()
    }

    /// The state that is zero under its law.
    pub fn zero(&self) -> Neutral {
        self.state(|_| match self.law {
            Law::Linear | Law::Wrapping => 0.0,
            Law::Greatest => f64::NEG_INFINITY,
            Law::Least => f64::INFINITY,
        })
    }

    /// The state of which one component is one under its law, and the others are zero.
    pub fn unit(&self, component: usize) -> Neutral {
        self.state(|index| match self.law {
            Law::Linear | Law::Wrapping => f64::from(u8::from(index == component)),
            Law::Greatest | Law::Least => 0.0,
        })
    }

    fn state(&self, component: impl Fn(usize) -> f64) -> Neutral {
        let number = |index: usize| match self.prim.is_float() {
            true => Neutral::Float(component(index)),
            false => Neutral::Int(i128::from(component(index) != 0.0)),
        };
        match self.components {
            0 => number(0),
            components => Neutral::Tuple((0..components).map(number).collect()),
        }
    }
}

/// The type of the components of a state of numbers, and how many of them a tuple has: none where
/// it is a number itself.
fn numbers(ty: &Type) -> Option<(Prim, usize)> {
    let Type::Tuple(items) = ty else {
        return Some((ty.prim()?, 0));
    };
    let prim = items.first()?.prim()?;
    let alike = items.iter().all(|item| item.prim() == Some(prim));
    (alike && items.len() <= policy::COMPONENTS_OF_A_STATE).then_some((prim, items.len()))
}

/// Returns true if there is a division, which is not linear on integers.
fn divides(expr: &Expr) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |node| {
        found |=
            matches!(&node, Node::Expr(Expr::Binary(binary)) if matches!(binary.op, BinOp::Div(_)));
        !found
    });
    found
}

/// Returns true if a loop that writes in this way can be done once more, as if it had not been done.
pub(super) fn is_repeatable(mode: WriteMode) -> bool {
    match mode {
        WriteMode::Fresh | WriteMode::Replace(_) | WriteMode::Part(_) | WriteMode::Compact => true,
        WriteMode::Fill(_)
        | WriteMode::InPlace(_)
        | WriteMode::Append
        | WriteMode::Scatter(_)
        | WriteMode::ScatterInPlace(_)
        | WriteMode::Reduce(_)
        | WriteMode::ReduceInPlace(_) => false,
    }
}
