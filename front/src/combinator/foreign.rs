//! Names from Rust's iterators and from other array languages, and how they are said here.

/// A name from Rust's iterators or from another array language.
#[derive(Debug)]
pub struct Foreign {
    /// The name.
    pub name: &'static str,
    /// The expression for it here.
    pub instead: &'static str,
}

const fn foreign_name(name: &'static str, instead: &'static str) -> Foreign {
    Foreign { name, instead }
}

/// Names from Rust's iterators and from other array languages, and how they
/// are said here.
pub const FOREIGN: &[Foreign] = &[
    foreign_name("all", "write `fold(true, |a, b| a && b, map(|x| …, xs))`"),
    foreign_name("any", "write `fold(false, |a, b| a || b, map(|x| …, xs))`"),
    foreign_name("as_slice", LEAVE_OUT),
    foreign_name(
        "chain",
        "write both into one array of the caller's, or `generate(len(xs) + len(ys), |i| …)` with a worker that indexes them",
    ),
    foreign_name(
        "chunks",
        "write `chunks(k, xs)`, an array of two axes: `map(|c| …, rows(chunks(k, xs)))`",
    ),
    foreign_name("cloned", "leave it out: workers take elements by value"),
    foreign_name(
        "collect",
        "leave it out: every array result is a `Vec` already",
    ),
    foreign_name(
        "concat",
        "write both into one array of the caller's, or `generate(len(xs) + len(ys), |i| if i < xs.len() { xs[i] } else { ys[i - xs.len()] })` of inputs",
    ),
    foreign_name("copied", "leave it out: workers take elements by value"),
    foreign_name("count", "write `len(filter(|x| …, xs))`"),
    foreign_name("cycle", "write `generate(n, |i| xs[i % k])`"),
    foreign_name(
        "dedup",
        "write `let (kept, _) = fold_by(xs, 0, |n, one| n + one, map(|_| 1, xs))`, which keeps one of equal neighbours, and how many there were",
    ),
    foreign_name(
        "einsum",
        "write its string first: `einsum(\"ij,jk->ik\", a, b)`",
    ),
    foreign_name(
        "enumerate",
        "write `zip_with_index(xs)` or `xs.enumerate()`",
    ),
    foreign_name("expect", UNWRAP),
    foreign_name("filter_map", "write `map(|x| …, filter(|x| …, xs))`"),
    foreign_name(
        "find",
        "write `fold(None, |a, b| a.or(b), map(|x| if … { Some(x) } else { None }, xs))`",
    ),
    foreign_name("flat_map", "write `map(|(x, y)| …, cross(xs, ys))`"),
    foreign_name(
        "flatten",
        "write `flatten(a)` for the elements of an array of several axes, row by row",
    ),
    foreign_name(
        "foldl",
        "write `fold(start, |a, b| …, xs)`; its operator must be associative",
    ),
    foreign_name(
        "foldr",
        "write `fold(start, |a, b| …, xs)`; its operator must be associative",
    ),
    foreign_name(
        "for_each",
        "write `map(|x| …, xs)`; what a worker computes is its result",
    ),
    foreign_name("inspect", "write `map(|x| { …; x }, xs)`"),
    foreign_name("into_iter", LEAVE_OUT),
    foreign_name("into_par_iter", PARALLEL),
    foreign_name("iter", LEAVE_OUT),
    foreign_name("iter_mut", "write `*xs = map(|x| …, xs);`"),
    foreign_name(
        "last",
        "write `xs[len(xs) - 1]`, or `fold(start, |_, b| b, xs)` where there may be none",
    ),
    foreign_name("max", MAX),
    foreign_name("max_by", CHOOSE),
    foreign_name("max_by_key", CHOOSE),
    foreign_name("min", MIN),
    foreign_name("min_by", CHOOSE),
    foreign_name("min_by_key", CHOOSE),
    foreign_name("par_iter", PARALLEL),
    foreign_name("par_iter_mut", PARALLEL),
    foreign_name(
        "partition",
        "write two filters: `filter(|x| …, xs)` and `filter(|x| !(…), xs)` share one loop",
    ),
    foreign_name(
        "position",
        "write `fold(usize::MAX, usize::min, map(|i, x| if … { i } else { usize::MAX }, 0..len(xs), xs))`",
    ),
    foreign_name("product", "write `fold(1.0, |a, b| a * b, xs)`"),
    foreign_name("reduce", "write `fold(start, |a, b| …, xs)`"),
    foreign_name("repeat", "write `generate(n, |_| value)`"),
    foreign_name("replicate", "write `generate(n, |_| value)`"),
    foreign_name("rev", "write `reverse(xs)` or `xs.rev()`"),
    foreign_name(
        "select",
        "write `map(|c, x, y| if c { x } else { y }, cs, xs, ys)`",
    ),
    foreign_name("skip", "write `generate(n, |i| xs[k + i])`"),
    foreign_name("sort", SORT),
    foreign_name("sort_by", SORT),
    foreign_name("sorted", SORT),
    foreign_name("step_by", "write `generate(n, |i| xs[i * step])`"),
    foreign_name("take", "write `generate(n, |i| xs[i])`"),
    foreign_name(
        "take_while",
        "write `filter(|x| …, xs)`, which looks at every element",
    ),
    foreign_name("to_vec", LEAVE_OUT),
    foreign_name("unwrap", UNWRAP),
    foreign_name(
        "unzip",
        "bind the parts with a pattern: `let (a, b) = map(|x| (…, …), xs);`",
    ),
    foreign_name("where", "write `filter(|x| …, xs)`"),
    foreign_name("windows", WINDOWS),
    foreign_name(
        "zip",
        "write `map(|x, y| …, xs, ys)`: `map` takes any number of arrays",
    ),
    foreign_name(
        "zip_with",
        "write `map(|x, y| …, xs, ys)`: `map` takes any number of arrays",
    ),
];

