//! The user's own names may be those of the prelude, of combinators and of
//! what is generated.
#![deny(warnings)]
#![allow(dead_code, non_camel_case_types, unused_imports, non_snake_case, non_upper_case_globals)]

mod core {}
mod std {}
mod fusus_cpu {}

struct Vec;
struct Some;
struct None;
struct Ok;
struct Err;
struct Result;
struct Option;
struct From;
struct usize_;
trait Iterator {}

fn map() {}
fn filter() {}
fn Fold() {}

const block: u8 = 1;
const chain: u8 = 2;

fusus::cnf! {
    fn program(__rt: &[f64], run: &[f64], out: f64, lane: f64, value: f64) -> (f64, f64) {
        let blocks = map(|x, y| x + y + out + lane + value, __rt, run);
        let parts = filter(|fault| fault > 0.0, blocks);
        let i = scan(0.0, |state, j| state + j, parts);
        let fault = fold(0.0, |a, b| a + b, i);
        let total = fold(0.0, |a, b| a + b, parts);
        (fault, total)
    }

    fn named_like_combinators(map: &[i32], filter: i32) -> i32 {
        let len = map(|x| x + filter, map);
        let fold = fold(0, |a, b| a + b, len);
        fold + filter
    }
}

#[test]
fn main() {
    assert_eq!(program(&[1.0], &[2.0], 3.0, 4.0, 5.0), (15.0, 15.0));
    assert_eq!(named_like_combinators(&[1, 2], 3), 12);
    let core = [1, 2];
    let krate = 2;
    assert_eq!(fusus::cnf! { fold(0, |a, b| a + b, map(|x| x * krate, core)) }, 6);
    let _ = block + chain;
}
