//! The printer of tokens: readable, and read back as the same tokens.

use std::path::Path;

use fusus_core::ir::tokens;
use fusus_rng::Rng;
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// The tokens, flat, with punctuation joined to operators as rustc's lexer does.
fn flat(stream: TokenStream, out: &mut Vec<String>) {
    const OPERATORS: &[&str] = &[
        "<<=", ">>=", "..=", "...", "<<", ">>", "..", "&&", "||", "==", "!=", "<=", ">=", "+=",
        "-=", "*=", "/=", "%=", "^=", "&=", "|=", "->", "=>", "::",
    ];
    let mut joint = false;
    for token in stream {
        let text = match token {
            TokenTree::Group(group) => {
                out.push(format!("open {:?}", group.delimiter()));
                flat(group.stream(), out);
                joint = false;
                "close".to_owned()
            }
            TokenTree::Punct(punct) => {
                let mut text = punct.as_char().to_string();
                if let (true, Some(last)) = (joint, out.last()) {
                    let longer = format!("{last}{text}");
                    if OPERATORS.contains(&longer.as_str()) {
                        out.pop();
                        text = longer;
                    }
                }
                joint = punct.spacing() == Spacing::Joint;
                text
            }
            other => {
                joint = false;
                other.to_string()
            }
        };
        out.push(text);
    }
}

fn assert_round_trip(stream: TokenStream) {
    let text = tokens::text(stream.clone());
    let again: TokenStream = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"));
    let (mut before, mut after) = (Vec::new(), Vec::new());
    flat(stream, &mut before);
    flat(again.clone(), &mut after);
    assert_eq!(before, after, "{text}");
    assert_eq!(tokens::text(again), text, "printing is stable");
}

#[track_caller]
fn same(source: &str) {
    let tokens: TokenStream = source.parse().unwrap();
    assert_eq!(tokens::text(tokens.clone()), source);
    assert_round_trip(tokens);
}

#[test]
fn tokens_are_spaced_as_rustfmt_would() {
    for source in [
        "|x| x / sum1",
        "|a, b| a + b",
        "|_| 0",
        "|| -1",
        "|(i, x): (usize, f64)| -> f64 { x * i as f64 }",
        "f64::min",
        "f64::NEG_INFINITY",
        "std::f64::consts::PI",
        "<f64 as Default>::default()",
        "xs[i]",
        "table[i][j + 1]",
        "&v[1..]",
        "&mut ys[..n]",
        "&self.data[a..=b]",
        "v.iter().sum::<f64>()",
        "Vec::<Vec<f32>>::new()",
        "let x: Vec<Option<&'a str>> = Vec::new()",
        "a.min(b).max(-c)",
        "-x * -y - -z",
        "!a && !b || c",
        "a & b | c ^ !d",
        "a << 2 >> b",
        "a < b && c > d",
        "(a < b, c > d)",
        "i < n && n > 0",
        "x as f64 / (n as f64)",
        "if x > 0.0 { x } else if x < -1.0 { -x } else { 0.0 }",
        "match x { 0 => 1, 1..=9 | 20 => 2, n if n > 5 => -n, _ => 0 }",
        "Point { x: -1.0, y, ..p }",
        "Point { x: 1 }.norm() - 1",
        "S {}",
        "{ let (mut a, b) = (1, 2); a += b; a }",
        "'outer: loop { break 'outer -1; }",
        "for i in 0..n { s += i; }",
        "while i < n { i += 1; }",
        "x.0 + x.1.0",
        "*x + **y",
        "&&x",
        "f(&*x)?",
        "vec![0; n]",
        "matches!(x, 1 | 2)",
        "(x,)",
        "()",
        "[1, 2, 3]",
        "|x: &[f64]| x.len()",
        "return x",
        "(xs.len() + 1) / 2",
        "fn f<T: Copy>(xs: &[T]) -> (_, _) {}",
        "#[inline] fn f() {}",
        "x @ 1..=2",
        "move |a| a + k",
        "fold(f64::INFINITY, |a, b| a.min(b), xs)",
        "'a'",
        "b'a' as u32",
        "\"text\"",
        "x != y",
        "x == y",
        "impl Fn(f64) -> f64 + 'static",
        "unsafe { f() }",
    ] {
        same(source);
    }
}