/// Names of functions in other array languages, and how they are said here. Rust may well have functions
/// of these names, but none that takes an array of a program.
const FUNCTIONS: &[Foreign] = &[
    foreign_name("abs", "write `map(|x| x.abs(), xs)`"),
    foreign_name("accumulate", SCAN),
    foreign_name("amax", MAX),
    foreign_name("amin", MIN),
    foreign_name("argmax", ARG_MAX),
    foreign_name("argmin", ARG_MIN),
    foreign_name("argsort", SORT),
    foreign_name("argwhere", POSITIONS),
    foreign_name("average", MEAN),
    foreign_name("avg", MEAN),
    foreign_name("bincount", HISTOGRAM),
    foreign_name("clamp", CLAMP),
    foreign_name("clip", CLAMP),
    foreign_name(
        "compress",
        "write `map(|(x, _)| x, filter(|(_, keep)| keep, map(|x, keep| (x, keep), xs, keeps)))`",
    ),
    foreign_name(
        "contains",
        "write `fold(false, |a, b| a || b, map(|x| x == y, xs))`",
    ),
    foreign_name(
        "convolve",
        "write `generate(|i| sum(|k| xs[i + k] * ws[k]))`",
    ),
    foreign_name("count_nonzero", "write `len(filter(|x| x != 0.0, xs))`"),
    foreign_name("cumprod", "write `scan(1.0, |a, b| a * b, xs)`"),
    foreign_name("cumsum", SCAN),
    foreign_name("diff", "write `generate(|i| xs[i + 1] - xs[i])`"),
    foreign_name("dot", DOT),
    foreign_name(
        "exclusive_scan",
        "write `scan_exclusive(start, |a, b| …, xs)`",
    ),
    foreign_name("exp", "write `map(|x| x.exp(), xs)`"),
    foreign_name("fill", FILL),
    foreign_name("first", "write `xs[0]`"),
    foreign_name("flatnonzero", POSITIONS),
    foreign_name("flip", "write `reverse(xs)`"),
    foreign_name("full_like", FILL),
    foreign_name("head", "write `generate(n, |i| xs[i])`"),
    foreign_name("histogram", HISTOGRAM),
    foreign_name("inclusive_scan", SCAN),
    foreign_name("index_add", BY_INDEX),
    foreign_name("length", "write `len(xs)`"),
    foreign_name("log", "write `map(|x| x.ln(), xs)`"),
    foreign_name("matmul", PRODUCT),
    foreign_name("maximum", MAX),
    foreign_name("mean", MEAN),
    foreign_name("median", IN_ORDER),
    foreign_name("minimum", MIN),
    foreign_name("nonzero", POSITIONS),
    foreign_name("norm", "write `sum(map(|x| x * x, xs)).sqrt()`"),
    foreign_name(
        "normalize",
        "write `let s = sum(xs);` and `map(|x| x / s, xs)`, with the number that is to divide",
    ),
    foreign_name("ones_like", FILL),
    foreign_name("outer", "write `generate(|i, j| xs[i] * ys[j])`"),
    foreign_name("percentile", IN_ORDER),
    foreign_name("prefix_sum", SCAN),
    foreign_name("prod", "write `fold(1.0, |a, b| a * b, xs)`"),
    foreign_name("quantile", IN_ORDER),
    foreign_name(
        "roll",
        "write `let p = pad(wrap, xs);`, and read it beside: `generate(|i| p[i - 1])`",
    ),
    foreign_name("scatter_add", BY_INDEX),
    foreign_name("scatter_with", BY_INDEX),
    foreign_name("segment_sum", BY_INDEX),
    foreign_name("size", "write `len(xs)`"),
    foreign_name("sqrt", "write `map(|x| x.sqrt(), xs)`"),
    foreign_name("std", DEVIATION),
    foreign_name("std_dev", DEVIATION),
    foreign_name("stddev", DEVIATION),
    foreign_name("stdev", DEVIATION),
    foreign_name("tabulate", "write `generate(n, |i| …)`"),
    foreign_name("transpose", TRANSPOSED),
    foreign_name(
        "unique",
        "sort outside of the program, or with `external(…)`; of sorted elements, `fold_by` keeps one of equal neighbours: \
         `let (kept, _) = fold_by(xs, 0, |n, one| n + one, map(|_| 1, xs))`",
    ),
    foreign_name("var", VARIANCE),
    foreign_name("variance", VARIANCE),
    foreign_name("zeros_like", FILL),
];

