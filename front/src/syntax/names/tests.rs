use super::{assigned, free, visit_free};
use quote::ToTokens;

fn names(source: &str) -> Vec<String> {
    let expr = syn::parse_str(source).expect("a Rust expression");
    free(&expr).iter().map(ToString::to_string).collect()
}

#[test]
fn parameters_and_locals_are_not_free() {
    assert_eq!(names("|x| x + a"), ["a"]);
    assert_eq!(names("|(x, y)| { let z = x * k; z + y + w }"), ["k", "w"]);
    assert_eq!(names("|x| { let y = y; y }"), ["y"]);
    assert_eq!(
        names("|x| match x { Some(v) if v > t => v, _ => d }"),
        ["t", "d"]
    );
    assert_eq!(
        names("|x| if let Some(v) = f(x) { v } else { v }"),
        ["f", "v"]
    );
    assert_eq!(names("|x| for i in 0..n { g(i) }"), ["n", "g"]);
    assert_eq!(names("|p| Point { x: p.x, y }"), ["y"]);
    assert_eq!(names("|x| table[x as usize]"), ["table"]);
    assert_eq!(names("|x| f64::max(x, b)"), ["b"]);
    assert_eq!(names("|x| matches!(x, y)"), ["y"]);
    assert_eq!(
        names(r#"|x| format!("{x} {a:?} {{b}} {0} {}", c)"#),
        ["c", "a"]
    );
    assert!(names(r#"|x| vec!["{a}"]"#).is_empty());
}

#[test]
fn finds_what_is_assigned_to() {
    let name = |source: &str| {
        let expr = syn::parse_str(source).expect("a Rust expression");
        assigned(&expr).map(|name| name.to_string())
    };
    for source in [
        "|x| { n += x; x }",
        "|x| n = x",
        "|x| { if x > 0 { n.count += 1; } x }",
        "|x| n[x] = true",
        "|x| { *n += x; x }",
        "|x| { let m = 1; (n) = m; x }",
    ] {
        assert_eq!(name(source).as_deref(), Some("n"), "{source}");
    }
    for source in [
        "|mut n| { n += 1; n }",
        "|x| { let mut n = x; n *= 2; n }",
        "|x| { let mut n = [x]; n[0] = 1; n[0] }",
        "|x| { *n.lock().unwrap() += x; x }",
        "|x| x == n",
        "|x| { for mut n in 0..x { n += 1; } x }",
    ] {
        assert_eq!(name(source), None, "{source}");
    }
}

#[test]
fn renames_what_is_free_and_nothing_else() {
    let mut expr = syn::parse_str("|a| { let b = a + c; Point { b, c } }").expect("Rust");
    visit_free(&mut expr, &mut |name| {
        *name = proc_macro2::Ident::new(&format!("{name}_2"), name.span());
    });
    let expected: syn::Expr =
        syn::parse_str("|a| { let b = a + c_2; Point { b, c: c_2 } }").expect("Rust");
    assert_eq!(
        expr.to_token_stream().to_string(),
        expected.to_token_stream().to_string()
    );
}
