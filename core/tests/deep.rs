//! Deep and large programs: what is nested as deeply as it may be fits the
//! compiler's stack, what is deeper is diagnosed, and what is large is quick.
//!
//! The tests run the compiler as macros are, unoptimised, each program in a
//! process of its own, which an overflow of the stack would end.

use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use fusus_core::syntax::{self, Source};
use proc_macro2::TokenStream;
use quote::quote;

/// rustc and rust-analyzer run macros on stacks of eight megabytes; this leaves
/// the compiler itself three quarters of one.
const STACK: usize = 7424 << 10;

/// Kinds of nesting: what stands around the whole, and what is repeated before
/// and behind its middle.
#[rustfmt::skip]
const SHAPES: &[(&str, &str, &str, &str, &str)] = &[
    ("let n = ", "(", "m", ")", "; n"),
    ("let n = ", "f(", "m", ")", "; n"),
    ("let n = ", "[", "m", "]", "; n"),
    ("let n = ", "{", "m", "}", "; n"),
    ("let n = ", "unsafe {", "m", "}", "; n"),
    ("let n = ", "async move {", "m", "}", "; n"),
    ("let n = ", "if m {", "m", "} else { m }", "; n"),
    ("let n = ", "if m { m } else ", "{ m }", "", "; n"),
    ("let n = ", "match m { _ => ", "m", "}", "; n"),
    ("let n = ", "S { x: ", "m", "}", "; n"),
    ("let n = ", "!", "m", "", "; n"),
    ("let n = ", "& ", "m", "", "; n"),
    ("let n = ", "return ", "m", "", "; n"),
    ("let n = f(", "|_| ", "m", "", "); n"),
    ("let n = ", "", "m", ".max(1)", "; n"),
    ("let n = ", "", "m", ".x", "; n"),
    ("let n = ", "", "m", "[0]", "; n"),
    ("let n = ", "", "m", "?", "; n"),
    ("let n = ", "", "m", ".await", "; n"),
    ("let n = ", "", "m", "()", "; n"),
    ("let n = ", "", "m", " + m", "; n"),
    ("let n = ", "", "m", " as u8", "; n"),
    ("let n = ", "a = ", "m", "", "; n"),
    ("let n = ", "", "m", " && m || m", "; n"),
    ("let n = ", "..", "m", "", "; n"),
    ("let n = ", "vec![", "m", "]", "; n"),
    ("let n = f::<", "A<", "m", ">", ">(); n"),
    ("let n: ", "& ", "u8", "", " = m; n"),
    ("let n: ", "(", "u8", ")", " = m; n"),
    ("let n: ", "[", "u8", "]", " = m; n"),
    ("let n: ", "fn(", "u8", ")", " = m; n"),
    ("let n: ", "dyn Fn(", "u8", ")", " = m; n"),
    ("let n: ", "fn() -> ", "u8", "", " = m; n"),
    ("let n: ", "<", "u8", "as T>::T", " = m; n"),
    ("let n: ", "dyn T + ", "T", "", " = m; n"),
    ("let n: ", "A<B = ", "T", ">", " = m; n"),
    ("let ", "(", "n", ",)", " = m; n"),
    ("let ", "& ", "n", "", " = m; n"),
    ("let ", "", "n", " | n", " = m; n"),
    ("let ", "a @ ", "n", "", " = m; n"),
    ("let ", "[", "n", "]", " = m; n"),
    ("", "map(|x| x + 1, ", "xs", ")", ""),
    ("", "filter(|x| x > 1, ", "xs", ")", ""),
    ("", "fold(", "0", ", |a, b| a + b, xs)", ""),
    ("", "scan(0, |a, b| a + b, ", "xs", ")", ""),
    ("", "cross(ys, ", "xs", ")", ""),
    ("", "cross(", "xs", ", ys)", ""),
    ("", "gather(xs, ", "xs", ")", ""),
    ("", "gather(", "xs", ", xs)", ""),
    ("", "", "xs", ".map(|x| x)", ""),
    ("", "(", "xs", ").map(|x| x)", ""),
    ("map(|x| ", "(", "x", ")", ", xs)"),
    ("map(|x| ", "{ let y = x; ", "x", "}", ", xs)"),
    ("map(|x| ", "(", "x", ", x)", ", xs)"),
    ("fn g(xs: &[u8]) -> Vec<u8> { let a = { ", "fn f(xs: &[u8]) { ", "", "}", "; }; a }"),
    ("fn g(xs: &[u8], n: ", "(", "u8", ",)", ") -> Vec<u8> { map(|x| x, xs) }"),
    ("fn g(xs: &[u8], n: ", "A<", "u8", ">", ") -> Vec<u8> { map(|x| x, xs) }"),
    ("fn g(xs: &[u8]) -> ", "(", "Vec<u8>", ",)", " { map(|x| x, xs) }"),
    ("#[", "a(", "b", ")", "] fn g(xs: &[u8]) -> Vec<u8> { map(|x| x, xs) }"),
    ("#[cnf(", "a(", "b", ")", ")] fn g(xs: &[u8]) -> Vec<u8> { map(|x| x, xs) }"),
    ("fn g(xs: &[u8]) -> u8 {", "(", "map(|x| x, xs)", ",)", "}"),
    ("map(", "|x| { ", "x", "}", ", xs)"),
    ("map(|x| ", "if let Some(x) = ", "x", " { 1 } else { 2 }", ", xs)"),
    ("let n = ", "- ", "1", "", "; n"),
    ("let n = ", "* ", "m", "", "; n"),
    ("let n = ", "&mut ", "m", "", "; n"),
    ("let n = ", "break ", "m", "", "; n"),
    ("let n = ", "'a: { ", "m", "}", "; n"),
    ("let n = ", "loop { ", "m", "}", "; n"),
    ("let n = ", "for x in ", "m", " {}", "; n"),
    ("let n = ", "while ", "m", " {}", "; n"),
    ("let n = ", "m < ", "m", "", "; n"),
    ("let n: ", "A<u8, ", "u8", ">", " = m; n"),
    ("let n: ", "a::<u8, ", "u8", ">", " = m; n"),
    ("let n = f::<", "a::<u8, ", "u8", ">", ">(); n"),
    ("let n = f(", "|a, b| ", "m", "", "); n"),
    ("let n = f(", "|a: &u8, b: &u8| ", "m", "", "); n"),
    ("let n = f(", "|a| -> u8 {", "m", "}", "); n"),
    ("let n = f(", "move || ", "m", "", "); n"),
    ("let n = {", "mod a { ", "", "}", " }; n"),
    ("let n = {", "impl A { fn f() { ", "", "} }", " }; n"),
    ("let n = {", "trait A { fn f() { ", "", "} }", " }; n"),
    ("let n = {", "struct S { x: [u8; { ", "1", "}] }", " }; n"),
    ("let n = {", "const X: [u8; { ", "1", "}] = m;", " }; n"),
    ("let n = {", "enum A { B = { ", "1", "} }", " }; n"),
    ("let n: ", "A<{ ", "1", "}>", " = m; n"),
    ("let n: ", "[u8; ", "1", "]", " = m; n"),
    ("let n: ", "[u8; { let x: ", "u8", "= 1; x }]", " = m; n"),
    ("let n: ", "*const ", "u8", "", " = m; n"),
    ("let n: ", "*mut ", "u8", "", " = m; n"),
    ("let n: ", "&'a ", "u8", "", " = m; n"),
    ("let n: ", "&'a mut ", "u8", "", " = m; n"),
    ("let n: ", "&dyn ", "T", "", " = m; n"),
    ("let n: ", "impl Fn(", "u8", ")", " = m; n"),
    ("let n: ", "for<'a> fn(", "u8", ")", " = m; n"),
    ("let n: ", "unsafe extern \"C\" fn(", "u8", ")", " = m; n"),
    ("let n: ", "&&", "u8", "", " = m; n"),
    ("let n = ", "&&", "m", "", "; n"),
    ("let n = ", "", "m", " as &u8", "; n"),
    ("let n = ", "", "m", " as A<u8>", "; n"),
    ("let n = ", "if let x = ", "m", " {}", "; n"),
    ("let n = ", "{ let x = ", "m", "; x }", "; n"),
    ("let n = ", "{ let x: [u8; ", "m", "] = y; x }", "; n"),
    ("let n = ", "match m { _ if ", "m", "=> 1 }", "; n"),
    ("let n = ", "match m { 1 => m, _ => ", "m", "}", "; n"),
    ("let n = ", "match m { 1 => {} _ => ", "m", "}", "; n"),
    ("let n = ", "{} + ", "m", "", "; n"),
    ("let n = ", "", "{}", " + {}", "; n"),
    ("let n = ", "", "{}", ".x {}", "; n"),
    ("let n = ", "", "m", ".f::<u8>()", "; n"),
    ("let n = ", "", "m", ".f::<u8, u8>()", "; n"),
    ("let n = {", "fn f() -> u8 {", "", "}", " }; n"),
    ("let n = {", "fn f<T: A, U>() -> u8 where T: B, U: C {", "", "}", " }; n"),
    ("let n: ", "(u8, ", "u8", ")", " = m; n"),
    ("let n = ", "f(a, ", "m", ")", "; n"),
    ("let n = ", "[a, ", "m", "]", "; n"),
    ("let n = ", "S { ..", "m", "}", "; n"),
    ("let n = ", "(", "m", " as u8)", "; n"),
    ("let n: ", "<A as ", "T", ">::B", " = m; n"),
    ("let n = ", "<", "T", " as A>::B", "; n"),
    ("let n = ", "m!{", "m", "}", "; n"),
    ("let n = ", "a += ", "m", "", "; n"),
    ("let n = ", "m[", "m", "]", "; n"),
    ("let n = ", "f::<A>(", "m", ")", "; n"),
    ("let n = {", "fn f<T: A<", "u8", ">>() {}", " }; n"),
    ("let ", "S { x: ", "n", "}", " = m; n"),
    ("let ", "S(", "n", ")", " = m; n"),
    ("let ", "A::<", "u8", ">", "(x) = m; n"),
    ("let n = f(", "|(", "n", ",)|", " m); n"),
    ("let n: ", "A<'a, ", "u8", ">", " = m; n"),
    ("let n: ", "A<B = C, D = ", "T", ">", " = m; n"),
    ("let n: ", "dyn A<B = dyn ", "T", ">", " = m; n"),
    ("let n: ", "Fn(A) -> ", "T", "", " = m; n"),
    ("let n: ", "dyn Fn(A) -> ", "T", "", " = m; n"),
    ("let n: ", "dyn (", "T", ")", " = m; n"),
    ("let n: ", "&'a [", "u8", "]", " = m; n"),
    ("let n = ", "f::<{ ", "1", "}>()", "; n"),
    ("let n = f(", "async || ", "m", "", "); n"),
    ("let n = ", "for x in y { ", "m", " }", "; n"),
    ("let n = ", "if { ", "m", " } { 1 } else { 2 }", "; n"),
    ("let n = ", "{ let x = m else { ", "m", " }; }", "; n"),
    ("let n = f(", "#[a] ", "m", "", "); n"),
    ("let n = ", "#[a] { ", "m", "}", "; n"),
    ("let n = ", "-1 - ", "m", "", "; n"),
    ("let n = ", "m == 1 && ", "m", "", "; n"),
    ("let n = { ", "struct S { x: (", "u8", ") }", " ; m }; n"),
    ("let n = ", "yield ", "m", "", "; n"),
    ("let n = ", "const { ", "m", "}", "; n"),
    ("let n = ", "(..", "m", ")", "; n"),
    ("let n = ", "a..(", "m", ")", "; n"),
    ("", "map(|x: A<B>| x < 1, ", "xs", ")", ""),
    ("let n = ", "external(f(", "xs", "))", "; n"),
    ("", "scatter(xs, xs, ", "xs", ")", ""),
    ("", "conform(xs, ", "xs", ")", ""),
    ("", "generate(len(", "xs", "), |i| i)", ""),
    ("fn g(xs: &[u8], ys: &mut [u8]) { *ys = ", "map(|x| x + 1, ", "xs", ")", "; }"),
];

