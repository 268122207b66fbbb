//! One operator on one list of values.

use crate::interp::{Fault, Type, Value, Worker};

/// The results of combining each three neighbours in both orders.
#[derive(Debug, Default)]
pub(super) struct Trial {
    /// The number of valid triples: nothing failed, overflowed or was no number.
    pub(super) valid: usize,
    /// The triples whose results differ.
    pub(super) failures: Vec<Failure>,
    /// True if the values are of a type that the operator does not take, or if it uses something
    /// that is not known.
    pub(super) impossible: bool,
}

/// Three values that an operator combines to different results.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// The values.
    pub(super) values: [Value; 3],
    /// `(a ∘ b) ∘ c`
    pub(super) left: Value,
    /// `a ∘ (b ∘ c)`
    pub(super) right: Value,
}

/// Fewer triples than this prove nothing.
const ENOUGH: usize = 3;

impl Trial {
    /// Returns true if there are enough valid triples.
    pub(super) fn is_telling(&self) -> bool {
        !self.impossible && self.valid >= ENOUGH
    }

    /// Returns true if the operator is not associative: a single failure among many triples may be
    /// a comparison that a rounding decided.
    pub(super) fn refutes(&self) -> bool {
        self.is_telling() && self.failures.len() > 1
    }

    /// Returns true if nothing was found against the operator.
    pub(super) fn holds(&self) -> bool {
        self.is_telling() && !self.refutes()
    }
}

/// The reason for which there is no value.
enum Missing {
    /// The operator fails on these, or leaves the numbers.
    Skipped,
    /// It does not take such values.
    Impossible,
    /// It took too long.
    Endless,
}

/// Combines each three neighbours of the values in both ways.
pub(super) fn trial(operator: &mut Worker<'_>, values: &[Value]) -> Trial {
    let mut trial = Trial::default();
    let Some(ty) = values.first().map(Value::ty) else {
        return trial;
    };
    let mut before = None;
    for triple in values.windows(3) {
        let [a, b, c] = triple else { continue };
        // The same pair was the right one of the triple before.
        let left = before
            .take()
            .unwrap_or_else(|| combine(operator, a, b, &ty));
        let right = combine(operator, b, c, &ty);
        let both = match (&left, &right) {
            (Ok(ab), Ok(bc)) => combine(operator, ab, c, &ty)
                .and_then(|left| Ok((left, combine(operator, a, bc, &ty)?))),
            (Err(Missing::Endless), _) | (_, Err(Missing::Endless)) => Err(Missing::Endless),
            (Err(Missing::Impossible), _) | (_, Err(Missing::Impossible)) => {
                Err(Missing::Impossible)
            }
            _ => Err(Missing::Skipped),
        };
        match both {
            Ok((first, second)) => {
                trial.valid += 1;
                let mut scale = 0.0;
                let seen = [a, b, c, &first, &second].into_iter();
                for value in seen.chain(left.iter()).chain(right.iter()) {
                    magnitude(value, &mut scale);
                }
                if differ(&first, &second, scale) {
                    trial.failures.push(Failure {
                        values: [a.clone(), b.clone(), c.clone()],
                        left: first,
                        right: second,
                    });
                }
            }
            Err(Missing::Skipped) => {}
            Err(Missing::Impossible) => {
                trial.impossible = true;
                return trial;
            }
            Err(Missing::Endless) => return trial,
        }
        before = Some(right);
    }
    trial
}

/// Returns true if the operator gives the same for both orders of all valid neighbours.
pub(super) fn commutes(operator: &mut Worker<'_>, values: &[Value]) -> bool {
    let Some(ty) = values.first().map(Value::ty) else {
        return true;
    };
    values.windows(2).all(|pair| {
        let [a, b] = pair else { return true };
        let (one, other) = (combine(operator, a, b, &ty), combine(operator, b, a, &ty));
        let (Ok(one), Ok(other)) = (one, other) else {
            return true;
        };
        let mut scale = 0.0;
        for value in [a, b, &one, &other] {
            magnitude(value, &mut scale);
        }
        !differ(&one, &other, scale)
    })
}