#[test]
fn tokens_that_would_fuse_stay_apart() {
    for source in [
        "x.0 .1",
        "a - -b",
        "1. ..b",
        "a & &b",
        "& &a",
        "a | |b| b",
        "a < -b",
        "a < <T>::N",
    ] {
        assert_round_trip(source.parse().unwrap());
    }
    // As `quote!` makes them: punctuation without joints.
    let (a, b) = (quote!(-), quote!(&));
    assert_round_trip(quote!(#a #a x));
    assert_round_trip(quote!(#b #b x));
    assert_round_trip(quote!(Vec<Vec<f64>>::new()));
}

#[test]
fn tokens_of_invisible_groups_keep_their_extent() {
    let sum: TokenStream = quote!(1 + 2);
    let sum = TokenTree::Group(Group::new(Delimiter::None, sum));
    assert_eq!(tokens::text(quote!(#sum * 3)), "(1 + 2) * 3");
    let name = TokenTree::Group(Group::new(Delimiter::None, quote!(f64::MAX)));
    assert_eq!(tokens::text(quote!(#name - 1.0)), "f64::MAX - 1.0");
}

/// Every source file of this crate is read back as it was.
#[test]
fn tokens_of_real_code_round_trip() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src"), root.join("tests")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let file = syn::parse_file(&std::fs::read_to_string(&path).unwrap()).unwrap();
                assert_round_trip(file.to_token_stream());
                files += 1;
            }
        }
    }
    assert!(files > 20);
}

/// Random streams, most of them no Rust at all.
#[test]
fn tokens_of_anything_round_trip() {
    let mut rng = Rng::new(1);
    for _ in 0..3000 {
        let mut source = String::new();
        any_tokens(&mut rng, &mut source, 0);
        let stream: TokenStream = source
            .parse()
            .unwrap_or_else(|error| panic!("{error}: {source}"));
        assert_round_trip(stream);
    }
}

/// Random expressions are read back as the same expressions.
#[test]
fn tokens_of_random_expressions_round_trip() {
    let mut rng = Rng::new(2);
    for _ in 0..2000 {
        let source = expression(&mut rng, 4);
        let expr: syn::Expr = syn::parse_str(&source).unwrap_or_else(|e| panic!("{e}: {source}"));
        let text = tokens::of(&expr);
        assert_eq!(syn::parse_str::<syn::Expr>(&text).unwrap(), expr, "{text}");
        assert_round_trip(expr.to_token_stream());
    }
}

/// Tokens of any kind, most of them no Rust.
fn any_tokens(rng: &mut Rng, out: &mut String, depth: usize) {
    const TOKENS: &[&str] = &[
        "a", "Foo", "if", "mut", "x1", "1", "2.5", "3.", "0u8", "'l", "'c'", "\"s\"", "+", "-",
        "*", "/", "%", "<", ">", "=", "&", "|", "!", "?", ":", "::", ".", "..", "..=", ",", ";",
        "->", "=>", "==", "<=", ">=", "&&", "||", "<<", ">>", "+=", "<<=", "#", "@", "^",
    ];
    for _ in 0..rng.below(8) {
        if depth < 3 && rng.below(5) == 0 {
            let (open, close) = [("(", ")"), ("[", "]"), ("{", "}")][rng.below(3)];
            out.push_str(open);
            any_tokens(rng, out, depth + 1);
            out.push_str(close);
        } else {
            let token: &&str = rng.pick(TOKENS);
            out.push_str(token);
        }
        out.push(' ');
    }
}

/// An expression of Rust, without a meaning.
fn expression(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 {
        let atoms = ["x", "y", "1", "2.0", "f64::MAX", "N", "xs", "true"];
        return (*rng.pick(&atoms)).to_owned();
    }
    let mut part = || expression(rng, depth - 1);
    let (a, b, c) = (part(), part(), part());
    match rng.below(14) {
        0 => format!("({a})+({b})"),
        1 => format!("-({a})"),
        2 => format!("&mut({a})"),
        3 => format!("({a})<({b})"),
        4 => format!("if({a}){{{b}}}else{{{c}}}"),
        5 => format!("|x,y|{a}"),
        6 => format!("f::<Vec<u8>>({a},{b})"),
        7 => format!("({a}).max({b})"),
        8 => format!("(({a}),({b}),)"),
        9 => format!("({a})as f64"),
        10 => format!("{{let z:Vec<_>={a};{b}}}"),
        11 => format!("xs[{a}]"),
        12 => format!("match({a}){{1|2=>{b},_=>{c}}}"),
        _ => format!("!({a})==*({b})"),
    }
}