fn nested(shape: usize, depth: usize) -> String {
    let (before, open, middle, close, behind) = SHAPES[shape];
    let (open, close) = (open.repeat(depth), close.repeat(depth));
    format!("{before}{open}{middle}{close}{behind}")
}

fn tokens(program: &str) -> TokenStream {
    program.parse().expect("tokens")
}

fn expand(program: &str) -> String {
    fusus_core::expand(tokens(program), &quote!(::fusus)).to_string()
}

const MESSAGE: &str = "nested too deeply";

/// The deepest nesting of a shape that is accepted. It is parsed alone: that is where the limit
/// stands. The limit is asked for the tokens first, since parsing them takes much longer.
fn deepest(shape: usize) -> usize {
    let accepted = |depth: usize| {
        let mut found = fusus_core::diagnostic::Diagnostics::new();
        let source = syntax::parse_leniently(tokens(&nested(shape, depth)), &mut found);
        if let Source::Functions(functions, _) = source {
            for function in functions {
                found.extend(function.found);
            }
        }
        !found.iter().any(|one| one.message.contains(MESSAGE))
    };
    let shallow = |depth: usize| {
        let mut found = fusus_core::diagnostic::Diagnostics::new();
        !syntax::is_too_deep(&tokens(&nested(shape, depth)), &mut found)
    };
    // Parsing takes its time by the depth, so that the search begins with few.
    let (mut least, mut most) = (1, 128);
    while accepted(most) {
        (least, most) = (most, 2 * most);
        assert!(most < 8000, "no limit: {}", nested(shape, 3));
    }
    let least = last(least, most, shallow);
    match accepted(least) {
        true if !accepted(least + 1) => least,
        true => last(least + 1, most, accepted),
        false => last(1, least, accepted),
    }
}

