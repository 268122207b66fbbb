//! Unused bindings are rustc's to judge: `_name` and `_` silence it.
#![deny(unused_variables)]

fusus::cnf! {
    fn program(xs: &[i32], _flag: bool) -> i32 {
        let _ys = map(|x| x + 1, xs);
        let (a, _b) = map(|x| (x, x), xs);
        let (c, _) = map(|x| (x, x), xs);
        let _ = filter(|x| x > 0, xs);
        let _n = len(xs);
        fold(0, |a, b| a + b, map(|a, c| a + c, a, c))
    }

    fn padded(xs: &[i32], edge: i32) -> Vec<i32> {
        let p = pad(0, xs);
        let q = pad(2 * edge, xs);
        let far = edge + 1;
        let r = pad(far, xs);
        generate(|i| p[i] + q[i] + r[i])
    }
}

#[test]
fn main() {
    assert_eq!(program(&[1, 2], true), 6);
    assert_eq!(padded(&[1, 2], 7), [3, 6]);
}