const ARG_MAX: &str = "write `fold((0, f64::NEG_INFINITY), |a, b| if b.1 > a.1 { b } else { a }, zip_with_index(xs))`";
const ARG_MIN: &str =
    "write `fold((0, f64::INFINITY), |a, b| if b.1 < a.1 { b } else { a }, zip_with_index(xs))`";
const BY_INDEX: &str = "write `reduce_by_index(totals, |a, b| a + b, indices, xs)`, where `totals` is `generate(n, |_| 0.0)`";
const CLAMP: &str = "write `map(|x| x.clamp(low, high), xs)`";
const DEVIATION: &str = "write `let mean = sum(xs) / len(xs) as f64;` and \
     `(sum(map(|x| (x - mean) * (x - mean), xs)) / len(xs) as f64).sqrt()`";
const DOT: &str = "write `sum(|k| xs[k] * ys[k])` of sequences, and `generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))` of matrices";
const FILL: &str = "write `generate(len(xs), |_| value)`";
const HISTOGRAM: &str =
    "write `reduce_by_index(generate(n, |_| 0), |a, b| a + b, indices, map(|_| 1, indices))`";
const IN_ORDER: &str = "it needs the elements in order, `let ordered: [f64] = external(sorted(xs));`, and `ordered[len(xs) / 2]` \
     is the one in the middle: the guide's recipes have such a `sorted`";
