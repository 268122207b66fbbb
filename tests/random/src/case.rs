//! The description of a program in a generated crate, by which this crate can run it.

use crate::column::{Column, Slot};
use crate::program::{Data, Lengths};

/// A program in all its forms.
#[derive(Debug)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// The seed of its inputs.
    pub seed: u64,
    /// Its source, for the interpreter.
    pub source: &'static str,
    /// The program that computes the bounds of what is rounded.
    pub shadow: Option<&'static str>,
    /// The parameters.
    pub params: &'static [Param],
    /// The lengths of inputs by class; nothing for classes that have none.
    pub classes: &'static [Option<Lengths>],
    /// Parameters that must have one length, by position.
    pub ties: &'static [&'static [usize]],
    /// The parts of its result.
    pub results: &'static [Part],
    /// The parameters that it writes: the position of each, and its elements.
    pub written: &'static [(usize, Part)],
    /// Set if inputs are short, so that products of them may be stored.
    pub small: bool,
    /// A length that is worth several threads.
    pub large: usize,
    /// The functions that it was compiled to.
    pub forms: &'static [Form],
}

/// The beginning of the names of forms that run on a device.
pub const DEVICE: &str = "on the device";

/// The beginning of the names of forms that run over processes.
pub const PROCESSES: &str = "over processes";

/// A function that a program was compiled to.
#[derive(Debug)]
pub struct Form {
    /// The strategies that yield it, or its backend.
    pub name: &'static str,
    /// Runs it. It fails with a message.
    pub run: fn(&mut [Slot]) -> Result<Vec<Column>, String>,
    /// Set if it runs on several threads.
    pub parallel: bool,
    /// The form, by position, to which it must be equal to the last bit; its
    /// own position where there is none.
    pub twin: usize,
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its type, or that of its elements.
    pub ty: &'static str,
    /// The kind.
    pub kind: ParamKind,
    /// The distribution of its values.
    pub data: Data,
    /// Makes it of columns.
    pub make: fn(&[Column]) -> Slot,
    /// Makes columns of it, if it is an array.
    pub read: Option<fn(&Slot) -> Vec<Column>>,
}

/// The kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// An array of a class.
    Array(usize),
    /// An array of a class, which may be written.
    Mut(usize),
    /// A scalar.
    Scalar,
}

/// A part of what comes out.
#[derive(Debug)]
pub struct Part {
    /// Its type, or that of its elements.
    pub ty: &'static str,
    /// Set for an array.
    pub array: bool,
    /// The tolerance of each leaf, compared with the interpreter's.
    pub near: &'static [Near],
}

/// The tolerance of a number, compared with the interpreter's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Near {
    /// Equal.
    Exact,
    /// Equal, but a zero may have either sign.
    Zero,
    /// Within the next bound of the shadow.
    Bound,
}
