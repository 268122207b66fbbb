//! `einsum` is the program that it stands for, whatever its string says.

use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::editor;
use fusus_core::explain::{Overrides, explain};
use fusus_core::ir::pretty;
use quote::quote;

fn outcome(value: &str, result: &str) -> Result<Compiled, Diagnostics> {
    let text = format!(
        "fn f(n: usize, s: f64, xs: &[f64], i: &[f64], ys: &[f64]) -> {result} {{
            let (a, b, c) = (reshape(xs, [n, n]), reshape(i, [n, n]), reshape(ys, [n, n, n]));
            let out = {value};
            out
        }}"
    );
    let mut found = Diagnostics::new();
    let tokens = text.parse().expect("tokens");
    let explained = explain(tokens, "file:1", &Overrides::default(), &mut found).remove(0);
    assert!(found.is_empty());
    explained.outcome
}

fn compiled(value: &str, result: &str) -> String {
    let compiled = outcome(value, result).unwrap_or_else(|found| panic!("{value}: {found:?}"));
    pretty::text(&compiled.program)
}

#[test]
fn it_stands_for_sums_of_products() {
    let arrays = [
        (
            "\"ij,jk->ik\", a, b",
            "generate(|i, k| sum(|j| a[[i, j]] * b[[j, k]]))",
        ),
        (
            "\"ij , jk -> ki\", a, &b,",
            "generate(|k, i| sum(|j| a[[i, j]] * b[[j, k]]))",
        ),
        (
            "\"ab,cd,bc->ad\", a, b, a",
            "generate(|a_2, d| sum(|b_2, c| a[[a_2, b_2]] * b[[c, d]] * a[[b_2, c]]))",
        ),
        // Without an arrow, the letters that occur once are those of the result, in alphabetical order.
        (
            "\"ij,jk\", b, b",
            "generate(|i, k| sum(|j| b[[i, j]] * b[[j, k]]))",
        ),
        ("\"ji\", b", "generate(|i, j| b[[j, i]])"),
        ("\"jii\", c", "generate(|j| sum(|i| c[[j, i, i]]))"),
        // Diagonals, and sums of some axes.
        ("\"ii->i\", b", "generate(|i| b[[i, i]])"),
        ("\"ijk->j\", c", "generate(|j| sum(|i, k| c[[i, j, k]]))"),
        // A name of an operand is none of an index.
        ("\"i,j->ij\", i, ys", "generate(|i_2, j| i[i_2] * ys[j])"),
        // Operands without letters are numbers.
        (
            "\",ij->ij\", s + 1.0, b",
            "generate(|i, j| (s + 1.0) * b[[i, j]])",
        ),
    ];
    for (einsum, meant) in arrays {
        let (value, ty) = (format!("einsum({einsum})"), "Vec<f64>");
        assert_eq!(compiled(&value, ty), compiled(meant, ty), "{einsum}");
    }
    let scalars = [
        ("einsum(\"ii\", b)", "sum(|i| b[[i, i]])"),
        ("einsum(\"i,i->\", xs, ys)", "sum(|i| xs[i] * ys[i])"),
        (
            "2.0 * einsum(\"ij,i,j->\", b, xs, ys)",
            "2.0 * sum(|i, j| b[[i, j]] * xs[i] * ys[j])",
        ),
        ("2.0 - einsum(\",\", s, s - 1.0)", "2.0 - ((s) * (s - 1.0))"),
    ];
    for (value, meant) in scalars {
        assert_eq!(compiled(value, "f64"), compiled(meant, "f64"), "{value}");
    }
}

/// It stands wherever a sum over an index does.
#[test]
fn it_stands_in_workers() {
    let ty = "Vec<f64>";
    assert_eq!(
        compiled("map(|x| x - einsum(\"j->\", ys), xs)", ty),
        compiled("map(|x| x - sum(|j| ys[j]), xs)", ty)
    );
    assert_eq!(
        compiled("map(|x| x, einsum(\"ij->i\", b))", ty),
        compiled("map(|x| x, generate(|i| sum(|j| b[[i, j]])))", ty)
    );
}

/// Functions and methods of others may have its name.
#[test]
fn only_calls_of_it_with_a_string_are_it() {
    for value in ["other::einsum(\"i\", s)", "s.einsum(\"i\")", "einsum(s, s)"] {
        assert!(compiled(value, "f64").contains("einsum"), "{value}");
    }
}

#[test]
fn editors_see_what_it_stands_for() {
    let program = |value| quote!(fn f(xs: &[f64], ys: &[f64]) -> f64 { let x = #value; x });
    let krate = quote!(::fusus);
    let sketch = editor::sketch(program(quote!(einsum("i,i->", xs, ys))), &krate).to_string();
    let meant = editor::sketch(program(quote!(sum(|i| xs[i] * ys[i]))), &krate).to_string();
    assert_eq!(sketch, meant);
}
