//! Types of programs: what is inferred, and what devices do not have.

use fusus_core::ir::Program;
use fusus_core::scalar::{self, Types};
use fusus_core::syntax::Source;
use fusus_core::{lower, syntax};

/// The last function of a `cnf!`.
fn program(source: &str) -> Program {
    let tokens = source.parse().expect("it lexes");
    match syntax::parse(tokens) {
        Ok(Source::Functions(functions, _)) => {
            let function = functions.last().expect("there is a program");
            lower::function(function).unwrap_or_else(|found| panic!("{found:?}"))
        }
        other => panic!("{other:?}"),
    }
}

/// The types of what a program binds, as `name: type`, arrays in brackets.
fn types(source: &str) -> Vec<String> {
    let program = program(source);
    let types: Types = scalar::program(&program).unwrap_or_else(|found| {
        panic!(
            "{:?}",
            found.iter().map(|wrong| wrong.text()).collect::<Vec<_>>()
        )
    });
    let mut all = Vec::new();
    for binding in program.bindings.values() {
        for array in binding.arrays() {
            all.push(format!(
                "{}: [{}]",
                program.arrays[array].name,
                types.array(array)
            ));
        }
        for scalar in binding.scalars() {
            let ty = types
                .scalar(scalar)
                .map_or("?".to_owned(), ToString::to_string);
            all.push(format!("{}: {ty}", program.scalars[scalar].name));
        }
    }
    all
}

/// The first line of each message, and its help.
fn wrong(source: &str) -> Vec<String> {
    match scalar::program(&program(source)) {
        Ok(types) => panic!("{types:?}"),
        Err(found) => found.iter().map(|wrong| wrong.message.clone()).collect(),
    }
}

#[test]
fn signatures_decide() {
    assert_eq!(
        types(
            "fn f(xs: &[f32], k: i64) -> (Vec<f32>, u8) {
            let ys = map(|x| x * 2.0 + 1.0, xs);
            let n = fold(0, |a, b| a + b, map(|x| x as u8, ys));
            let zs = map(|x| (x, k + 1), xs);
            (ys, n)
        }"
        ),
        ["ys: [f32]", "n_map: [u8]", "n: u8", "zs: [(f32, i64)]"]
    );
}

#[test]
fn literals_take_their_type_from_afar() {
    // From the declared result, through a fold and a range.
    assert_eq!(
        types("fn f() -> u64 { let n = fold(0, |a, b| a + b, 0..10); n }"),
        ["n_range: [u64]", "n: u64"]
    );
    // From a later use of a scalar.
    assert_eq!(
        types("fn f(xs: &[f32]) -> Vec<f32> { let c = 2.0; map(|x| x * c, xs) }"),
        ["c: f32", "result_map: [f32]"]
    );
    // From nowhere: Rust's defaults.
    assert_eq!(
        types(
            "fn f(xs: &[u8]) -> Vec<bool> { let i = map(|_| 1, xs); let x = map(|_| 0.5, xs); map(|i, x| i as f64 > x, i, x) }"
        ),
        ["i: [i32]", "x: [f64]", "result_map: [bool]"]
    );
}

#[test]
fn methods_and_casts() {
    assert_eq!(
        types(
            "fn f(xs: &[i16]) -> (Vec<u32>, Vec<u16>, Vec<f64>) {
            let ones = map(|x| x.count_ones(), xs);
            let gaps = map(|x| x.abs_diff(3), xs);
            let roots = map(|x| (x as f64).sqrt().max(1.5), xs);
            (ones, gaps, roots)
        }"
        ),
        ["ones: [u32]", "gaps: [u16]", "roots: [f64]"]
    );
    assert_eq!(
        types(
            "fn f(xs: &[f32]) -> Vec<u32> { let (b, (s, _)) = map(|x| (x.to_bits(), x.sin_cos()), xs); map(|b, s| b + (s > 0.0) as u32, b, s) }"
        ),
        ["b: [u32]", "s: [f32]", "result_map: [u32]"]
    );
}

#[test]
fn patterns_matches_and_loops() {
    assert_eq!(
        types(
            "fn f(xs: &[(u8, (i32, f32))]) -> Vec<i32> {
            map(|(k, (i, _))| {
                let mut sum = i;
                for step in 0..k { if step % 2 == 0 { continue; } sum += 1; }
                while sum > 100 { sum /= 2; }
                match k { 0 => sum, 1..=3 | 7 => -sum, n if n > 200 => 5, _ => 9 }
            }, xs)
        }"
        ),
        ["result_map: [i32]"]
    );
}

#[test]
fn helpers_and_constants() {
    assert_eq!(
        types(
            "
            const SCALE: f32 = 2.0 * 1.5;
            fn soft(x: f32, k: u32) -> f32 { if x > SCALE { return x - SCALE; } x * (k as f32) }
            fn f(xs: &[f32]) -> Vec<f32> { map(|x| soft(x, 3) + SCALE, xs) }"
        ),
        ["result_map: [f32]"]
    );
}

#[test]
fn a_semicolon_alone_is_nothing() {
    assert_eq!(
        types(
            "fn half(x: f32) -> f32 { ; return x / 2.0;; }
            fn f(xs: &[f32]) -> Vec<f32> {
                let ys = map(|x| { let y = half(x);; y }, xs);
                ys
            }"
        ),
        ["ys: [f32]"]
    );
    assert_eq!(
        wrong("fn none(x: f32) -> f32 { ; } fn f(xs: &[f32]) -> Vec<f32> { map(|x| none(x), xs) }"),
        ["`()` and `f32` must be one type here"]
    );
}

