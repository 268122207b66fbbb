//! The text form: what it looks like, and that nothing is lost in it.

#[path = "support/program.rs"]
mod program;
#[path = "support/reader.rs"]
mod reader;

use fusus_core::interp::{Inputs, Value, run};
use fusus_core::ir::validate::validate;
use fusus_core::ir::{Op, Output, Program, Returned, ScanKind, pretty};
use fusus_core::lower;
use fusus_core::syntax::{Source, parse};
use program::{Builder, normalize2};

/// Checks the text, and that the text of what is read back is the same.
#[track_caller]
fn prints(program: &Program, expected: &str) {
    let text = pretty::text(program);
    assert_eq!(text, expected);
    let again = reader::read(&text);
    validate(&again).unwrap_or_else(|found| panic!("{found:?}"));
    // Comments are not part of the program.
    let plain = |text: &str| {
        let lines = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or(""));
        let code: String = lines.collect();
        code.replace(char::is_whitespace, "").replace(",)", ")")
    };
    assert_eq!(plain(&pretty::text(&again)), plain(&text));
}

#[test]
fn pretty_normalize2() {
    prints(
        &normalize2(),
        "\
fn normalize2(xs: &[_]) -> (_, _) {
    let gts = filter(|x| x > 0.0, xs);
    let sum1 = fold(0.0, |a, b| a + b, xs);
    let sum2 = fold(0.0, |a, b| a + b, gts);
    let ys1 = map(|x| x / sum1, xs);
    let ys2 = map(|x| x / sum2, xs);
    (ys1, ys2)
}
",
    );
}

#[test]
fn pretty_accumulator() {
    let mut b = Builder::new("dot");
    let (xs, ys) = (b.input("xs"), b.input("ys"));
    let workers = ["0.0", "|s,x,y|s+x*y", "|a,b|a+b"];
    b.accumulate("dot", workers, &[xs, ys]);
    prints(
        &b.returns_scalar("dot"),
        "\
fn dot(xs: &[_], ys: &[_]) -> _ {
    let dot = fold(0.0, |s, x, y| s + x * y, |a, b| a + b, xs, ys);
    dot
}
",
    );
}

#[test]
fn pretty_every_combinator() {
    let mut b = Builder::new("all");
    let xs = b.input("xs");
    let table = b.input("table");
    b.param("n");
    let is = b.range("is", "0..n");
    let squares = b.generate("squares", "n", "|i| i*i");
    let up = b.scan("up", ScanKind::Inclusive, "0", "|a,b|a+b", squares);
    let before = b.scan(
        "before",
        ScanKind::Exclusive,
        "0",
        "usize::wrapping_add",
        up,
    );
    let [q, r] = b.maps(["q", "r"], "|x, y| (x / table[y], x % 3)", &[before, is]);
    let picked = b.gather("picked", xs, q);
    let put = b.scatter("put", xs, r, picked);
    let bins = b.reduce_by_index("bins", put, "|a,b|a+b", r, picked);
    let pairs = b.cross("pairs", bins, table);
    b.len("m", pairs);
    let same = b.conform("same", table, xs);
    b.let_scalar("mean", "m as f64 / (n as f64).max(1.0)");
    b.external(
        &["[sorted]", "n_top"],
        "tools::sort(&same, n, -mean)",
        &[same],
    );
    b.external(&[], "log(mean)", &[]);
    let mut program = b.returns_scalars(&["mean * 2.0", "n_top"]);
    program.result = Returned::Tuple(vec![Returned::Array(pairs), program.result]);
    prints(
        &program,
        "\
fn all(xs: &[_], table: &[_], n: _) -> (_, (_, _)) {
    let is = 0..n;
    let squares = generate(n, |i| i * i);
    let up = scan(0, |a, b| a + b, squares);
    let before = scan_exclusive(0, usize::wrapping_add, up);
    let (q, r) = map(|x, y| (x / table[y], x % 3), before, is);
    let picked = gather(xs, q);
    let put = scatter(xs, r, picked);
    let bins = reduce_by_index(put, |a, b| a + b, r, picked);
    let pairs = cross(bins, table);
    let m = len(pairs);
    let same = conform(table, xs);
    let mean = m as f64 / (n as f64).max(1.0);
    let (sorted, n_top) = external(tools::sort(&same, n, -mean));
    let () = external(log(mean));
    (pairs, (mean * 2.0, n_top))
}
",
    );
}

#[test]
fn pretty_in_place() {
    let mut b = Builder::new("step");
    let ys = b.mutable("ys");
    let zs = b.mutable("zs");
    let op = b.map_op("|y| y + 1", &[ys]);
    let first = b.in_place(ys, op);
    let op = b.map_op("|y, z| (z, y)", &[first, zs]);
    let swapped = b.arrays(&[("ys", Some(ys)), ("zs", Some(zs))], op);
    let op = b.map_op("|y| y", &[swapped[0]]);
    b.in_place(zs, op);
    prints(
        &b.program,
        "\
fn step(ys: &mut [_], zs: &mut [_]) {
    *ys = map(|y| y + 1, ys);
    (*ys, *zs) = map(|y, z| (z, y), ys, zs);
    *zs = map(|y| y, ys);
}
",
    );
}

