//! Sketches, which editors see instead of the generated code: every name of the
//! user's is in them at the user's place, however much of the program is wrong.

use fusus_core::editor::{sketch, sketch_fused};
use fusus_core::{expand, expand_fused};
use proc_macro2::{Group, Ident, LineColumn, TokenStream, TokenTree};
use quote::quote;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn tokens(source: &str) -> TokenStream {
    source.parse().expect("it is Rust as far as tokens go")
}

fn identifiers(tokens: TokenStream, out: &mut Vec<Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => out.push(name),
            TokenTree::Group(group) => identifiers(group.stream(), out),
            _ => {}
        }
    }
}

/// The places of each word of some tokens.
fn places(tokens: TokenStream) -> BTreeMap<(usize, usize), Vec<String>> {
    let mut found = Vec::new();
    identifiers(tokens, &mut found);
    let mut places: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for name in found {
        let LineColumn { line, column } = name.span().start();
        places
            .entry((line, column))
            .or_default()
            .push(name.to_string());
    }
    places
}

/// Every word of the program but our attributes must stand in the expansion, at
/// its own place and nowhere else, next to at most one function's name.
#[track_caller]
fn assert_all_there(source: &str) {
    // The first line is nobody's: generated tokens say that they stand there.
    let source = format!("\n{source}");
    let sketched = places(sketch(tokens(&source), &quote!(::fusus)));
    for (place, words) in places(without_attributes(tokens(&source))) {
        let [word] = &words[..] else {
            unreachable!("a place has one word")
        };
        let there = sketched.get(&place).cloned().unwrap_or_default();
        // Over several arrays or indices, or with an accumulator, they are functions of their own.
        let has_forms = ["map", "fold", "generate", "sum"].contains(&&**word)
            && there.iter().any(|name| name.starts_with(&**word));
        assert!(
            has_forms || there.contains(word),
            "`{word}` of {place:?} is not in the sketch of{source}"
        );
        assert!(
            there.iter().filter(|name| *name == word).count() <= 1,
            "`{word}` of {place:?} is in the sketch of{source} several times"
        );
    }
}

fn without_attributes(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_hash =
        |token: &TokenTree| matches!(token, TokenTree::Punct(hash) if hash.as_char() == '#');
    let mut rest = TokenStream::new();
    let mut at = 0;
    while at < tokens.len() {
        let our = is_hash(&tokens[at])
            && tokens.get(at + 1).is_some_and(|group| {
                let text = group.to_string();
                text.starts_with("[cnf") || text.starts_with("[backend")
            });
        if our {
            at += 2;
            continue;
        }
        rest.extend([tokens[at].clone()]);
        at += 1;
    }
    rest
}

const NORMALIZE2: &str = "
/// Two results.
#[backend(cpu, sequential)]
pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let gts = filter(|x| x > 0.0, xs);
    let sum1 = fold(0.0, |a, b| a + b, xs);
    let sum2 = gts.fold(0.0, |c, d| c + d);
    let (ys1, ys2) = map(|x: f64, y| (x / sum1, y / sum2), xs, xs);
    (ys1, ys2)
}";

#[test]
fn every_name_is_at_its_place() {
    assert_all_there(NORMALIZE2);
    assert_all_there(
        "let total = fold(0.0, f64::max, data); let [a]: [f64] = map(|i| table[i], 0..n); (total, a)",
    );
    assert_all_there(
        "fn write(ys: &mut [f64], k: f64) { *ys = map(|y| y * k + len(ys) as f64, ys); }",
    );
    assert_all_there(
        "fn g(xs: &[f64], k: f64) -> Vec<f64> {
            if xs.is_empty() { return Vec::new(); }
            let n = len(xs) as f64;
            if n == k { return vec![n; 3]; }
            if n > k { return vec![] } *xs = map(|x| x * k, xs); map(|x| x / n, xs)
        }",
    );
    for path in programs() {
        let source = fs::read_to_string(&path).expect("it was just listed");
        assert_all_there(&source);
    }
}