/// The last of some depths, from `least` on, that holds, where `most` does not.
fn last(mut least: usize, mut most: usize, holds: impl Fn(usize) -> bool) -> usize {
    while least + 1 < most {
        let middle = usize::midpoint(least, most);
        match holds(middle) {
            true => least = middle,
            false => most = middle,
        }
    }
    least
}

fn on_a_stack_of<R: Send + 'static>(bytes: usize, job: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = thread::Builder::new().stack_size(bytes).spawn(job);
    thread.expect("a thread").join().expect("no panic")
}

/// Tells the process that the test started what it shall expand.
const CHILD: &str = "FUSUS_DEEP_CHILD";

/// Expands programs on the compiler's stack, if this is the child process.
fn child() {
    if let Ok(programs) = env::var(CHILD) {
        on_a_stack_of(STACK, move || {
            for program in programs.split('\u{1}') {
                // The time of freeing is not the point.
                std::mem::forget(fusus_core::expand(tokens(program), &quote!(::fusus)));
            }
        });
    }
}

/// Returns true if a process survives to expand the programs. `test` is the name of the test that
/// calls this, which must begin with [`child`].
fn survives(test: &str, programs: &[String]) -> bool {
    let status = Command::new(env::current_exe().expect("a test"))
        .args(["--exact", test, "--test-threads", "1"])
        .env(CHILD, programs.join("\u{1}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.expect("a process").success()
}

#[test]
fn as_deep_as_accepted_fits_the_stack() {
    if env::var_os(CHILD).is_some() {
        return child();
    }
    let programs: Vec<String> = (0..SHAPES.len())
        .map(|shape| on_a_stack_of(256 << 20, move || nested(shape, deepest(shape))))
        .collect();
    let test = "as_deep_as_accepted_fits_the_stack";
    for some in programs.chunks(16) {
        if survives(test, some) {
            continue;
        }
        for one in some {
            let alone = survives(test, std::slice::from_ref(one));
            assert!(alone, "the stack overflows on {one:.60}…");
        }
    }
}

#[test]
fn the_test_notices_an_overflow() {
    if env::var_os(CHILD).is_some() {
        // The limit is not asked.
        return on_a_stack_of(STACK, || {
            let deep = tokens(&format!("{}x{}", "(".repeat(2000), ")".repeat(2000)));
            drop(syn::parse2::<syn::Expr>(deep));
        });
    }
    assert!(!survives("the_test_notices_an_overflow", &[]));
}

/// The time for which a processor has worked on this thread, however many others it has to do. On
/// systems that do not say, the time since some moment.
fn time_of_this_thread() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let spent = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = spent.and_then(|text| text.split(' ').next()?.parse().ok());
    let since_start = || START.get_or_init(Instant::now).elapsed();
    spent.map_or_else(since_start, Duration::from_nanos)
}

/// Expands a program that is large, not wrong.
fn large(what: &str, program: String, errors: bool) {
    let what = what.to_owned();
    on_a_stack_of(8 << 20, move || {
        let start = time_of_this_thread();
        let expanded = expand(&program);
        let time = time_of_this_thread() - start;
        assert_eq!(
            expanded.contains("compile_error"),
            errors,
            "{what}: {expanded:.400}"
        );
        // Far more than it takes, far less than anything exponential would.
        assert!(time < Duration::from_secs(60), "{what}: {time:?}");
    });
}

/// Leaves out those that [`large_bodies`] has.
#[test]
fn two_hundred_nested_combinators() {
    for (open, close) in [
        ("cross(", ", ys)"),
        ("gather(ys, ", ")"),
        ("scatter(", ", is, vs)"),
        ("map(|x, y| x + y, ys, ", ")"),
    ] {
        let program = format!("{}xs{}", open.repeat(200), close.repeat(200));
        large(open, program, false);
    }
}

#[test]
fn long_chains() {
    for (part, count) in [
        (".max(n)", 400),
        (" + m", 1200),
        (" as u8", 1000),
        ("?", 1000),
    ] {
        let program = format!("let n = m{}; map(|x| x * n, xs)", part.repeat(count));
        large(part, program, false);
    }
    let table = "n + 1, ".repeat(5000);
    large(
        "a table",
        format!("let t = [{table}]; map(|i| t[i], xs)"),
        false,
    );
}

#[test]
fn many_filters() {
    let mut program = "let x0 = map(|x| x, xs);".to_owned();
    for i in 1..300 {
        program += &format!("let x{i} = filter(|x| x > {i}, x{});", i - 1);
    }
    large("300 filters", format!("{program} x299"), false);
}

/// Bodies of programs over `xs` that are large in one way each.
fn large_bodies() -> Vec<(&'static str, String)> {
    let nested = |open: &str| format!("{}xs{}", open.repeat(200), ")".repeat(200));
    let bound = |first: &str, next: &dyn Fn(usize) -> String| {
        let others: String = (1..300)
            .map(|i| format!("let x{i} = {};", next(i)))
            .collect();
        format!("let x0 = {first};{others}")
    };
    vec![
        ("200 maps", nested("map(|x| x + 1, ")),
        ("200 filters", nested("filter(|x| x > 1, ")),
        ("200 scans", nested("scan(0, |a, b| a + b, ")),
        (
            "200 methods",
            format!("xs{}", ".map(|x| x + 1)".repeat(200)),
        ),
        (
            "300 bindings",
            bound("map(|x| x, xs)", &|i| {
                format!("map(|x| x + {i}, x{})", i - 1)
            }) + "x299",
        ),
        (
            "300 folds",
            bound("fold(0, |a, b| a + b, xs)", &|i| {
                format!("fold({i}, |a, b| a + b, xs)")
            }) + "map(|x| x + x299 + x0, xs)",
        ),
    ]
}

/// A program with such a body.
fn function(attribute: &str, body: &str) -> String {
    format!("{attribute} fn f(xs: &[i64]) -> Vec<i64> {{ {body} }}")
}

#[test]
fn large_programs_for_processors_and_devices() {
    for (what, body) in large_bodies() {
        large(what, function("#[backend(cpu, ocl)]", &body), false);
    }
    // Elements that are tuples in tuples, and a worker that takes one apart.
    let (mut ty, mut pattern, mut value) = ("i64".to_owned(), "a".to_owned(), "x".to_owned());
    for i in 0..40 {
        ty = format!("({ty}, u8)");
        pattern = format!("({pattern}, b{i})");
        value = format!("({value}, {i})");
    }
    let program = format!(
        "#[backend(ocl)] fn f(xs: &[i64]) -> (Vec<i64>, Vec<{ty}>) {{
            let ts = map(|x| {value}, xs);
            (map(|{pattern}| a + b0 as i64, ts), ts)
        }}"
    );
    large("tuples in tuples, on a device", program, false);
}

