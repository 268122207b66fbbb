//! Index notation of several indices: coordinates, and chains of stencils that are one loop.

use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::interp::{Inputs, run};
use fusus_core::ir::Program;
use fusus_core::lower;
use fusus_core::size::scheme::Scheme;
use fusus_core::syntax::{Source, parse};
use fusus_rng::Rng;

const HEIGHT: usize = 6;
const WIDTH: usize = 7;

/// A program over an array of `HEIGHT` rows, and a sequence as long as one of them.
fn over(body: &str) -> String {
    format!(
        "fn f(xs: &[f64], ys: &[f64]) -> Vec<f64> {{
            let a = reshape(xs, [{HEIGHT}, {WIDTH}]);
            {body}
        }}"
    )
}

fn written(text: &str) -> Program {
    let Ok(Source::Functions(functions, _)) = parse(text.parse().expect("it lexes")) else {
        panic!("not a function: {text}");
    };
    lower::function(&functions[0]).unwrap_or_else(|found| panic!("{text}: {found:?}"))
}

fn compiled(text: &str, strategy: &str) -> Compiled {
    let overrides = Overrides {
        strategy: Some(strategy.to_owned()),
        ..Overrides::default()
    };
    let mut found = Diagnostics::new();
    let tokens = text.parse().expect("tokens");
    let explained = explain(tokens, "file:1", &overrides, &mut found).remove(0);
    explained
        .outcome
        .unwrap_or_else(|found| panic!("{text}: {found:?}"))
}

fn loops(body: &str, strategy: &str) -> usize {
    compiled(&over(body), strategy).nest.loops().count()
}

/// The array `a`, whose element at (i, j) tells where it is.
fn a(i: usize, j: usize) -> f64 {
    (100 * i + j * j) as f64
}

/// The elements of the result, by the program as it is written and as the default strategy runs it.
fn elements(body: &str) -> Vec<f64> {
    let text = over(body);
    let xs: Vec<f64> = (0..HEIGHT * WIDTH)
        .map(|k| a(k / WIDTH, k % WIDTH))
        .collect();
    let ys: Vec<f64> = (0..WIDTH).map(|k| (k * k % 5) as f64).collect();
    let inputs = Inputs::new().array("xs", xs).array("ys", ys);
    let get = |program: &Program| -> Vec<f64> {
        let outcome = run(program, &inputs).unwrap_or_else(|fault| panic!("{body}: {fault}"));
        outcome.result.get().expect("numbers")
    };
    let as_written = get(&written(&text));
    assert_eq!(
        get(&compiled(&text, "optimal").program),
        as_written,
        "{body}"
    );
    as_written
}

/// The elements over a box of coordinates.
fn over_box(
    rows: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
    f: impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let at = |i: usize| columns.clone().map(move |j| (i, j));
    rows.flat_map(at).map(|(i, j)| f(i, j)).collect()
}

#[test]
fn arrays_of_ndarray_have_the_sizes_of_their_axes() {
    let text = "fn f(a: ArrayView2<'_, f64>, b: ArrayView2<'_, f64>, xs: &[f64]) -> Vec<f64> {
        let c = generate(|i, j| a[[i, j + 1]] * xs[j] + b[[j, i]]);
        c
    }";
    let compiled = compiled(text, "optimal");
    assert_eq!(
        Scheme::of(&compiled.program, &compiled.sizes).to_string(),
        "∀k1 k2.(a: k1 × k2, b: k2 × k1, xs: k2) → (c: k1 × (k2 - 1))"
    );
}

#[test]
fn a_read_ahead_of_others_is_not_in_step() {
    let expected = over_box(0..HEIGHT, 1..WIDTH, |i, j| a(i, j) - a(i, j - 1));
    assert_eq!(
        elements("generate(|i, j| a[[i, j]] - a[[i, j - 1]])"),
        expected
    );
    let expected = over_box(2..HEIGHT, 0..WIDTH, |i, j| a(i, j) - a(i - 2, j));
    assert_eq!(
        elements("generate(|i, j| a[[i, j]] - a[[i - 2, j]])"),
        expected
    );
}