/// The files of the folder `programs`.
fn programs() -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs");
    let files = fs::read_dir(folder).expect("the folder is there");
    let paths: Vec<_> = files
        .map(|file| file.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    assert!(paths.len() > 3);
    paths
}

/// Tokens in which one word stands for another.
fn renamed(tokens: TokenStream, from: &str, to: &str) -> TokenStream {
    let rename = |token: TokenTree| match token {
        TokenTree::Ident(name) if name == from => Ident::new(to, name.span()).into(),
        TokenTree::Group(group) => {
            Group::new(group.delimiter(), renamed(group.stream(), from, to)).into()
        }
        token => token,
    };
    tokens.into_iter().map(rename).collect()
}

/// Returns true if all uses of an index stand inside of a closure that binds it, as editors see it.
fn is_bound(tokens: TokenStream, index: &str, mut inside: bool) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut between = false;
    for token in &tokens {
        match token {
            TokenTree::Punct(bar) if bar.as_char() == '|' => between = !between,
            TokenTree::Ident(name) if name == index => {
                inside |= between;
                if !inside {
                    return false;
                }
            }
            TokenTree::Group(group) if !is_bound(group.stream(), index, inside) => return false,
            _ => {}
        }
    }
    true
}

#[test]
fn indices_are_renamed_where_they_stand() {
    const SOURCE: &str = "
        fn f(n: usize, xs: &[f64], ks: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
            let a = reshape(xs, [n, 4]);
            let p = pad(edge, a);
            let near = generate(|q, j| p[[q - 1, j]] + sum(0..3, |v| ks[v] * p[[q + v, j + 1]]));
            let rows = generate([1..n], |q| fold(0.0, f64::max, ..=q, |w| a[[w, 2]]) * q as f64);
            let d = recurrence(0.0, |d, q, j| d[[q - 1, j]] + near[[q, j]]);
            let around = map(|w| w[0][1], around(a, [0, 1]));
            (rows, d, sum(|q, j| around[[q, j]]))
        }";
    for index in ["q", "j", "v", "w", "d"] {
        let before = sketch(tokens(SOURCE), &quote!(::fusus));
        let after = sketch(renamed(tokens(SOURCE), index, "z"), &quote!(::fusus));
        // Nothing but the word is another one, and each is at its place.
        assert_eq!(places(after.clone()), places(renamed(before, index, "z")));
        // The name of an array is bound by a `let`.
        assert!(index == "d" || is_bound(after, "z", false), "{index}");
    }
}

#[test]
fn names_stay_where_programs_are_wrong() {
    for wrong in [
        // Sizes that differ, an unknown name, too few arguments, a misspelt combinator.
        "fn f(xs: &[f64]) -> Vec<f64> { let ks = filter(|k| k > 0.0, xs); map(|x, y| x + y, xs, ks) }",
        "fn f(xs: &[f64]) -> f64 { let ks = map(|k| k + nowhere, sx); fold(0.0, |a, b| a + b, ks) }",
        "fn f(xs: &[f64]) -> f64 { let ks = filter(|k| k > 0.0); fold(0.0, ks) }",
        "fn f(xs: &[f64]) -> f64 { let ks = flod(0.0, |a, b| a + b, xs); ks }",
        // Half a program: behind a dot, in a call, in a `let`.
        "fn f(ps: &[P]) -> f64 { let ks = map(|p| p., ps); fold(0.0, |a, b| a + b, ks) }",
        "fn f(ps: &[P]) -> f64 { let ks = map(|p| , ps); fold(0.0, |a, ",
        "fn f(ps: &[P]) -> f64 { let ks = ",
        "fn f(ps: &[P]) -> f64 { if ps.is_empty() { return 0.0; } let ks = map(|p| p., ps); ",
        "fn f(ps: &[P]) -> f64 { if ps. { return 0.0; } fold(0.0, |a, b| a + b, ps) }",
        "fn f(ps: &[P]) -> f64 { let ks = map(|p| p.x, ps) let ls = map(|k| k, ks); ",
        "fn f(ps: &[P]) -> ",
        "let ks = map(|p| p., points); let",
        "let ks = map(|p, q| p.x",
    ] {
        // A brace that is not closed is closed by the editor.
        let open = |bracket| wrong.matches(bracket).count();
        let close = |open: usize, closed: usize, with: &str| with.repeat(open - closed);
        let closed = format!(
            "{wrong}{}{}",
            close(open('('), open(')'), ")"),
            close(open('{'), open('}'), "}"),
        );
        assert_all_there(&closed);
        let sketched = sketch(tokens(&closed), &quote!(::fusus)).to_string();
        assert!(
            sketched.contains("compile_error"),
            "nothing is said about {closed}"
        );
    }
}

