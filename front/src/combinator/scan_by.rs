//! `scan_by(heads, start, |a, b| …, xs)`: the prefixes of a fold that begins anew where a flag is
//! set, with or without their own element.

use super::{Arity, Combinator, Computed, Length, Parameter, Use, Yields};

const PARAMETERS: &[Parameter] = &[
    Parameter::Array(Use::InStep),
    Parameter::Scalar,
    Parameter::Worker(Arity::Fixed(2)),
    Parameter::Array(Use::InStep),
];

const YIELDS: Yields = Yields::Array {
    length: Length::Like(0),
    elements: None,
};

// Of two neighbouring ranges of elements the right one's prefix begins anew if a flag is set in
// it. The start belongs to the first element of a segment; the type of both is found from
// `if head { start } else { x }`, since rustc calls no method of a literal.
pub(super) const SCAN_BY: Combinator = Combinator {
    name: "scan_by",
    method: None,
    parameters: PARAMETERS,
    usage: "scan_by(heads, start, |a, b| …, xs)",
    yields: YIELDS,
    computed: Computed::As(
        "|heads, start, op, xs| map(|(_, prefix)| prefix, scan(
            (false, start),
            |(begun, a), (head, b)| (begun | head, if head { b } else { op(a, b) }),
            map(
                |head, x| (head, if head { op(if head { start } else { x }, x) } else { x }),
                heads,
                xs
            )
        ))",
    ),
};

pub(super) const SCAN_EXCLUSIVE_BY: Combinator = Combinator {
    name: "scan_exclusive_by",
    method: None,
    parameters: PARAMETERS,
    usage: "scan_exclusive_by(heads, start, |a, b| …, xs)",
    yields: YIELDS,
    computed: Computed::As(
        "|heads, start, op, xs| map(
            |head, (_, before)| if head { start } else { before },
            heads,
            scan_exclusive(
                (false, start),
                |(begun, a), (head, b)| (begun | head, if head { b } else { op(a, b) }),
                map(
                    |head, x| (head, if head { op(if head { start } else { x }, x) } else { x }),
                    heads,
                    xs
                )
            )
        )",
    ),
};
