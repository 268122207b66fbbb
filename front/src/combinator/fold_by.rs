//! `fold_by(keys, start, |a, b| …, xs)`: a fold of each run of equal neighbouring keys, with the
//! key of the run.

use super::next::NEXT_KEY;
use super::{Arity, Combinator, Computed, Length, Parameter, Use, Yields};

// An element that ends its run begins the next one: behind it there is the start. The keys are
// equal to the next ones within a run, so that a key that is not equal to itself is a run.
pub(super) const FOLD_BY: Combinator = Combinator {
    name: "fold_by",
    method: None,
    parameters: &[
        Parameter::Array(Use::Complete(NEXT_KEY)),
        Parameter::Scalar,
        Parameter::Worker(Arity::Fixed(2)),
        Parameter::Array(Use::InStep),
    ],
    usage: "fold_by(keys, start, |a, b| …, xs)",
    yields: Yields::Array {
        length: Length::Own,
        elements: None,
    },
    computed: Computed::As(
        "|keys, start, op, xs| {
            let len = len(keys);
            let following = next(keys);
            let last = map(
                |i, k, following| (i + 1 == len) | (k != following),
                generate(len, |i| i),
                keys,
                following
            );
            let before = scan_exclusive(
                (false, start),
                |(ended, a), (end, b)| (ended | end, if end { b } else { op(a, b) }),
                map(|_, x, last| (last, if last { start } else { x }), keys, xs, last)
            );
            let ends = filter(
                |(last, _, _, _)| last,
                map(|last, k, (_, a), x| (last, k, a, x), last, keys, before, xs)
            );
            map(|(_, k, a, x)| (k, op(a, x)), ends)
        }",
    ),
};
