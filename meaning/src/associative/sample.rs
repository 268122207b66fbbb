//! The values on which operators are tried.
//!
//! They are small, and floats lie on a binary grid: sums and products of a few of
//! them are exact, so that no difference comes from rounding. The first ones
//! are those that read best in a message, the others are pseudo-random with a fixed
//! seed: the same program is judged alike by every compiler.

use super::shape::Shape;
use crate::interp::{Array, Prim, Value};
use crate::ordered::{ToList, every};

/// The values that an operator is tried on.
///
/// Many operators are associative not on all values of their type but on all that have a meaning:
/// sums modulo a number on those that are not negative, unions of intervals on those that start
/// before they end. An operator is refuted if it fails on every domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// Numbers of either sign, and zero.
    Mixed,
    /// Positive numbers.
    Positive,
    /// Floats between zero and one; other numbers are positive.
    Unit,
    /// The components of one type ascend: bounds, sorted arrays.
    Ascending,
    /// They descend.
    Descending,
    /// They are equal, as of an element that has just been put into a tuple.
    Equal,
}

impl Domain {
    /// The domains that an operator may be meant for which fails on [`Domain::Mixed`].
    pub(super) const RESTRICTED: [Domain; 5] = [
        Domain::Positive,
        Domain::Unit,
        Domain::Ascending,
        Domain::Descending,
        Domain::Equal,
    ];

    /// Returns true if it differs from the others for elements of these parts.
    pub(super) fn applies(self, leaves: &[Prim]) -> bool {
        match self {
            Domain::Mixed | Domain::Positive => true,
            Domain::Unit => leaves.iter().any(|prim| prim.is_float()),
            Domain::Ascending | Domain::Descending | Domain::Equal => leaves.len() > 1,
        }
    }
}

/// The number of elements that are tried: each three neighbours are combined.
const ELEMENTS: usize = 18;

/// The elements of a domain; `None` where no value of this shape can be made.
pub(super) fn elements(shape: &Shape, domain: Domain) -> Option<Vec<Value>> {
    let leaves = shape.leaves()?;
    if leaves.is_empty() {
        return None;
    }
    let count = leaves.len();
    (0..ELEMENTS)
        .map(|element| {
            let mut numbers: Vec<f64> = leaves
                .iter()
                .enumerate()
                .map(|(leaf, prim)| match (prim, domain) {
                    (_, Domain::Equal) => number(*prim, domain, element),
                    (Prim::Bool, _) => number(*prim, domain, element + 3 * leaf),
                    _ => number(*prim, domain, element * count + leaf),
                })
                .list();
            match domain {
                Domain::Ascending => arrange(&leaves, &mut numbers, |a, b| a.total_cmp(&b)),
                Domain::Descending => arrange(&leaves, &mut numbers, |a, b| b.total_cmp(&a)),
                _ => {}
            }
            let mut values = leaves.iter().zip(numbers).map(|(prim, x)| value(*prim, x));
            build(shape, &mut values)
        })
        .collect()
}

/// A value for a name that an operator uses and of which only the shape is known.
pub(super) fn chosen(shape: &Shape, choice: usize) -> Option<Value> {
    const INTEGERS: [f64; 4] = [7.0, 2.0, 11.0, 5.0];
    const FLOATS: [f64; 4] = [0.5, 3.0, 0.25, 1.5];
    let leaves = shape.leaves()?;
    let mut values = leaves.iter().enumerate().map(|(leaf, prim)| {
        let position = (leaf + choice) % INTEGERS.len();
        let x = if prim.is_float() { FLOATS } else { INTEGERS }[position];
        value(*prim, x)
    });
    build(shape, &mut values)
}

/// The elements of an array that an operator indexes.
pub(super) fn table(shape: &Shape) -> Option<Value> {
    let items = elements(shape, Domain::Mixed)?;
    Array::new(items).ok().map(Value::Array)
}

/// Brings the numbers of each type into an order.
fn arrange(leaves: &[Prim], numbers: &mut [f64], order: fn(f64, f64) -> std::cmp::Ordering) {
    for prim in Prim::ALL {
        let places: Vec<usize> = (0..leaves.len()).filter(|at| leaves[*at] == prim).list();
        let mut sorted: Vec<f64> = places.iter().map(|at| numbers[*at]).list();
        sorted.sort_by(|a, b| order(*a, *b));
        for (at, x) in places.into_iter().zip(sorted) {
            numbers[at] = x;
        }
    }
}

