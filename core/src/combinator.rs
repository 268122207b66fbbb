//! The combinators: their names, parameters and usage.

/// What a combinator expects at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A closure or a path to a function, of so many arguments (0: as many as
    /// there are arrays).
    Worker(usize),
    /// An array.
    Array,
    /// One array or more.
    Arrays,
    /// A scalar expression.
    Scalar,
    /// Any host expression.
    Host,
}

/// A combinator of the language.
#[derive(Debug, PartialEq, Eq)]
pub struct Combinator {
    /// Its name.
    pub name: &'static str,
    /// What it expects.
    pub parameters: &'static [Parameter],
    /// How it is written.
    pub usage: &'static str,
}

use Parameter::{Array, Arrays, Host, Scalar, Worker};

/// All combinators, by name.
pub const COMBINATORS: &[Combinator] = &[
    Combinator {
        name: "conform",
        parameters: &[Array, Array],
        usage: "conform(xs, ys)",
    },
    Combinator {
        name: "cross",
        parameters: &[Array, Array],
        usage: "cross(xs, ys)",
    },
    Combinator {
        name: "external",
        parameters: &[Host],
        usage: "external(expression)",
    },
    Combinator {
        name: "filter",
        parameters: &[Worker(1), Array],
        usage: "filter(|x| …, xs)",
    },
    Combinator {
        name: "fold",
        parameters: &[Scalar, Worker(2), Array],
        usage: "fold(start, |a, b| …, xs)",
    },
    Combinator {
        name: "gather",
        parameters: &[Array, Array],
        usage: "gather(data, indices)",
    },
    Combinator {
        name: "generate",
        parameters: &[Scalar, Worker(1)],
        usage: "generate(n, |i| …)",
    },
    Combinator {
        name: "len",
        parameters: &[Array],
        usage: "len(xs)",
    },
    Combinator {
        name: "map",
        parameters: &[Worker(0), Arrays],
        usage: "map(|x, y, …| …, xs, ys, …)",
    },
    Combinator {
        name: "scan",
        parameters: &[Scalar, Worker(2), Array],
        usage: "scan(start, |a, b| …, xs)",
    },
    Combinator {
        name: "scan_exclusive",
        parameters: &[Scalar, Worker(2), Array],
        usage: "scan_exclusive(start, |a, b| …, xs)",
    },
    Combinator {
        name: "scatter",
        parameters: &[Array, Array, Array],
        usage: "scatter(dest, indices, values)",
    },
];

impl Combinator {
    /// The combinator of this name.
    pub fn named(name: &str) -> Option<&'static Combinator> {
        COMBINATORS.iter().find(|c| c.name == name)
    }

    /// At which position the receiver of the method form stands; `None` where
    /// there is no method form.
    pub fn receiver(&self) -> Option<usize> {
        self.parameters
            .iter()
            .position(|p| matches!(p, Array | Arrays))
    }

    /// How many arguments it takes: at least, and at most.
    pub fn arity(&self) -> (usize, Option<usize>) {
        let open = self.parameters.contains(&Arrays);
        (
            self.parameters.len(),
            (!open).then_some(self.parameters.len()),
        )
    }

    /// What is expected at a position.
    pub fn parameter(&self, position: usize) -> Parameter {
        let last = self.parameters.len() - 1;
        match self.parameters[position.min(last)] {
            Arrays => Array,
            other => other,
        }
    }

    /// Whether its result is a scalar.
    pub fn yields_scalar(&self) -> bool {
        matches!(self.name, "fold" | "len")
    }
}

/// Names from Rust's iterators and from other array languages, and how they
/// are said here.
pub const FOREIGN: &[(&str, &str)] = &[
    ("all", "write `fold(true, |a, b| a && b, map(|x| …, xs))`"),
    ("any", "write `fold(false, |a, b| a || b, map(|x| …, xs))`"),
    (
        "chain",
        "write the two arrays into one with `generate` and a worker that indexes them",
    ),
    (
        "collect",
        "leave it out: every array result is a `Vec` already",
    ),
    ("copied", "leave it out: workers take elements by value"),
    ("cloned", "leave it out: workers take elements by value"),
    ("count", "write `len(filter(|x| …, xs))`"),
    ("enumerate", "write `map(|i, x| …, 0..len(xs), xs)`"),
    ("filter_map", "write `map(|x| …, filter(|x| …, xs))`"),
    ("flat_map", "write `cross(xs, ys)` and `map` over the pairs"),
    (
        "for_each",
        "write `map(|x| …, xs)`; what a worker computes is its result",
    ),
    ("iter", "leave it out: `xs` itself is the array"),
    ("into_iter", "leave it out: `xs` itself is the array"),
    ("max", "write `fold(f64::NEG_INFINITY, f64::max, xs)`"),
    (
        "max_by",
        "write `fold(start, |a, b| if … { a } else { b }, xs)`",
    ),
    ("min", "write `fold(f64::INFINITY, f64::min, xs)`"),
    (
        "min_by",
        "write `fold(start, |a, b| if … { a } else { b }, xs)`",
    ),
    (
        "par_iter",
        "leave it out: programs run in parallel as they are",
    ),
    (
        "position",
        "write `fold(usize::MAX, usize::min, map(|i, x| if … { i } else { usize::MAX }, 0..len(xs), xs))`",
    ),
    ("product", "write `fold(1.0, |a, b| a * b, xs)`"),
    ("reduce", "write `fold(start, |a, b| …, xs)`"),
    (
        "rev",
        "write `gather(xs, map(|i| len - 1 - i, 0..len))` with `let len = len(xs);`",
    ),
    (
        "select",
        "write `map(|c, x, y| if c { x } else { y }, cs, xs, ys)`",
    ),
    ("skip", "write `generate(n, |i| xs[k + i])`"),
    ("sum", "write `fold(0.0, |a, b| a + b, xs)`"),
    ("take", "write `generate(n, |i| xs[i])`"),
    (
        "windows",
        "write `generate(n, |i| …)` with a worker that indexes `xs[i]`, `xs[i + 1]`",
    ),
    (
        "zip",
        "write `map(|x, y| …, xs, ys)`: `map` takes any number of arrays",
    ),
    (
        "zip_with",
        "write `map(|x, y| …, xs, ys)`: `map` takes any number of arrays",
    ),
];

/// How a foreign name is said here.
pub fn foreign(name: &str) -> Option<&'static str> {
    FOREIGN
        .iter()
        .find(|(foreign, _)| *foreign == name)
        .map(|(_, help)| *help)
}
