//! Raw identifiers everywhere.
#![deny(warnings)]

fusus::cnf! {
    fn r#match(r#type: &[i32], r#fn: i32) -> (Vec<i32>, i32) {
        let r#struct = map(|r#use| r#use + r#fn, r#type);
        let r#fn = r#fn + 1;
        let r#fn = fold(r#fn, |a, b| a + b, map(|x| x * 2, r#struct));
        let r#type = filter(|x| x > r#fn, r#struct);
        (map(|x| x, scan(0, |a, b| a + b, r#type)), r#fn)
    }
}

#[test]
fn main() {
    assert_eq!(r#match(&[1, 2], 3), (vec![], 22));
}
