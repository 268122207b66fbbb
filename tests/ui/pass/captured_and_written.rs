//! The expression form writes captured arrays in place.
#![deny(warnings)]

use fusus::cnf;

#[test]
fn main() {
    let xs = [1, 2, 3];
    let mut vector = vec![0; 3];
    let mut array = [0; 3];
    let mut boxed: Box<[i32]> = Box::new([0; 3]);
    cnf! {
        *vector = map(|x| x + 1, xs);
        *array = map(|x| x + 2, xs);
        *boxed = map(|b, x| b + x, boxed, xs);
    }
    let slice = &mut vector[1..];
    cnf! { *slice = map(|s| s * 10, slice); }
    assert_eq!(vector, [2, 30, 40]);
    assert_eq!(array, [3, 4, 5]);
    assert_eq!(*boxed, [1, 2, 3]);
}
