//! The indices of a loop that nothing but totals needs.

use super::body::BodyPrinter;
use crate::nest::{ArrayId, Step};
use crate::ordered::{OrderedSet, ToList};
use crate::schedule::Pass;
use syn::{Expr, Pat};

impl BodyPrinter<'_> {
    /// The indices of the loop that nothing but totals needs in a pass: they are no sources of it.
    pub(super) fn idle_digits(&self, pass: &Pass) -> OrderedSet<usize> {
        let mut idle = OrderedSet::new();
        let is_plain = pass.region.inner().next().is_none()
            && self.sub_loop.nested.folds.is_empty()
            && self.sub_loop.temporaries.is_empty();
        if self.sub_loop.nested.axes.len() < 2 || !is_plain {
            return idle;
        }
        let mut wanted: Vec<ArrayId> = pass.written().iter().map(|write| write.array).list();
        let (mut generated, mut has_totals) = (Vec::new(), false);
        for step in pass.region.steps() {
            match step {
                Step::Map { args, .. } => {
                    let hoisted = self.with_totals(pass, step);
                    has_totals |= hoisted.is_some();
                    let closure = hoisted
                        .as_ref()
                        .map(|worker| crate::nest::bare(&worker.expr));
                    match closure {
                        Some(Expr::Closure(closure)) => {
                            let used = args.iter().zip(&closure.inputs);
                            let used = used.filter(|(_, input)| !matches!(input, Pat::Wild(_)));
                            wanted.extend(used.map(|(array, _)| *array));
                        }
                        _ => wanted.extend(args),
                    }
                }
                Step::Tuple { args, .. } => wanted.extend(args),
                Step::Generate {
                    digit: Some(digit),
                    into,
                    ..
                } => generated.push((*digit, into.names())),
                _ => return idle,
            }
        }
        let is_wanted = |arrays: &[ArrayId]| arrays.iter().any(|array| wanted.contains(array));
        for (digit, arrays) in &generated {
            let same = generated.iter().filter(|(other, _)| other == digit);
            if has_totals && !is_wanted(arrays) && same.count() == 1 {
                idle.insert(*digit);
            }
        }
        idle
    }
}
