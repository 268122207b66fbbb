//! The combinators: the facts of each of them, in one file each.
//!
//! A [`Combinator`] is everything about a combinator that is a fact and no code: its names, its
//! parameters and how its loop uses each, how it is written, how long its result is. Stages ask
//! this table; they match on operators only where their code differs.

mod around;
mod at;
mod conform;
mod cross;
mod external;
mod filter;
mod fold;
mod fold_by;
mod foreign;
mod gather;
mod generate;
mod lanes;
mod len;
mod map;
mod next;
mod pad;
mod recurrence;
mod reduce_by_index;
mod reshape;
mod reverse;
mod scan;
mod scan_by;
mod scatter;
mod shape;
mod windows;
mod write;
mod zip_with_index;

pub use foreign::{FOREIGN, Foreign, foreign, foreign_function, of_axes};
pub use fusus_cluster::graph::Complete;

/// All combinators, by name.
pub const COMBINATORS: &[Combinator] = &[
    around::AROUND,
    at::AT,
    windows::CHUNKS,
    lanes::COLUMNS,
    conform::CONFORM,
    cross::CROSS,
    external::EXTERNAL,
    filter::FILTER,
    reshape::FLATTEN,
    fold::FOLD,
    fold_by::FOLD_BY,
    gather::GATHER,
    generate::GENERATE,
    lanes::LANES,
    len::LEN,
    map::MAP,
    pad::PAD,
    reduce_by_index::REDUCE_BY_INDEX,
    recurrence::RECURRENCE,
    reshape::RESHAPE,
    reverse::REVERSE,
    lanes::ROWS,
    scan::SCAN,
    scan::SCAN_EXCLUSIVE,
    scan_by::SCAN_BY,
    scan_by::SCAN_EXCLUSIVE_BY,
    scatter::SCATTER,
    shape::SHAPE,
    fold::SUM,
    windows::WINDOWS,
    zip_with_index::ZIP_WITH_INDEX,
];

/// A combinator of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combinator {
    /// Its name.
    pub name: &'static str,
    /// A second name of its method form, which Rust's iterators made familiar.
    pub method: Option<&'static str>,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// An example of a call.
    pub usage: &'static str,
    /// The kind of the result.
    pub yields: Yields,
    /// The way in which it is computed.
    pub computed: Computed,
}

/// A parameter: the kind of argument that a combinator expects at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A closure or a path to a function.
    Worker(Arity),
    /// An array, and how it is used.
    Array(Use),
    /// One array or more, all used alike.
    Arrays(Use),
    /// A scalar expression.
    Scalar,
    /// Any host expression.
    Host,
}

/// The number of arguments of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Always so many.
    Fixed(usize),
    /// As many as there are axes.
    Any,
    /// An element of each array, behind so many others.
    Elements {
        /// The number of those before the elements.
        before: usize,
    },
}

/// The use of an array by a combinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Element by element, in step with its loop. All arrays that are used so have one size, since
    /// one loop has one length.
    InStep,
    /// At other positions than that of the loop, so that it must be complete before.
    Complete(Complete),
    /// Only its length.
    Length,
}

/// The way in which a combinator is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computed {
    /// By a loop.
    InLoop,
    /// By the host, between loops.
    ByHost,
    /// As another expression, a closure over the parameters: it is an abbreviation.
    As(&'static str),
}

/// The result of a combinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yields {
    /// A scalar.
    Scalar,
    /// An array.
    Array {
        /// Its length.
        length: Length,
        /// The array argument whose elements it has, if its elements are those of one.
        elements: Option<usize>,
    },
    /// Arrays and scalars, which the host says.
    Anything,
}

/// The length of the result of a combinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// As long as the array argument of this position.
    Like(usize),
    /// As long as a number says.
    Count,
    /// As long as the two arrays multiplied.
    Product,
    /// Known only when it is there.
    Own,
    /// As many as there are positions at which all reads are inside their arrays.
    Space,
    /// As long as the array in whose memory it lies.
    Home,
    /// As its axes say.
    Axes,
}

use crate::ordered::ToList;
use Parameter::{Array, Arrays, Host, Scalar, Worker};

