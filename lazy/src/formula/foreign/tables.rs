//! Names of pandas and NumPy, R, SQL and spreadsheets, with what formulas have for them.

/// Functions that have another name here.
pub(super) const FUNCTIONS: &[(&str, &str)] = &[
    ("average", "mean"),
    ("avg", "mean"),
    ("cumsum", "scan_sum"),
    ("cumprod", "scan_product"),
    ("cummax", "scan_max"),
    ("cummin", "scan_min"),
    ("pow", "powf"),
    ("power", "powf"),
    ("where", "select"),
    ("iif", "select"),
    ("arcsin", "asin"),
    ("arccos", "acos"),
    ("arctan", "atan"),
    ("arctan2", "atan2"),
    ("log1p", "ln_1p"),
    ("expm1", "exp_m1"),
    ("prod", "product"),
    ("length", "len"),
    ("size", "len"),
    ("absolute", "abs"),
    ("fabs", "abs"),
    ("ceiling", "ceil"),
    ("truncate", "trunc"),
    ("fix", "trunc"),
    ("minimum", "min"),
    ("maximum", "max"),
    ("rev", "reverse"),
    ("ravel", "flatten"),
    ("t", "transpose"),
    ("swapaxes", "transpose"),
    ("arange", "range"),
    ("iota", "range"),
    ("seq", "range"),
    ("enumerate", "positions"),
    ("index", "positions"),
    ("indices", "positions"),
    ("row_number", "positions"),
    ("ndtr", "normal_cdf"),
];