/// The number at a position of the sequence of a domain, as a float, which is exact.
fn number(prim: Prim, domain: Domain, position: usize) -> f64 {
    const SIGNED: [f64; 8] = [1.0, 2.0, 3.0, -5.0, 2.0, 0.0, -7.0, 4.0];
    const UNSIGNED: [f64; 8] = [7.0, 3.0, 2.0, 12.0, 5.0, 1.0, 0.0, 9.0];
    const POSITIVE: [f64; 8] = [1.0, 2.0, 3.0, 5.0, 4.0, 7.0, 2.0, 6.0];
    const UNIT: [f64; 8] = [0.5, 0.25, 0.75, 0.125, 1.0, 0.375, 0.875, 0.5];
    /// Every three neighbours are different.
    const BITS: [f64; 8] = [0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0];
    let random = random(position);
    let halves = |x: f64| if prim.is_float() { x / 2.0 } else { x };
    let (chosen, other) = match (prim, domain) {
        (Prim::Bool, _) => return BITS[position % BITS.len()],
        (Prim::Char, _) => return (random % 26) as f64,
        (prim, Domain::Unit) if prim.is_float() => (UNIT, (1 + random % 16) as f64 / 16.0),
        (prim, Domain::Mixed | Domain::Equal) if is_signed(prim) => {
            (SIGNED, halves((random % 17) as f64 - 8.0))
        }
        // Few enough that several are zero: a count that begins anew there fails nowhere else.
        (_, Domain::Mixed | Domain::Equal) => (UNSIGNED, (random % 8) as f64),
        _ => (POSITIVE, halves((1 + random % 9) as f64)),
    };
    chosen.get(position).copied().unwrap_or(other)
}

fn is_signed(prim: Prim) -> bool {
    use Prim::{F32, F64, I8, I16, I32, I64, I128, Isize};
    matches!(prim, I8 | I16 | I32 | I64 | I128 | Isize | F32 | F64)
}

/// The step of Steele, Lea and Flood's SplitMix64.
fn random(position: usize) -> u64 {
    let mut x = (position as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x ^ (x >> 31)) >> 8
}

/// A number as a value of a type.
fn value(prim: Prim, x: f64) -> Value {
    let integer = x as i64;
    match prim {
        Prim::I8 => Value::I8(integer as i8),
        Prim::I16 => Value::I16(integer as i16),
        Prim::I32 => Value::I32(integer as i32),
        Prim::I64 => Value::I64(integer),
        Prim::I128 => Value::I128(integer.into()),
        Prim::Isize => Value::Isize(integer as isize),
        Prim::U8 => Value::U8(integer as u8),
        Prim::U16 => Value::U16(integer as u16),
        Prim::U32 => Value::U32(integer as u32),
        Prim::U64 => Value::U64(integer as u64),
        Prim::U128 => Value::U128(integer as u128),
        Prim::Usize => Value::Usize(integer as usize),
        Prim::F32 => Value::F32(x as f32),
        Prim::F64 => Value::F64(x),
        Prim::Bool => Value::Bool(x != 0.0),
        Prim::Char => Value::Char(char::from(b'a' + integer as u8)),
    }
}

/// A value of a shape from its parts.
fn build(shape: &Shape, leaves: &mut dyn Iterator<Item = Value>) -> Option<Value> {
    match shape {
        Shape::Prim(_) => leaves.next(),
        Shape::Tuple(items) => {
            let items = every(items.iter().map(|item| build(item, leaves)));
            Some(Value::Tuple(items?))
        }
        Shape::Array(item, Some(length)) => {
            let items = every((0..*length).map(|_| build(item, leaves)));
            Array::new(items?).ok().map(Value::Array)
        }
        Shape::Struct(name, fields) => {
            let fields = every(
                fields
                    .iter()
                    .map(|(field, shape)| Some((field.clone(), build(shape, leaves)?))),
            );
            Some(Value::Struct {
                name: name.clone(),
                fields: fields?,
            })
        }
        _ => None,
    }
}
