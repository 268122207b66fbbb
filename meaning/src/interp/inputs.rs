//! The inputs of a program.

use crate::ordered::OrderedMap;
use std::fmt;

use super::Overflow;
use super::error::Fault;
use super::value::{Array, Value};

/// A function of the host program.
pub type HostFunction = Box<dyn Fn(&[Value]) -> Result<Value, Fault> + Send + Sync>;

/// The inputs of a program.
///
/// ```
/// use fusus_meaning::interp::{Inputs, Value};
///
/// let inputs = Inputs::new()
///     .array("xs", vec![1.0_f64, 2.0])
///     .scalar("n", 3_usize)
///     .function("twice", |args| Value::from(2.0 * args[0].get::<f64>().unwrap()));
/// # drop(inputs);
/// ```
#[derive(Default)]
pub struct Inputs {
    pub(super) arrays: OrderedMap<String, Array>,
    pub(super) shapes: OrderedMap<String, Vec<usize>>,
    pub(super) scalars: OrderedMap<String, Value>,
    pub(super) functions: OrderedMap<String, HostFunction>,
    pub(super) items: OrderedMap<String, syn::ItemFn>,
    pub(super) overflow: Overflow,
    pub(super) fuel: Option<usize>,
}

impl Inputs {
    /// No inputs yet.
    pub fn new() -> Self {
        Inputs::default()
    }

    /// Adds an array: the parameter of that name, or the input whose host
    /// expression is that text.
    pub fn array(mut self, name: &str, items: impl Into<Array>) -> Self {
        self.arrays.insert(name.to_owned(), items.into());
        self
    }

    /// Adds an array of several axes, by its elements in row-major order.
    pub fn shaped(mut self, name: &str, axes: &[usize], items: impl Into<Array>) -> Self {
        self.shapes.insert(name.to_owned(), axes.to_vec());
        self.array(name, items)
    }

    /// Adds a scalar: a parameter, a captured name, or a constant by its path.
    pub fn scalar(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.scalars.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a function by its path, such as `step`, `geo::distance` or, as an
    /// operator or method of a struct, `Complex::add`. Literals among its
    /// arguments may still be open; [`Value::get`] gives them their type.
    pub fn function(
        self,
        path: &str,
        function: impl Fn(&[Value]) -> Value + Send + Sync + 'static,
    ) -> Self {
        self.fallible(path, move |args| Ok(function(args)))
    }

    /// Adds a function that may fail, for example with [`Fault::Panic`].
    pub fn fallible(
        mut self,
        path: &str,
        function: impl Fn(&[Value]) -> Result<Value, Fault> + Send + Sync + 'static,
    ) -> Self {
        self.functions.insert(path.to_owned(), Box::new(function));
        self
    }

    /// Adds a function of the source, to be interpreted itself.
    pub fn item(mut self, item: syn::ItemFn) -> Self {
        self.items.insert(item.sig.ident.to_string(), item);
        self
    }

    /// Sets the behaviour of arithmetic beyond the range of its type.
    pub fn overflow(mut self, overflow: Overflow) -> Self {
        self.overflow = overflow;
        self
    }

    /// Ends evaluations of more steps than this with [`Fault::Endless`].
    pub fn steps(mut self, most: usize) -> Self {
        self.fuel = Some(most);
        self
    }
}

impl fmt::Debug for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inputs")
            .field("arrays", &self.arrays)
            .field("scalars", &self.scalars)
            .field("functions", &Vec::from_iter(self.functions.keys()))
            .field("items", &Vec::from_iter(self.items.keys()))
            .field("overflow", &self.overflow)
            .field("steps", &self.fuel)
            .finish()
    }
}
