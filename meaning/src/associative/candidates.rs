//! The types that operands may have where the program does not say.

use super::shape::Shape;
use crate::interp::Prim;
use crate::ordered::ToList;

/// The types of an integer literal, the likeliest first.
const INTEGERS: &[Prim] = &[
    Prim::I64,
    Prim::Usize,
    Prim::I32,
    Prim::U32,
    Prim::U64,
    Prim::U8,
    Prim::I16,
    Prim::U16,
    Prim::I8,
    Prim::Isize,
    Prim::I128,
    Prim::U128,
];

/// The types of a float literal.
const FLOATS: &[Prim] = &[Prim::F64, Prim::F32];

/// The types of values of which nothing is known.
const ANY: &[Prim] = &[
    Prim::F64,
    Prim::I64,
    Prim::Usize,
    Prim::I32,
    Prim::U32,
    Prim::U64,
    Prim::F32,
    Prim::U8,
    Prim::Bool,
];

/// The types that are tried if there are several such parts.
const SOME: &[Prim] = &[Prim::F64, Prim::I64, Prim::Usize, Prim::Bool];

/// The most parts of unknown type whose types are chosen independently.
const INDEPENDENT: usize = 3;

/// All shapes without an unknown part that a shape may stand for. All integer
/// literals get one type, and so do all floats.
pub(super) fn candidates(shape: &Shape) -> Vec<Shape> {
    let (mut integers, mut floats, mut unknown) = (false, false, 0);
    shape.fill(&mut |open| {
        match open {
            Shape::Integer => integers = true,
            Shape::Float => floats = true,
            _ => unknown += 1,
        }
        open.clone()
    });
    let integers = if integers { INTEGERS } else { &INTEGERS[..1] };
    let floats = if floats { FLOATS } else { &FLOATS[..1] };
    let mut all = Vec::new();
    for choice in choices(unknown) {
        for float in floats {
            for integer in integers {
                let mut choice = choice.iter();
                all.push(shape.fill(&mut |open| {
                    match open {
                        Shape::Integer => Shape::Prim(*integer),
                        Shape::Float => Shape::Prim(*float),
                        _ => choice
                            .next()
                            .map_or(Shape::Opaque, |prim| Shape::Prim(*prim)),
                    }
                }));
            }
        }
    }
    all
}

/// The types of so many parts.
fn choices(count: usize) -> Vec<Vec<Prim>> {
    match count {
        0 => vec![Vec::new()],
        1 => ANY.iter().map(|prim| vec![*prim]).list(),
        2..=INDEPENDENT => {
            let mut all = vec![Vec::new()];
            for _ in 0..count {
                let longer = |choice: &Vec<Prim>| {
                    let choice = choice.clone();
                    SOME.iter()
                        .map(move |prim| [&choice[..], &[*prim]].concat())
                };
                all = all.iter().flat_map(longer).list();
            }
            all
        }
        more => SOME.iter().map(|prim| vec![*prim; more]).list(),
    }
}