#[test]
fn mistakes_are_the_same_as_in_the_expansion() {
    let wrong = tokens("fn f(xs: &[f64]) -> f64 { let a = map(|x| x, ys); fold(0.0, a) }");
    let errors = |expansion: TokenStream| {
        let text = expansion.to_string();
        let errors = text.split(":: core :: compile_error ! {").skip(1);
        let mut errors: Vec<String> = errors
            .map(|error| error.split('}').next().unwrap_or_default().to_owned())
            .collect();
        errors.sort();
        errors
    };
    let expanded = errors(expand(wrong.clone(), &quote!(::fusus)));
    assert!(expanded.len() >= 2, "{expanded:?}");
    assert_eq!(errors(sketch(wrong.clone(), &quote!(::fusus))), expanded);
    let expanded = errors(expand_fused(TokenStream::new(), wrong.clone()));
    assert_eq!(errors(sketch_fused(TokenStream::new(), wrong)), expanded);
}

/// Tokens behind the cursor have one text before them, with and without a name at the cursor: that
/// is how rust-analyzer finds the receiver.
#[test]
fn completion_sees_the_same_text() {
    let text = |source: &str| sketch(tokens(source), &quote!(::fusus)).to_string();
    for source in [
        "fn f(ps: &[f64]) -> f64 { let ks = map(|p| p.@, ps); fold(0.0, |a, b| a + b, ks) }",
        "let ks = map(|p| p.@, ps); ks",
    ] {
        let now = text(&source.replace('@', ""));
        let then = text(&source.replace('@', "raCompletionMarker()"));
        let (before, _) = then.split_once("raCompletionMarker").expect("it is there");
        assert!(now.starts_with(before.trim_end()), "{before}\n{now}");
    }
}

#[test]
fn functions_show_their_plan() {
    let sketched = sketch(tokens(NORMALIZE2), &quote!(::fusus)).to_string();
    assert!(sketched.contains("2 loops: "), "{sketched}");
    // The further backends can be called, that of a device with its types.
    let device = "#[backend(ocl, cpu)] fn twice(xs: &[f32]) -> Vec<f32> { map(|x| x + x, xs) }";
    let sketched_device = sketch(tokens(device), &quote!(::fusus)).to_string();
    assert!(
        sketched_device.contains("fn twice_cpu (xs : & [f32]) -> Vec < f32 >"),
        "{sketched_device}"
    );
    assert!(sketched_device.contains("__ocl"), "{sketched_device}");
    assert!(
        sketched.contains("pub fn normalize2_sequential"),
        "{sketched}"
    );
}

/// In the generated code too, a name of the user's is at the user's place.
#[test]
fn the_generated_code_keeps_places() {
    let source = format!("\n{NORMALIZE2}");
    let expanded = places(expand(tokens(&source), &quote!(::fusus)));
    for (place, words) in places(tokens(&source)) {
        let bound = ["normalize2", "sum1", "sum2", "x", "y", "a", "b", "c", "d"];
        let [word] = &words[..] else {
            unreachable!("a place has one word")
        };
        if bound.contains(&word.as_str()) {
            let there = expanded.get(&place).cloned().unwrap_or_default();
            let begins = there.iter().any(|name| name.starts_with(word.as_str()));
            assert!(
                begins,
                "`{word}` of {place:?} is not in the expansion: {there:?}"
            );
        }
    }
}
