//! Generated code leaves a program from the body of its function alone: in a closure, `return` would be of another
//! type, and rustc would say so in the user's file.

use fusus_core::walk::{self, Node};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, File, Item};

/// The closures of an expansion that contain a `return`.
fn leaving(program: &str) -> Vec<String> {
    let tokens: TokenStream = program.parse().expect("it lexes");
    let expanded = fusus_core::expand(tokens, &quote!(::fusus));
    let file: File = syn::parse2(expanded).expect("it is Rust");
    let mut found = Vec::new();
    for item in file.items {
        let Item::Fn(function) = item else { continue };
        let block = function.block;
        walk::expr(&syn::parse_quote!(#block), &mut |node| {
            if let Node::Expr(Expr::Closure(closure)) = node {
                let text = quote!(#closure).to_string();
                if text.contains("return") {
                    found.push(text);
                }
            }
            true
        });
    }
    found
}

#[test]
fn no_closure_returns() {
    let programs = [
        // Counted before they are compacted, of pairs.
        "fn f(xs: &[f64], ys: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Error> {
            let p = generate(|i, j| xs[i] * ys[j]);
            (filter(|x| x > 0.0, p), filter(|x| x < 0.0, p))
        }",
        "fn f(xs: &[f64], ys: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Error> {
            let p = map(|(x, y)| x * y, cross(xs, ys));
            (filter(|x| x > 0.0, p), scan(0.0, |a, b| a + b, p))
        }",
        // Down the columns, and folds that data may lead out of an array.
        "fn f(h: usize, w: usize, xs: &[f64]) -> Result<Vec<f64>, Error> {
            let a = reshape(xs, [h, w]);
            generate(|i, j| sum(..=i, |k| a[[k, j]]))
        }",
        "fn f(h: usize, w: usize, s: &[usize], xs: &[f64]) -> Result<(Vec<f64>, f64), Error> {
            let a = reshape(xs, [h, w]);
            let rows = map(|r| sum(|k| a[[r, k]]), s);
            let y = rows[h];
            (scan(y, |a, b| a + b, rows), fold(0.0, f64::max, generate(|i, j| sum(s[i]..s[j], |k| xs[k]))))
        }",
        "fn f(n: usize, m: usize, xs: &[f64], ys: &[f64], zs: &[f64]) -> Result<Vec<f64>, Error> {
            let (a, b, c) = (reshape(xs, [n, m]), reshape(ys, [m, n]), reshape(zs, [n, m]));
            einsum(\"ij,jk,kl->il\", a, b, c)
        }",
        "#[cnf(strict)]
        fn f(n: usize, xs: &[f64], ys: &[f64]) -> Result<Vec<f64>, Error> {
            let p = pad(edge, reshape(xs, [n, n]));
            let b = generate(|i, j| p[[i - 1, j]] + p[[i + 1, j]] + ys[i]);
            scan(0.0, |a, b| a + b, flatten(b))
        }",
    ];
    for program in programs {
        let found = leaving(program);
        assert!(found.is_empty(), "{program}\n{}", found.join("\n"));
    }
}