const MAX: &str = "write `fold(f64::NEG_INFINITY, f64::max, xs)`";
const MEAN: &str = "write `sum(xs) / len(xs) as f64`";
const MIN: &str = "write `fold(f64::INFINITY, f64::min, xs)`";
const POSITIONS: &str = "write `map(|(i, _)| i, filter(|(_, x)| …, zip_with_index(xs)))`";
const PRODUCT: &str = "write `generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))`";
const SCAN: &str = "write `scan(start, |a, b| a + b, xs)`";
const VARIANCE: &str = "write `let mean = sum(xs) / len(xs) as f64;` and \
     `sum(map(|x| (x - mean) * (x - mean), xs)) / len(xs) as f64`";
const TRANSPOSED: &str = "write `generate(|i, j| a[[j, i]])`";

const LEAVE_OUT: &str = "leave it out: `xs` itself is the array, as in `xs.map(|x| …)`";
const PARALLEL: &str = "leave it out: programs run in parallel as they are";
const CHOOSE: &str = "write `fold(start, |a, b| if … { a } else { b }, xs)`";
const SORT: &str =
    "sort outside of the program, or with `external(…)`: the guide's recipes have it";
const UNWRAP: &str = "leave it out: a wrong index or length ends the program by itself, as an error where it returns `Result<…, fusus::Error>`, else as a panic";
const WINDOWS: &str =
    "write `windows(k, xs)`, an array of two axes: `map(|w| …, rows(windows(k, xs)))`";

impl Foreign {
    /// Returns true if the name says that an array becomes a scalar: the user may well have a
    /// function of that name over slices.
    pub fn is_reduction(&self) -> bool {
        matches!(
            self.name,
            "all" | "any" | "count" | "find" | "last" | "max" | "min" | "position" | "product"
        )
    }
}

/// The entry of a foreign name.
pub fn foreign(name: &str) -> Option<&'static Foreign> {
    FOREIGN.iter().find(|foreign| foreign.name == name)
}

/// The entry of a function of another array language, also of a foreign name.
pub fn foreign_function(name: &str) -> Option<&'static Foreign> {
    let function = FUNCTIONS.iter().find(|foreign| foreign.name == name);
    foreign(name).or(function)
}

/// Methods of ndarray's arrays, and how they are said here.
const OF_AXES: &[Foreign] = &[
    foreign_name("column", ONE_LANE),
    foreign_name("columns", LANES),
    foreign_name("diag", "write `generate(|i| a[[i, i]])`"),
    foreign_name("dim", SHAPE),
    foreign_name("dot", DOT),
    foreign_name("mapv", "write `map(|x| …, a)`"),
    foreign_name("mean", MEAN),
    foreign_name("ncols", SHAPE),
    foreign_name("nrows", SHAPE),
    foreign_name("outer_iter", LANES),
    foreign_name("row", ONE_LANE),
    foreign_name("rows", LANES),
    foreign_name("slice", "write `generate([1..n, ..], |i, j| a[[i, j]])`"),
    foreign_name("sum_axis", LANES),
    foreign_name("t", TRANSPOSED),
];

const SHAPE: &str = "write `let [n, m] = shape(a);` for the lengths of its axes";
const LANES: &str = "write a program over each row, `map(|row| sum(row), rows(a))`, or over \
     `columns(a)`, `lanes(axis, a)`; or index notation: `generate(|i| sum(|j| a[[i, j]]))`";
const ONE_LANE: &str = "write its elements in index notation: `generate(|j| a[[i, j]])` for a row, `a[[j, i]]` for a column";

/// The entry of a method of arrays of several axes.
pub fn of_axes(name: &str) -> Option<&'static Foreign> {
    OF_AXES.iter().find(|foreign| foreign.name == name)
}
