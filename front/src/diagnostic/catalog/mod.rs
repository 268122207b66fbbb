//! Every message of the compiler, one function each.
//!
//! A message names the mistake in one sentence, in the user's names; its help
//! names the cure. The modules follow the stages that find the
//! mistakes.

mod arguments;
mod device;
mod einsum;
mod indices;
mod inner;
mod lanes;
mod names;
mod neighbours;
mod plans;
mod recurrence;
mod shape;
mod sizes;
mod spaces;
mod spread;
mod syntax;

use crate::ordered::ToList;
pub use arguments::*;
pub use device::*;
pub use einsum::*;
pub use indices::*;
pub use inner::*;
pub use lanes::*;
pub use names::*;
pub use neighbours::*;
pub use plans::*;
pub use recurrence::*;
pub use shape::*;
pub use sizes::*;
pub use spaces::*;
pub use spread::*;
pub use syntax::*;

use crate::combinator::{Combinator, Parameter};

/// An axis of an array in words: numbers of axes begin at 0, and are read as if they began at 1.
#[must_use]
pub fn axis_of(array: &str, axis: usize) -> String {
    const ORDER: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    match ORDER.get(axis) {
        Some(order) => format!("the {order} axis of `{array}`"),
        None => format!("axis {axis} of `{array}`"),
    }
}

fn count(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        more => format!("{more} {noun}s"),
    }
}

/// Names one parameter in a sentence.
fn parameter(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Worker(_) => "a worker",
        Parameter::Array(_) => "an array",
        Parameter::Arrays(_) => "one array or more",
        Parameter::Scalar => "a scalar",
        Parameter::Host => "an expression",
    }
}

fn parameters(combinator: &Combinator) -> String {
    let parameters = combinator.parameters.iter();
    let words: Vec<&str> = parameters.copied().map(parameter).list();
    match words.is_empty() {
        true => "nothing".to_owned(),
        false => listed(&words),
    }
}

/// Joins words in a sentence: `a, b and c`.
fn listed<T: AsRef<str>>(words: &[T]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).list();
    match &words[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
