//! As deep as programs are promised to nest, through the compiler itself.

#![allow(unused_parens)]

use fusus::cnf;

cnf! {
    fn two_hundred(xs: &[u8]) -> Vec<u8> {
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
        map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, map(|x| x + 1, 
            xs
            ))))))))))))))))))))))))))))))))))))))))))))))))))
            ))))))))))))))))))))))))))))))))))))))))))))))))))
            ))))))))))))))))))))))))))))))))))))))))))))))))))
            ))))))))))))))))))))))))))))))))))))))))))))))))))
    }

    // The deepest types that are accepted take the most stack.
    fn of_types(xs: &[u8], _n: Option<((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((u8))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))>) -> Vec<u8> {
        let n: (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((u8))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) = 1;
        map(|x| x + n, xs)
    }
}

#[test]
fn main() {
    assert_eq!(two_hundred(&[1, 2]), [201, 202]);
    assert_eq!(of_types(&[1, 2], None), [2, 3]);
}
