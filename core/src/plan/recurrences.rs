//! Recurrences: whether their steps wait for each other, and why.

use crate::compile::Compiled;
use crate::nest::{Law, Loop, Scan, Step};
use crate::schedule::Form;

/// A recurrence, and the remarks on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The names that it binds.
    pub name: String,
    /// The way in which its steps are taken, and the reason.
    pub how: String,
}

/// The recurrences of a program, in order.
pub(super) fn of(compiled: &Compiled) -> Vec<Recurrence> {
    let mut found = Vec::new();
    for nested in compiled.nest.loops() {
        nested.body.visit(&mut |region| {
            for step in region.steps() {
                if let Step::Scan(scan) = step
                    && scan.is_recurrence()
                {
                    found.push(Recurrence {
                        name: scan.name.to_string(),
                        how: how(compiled, nested, scan),
                    });
                }
            }
        });
    }
    found
}

fn how(compiled: &Compiled, nested: &Loop, scan: &Scan) -> String {
    if compiled.strict() {
        return "from left to right: the program is `strict`".to_owned();
    }
    if scan.is_over_axes() {
        let schedule = &compiled.schedule.loops[&nested.number];
        let sub_loops = &schedule.sub_loops;
        let mut passes = sub_loops.iter().flat_map(|sub_loop| &sub_loop.passes);
        return if passes.any(|pass| pass.form == Form::Diagonals) {
            "along antidiagonals of panels of rows, blocks of rows some columns behind each other"
        } else if sub_loops.iter().any(|sub_loop| sub_loop.down.is_some()) {
            "from left to right in each row, blocks of rows some columns behind each other"
        } else {
            "from left to right, row by row: its elements follow from others along several axes"
        }
        .to_owned();
    }
    let step = &scan.operator;
    let Some(transition) = &scan.transition else {
        return match step.estimate.is_heavy() {
            true => {
                "from left to right: its step takes long; what does not need the state belongs into a `map` before it"
            }
            false => {
                "from left to right: its step is none of `a * y + b` in up to four components, `(y + a).max(b)` and `(y + a).min(b)`, where `a` and `b` are without the state"
            }
        }
        .to_owned();
    };
    let backend = compiled.backend();
    let on_a_device = backend.translates_to().is_some();
    if !backend.composes(&compiled.for_backends(), nested.number, scan.id) {
        return match on_a_device {
            true => "from left to right: one item of the device runs the loop",
            false => "from left to right: it runs in an inner loop",
        }
        .to_owned();
    }
    let by = if on_a_device {
        "tile by tile"
    } else {
        "block by block"
    };
    let which = match transition.law {
        Law::Linear => "`a * y + b`, where the states are floats",
        Law::Wrapping => "`a * y + b`, where the states are integers",
        Law::Greatest => "`(y + a).max(b)`, where the states are floats",
        Law::Least => "`(y + a).min(b)`, where the states are floats",
    };
    format!("{by}, by composed steps: it is {which}")
}