#[test]
fn tables_are_indexed() {
    assert_eq!(
        types(
            "fn f(xs: &[u32], table: &[(f32, bool)]) -> Vec<f32> {
            map(|x| if table[x as usize].1 { table[0].0 } else { 0.0 }, xs)
        }"
        ),
        ["result_map: [f32]"]
    );
}

#[test]
fn host_code_may_be_anything_as_long_as_its_type_is_known() {
    assert_eq!(
        types(
            "fn f(xs: &[f32], s: &str) -> Vec<f32> {
            let n = s.trim().parse::<f32>().unwrap();
            let m: f32 = external(s.len() as f32);
            map(|x| x * n + m, xs)
        }"
        ),
        ["n: f32", "m: f32", "result_map: [f32]"]
    );
}

/// An unknown value, such as the length of an array, leaves nothing behind in the next one.
#[test]
fn what_is_not_known_is_forgotten() {
    assert_eq!(
        types(
            "fn f(n: usize, s: &str) -> usize {
                let xs = generate(s.trim().len(), |i| (i as u32).abs_diff(8).wrapping_neg());
                let sums = scan(11, |a, b| a + b, xs);
                len(sums)
            }"
        ),
        [
            "xs_count: ?",
            "xs: [u32]",
            "sums: [u32]",
            "result_len: usize"
        ]
    );
}

/// A literal does not decide the type of what other code makes: Rust knows it
/// from there.
#[test]
fn literals_do_not_decide_what_other_code_makes() {
    assert_eq!(
        wrong(
            "fn f(xs: &[u32]) -> Vec<i64> {
                let ys = external(reversed(xs));
                map(|y| if y > 7 { 1i64 } else { 0 }, ys)
            }"
        ),
        ["an OpenCL device must know the type of the elements of `ys`"]
    );
    assert_eq!(
        wrong(
            "fn f(xs: &[u32]) -> Vec<i64> {
                let n = measured(1);
                map(|_| if n > 7 { 1i64 } else { 0 }, xs)
            }"
        ),
        ["an OpenCL device must know the type of `n`"]
    );
    assert_eq!(
        types(
            "fn f(xs: &[u32]) -> Vec<i64> {
                let ys: [u32] = external(reversed(xs));
                map(|y| if y > 7 { 1i64 } else { 0 }, ys)
            }"
        ),
        ["ys: [u32]", "result_map: [i64]"]
    );
}

#[test]
fn what_devices_lack_is_said_where_it_stands() {
    let cases = [
        (
            "fn f<T: Copy + Send + Sync>(xs: &[T]) -> Vec<T> { map(|x| x, xs) }",
            "no type `T`",
        ),
        (
            "fn f(xs: &[u128]) -> Vec<u128> { map(|x| x, xs) }",
            "no type `u128`",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<f32> { map(|x| elsewhere(x), xs) }",
            "the function `elsewhere` is not known",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<f32> { map(|x| x * GRAVITY, xs) }",
            "`GRAVITY` is not known",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<f32> { map(|x| x.gamma(), xs) }",
            "`gamma` of the type `f32` cannot",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<f32> { map(|x| x.count_ones(), xs) }",
            "`count_ones` of the type `f32` cannot",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<f32> { map(|x| { println!(\"{x}\"); x }, xs) }",
            "the macro `println!` cannot",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<f32> { map(|x| Some(x).unwrap_or(1.0), xs) }",
            "the function `Some` is not known",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<f32> { map(|x| x * 2, xs) }",
            "`f32` and `_` must be one type",
        ),
        (
            "fn f(xs: &[f32], ys: &[f64]) -> Vec<f32> { map(|x, y| x * y, xs, ys) }",
            "`f32` and `f64` must be one type",
        ),
        (
            "fn f(xs: &[f32], p: &Params) -> Vec<f32> { map(|x| x * p.gain, xs) }",
            "`p` is of a type that an OpenCL device does not have",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<()> { map(|_| (), xs) }",
            "of type `()`",
        ),
        (
            "fn f(xs: &[f32], t: &[f32]) -> Vec<f32> { map(|x| x + t.iter().sum::<f32>(), xs) }",
            "can index the array `t`, nothing else",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<f32> { let ys = external(make(xs)); let n = fold(0, |a, b| a + b, map(|_| 1, ys)); map(|x| x + n as f32, xs) }",
            "the elements of `ys`",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<f32> { map(|x| { let g = |y: f32| y + 1.0; g(x) }, xs) }",
            "a closure inside of a worker cannot",
        ),
        (
            "fn h(x: f32) -> f32 { h(x - 1.0) } fn f(xs: &[f32]) -> Vec<f32> { map(h, xs) }",
            "calls itself",
        ),
        (
            "fn h<T>(x: T) -> T { x } fn f(xs: &[f32]) -> Vec<f32> { map(|x| h(x), xs) }",
            "what the type `T` is",
        ),
        (
            "fn f(xs: &[f32]) -> Vec<f32> { map(|x| { if x > 1.0 { return 0.0; } x }, xs) }",
            "`return` out of a closure cannot",
        ),
        (
            "fn f(xs: &[u8]) -> Vec<u8> { map(|x| { 'a: loop { loop { break 'a; } } x }, xs) }",
            "a `break` or `continue` of an outer loop",
        ),
    ];
    for (source, expected) in cases {
        let found = wrong(source);
        assert!(
            found.iter().any(|message| message.contains(expected)),
            "{source}\n  says {found:?}\n  not  {expected}"
        );
    }
}