/// Returns true if the operator is the sum for all neighbours, which are numbers.
pub(super) fn is_sum(operator: &mut Worker<'_>, values: &[Value]) -> bool {
    values.windows(2).all(|pair| {
        let [a, b] = pair else { return true };
        let sum = match (a, b) {
            (Value::F64(a), Value::F64(b)) => Value::F64(a + b),
            (Value::F32(a), Value::F32(b)) => Value::F32(a + b),
            (a, b) => match (a.to_string().parse::<i128>(), b.to_string().parse::<i128>()) {
                (Ok(a), Ok(b)) => Value::I128(a + b),
                _ => return false,
            },
        };
        match combine(operator, a, b, &a.ty()) {
            Ok(Value::F64(found)) => Value::F64(found) == sum,
            Ok(Value::F32(found)) => Value::F32(found) == sum,
            Ok(found) => found.to_string() == sum.to_string(),
            Err(_) => false,
        }
    })
}

/// `a ∘ b`, if it is a value of the operands' type.
fn combine(operator: &mut Worker<'_>, a: &Value, b: &Value, ty: &Type) -> Result<Value, Missing> {
    let value = operator.call(vec![a.clone(), b.clone()]);
    match value.and_then(|value| value.at(ty)) {
        Ok(value) if is_finite(&value) => Ok(value),
        Ok(_) => Err(Missing::Skipped),
        Err(Fault::Endless) => Err(Missing::Endless),
        Err(fault) if fault.is_run_time() => Err(Missing::Skipped),
        Err(_) => Err(Missing::Impossible),
    }
}

/// Returns true if it consists of numbers: beyond their range nothing is proven.
fn is_finite(value: &Value) -> bool {
    match value {
        Value::F32(x) => x.is_finite(),
        Value::F64(x) => x.is_finite(),
        Value::Tuple(items) => items.iter().all(is_finite),
        Value::Array(array) => array.iter().all(is_finite),
        Value::Struct { fields, .. } => fields.iter().all(|(_, value)| is_finite(value)),
        _ => true,
    }
}

/// Raises `scale` to the greatest finite float in a value.
pub(super) fn magnitude(value: &Value, scale: &mut f64) {
    match value {
        Value::F32(x) if x.is_finite() => *scale = scale.max(f64::from(x.abs())),
        Value::F64(x) if x.is_finite() => *scale = scale.max(x.abs()),
        Value::Tuple(items) => items.iter().for_each(|item| magnitude(item, scale)),
        Value::Array(array) => array.iter().for_each(|item| magnitude(item, scale)),
        Value::Struct { fields, .. } => {
            fields.iter().for_each(|(_, value)| magnitude(value, scale));
        }
        _ => {}
    }
}

/// The allowed difference of floats, as a part of the greatest number around: rounding errors are
/// smaller by some orders of magnitude.
const TOLERANCE: f64 = 1e-8;
const TOLERANCE_SINGLE: f64 = 1e-4;

/// Returns true if two results differ.
pub(super) fn differ(a: &Value, b: &Value, scale: f64) -> bool {
    match (a, b) {
        (Value::F64(a), Value::F64(b)) => a != b && (a - b).abs() > TOLERANCE * scale,
        (Value::F32(a), Value::F32(b)) => {
            a != b && f64::from((a - b).abs()) > TOLERANCE_SINGLE * scale
        }
        (Value::Tuple(a), Value::Tuple(b)) => any_differ(a, b, scale),
        (Value::Array(a), Value::Array(b)) => any_differ(a, b, scale),
        (
            Value::Struct { name, fields },
            Value::Struct {
                name: other,
                fields: others,
            },
        ) => {
            name != other
                || fields.len() != others.len()
                || fields
                    .iter()
                    .zip(others)
                    .any(|((_, a), (_, b))| differ(a, b, scale))
        }
        (a, b) => a != b,
    }
}

fn any_differ(a: &[Value], b: &[Value], scale: f64) -> bool {
    a.len() != b.len() || a.iter().zip(b).any(|(a, b)| differ(a, b, scale))
}