#[test]
fn a_chain_of_stencils_is_one_loop() {
    let chain = "let h = generate(|i, j| a[[i, j - 1]] + a[[i, j]] + a[[i, j + 1]]);
        let v = generate(|i, j| h[[i - 1, j]] + h[[i, j]] + h[[i + 1, j]]);
        map(|v| v / 9.0, v)";
    let expected = over_box(1..HEIGHT - 1, 1..WIDTH - 1, |i, j| {
        let h = |i: usize| a(i, j - 1) + a(i, j) + a(i, j + 1);
        (h(i - 1) + h(i) + h(i + 1)) / 9.0
    });
    assert_eq!(elements(chain), expected);
    assert_eq!(loops(chain, "optimal"), 1);
    assert!(loops(chain, "unfused") > 2);
}

#[test]
fn elements_that_several_paths_lead_to_are_computed_once() {
    let chain = "let h = generate(|i, j| a[[i, j + 1]] - a[[i, j]]);
        let v = generate(|i, j| h[[i + 1, j]] - h[[i, j]]);
        generate(|i, j| v[[i, j + 1]] * v[[i, j]] + h[[i, j + 1]])";
    let expected = over_box(0..HEIGHT - 1, 0..WIDTH - 2, |i, j| {
        let h = |i: usize, j: usize| a(i, j + 1) - a(i, j);
        let v = |i: usize, j: usize| h(i + 1, j) - h(i, j);
        v(i, j + 1) * v(i, j) + h(i, j + 1)
    });
    assert_eq!(elements(chain), expected);
    assert_eq!(loops(chain, "optimal"), 1);
    // Two rows of three elements of `a` and of two of `h`, each once.
    let text = compiled(&over(chain), "optimal").nest.to_string();
    assert_eq!(text.matches("= a[").count(), 6, "{text}");
    assert_eq!(text.matches("|a_at").count(), 4, "{text}");
}

#[test]
fn arrays_of_fewer_axes_and_other_orders_are_stored() {
    // A row would be computed again for each row, and a transpose reads across rows.
    for body in [
        "let h = generate(|j| ys[j + 1] - ys[j]); generate(|i, j| h[j] * a[[i, j]])",
        "let h = generate(|i, j| a[[i, j + 1]] - a[[i, j]]); generate(|i, j| h[[j, i]] + h[[j, i + 1]])",
        "let h = generate(|i, j| a[[i, j + 1]] - a[[i, j]]); generate(|j| h[[2, j]] + h[[3, j]])",
    ] {
        elements(body);
        assert_eq!(loops(body, "optimal"), 2, "{body}");
    }
}

#[test]
fn what_is_expensive_or_given_a_size_is_stored() {
    for body in [
        "let h = map(|x| x.sin(), a); generate(|i, j| h[[i, j + 1]] - h[[i, j]])",
        "let h = generate([6, 7], |i, j| a[[i, j]] * (i + j) as f64);
            generate(|i, j| h[[i, j + 1]] - h[[i, j]])",
    ] {
        elements(body);
        assert_eq!(loops(body, "optimal"), 2, "{body}");
    }
}

/// The text of a random read of one of `arrays`.
fn read(rng: &mut Rng, arrays: &[String]) -> String {
    let mut subscript = |index: &str| match rng.below(4) {
        0 => format!("{index} - 1"),
        1 => format!("{index} + 1"),
        _ => index.to_owned(),
    };
    let (row, column) = (subscript("i"), subscript("j"));
    format!("{}[[{row}, {column}]]", rng.pick(arrays))
}

#[test]
fn random_chains_have_the_same_elements() {
    let mut fused = 0;
    for number in 0..300 {
        let rng = &mut Rng::of(24, number);
        let (mut body, mut arrays) = (String::new(), vec!["a".to_owned()]);
        for statement in 0..2 + rng.below(3) {
            let name = format!("h{statement}");
            let made = match rng.below(5) {
                0 => format!("map(|x| x - 2.0, {})", rng.pick(&arrays)),
                1 => format!("generate(|i, j| {} * ys[j])", read(rng, &arrays)),
                _ => {
                    let reads: Vec<String> =
                        (0..1 + rng.below(3)).map(|_| read(rng, &arrays)).collect();
                    format!("generate(|i, j| {} + 1.0)", reads.join(" - "))
                }
            };
            body.push_str(&format!("let {name} = {made}; "));
            arrays.push(name);
        }
        let last = arrays.last().expect("one").clone();
        body.push_str(&format!(
            "generate(|i, j| {} - a[[i, j]])",
            read(rng, &[last])
        ));
        elements(&body);
        fused += usize::from(loops(&body, "optimal") == 1);
    }
    assert!(fused > 100, "{fused} chains are one loop");
}
