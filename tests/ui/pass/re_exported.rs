//! Through a re-export the macro finds its own crate.
#![deny(warnings)]

mod tools {
    pub use fusus::*;
    pub mod deep {
        pub use fusus::cnf as weave;
    }
}

tools::cnf! {
    fn one(xs: &[u8]) -> usize {
        len(filter(|x| x == 1, xs))
    }
}

#[test]
fn main() {
    assert_eq!(one(&[1, 2]), 1);
    assert_eq!(tools::deep::weave! { fold(0, |a, b| a + b, 0..3) }, 3);
}