impl Combinator {
    /// The combinator of this name.
    pub fn named(name: &str) -> Option<&'static Combinator> {
        COMBINATORS.iter().find(|c| c.name == name)
    }

    /// The form of the combinator that a call with so many arguments has. `is_closure` and `is_space` say if the
    /// argument of a position is a closure, or may be an index space.
    pub fn form(
        &'static self,
        given: usize,
        is_closure: impl Fn(usize) -> bool,
        is_space: impl Fn(usize) -> bool,
    ) -> &'static Combinator {
        let has_step = || given > fold::FOLD.parameters.len() || is_closure(1) && is_closure(2);
        match self.name {
            "around" if given == 2 => &around::AROUND_WITHIN,
            "fold" if has_step() => &fold::FOLD_WITH_STEP,
            "generate" if given == 1 && is_closure(0) => &generate::GENERATE_INFERRED,
            "generate" if given == 2 && is_space(0) => &generate::GENERATE_GRID,
            _ => self,
        }
    }

    /// Returns true if it is the `generate` that takes its index space from what it reads.
    pub fn infers_space(&self) -> bool {
        *self == generate::GENERATE_INFERRED
    }

    /// Returns true if it is the `generate` that is given the size of each axis.
    pub fn has_sizes(&self) -> bool {
        *self == generate::GENERATE_GRID
    }

    /// `recurrence` over indices.
    pub fn recurrence_over() -> &'static Combinator {
        &recurrence::RECURRENCE_OVER
    }

    /// `recurrence` over indices that is given the size of each axis.
    pub fn recurrence_grid() -> &'static Combinator {
        &recurrence::RECURRENCE_GRID
    }

    /// Returns true if it is a `recurrence` over indices.
    pub fn is_recurrence_over(&self) -> bool {
        *self == recurrence::RECURRENCE_OVER || *self == recurrence::RECURRENCE_GRID
    }

    /// `sum` over an index, which is no combinator of arrays.
    pub fn sum_over() -> &'static Combinator {
        &fold::SUM_OVER
    }

    /// `fold` over an index.
    pub fn fold_over() -> &'static Combinator {
        &fold::FOLD_OVER
    }

    /// Returns true if it folds what an index goes through.
    pub fn is_over_index(&self) -> bool {
        *self == fold::FOLD_OVER || *self == fold::SUM_OVER
    }

    /// The fold over an index that a name was meant for: one that is one edit away, or that of a
    /// reduction elsewhere.
    pub fn meant_over_index(name: &str) -> Option<&'static Combinator> {
        if [fold::SUM_OVER.name, fold::FOLD_OVER.name].contains(&name) {
            return None;
        }
        let mut near = [&fold::SUM_OVER, &fold::FOLD_OVER].into_iter();
        let near = near.find(|combinator| one_edit(combinator.name, name));
        let is_reduction = || foreign(name).is_some_and(Foreign::is_reduction);
        near.or_else(|| is_reduction().then_some(&fold::FOLD_OVER))
    }

    /// The elements that a grid reads.
    pub fn cells() -> &'static Combinator {
        &generate::CELLS
    }

    /// An index of a grid.
    pub fn coordinate() -> &'static Combinator {
        &generate::COORDINATE
    }

    /// The `fold` with an accumulator of its own.
    pub fn fold_with_step() -> &'static Combinator {
        &fold::FOLD_WITH_STEP
    }

    /// A write of a part of an array in place.
    pub fn write() -> &'static Combinator {
        &write::WRITE
    }

    /// A number that says if positions are inside of an axis.
    pub fn inside() -> &'static Combinator {
        &len::INSIDE
    }

    /// The next element of each, which no program names.
    pub fn next() -> &'static Combinator {
        &next::NEXT
    }

    /// A `flatten` in the loop that makes its argument.
    pub fn flatten_in_step() -> &'static Combinator {
        &reshape::FLATTEN_IN_STEP
    }

    /// The combinator whose method form has this name.
    pub fn of_method(name: &str) -> Option<&'static Combinator> {
        let named = |c: &&Combinator| c.name == name || c.method == Some(name);
        COMBINATORS.iter().filter(|c| c.has_method()).find(named)
    }

    /// At which position the receiver of the method form stands; `None` where
    /// there is no method form.
    pub fn receiver(&self) -> Option<usize> {
        self.parameters
            .iter()
            .position(|p| matches!(p, Array(_) | Arrays(_)))
    }

    /// Returns true if it has a method form. Those have none of whose names things from
    /// outside often have a method, and neither have those
    /// that are no arrays by themselves.
    pub fn has_method(&self) -> bool {
        const WITHOUT: &[&str] = &[
            "around", "at", "chunks", "columns", "flatten", "lanes", "pad", "reshape", "rows",
            "shape", "windows",
        ];
        self.receiver().is_some() && !WITHOUT.contains(&self.name)
    }

    /// At which position its worker stands, if it takes one.
    pub fn worker(&self) -> Option<usize> {
        let mut parameters = self.parameters.iter();
        parameters.position(|parameter| matches!(parameter, Worker(_)))
    }

    /// The number of arguments: at least, and at most.
    pub fn arity(&self) -> (usize, Option<usize>) {
        let open = matches!(self.parameters.last(), Some(Arrays(_)));
        (
            self.parameters.len(),
            (!open).then_some(self.parameters.len()),
        )
    }

    /// The parameter at a position.
    pub fn parameter(&self, position: usize) -> Parameter {
        let last = self.parameters.len() - 1;
        match self.parameters[position.min(last)] {
            Arrays(used) => Array(used),
            other => other,
        }
    }

    /// The use of the array argument of this position among the array arguments.
    pub fn operand(&self, position: usize) -> Use {
        let mut uses = self
            .parameters
            .iter()
            .filter_map(|parameter| match parameter {
                Array(used) | Arrays(used) => Some(*used),
                Worker(_) | Scalar | Host => None,
            });
        let last = uses.clone().next_back();
        let used = uses.nth(position).or(last);
        used.expect("only combinators over arrays have array arguments")
    }

    /// Returns true if the argument of this position is a sequence, an array of one axis: its elements
    /// are used in their order, or by their positions.
    pub fn is_of_sequence(&self, position: usize) -> bool {
        const ALL: &[&str] = &[
            "cross",
            "fold_by",
            "recurrence",
            "reverse",
            "scan",
            "scan_by",
            "scan_exclusive",
            "scan_exclusive_by",
            "zip_with_index",
        ];
        const FIRST: &[&str] = &["gather", "reduce_by_index", "scatter"];
        const SECOND: &[&str] = &["chunks", "windows"];
        ALL.contains(&self.name)
            || position == 0 && FIRST.contains(&self.name)
            || position == 1 && SECOND.contains(&self.name)
    }

    /// Returns true if its result is a scalar.
    pub fn yields_scalar(&self) -> bool {
        self.yields == Yields::Scalar
    }
}

