//! Reductions, prefixes, recurrences and programs over lanes, along an axis of arrays that have several.

use super::{ArrayId, Class, ClassId, Operator, Program, Side, Worker};
use crate::expr::Expr;

/// Work along an axis of arrays, or through parts of a sequence.
#[derive(Clone, Debug)]
pub struct Along {
    /// The way in which it does.
    pub form: Form,
    /// The axis that it goes along: 0 or 1, or 2 of three.
    pub axis: usize,
    /// The arrays, of which the first has the axis.
    pub args: Vec<ArrayId>,
    /// The terms, of an element of each.
    pub worker: Worker,
    /// The start of the terms, or what lies outside.
    pub seed: Expr,
    /// The operator of the terms.
    pub operator: Operator,
    /// The last expression, of the reduced terms (`whole`) and of an element of each array, or a
    /// condition that an element of each fulfils.
    pub then: Option<Expr>,
}

/// The ways in which something goes along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `generate(|row| fold(…, |column| …))`
    Fold,
    /// `generate(|row, column| fold(…, ..=column, |along| …))`
    Prefix {
        /// Set if an element is no part of its own prefix.
        exclusive: bool,
        /// Set if it goes from the end.
        suffix: bool,
    },
    /// `recurrence(outside, |made, row, column| …)`
    Recurrence {
        /// Set if it goes from the end.
        backwards: bool,
        /// Set if it reads the element before the last one, too; down the columns of an array, one
        /// beside it.
        twice: bool,
    },
    /// `map(|lane| fold(…, lane), rows(a))`
    LaneFold,
    /// `map(|lane| scan(…, lane), rows(a))`
    LaneScan {
        /// Set if an element is no part of its own prefix.
        exclusive: bool,
    },
    /// A reduction of each lane, and a map of its elements with that.
    LaneCentre,
    /// A reduction of some elements of each lane, and their number.
    LaneFilter,
    /// Each lane from its end.
    LaneReverse,
    /// Each element with those beside it.
    LaneAround,
    /// `map(|lane| recurrence(…, lane), rows(a))`
    LaneRecurrence,
    /// `generate(|row, column| sum(|along| a[[row, along]] * b[[along, column]]))`, or with a
    /// third factor.
    Product,
    /// A reduction of each axis of `generate(|row, column, layer| …)`.
    Cube {
        /// Set if it is written with `lanes`.
        lanes: bool,
    },
    /// `map(|lane| fold(…, lane), rows(windows(k, xs)))`
    Windows(usize),
    /// `map(|lane| fold(…, lane), rows(chunks(k, xs)))`
    Chunks(usize),
}

impl Along {
    /// The expressions in it.
    #[must_use]
    pub fn exprs(&self) -> Vec<&Expr> {
        let mut all = vec![&self.seed];
        if let Worker::Closure { body, .. } = &self.worker {
            all.extend(body);
        }
        all.extend(&self.then);
        all
    }

    /// The expressions in it, to be changed.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        let mut all = vec![&mut self.seed];
        if let Worker::Closure { body, .. } = &mut self.worker {
            all.extend(body);
        }
        all.extend(&mut self.then);
        all
    }

    /// Returns true if what it makes has two axes, where its first array has or has not.
    #[must_use]
    pub fn makes_axes(&self, has_axes: bool) -> bool {
        match self.form {
            Form::Fold | Form::LaneFold | Form::LaneFilter => false,
            Form::Windows(_) | Form::Chunks(_) => false,
            Form::Recurrence { .. } => has_axes,
            _ => true,
        }
    }

    /// The coordinates of what it makes along each of its axes.
    #[must_use]
    pub fn sides(&self, program: &Program) -> Option<Vec<Side>> {
        let own = program.sides(self.args[0])?;
        match self.form {
            Form::Fold | Form::LaneFold | Form::LaneFilter => Some(vec![own[1 - self.axis]]),
            Form::Windows(_) | Form::Chunks(_) => None,
            Form::Product => {
                let other = program.sides(self.args[1])?;
                Some(vec![own[0], *other.get(1)?])
            }
            Form::Cube { .. } => {
                let other = program.sides(self.args[1])?;
                let mut all = vec![own[0], own[1], other[0]];
                all.remove(self.axis);
                Some(all)
            }
            _ => Some(own),
        }
    }
}

impl Program {
    /// The classes of the axes of an array that has two, as they are with what they leave out.
    #[must_use]
    pub fn classes_of_axes(&self, array: ArrayId) -> Option<[ClassId; 2]> {
        match self.classes[self.arrays[array].class] {
            Class::Product(left, right) => Some([left, right]),
            _ => None,
        }
    }
}