/// Functions that are expressions here: their names, the words of the help that their arguments replace, and the help.
pub(super) const EXPRESSIONS: &[(&[&str], &[&str], &str)] = &[
    (
        &["isnan", "is_nan", "isna", "is_na", "isnull", "is_null"],
        &["x"],
        "`x != x` is true for `NaN`",
    ),
    (
        &["notna", "notnull", "is_not_nan"],
        &["x"],
        "`x == x` is false for `NaN`, and true for all others",
    ),
    (&["isfinite", "is_finite"], &["x"], "write `abs(x) < inf`"),
    (&["isinf", "is_infinite"], &["x"], "write `abs(x) == inf`"),
    (
        &["sign", "signum", "sgn"],
        &["x"],
        "write `if x > 0 { 1 } else if x < 0 { -1 } else { 0 }`",
    ),
    (
        &["clip", "clamp"],
        &["x", "low", "high"],
        "write `min(max(x, low), high)`",
    ),
    (
        &["between"],
        &["x", "low", "high"],
        "write `x >= low && x <= high`",
    ),
    (
        &["isin", "is_in"],
        &["x"],
        "one of several values is `x == 1 || x == 2`",
    ),
    (&["diff"], &["x"], "write `x[1..] - x[..-1]`"),
    (&["pct_change"], &["x"], "write `x[1..] / x[..-1] - 1`"),
    (
        &["lag", "shift"],
        &["x"],
        "write `x[..-1]` for the elements before those of `x[1..]`",
    ),
    (
        &["lead"],
        &["x"],
        "write `x[1..]` for the elements behind those of `x[..-1]`",
    ),
    (
        &["rolling", "rolling_sum"],
        &["x", "3"],
        "write `s = scan_sum(x)`, and `s[3..] - s[..-3]` for the sums of all windows but the first",
    ),
    (
        &["moving_average", "rolling_mean"],
        &["x", "3"],
        "write `s = scan_sum(x)`, and `(s[3..] - s[..-3]) / 3` for the means of all windows but the first",
    ),
    (
        &[
            "iter",
            "into_iter",
            "collect",
            "to_vec",
            "values",
            "to_numpy",
        ],
        &["x"],
        "leave it out: `x` is the array itself",
    ),
    (
        &["head", "first", "limit", "take"],
        &["x", "3"],
        "write `x[..3]`",
    ),
    (&["tail", "last"], &["x", "3"], "write `x[-3..]`"),
    (
        &["dot", "inner", "sumproduct"],
        &["x", "y"],
        "write `sum(x * y)`",
    ),
    (&["outer"], &["x", "y"], "write `x[.., new] * y[new, ..]`"),
    (
        &["matmul", "mmult"],
        &["a", "b"],
        "write `sum_axis(a[.., .., new] * b[new, .., ..], 1)`",
    ),
    (
        &["eye", "identity"],
        &["3"],
        "write `select(range(3)[.., new] == range(3)[new, ..], 1, 0)`",
    ),
    (&["norm"], &["x"], "write `sqrt(sum(x * x))`"),
    (
        &["var", "variance"],
        &["x"],
        "write `d = x - mean(x)`, and `mean(d * d)`, or `sum(d * d) / (len(x) - 1)` for a sample",
    ),
    (
        &["std", "stddev", "stdev", "sd"],
        &["x"],
        "write `d = x - mean(x)`, and `sqrt(mean(d * d))`, or `sqrt(sum(d * d) / (len(x) - 1))` for a sample",
    ),
    (
        &["cov", "covariance"],
        &["x", "y"],
        "write `mean((x - mean(x)) * (y - mean(y)))`",
    ),
    (
        &["corr", "corrcoef", "correl"],
        &["x", "y"],
        "write `a = x - mean(x)`, `b = y - mean(y)`, and `sum(a * b) / sqrt(sum(a * a) * sum(b * b))`",
    ),
    (&["powi"], &["x", "y"], "a power is `powf(x, y)`"),
    (&["square", "sqr"], &["x"], "write `x * x`"),
    (&["degrees", "rad2deg"], &["x"], "write `x * 180 / pi`"),
    (&["radians", "deg2rad"], &["x"], "write `x * pi / 180`"),
    (
        &["factorial", "fact"],
        &[],
        "write `product(1 + range(10))` for that of 10",
    ),
    (
        &["linspace"],
        &["low", "high", "100"],
        "write `low + (high - low) * range(100) / (100 - 1.0)`",
    ),
    (
        &["zeros", "zeros_like"],
        &[],
        "write `0 * x`, or a number: it stands for all elements",
    ),
    (
        &["ones", "ones_like", "full", "repeat", "rep"],
        &[],
        "write `0 * x + 1`, or a number: it stands for all elements",
    ),
    (
        &[
            "median",
            "sort",
            "sorted",
            "order",
            "argsort",
            "rank",
            "quantile",
            "percentile",
            "unique",
            "distinct",
            "nunique",
            "value_counts",
            "mode",
            "nlargest",
            "nsmallest",
        ],
        &[],
        "there is no order of elements in a formula",
    ),
    (
        &["argmax", "idxmax"],
        &["x"],
        "write `min(positions(x)[x == max(x)])`",
    ),
    (
        &["argmin", "idxmin"],
        &["x"],
        "write `min(positions(x)[x == min(x)])`",
    ),
    (
        &["and", "logical_and"],
        &["a", "b"],
        "both of two masks is `a && b`",
    ),
    (
        &["or", "logical_or"],
        &["a", "b"],
        "one of two masks is `a || b`",
    ),
    (
        &["not", "logical_not"],
        &["a"],
        "the opposite of a mask is `!a`",
    ),
    (
        &["if", "ifelse", "if_else", "np_where", "cond"],
        &["condition", "a", "b"],
        "write `if condition { a } else { b }`, or `select(condition, a, b)`",
    ),
    (
        &["switch", "choose", "case", "case_when"],
        &[],
        "write `if x < 1 { a } else if x < 2 { b } else { c }`",
    ),
    (&["mod", "fmod"], &["a", "b"], "the remainder is `a % b`"),
    (
        &["div", "idiv", "floordiv"],
        &["a", "b"],
        "a quotient of integers drops the rest: `a / b`",
    ),
    (
        &["fillna", "nan_to_num"],
        &["x", "0"],
        "write `if x != x { 0 } else { x }`",
    ),
    (
        &[
            "coalesce",
            "nvl",
            "ifnull",
            "combine_first",
            "ifna",
            "iferror",
        ],
        &["x", "y"],
        "write `if x != x { y } else { x }`",
    ),
    (&["dropna"], &["x"], "write `x[x == x]`"),
    (&["nanmean"], &["x"], "write `mean(x[x == x])`"),
    (&["nansum"], &["x"], "write `sum(x[x == x])`"),
    (&["nanmax"], &["x"], "`max(x)` goes past `NaN`"),
    (&["nanmin"], &["x"], "`min(x)` goes past `NaN`"),
    (
        &["groupby", "group_by"],
        &["x", "k"],
        "a group is what a mask keeps: `sum(x[k == 1])`",
    ),
    (
        &["histogram", "hist", "bincount"],
        &["x"],
        "a bin is what a mask keeps: `count(x >= 0 && x < 1)`",
    ),
    (
        &[
            "concat",
            "concatenate",
            "append",
            "hstack",
            "vstack",
            "union",
        ],
        &["x", "y"],
        "no operation joins arrays: `with(x, 1..-1, y)` replaces a part of one",
    ),
    (
        &["count_axis"],
        &["mask", "0"],
        "write `sum_axis(mask as i64, 0)`",
    ),
    (
        &["int", "integer", "long", "to_int"],
        &["x"],
        "a conversion is `x as i64`",
    ),
    (
        &["float", "double", "number", "to_float"],
        &["x"],
        "a conversion is `x as f64`",
    ),
    (
        &["astype", "cast", "convert"],
        &[],
        "a conversion is `x as i64`, or `x as f64`",
    ),
    (
        &[
            "str",
            "string",
            "text",
            "to_string",
            "concat_ws",
            "upper",
            "lower",
            "substr",
            "left",
            "right",
        ],
        &[],
        "a formula has numbers and truth values, and no texts",
    ),
    (&["countif"], &[], "write `count(x > 0)`"),
    (&["sumif"], &[], "write `sum(x[x > 0])`"),
    (&["averageif"], &[], "write `mean(x[x > 0])`"),
    (
        &["rand", "random", "randn", "runif", "rnorm"],
        &[],
        "a formula has no random numbers: they are an input",
    ),
    (
        &["print", "echo", "display"],
        &["x"],
        "the last line is the result: write `x`",
    ),
    (
        &[
            "map",
            "filter",
            "fold",
            "scan",
            "generate",
            "apply",
            "applymap",
            "transform",
            "reduce",
            "aggregate",
            "agg",
            "vectorize",
            "foreach",
            "for_each",
        ],
        &[],
        "formulas have no closures: write expressions over whole arrays, and `x[x > 0]` for a filter",
    ),
];

