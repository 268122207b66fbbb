//! Functions from outside that the programs call, and the same for the
//! interpreter.

use fusus_core::interp::{Array, Fault, Inputs, Value};

/// The elements from the last to the first.
pub fn reversed<T: Copy>(xs: &[T]) -> Vec<T> {
    xs.iter().rev().copied().collect()
}

/// At most so many elements.
pub fn head<T: Copy>(xs: &[T], most: usize) -> Vec<T> {
    xs[..most.min(xs.len())].to_vec()
}

/// Every other element, the rest, and how many there were.
pub fn halves<T: Copy>(xs: &[T]) -> (Vec<T>, Vec<T>, usize) {
    let every_other = |from: usize| xs.iter().skip(from).step_by(2).copied().collect();
    (every_other(0), every_other(1), xs.len())
}

/// All elements but the first, and how many there were.
pub fn rest<T: Copy>(xs: &[T]) -> (Vec<T>, usize) {
    (xs.get(1..).unwrap_or_default().to_vec(), xs.len())
}

/// A permutation of 64 bits.
#[must_use]
pub fn twist(x: u64) -> u64 {
    (x ^ (x >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Something of two numbers.
#[must_use]
pub fn blend(a: i32, b: i32) -> i32 {
    a.wrapping_mul(3).wrapping_sub(b)
}

/// A step that is the same on both sides of zero.
#[must_use]
pub fn damped(x: f64) -> f64 {
    x / (1.0 + x.abs())
}

/// The functions that `external` calls.
pub const EXTERNALS: [&str; 4] = ["reversed", "head", "halves", "rest"];

/// The number of arrays that one of them returns.
#[must_use]
pub fn results(function: &str) -> usize {
    match function {
        "halves" => 2,
        _ => 1,
    }
}

/// Returns true if it returns a number too.
#[must_use]
pub fn counts(function: &str) -> bool {
    matches!(function, "halves" | "rest")
}

/// The functions over the interpreter's values.
#[must_use]
pub fn given(inputs: Inputs) -> Inputs {
    inputs
        .fallible("reversed", |args| {
            let xs = array(args)?;
            like(&xs, xs.iter().rev().cloned().collect())
        })
        .fallible("head", |args| {
            let xs = array(args)?;
            let most: usize = args[1].get()?;
            like(&xs, xs[..most.min(xs.len())].to_vec())
        })
        .fallible("halves", |args| {
            let xs = array(args)?;
            let every_other =
                |from: usize| like(&xs, xs.iter().skip(from).step_by(2).cloned().collect());
            let parts = vec![every_other(0)?, every_other(1)?, xs.len().into()];
            Ok(Value::Tuple(parts))
        })
        .fallible("rest", |args| {
            let xs = array(args)?;
            let rest = like(&xs, xs.get(1..).unwrap_or_default().to_vec())?;
            Ok(Value::Tuple(vec![rest, xs.len().into()]))
        })
        .fallible("twist", |args| Ok(twist(args[0].get()?).into()))
        .fallible("blend", |args| {
            Ok(blend(args[0].get()?, args[1].get()?).into())
        })
        .fallible("damped", |args| Ok(damped(args[0].get()?).into()))
}

fn array(args: &[Value]) -> Result<Array, Fault> {
    match &args[0] {
        Value::Array(array) => Ok(array.clone()),
        other => Err(Fault::Types(format!("expected an array, found `{other}`"))),
    }
}

fn like(array: &Array, items: Vec<Value>) -> Result<Value, Fault> {
    Array::with_type(items, array.ty().clone()).map(Value::Array)
}
