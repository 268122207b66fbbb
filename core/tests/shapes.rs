//! The shapes of arrays: how many axes each has, and where an array is flattened.

use fusus_core::interp::{self, Inputs};
use fusus_core::ir::Program;
use fusus_core::size::scheme::Scheme;
use fusus_core::size::{Shape, Sizes};
use fusus_core::syntax::{Source, parse};
use fusus_core::{lower, size};

fn program(text: &str) -> Program {
    let Ok(Source::Functions(functions, _)) = parse(text.parse().expect("it lexes")) else {
        panic!("not a function: {text}");
    };
    lower::function(&functions[0]).unwrap_or_else(|found| panic!("{text}: {found:?}"))
}

/// A program over two arrays and a matrix, as its statements and its result.
fn over_two(body: &str, result: &str) -> Program {
    program(&format!(
        "fn f(xs: &[f64], ys: &[f64], matrix: &[f64]) -> Vec<f64> {{ {body} {result} }}"
    ))
}

fn shape<'s>(program: &Program, sizes: &'s Sizes, array: &str) -> &'s Shape {
    let mut arrays = program.arrays.iter();
    let named = arrays.find(|(_, described)| described.name == array);
    sizes.of(named.expect("an array of this name").0)
}

#[test]
fn elementwise_combinators_keep_axes_and_sequences_have_one() {
    for (body, array, axes) in [
        ("let a = cross(xs, ys);", "a", "k1, k2"),
        ("let (a, b) = cross(xs, ys);", "b", "k1, k2"),
        ("let a = map(|(x, y)| x * y, cross(xs, ys));", "a", "k1, k2"),
        (
            "let a = scan(0.0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, ys)));",
            "a",
            "k1, k2",
        ),
        ("let a = reverse(cross(xs, ys));", "a", "k1, k2"),
        (
            "let a = generate(len(cross(xs, ys)), |i| i);",
            "a",
            "k1 × k2",
        ),
        (
            "let p = cross(xs, ys); let a = cross(p, matrix);",
            "a",
            "k1 × k2, k3",
        ),
        (
            "let p = cross(xs, ys); let a = cross(matrix, p);",
            "a",
            "k3, k1 × k2",
        ),
        (
            "let p = cross(xs, ys); let a = map(|(x, y), m| x * y * m, p, matrix);",
            "a",
            "k1 × k2",
        ),
        (
            "let p = cross(xs, ys); let a = map(|(x, y), m| x * y * m, p, matrix);",
            "p",
            "k1, k2",
        ),
        (
            "let p = cross(xs, ys); let a = conform(matrix, p);",
            "a",
            "k1, k2",
        ),
    ] {
        let program = over_two(body, "xs");
        let sizes = size::infer(&program).unwrap_or_else(|found| panic!("{body}: {found:?}"));
        let of = |array: &str| shape(&program, &sizes, array).count();
        let letters = [("k1", of("xs")), ("k2", of("ys")), ("k3", of("matrix"))];
        let product = (
            "k1 × k2",
            [of("xs"), of("ys")].into_iter().collect::<Shape>().count(),
        );
        let found = shape(&program, &sizes, array).axes().iter().map(|axis| {
            let mut named = [&product].into_iter().chain(&letters);
            let named = named.find(|(_, size)| size == axis);
            named.map_or("another size", |(name, _)| *name)
        });
        assert_eq!(
            found.collect::<Vec<_>>().join(", "),
            axes,
            "{array}: {body}"
        );
    }
}

#[test]
fn what_a_filter_keeps_of_pairs_is_a_sequence() {
    let program = over_two("let a = filter(|(x, y)| x < y, cross(xs, ys));", "xs");
    let sizes = size::infer(&program).expect("sizes");
    assert_eq!(shape(&program, &sizes, "a").rank(), 1);
}

#[test]
fn an_array_in_step_with_pairs_has_as_many_elements() {
    let program = over_two(
        "let a = map(|(x, y), m| x * y * m, cross(xs, ys), matrix);",
        "a",
    );
    let sizes = size::infer(&program).expect("sizes");
    assert_eq!(
        Scheme::of(&program, &sizes).to_string(),
        "∀k1 k2.(xs: k1, ys: k2, matrix: k1 × k2) → (a: k1 × k2)"
    );
}

#[test]
fn axes_must_agree_one_by_one() {
    for body in [
        "let a = map(|p, q| p.0 * q.0, cross(xs, generate(3, |i| 0.0)), cross(xs, generate(4, |i| 0.0)));",
        "let a = map(|p, i| p.0, cross(xs, ys), generate(12, |i| i));",
        "let p = cross(cross(xs, ys), matrix); let a = map(|p, q| p.1 * q.0, p, cross(xs, cross(ys, matrix)));",
    ] {
        let program = over_two(body, "a");
        assert!(size::infer(&program).is_err(), "{body}");
    }
}

#[test]
fn arrays_of_axes_conform_along_each() {
    let text = "fn f(xs: &[f64], n: usize, m: usize) -> Vec<f64> {
        let a = reshape(xs, [n, m]);
        let b = reshape(xs, [m, n]);
        conform(b, a)
    }";
    let program = program(text);
    let run = |n: usize, m: usize| {
        let inputs = Inputs::new().array("xs", vec![0.5; n * m]);
        interp::run(&program, &inputs.scalar("n", n).scalar("m", m))
    };
    assert!(run(2, 2).is_ok());
    let error = run(2, 3).expect_err("other axes").to_string();
    assert!(error.ends_with("along axis 0"), "{error}");
}