/// Words between two values, with what is written for them.
pub(super) const WORDS: &[(&[&str], &str)] = &[
    (&["and"], "both of two masks is `a && b`"),
    (&["or"], "one of two masks is `a || b`"),
    (
        &["xor"],
        "one of two masks alone is `a ^ b`, and the bits are `xor(a, b)`",
    ),
    (&["mod"], "the remainder is `a % b`"),
    (&["div"], "a quotient of integers drops the rest: `a / b`"),
    (
        &["in", "not"],
        "one of several values is `x == 1 || x == 2`",
    ),
    (&["between"], "write `x >= 1 && x <= 2`"),
    (
        &["is"],
        "`x != x` is true for `NaN`, and `x == x` for numbers",
    ),
    (
        &["like", "matches"],
        "a formula has numbers and truth values, and no texts",
    ),
    (
        &["if", "then", "unless"],
        "a choice is `if condition { a } else { b }`",
    ),
    (
        &["where", "when"],
        "the elements that a mask keeps are `x[x > 0]`",
    ),
    (
        &["by", "over", "group"],
        "a group is what a mask keeps: `sum(x[k == 1])`",
    ),
    (&["for"], "operations on arrays are done on all elements"),
    (&["times"], "a product is `a * b`"),
    (&["plus"], "a sum is `a + b`"),
    (
        &["elif", "elsif", "elseif"],
        "write `else if condition { … }`",
    ),
];

/// Words before a value, with what is written for them.
pub(super) const PREFIXES: &[(&[&str], &str)] = &[
    (&["not"], "the opposite of a mask is `!(…)`"),
    (
        &["return"],
        "the last line is the result: leave `return` out",
    ),
    (
        &["var", "const", "set", "def", "val", "auto"],
        "a binding is `name = …`",
    ),
    (&["case"], "a choice is `if condition { a } else { b }`"),
    (
        &["select"],
        "the elements that a mask keeps are `x[x > 0]`, and a choice is `select(mask, a, b)`",
    ),
    (
        &["import", "from", "use", "library"],
        "functions have no modules: leave the line out",
    ),
    (
        &["lambda", "function"],
        "a formula has no functions of its own: bind arrays to names",
    ),
];

/// Names without a value, with what is written for them.
pub(super) const VALUES: &[(&[&str], &str)] = &[
    (&["true"], "the truth value is `true`"),
    (&["false"], "the truth value is `false`"),
    (
        &["none", "null", "nil", "na", "missing", "undefined"],
        "a missing number is `nan`, and `x != x` is true for one",
    ),
    (&["nan"], "the constant is called `nan`"),
    (&["inf", "infinity"], "the constant is called `inf`"),
    (&["pi", "π"], "the constant is called `pi`"),
    (&["e"], "the number is `exp(1)`, and its power `exp(x)`"),
];

/// Types that have another name here.
pub(super) const TYPES: &[(&[&str], &str)] = &[
    (
        &[
            "int", "integer", "long", "bigint", "int64", "number", "isize",
        ],
        "i64",
    ),
    (&["uint", "uint64", "unsigned", "usize", "ulong"], "u64"),
    (&["int32"], "i32"),
    (&["uint32"], "u32"),
    (&["short", "int16"], "i16"),
    (&["byte", "uint8", "char"], "u8"),
    (
        &["float", "double", "real", "float64", "decimal", "numeric"],
        "f64",
    ),
    (&["single", "float32"], "f32"),
    (&["boolean", "logical"], "bool"),
];

/// Parts of a value, with what is written for them: the word `x` stands for the value.
pub(super) const PARTS: &[(&[&str], &str)] = &[
    (&["t"], "write `transpose(x)`"),
    (&["size", "length", "count"], "write `len(x)`"),
    (
        &["shape", "dims", "ndim"],
        "the number of all elements is `len(x)`",
    ),
    (&["values", "array", "data"], "leave it out: write `x`"),
    (&["index"], "write `positions(x)`"),
    (&["real"], "numbers have no other part: write `x`"),
];