#[test]
fn pretty_some_in_place_and_some_fresh() {
    let mut b = Builder::new("mixed");
    let ys = b.mutable("ys");
    let op = b.map_op("|y| (y + 1, y)", &[ys]);
    let both = b.arrays(&[("ys", Some(ys)), ("old", None)], op);
    let program = b.returns_arrays(&both);
    assert_eq!(
        pretty::text(&program),
        "\
fn mixed(ys: &mut [_]) -> (_, _) {
    let (ys_2, old) = map(|y| (y + 1, y), ys); // *ys = ys_2
    (ys_2, old)
}
"
    );
}

#[test]
fn pretty_makes_names_unique() {
    let mut b = Builder::new("shadow");
    let xs = b.input("xs");
    b.input("k_2");
    b.param("k");
    // `xs_2` is a name of the host program.
    let xs2 = b.map("xs", "|x| x + xs_2 + k", &[xs]);
    let k = b.map("k", "|x| x", &[xs2]);
    let xs3 = b.filter("xs", "|x| f(x)", k);
    // Bound names that are foreign elsewhere, and one that a closure binds.
    let f = b.map("f", "|y| y", &[xs3]);
    let x = b.map("x", "|y| y", &[f]);
    b.external(
        &["[out]"],
        "xs.sorted(s.xs, S { xs, k: xs }, a::xs, vec![xs, k])",
        &[k, xs3],
    );
    let program = b.returns_arrays(&[xs2, xs3, x]);
    prints(
        &program,
        "\
fn shadow(xs: &[_], k_2: &[_], k: _) -> (_, _, _) {
    let xs_3 = map(|x| x + xs_2 + k, xs);
    let k_3 = map(|x| x, xs_3);
    let xs_4 = filter(|x| f(x), k_3);
    let f_2 = map(|y| y, xs_4);
    let x = map(|y| y, f_2);
    let out = external(xs_4.sorted(s.xs, S { xs: xs_4, k: xs_4 }, a::xs, vec![xs_4, k_3]));
    (xs_3, xs_4, x)
}
",
    );
}

/// A length is that of the array that has the name in the text.
#[test]
fn pretty_generates_as_many_as_a_renamed_array_has() {
    let text = |source: &str| {
        let Ok(Source::Functions(functions, _)) = parse(source.parse().expect("it lexes")) else {
            panic!("no function: {source}");
        };
        let program = lower::function(&functions[0]);
        pretty::text(&program.unwrap_or_else(|found| panic!("{found:?}\n{source}")))
    };
    let shadowed = "fn f(xs: &[i64]) -> Vec<usize> {
        let ys = xs; let xs = filter(|x| x > 0, ys); generate(len(xs), |i| i)
    }";
    let printed = text(shadowed);
    assert!(
        printed.contains("= generate(len(xs_2), |i| i)"),
        "{printed}"
    );
    assert_eq!(text(&printed), printed);
}

#[test]
fn pretty_captured_inputs_and_names() {
    let mut b = Builder::new("src/main.rs:12");
    let tail = b.captured("tail", "& v [ 1 .. ]");
    b.input("xs");
    b.param("n");
    b.fold("lo", "f32::INFINITY", "f32::min", tail);
    prints(
        &b.returns_scalar("lo - n"),
        "\
// src/main.rs:12
fn src_main_rs_12(
    tail: &[_], // = &v[1..]
    xs: &[_],
    n: _,
) -> _ {
    let lo = fold(f32::INFINITY, f32::min, tail);
    lo - n
}
",
    );
}

#[test]
fn pretty_text_has_the_same_meaning() {
    let mut b = Builder::new("p");
    let xs = b.input("xs");
    let ys = b.mutable("ys");
    b.param("n");
    let xs2 = b.map("xs", "|x| x * 2 + n", &[xs]);
    let op = b.map_op("|y, x| y - x", &[ys, xs2]);
    let new = b.in_place(ys, op);
    let both = b.map("xs", "|a, b| (a, b)", &[new, xs2]);
    let positive = b.filter("positive", "|(a, b)| a + b > 0", both);
    b.fold("total", "0", "|a, b| a + b", new);
    let outputs = b.external(&["[positive]"], "rev(positive)", &[positive]);
    let Output::Array(reversed) = outputs[0] else {
        panic!("an array")
    };
    let scaled = b.map("scaled", "|(a, _)| a * total", &[reversed]);
    let program = b.returns_arrays(&[scaled, new]);
    let again = reader::read(&pretty::text(&program));
    let inputs = Inputs::new()
        .array("xs", vec![1_i64, -2, 3])
        .array("ys", vec![10_i64, 20, 30])
        .scalar("n", 5_i64)
        .function("rev", |args| {
            let mut items: Vec<(i64, i64)> = args[0].get().unwrap();
            items.reverse();
            Value::from(items)
        });
    let outcome = run(&program, &inputs).unwrap();
    assert_eq!(run(&again, &inputs), Ok(outcome));
}

#[test]
fn pretty_one_tuples_and_lone_scalars() {
    let mut b = Builder::new("one");
    let xs = b.input("xs");
    let n = b.scalar(
        "n",
        Op::Length {
            arg: xs,
            axis: None,
        },
    );
    let _ = n;
    prints(
        &b.returns_scalars(&["n"]),
        "\
fn one(xs: &[_]) -> (_,) {
    let n = len(xs);
    (n,)
}
",
    );
}