#[test]
fn deep_tuples() {
    let (mut pattern, mut value) = ("a".to_owned(), "x".to_owned());
    for i in 0..100 {
        pattern = format!("({pattern}, b{i})");
        value = format!("({value}, x)");
    }
    let program = format!("let {pattern} = map(|x| {value}, xs); a");
    large("tuples in tuples", program, false);
}

#[test]
fn what_is_too_deep_is_said_at_its_place() {
    let deep = format!(
        "{}\n{}x{}",
        "(".repeat(190),
        "(".repeat(500),
        ")".repeat(690)
    );
    let mut found = fusus_core::diagnostic::Diagnostics::new();
    syntax::parse_leniently(tokens(&format!("let n = {deep}; n")), &mut found);
    let places: Vec<usize> = found.iter().map(|one| one.span.start().line).collect();
    assert_eq!(places, [2]);

    // Once, with the signature kept, and with the other functions.
    let program = format!(
        "fn f(xs: &[u8]) -> Vec<u8> {{ let n = {deep}; map(|x| x, xs) }}
         fn g(xs: &[u8]) -> Vec<u8> {{ map(|x| x, xs) }}"
    );
    let expanded = expand(&program);
    assert_eq!(expanded.matches("compile_error").count(), 1);
    assert!(
        expanded.contains("fn f (_ : & [u8]) -> Vec < u8 >"),
        "{expanded}"
    );
    assert!(
        expanded.contains("fn g (xs : & [u8]) -> Vec < u8 >"),
        "{expanded}"
    );

    // The attribute: its arguments, and what it stands on.
    let item = tokens("fn g(xs: &[u8]) -> Vec<u8> { map(|x| x, xs) }");
    let expanded = fusus_core::expand_fused(tokens(&deep), item).to_string();
    assert_eq!(expanded.matches(MESSAGE).count(), 1);
    let item = tokens(&format!("fn f(xs: &[u8]) -> u8 {{ {deep} }}"));
    let expanded = fusus_core::expand_fused(quote!(), item).to_string();
    assert_eq!(expanded.matches(MESSAGE).count(), 1);
    assert!(expanded.contains("fn f (_ : & [u8]) -> u8"), "{expanded}");
}

mod soak {
    use super::*;

    #[test]
    #[ignore = "part of cargo xtask soak"]
    fn large_programs_by_every_strategy() {
        for strategy in fusus_core::cluster::STRATEGIES {
            let strategy = strategy.name();
            for (what, body) in large_bodies() {
                let attribute = format!("#[cnf(strategy = \"{strategy}\")]");
                large(
                    &format!("{what}, {strategy}"),
                    function(&attribute, &body),
                    false,
                );
            }
        }
    }
}
