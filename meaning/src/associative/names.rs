//! Values for the names in an operator that only a run would give it.

use super::candidates::candidates;
use super::facts::{Facts, indexed_as};
use super::shape::Shape;
use super::{operand, sample};
use crate::interp::{Array, Literal, Value, Workers};
use crate::ir::{Host, Program};
use crate::ordered::ToList;

/// The names in an operator.
pub(super) struct Names {
    /// Each with the facts that are known of it.
    scalars: Vec<(String, Shape)>,
    /// The arrays that it indexes, likewise.
    arrays: Vec<(String, Shape)>,
}

/// The possible values of a name of which nothing is known.
#[derive(Clone, Copy, Debug)]
enum NumberKind {
    Float,
    Integer,
    Bool,
}

const KINDS: [NumberKind; 3] = [NumberKind::Float, NumberKind::Integer, NumberKind::Bool];

/// The number of values that each name is given. They are neither 0 nor 1: with these an operator
/// may be associative that is so with no other number.
const CHOICES: usize = 3;

impl Names {
    /// The names in an operator.
    pub(super) fn of(
        program: &Program,
        facts: &Facts,
        workers: &Workers<'_>,
        operator: &Host,
    ) -> Names {
        let named = operator.scalars.iter();
        let mut scalars: Vec<(String, Shape)> = named
            .filter_map(|id| {
                Some((
                    program.scalars.get(*id)?.name.to_string(),
                    facts.scalar(*id),
                ))
            })
            .list();
        let arrays: Vec<(String, Shape)> = operator
            .arrays
            .iter()
            .filter_map(|id| Some((indexed_as(program, *id)?, facts.array(*id))))
            .list();
        let known = |name: &str| {
            let bound = scalars
                .iter()
                .chain(&arrays)
                .any(|(known, _)| known == name);
            bound || workers.constant(name).is_some()
        };
        let outside = operand::free(&operator.expr, &known);
        scalars.extend(outside.into_iter().map(|name| (name, Shape::Unknown)));
        Names { scalars, arrays }
    }

    /// Returns the values that they may stand for. Names of types of which no value can be made are
    /// left out: an operator that needs one cannot be evaluated.
    pub(super) fn choices(&self) -> Vec<Vec<(String, Value)>> {
        if self.scalars.is_empty() && self.arrays.is_empty() {
            return vec![Vec::new()];
        }
        let unknown = |(_, shape): &&(String, Shape)| *shape == Shape::Unknown;
        let mut open = self.scalars.iter().chain(&self.arrays).filter(unknown);
        let kinds: Vec<[NumberKind; 2]> = match (open.next(), open.next()) {
            (None, _) => vec![[NumberKind::Float; 2]],
            (Some(_), None) => KINDS.iter().map(|kind| [*kind; 2]).list(),
            _ => KINDS
                .iter()
                .flat_map(|first| KINDS.iter().map(|other| [*first, *other]))
                .list(),
        };
        let mut all = Vec::new();
        for [first, others] in kinds {
            for choice in 0..CHOICES {
                let mut kinds = std::iter::once(first).chain(std::iter::repeat(others));
                let mut kind = || kinds.next().unwrap_or(others);
                let mut names = Vec::new();
                for (index, (name, shape)) in self.scalars.iter().enumerate() {
                    let value = match shape {
                        Shape::Unknown => Some(literal(kind(), index + choice)),
                        known => candidates(known)
                            .first()
                            .and_then(|known| sample::chosen(known, index + choice)),
                    };
                    names.extend(value.map(|value| (name.clone(), value)));
                }
                for (name, shape) in &self.arrays {
                    let table = match shape {
                        Shape::Unknown => {
                            let kind = kind();
                            let items = (0..16).map(|item| literal(kind, item + choice)).list();
                            Array::new(items).ok().map(Value::Array)
                        }
                        known => candidates(known).first().and_then(sample::table),
                    };
                    names.extend(table.map(|table| (name.clone(), table)));
                }
                all.push(names);
            }
        }
        all
    }
}

/// A number that has any type of its kind.
fn literal(kind: NumberKind, choice: usize) -> Value {
    const INTEGERS: [i128; 5] = [7, 2, 11, 5, 3];
    const FLOATS: [f32; 5] = [0.5, 3.0, 0.25, 1.5, 2.0];
    match kind {
        NumberKind::Bool => Value::Bool(choice.is_multiple_of(2)),
        NumberKind::Integer => Value::Literal(Literal::Int {
            value: INTEGERS[choice % INTEGERS.len()],
            bits: false,
        }),
        NumberKind::Float => {
            let single = FLOATS[choice % FLOATS.len()];
            Value::Literal(Literal::Float {
                double: single.into(),
                single,
            })
        }
    }
}