/// The names of all methods of arrays, in a sentence: `a`, `b` and `c`.
pub fn methods() -> String {
    let methods = COMBINATORS.iter().filter(|c| c.has_method());
    let mut names: Vec<String> = methods.map(|c| format!("`{}`", c.name)).list();
    let last = names.pop().unwrap_or_default();
    format!("{} and {last}", names.join(", "))
}

/// The combinator whose name is one edit away.
pub fn similar(name: &str) -> Option<&'static Combinator> {
    COMBINATORS
        .iter()
        .find(|combinator| combinator.name != name && one_edit(combinator.name, name))
}

/// Returns true if one insertion, deletion, replacement or swap of neighbours makes one of the two
/// the other.
pub fn one_edit(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    match b.len() - a.len() {
        0 => {
            a[(start + 1).min(a.len())..] == b[(start + 1).min(b.len())..]
                || (start + 1 < a.len()
                    && a[start] == b[start + 1]
                    && a[start + 1] == b[start]
                    && a[start + 2..] == b[start + 2..])
        }
        1 => a[start..] == b[start + 1..],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{COMBINATORS, Combinator, Computed, one_edit};

    #[test]
    fn an_abbreviation_is_a_closure_over_its_parameters() {
        for abbreviation in COMBINATORS {
            let Computed::As(text) = abbreviation.computed else {
                continue;
            };
            let closure: syn::ExprClosure = syn::parse_str(text).expect("a closure");
            assert_eq!(closure.inputs.len(), abbreviation.parameters.len());
            let value = match *closure.body {
                syn::Expr::Block(block) => match block.block.stmts.into_iter().next_back() {
                    Some(syn::Stmt::Expr(value, None)) => value,
                    other => panic!("no value: {other:?}"),
                },
                value => value,
            };
            let syn::Expr::Call(call) = value else {
                panic!("no combinator: {text}");
            };
            let name = quote::quote!(#call).to_string();
            let name = name.split(' ').next().expect("a name");
            let combinator = Combinator::named(name).expect("a combinator");
            assert_eq!(combinator.yields_scalar(), abbreviation.yields_scalar());
        }
    }

    #[test]
    fn one_edit_is_one_edit() {
        assert!(one_edit("xs", "ys"));
        assert!(one_edit("gts", "gst"));
        assert!(one_edit("gts", "gtss"));
        assert!(one_edit("sums", "sum"));
        assert!(!one_edit("xs", "abc"));
        assert!(!one_edit("left", "felt"));
    }
}
