use super::*;

/// Estimates a worker beside such functions.
fn beside(functions: &[&str], worker: &str) -> Estimate {
    let functions: Vec<ItemFn> = functions
        .iter()
        .map(|text| syn::parse_str(text).unwrap())
        .collect();
    Estimates::of(&functions).worker(&syn::parse_str(worker).unwrap())
}

#[test]
fn a_function_beside_the_program_takes_what_its_body_takes() {
    let square = "fn square(x: f32) -> f32 { x * x }";
    let by_hand = beside(&[], "|x: f32| x * x + 1.0");
    assert_eq!(beside(&[square], "|x| square(x) + 1.0"), by_hand);
    assert_eq!(by_hand.plain, Some(2));
    assert_eq!(beside(&[square], "square"), beside(&[], "|x: f32| x * x"));
    let wave = "fn wave(x: f32) -> f32 { x.sin() }";
    assert!(beside(&[wave], "|x| wave(x)").is_heavy());
    assert!(!beside(&[wave], "|x| wave(x)").is_unknown);
}

#[test]
fn functions_call_each_other_in_any_order() {
    let functions = [
        "fn c(x: u32) -> u32 { b(x) + a(x) }",
        "fn a(x: u32) -> u32 { x + 1 }",
        "fn b(x: u32) -> u32 { a(x) ^ 5 }",
    ];
    assert_eq!(
        beside(&functions, "c"),
        beside(&[], "|x| ((x + 1) ^ 5) + (x + 1)")
    );
}

#[test]
fn what_calls_itself_is_unknown() {
    let functions = [
        "fn even(n: u32) -> bool { n == 0 || odd(n - 1) }",
        "fn odd(n: u32) -> bool { n != 0 && even(n - 1) }",
        "fn not_even(n: u32) -> bool { !even(n) }",
    ];
    for worker in ["even", "|n| odd(n)", "not_even"] {
        let estimate = beside(&functions, worker);
        assert!(estimate.is_unknown && estimate.is_expensive, "{worker}");
        assert_eq!(estimate.plain, None, "{worker}");
    }
}

#[test]
fn what_is_outside_is_unknown() {
    for worker in [
        "outside",
        "|x| outside(x)",
        "|x| super::near(x)",
        "|x| (self.f)(x)",
        "|x| { assert!(x > 0); x }",
        "|x| matches!(x, 1)",
    ] {
        let estimate = beside(&["fn near(x: i32) -> i32 { x }"], worker);
        assert!(estimate.is_unknown && estimate.is_expensive, "{worker}");
        assert_eq!(estimate.plain, None, "{worker}");
    }
}

#[test]
fn constructors_and_methods_of_options_are_cheap() {
    for worker in [
        "Some",
        "|(i, x)| Some((x, i))",
        "|x| Shape::Circle(x)",
        "|a, b| b.or(a)",
        "|a, b| if b.is_some() { b } else { a }",
        "|x| x.unwrap_or(0.0)",
        "|x| x.is_some_and(|x| x > 0.0)",
    ] {
        let estimate = beside(&[], worker);
        assert!(!estimate.is_expensive && !estimate.is_unbounded, "{worker}");
    }
    assert!(beside(&[], "|x| Some(x.sin())").is_heavy());
    assert!(beside(&[], "|x| x.and_then(outside)").is_unknown);
}

#[test]
fn numbers_are_known() {
    assert!(!beside(&[], "f64::max").is_expensive);
    assert_eq!(beside(&[], "|x| i64::from(x) + 1").plain, Some(2));
    assert!(beside(&[], "f64::sqrt").is_expensive);
    let default = "|x| if x { ::core::default::Default::default() } else { x }";
    assert!(!beside(&[], default).is_unbounded);
    assert!(!beside(&[], "f64::sqrt").is_heavy());
    assert!(beside(&[], "f64::sin").is_heavy());
    assert!(beside(&[], "|x| x / 3").is_expensive);
    assert!(!beside(&[], "|x| x * 3").is_expensive);
    assert!(!beside(&[], "u32::pow").is_unknown);
}

#[test]
fn loops_and_what_is_unknown_may_take_any_time() {
    for worker in [
        "|x| { let mut s = 0; for k in 0..x { s += k; } s }",
        "|x| (0..x).sum::<u32>()",
        "|x| x.distance(y)",
        "|x| outside(x)",
        "|x| format!(\"{x}\").len()",
    ] {
        assert!(beside(&[], worker).is_unbounded, "{worker}");
    }
    for worker in [
        "|x| x.sin().sqrt().powi(2) + f64::from(x.is_nan() as u8)",
        "|x: u32| x.leading_zeros() + table[x as usize]",
        "|x| if x > 1 { x / 2 } else { 3 * x + 1 }",
    ] {
        assert!(!beside(&[], worker).is_unbounded, "{worker}");
    }
    let slow = "fn slow(x: u32) -> u32 { while x > 0 {} x }";
    assert!(beside(&[slow], "slow").is_unbounded);
}

#[test]
fn folds_over_an_index_take_any_time_by_their_terms_alone() {
    let sum = "fusus_over_sum(0, n, (fusus_view(a, [(n, 0, 1)]),), |k, x| x * x + 1.0)";
    let one = beside(&[], &format!("|y| y + {sum}"));
    assert!(one.is_unbounded && !one.is_endless);
    // An addition, an element, a product and another addition.
    assert_eq!(one.of_terms, 4);
    let two = beside(&[], &format!("|y| {sum} + {sum}"));
    assert_eq!((two.of_terms, two.is_endless), (8, false));
    for worker in [
        format!("|y| outside(y) + {sum}"),
        format!("|y| {{ for k in 0..y {{}} {sum} }}"),
        "|y| fusus_over_sum(0, n, (), |k| outside(k))".to_owned(),
    ] {
        assert!(beside(&[], &worker).is_endless, "{worker}");
    }
    assert_eq!(beside(&[], "|x| x.sin()").of_terms, 0);
}

#[test]
fn many_cheap_operations_are_expensive() {
    let sum = |terms: usize| format!("|x: f32| {}", vec!["x"; terms].join(" + "));
    assert!(!beside(&[], &sum(MANY + 1)).is_expensive);
    assert!(beside(&[], &sum(MANY + 2)).is_expensive);
}

#[test]
fn what_doubles_with_each_function_ends() {
    let mut functions = vec!["fn f0(x: u64) -> u64 { x + 1 }".to_owned()];
    for index in 1..100 {
        let before = index - 1;
        functions.push(format!(
            "fn f{index}(x: u64) -> u64 {{ f{before}(x) ^ f{before}(x) }}"
        ));
    }
    let functions: Vec<&str> = functions.iter().map(String::as_str).collect();
    let estimate = beside(&functions, "|x| f99(x)");
    assert_eq!(estimate.operations, MOST);
    assert_eq!(estimate.plain, Some(MOST));
}
