//! Programs that only write in place.
#![deny(warnings)]

fusus::cnf! {
    fn double(xs: &mut [f64]) {
        *xs = map(|x| 2.0 * x, xs);
    }

    fn unit(xs: &mut [f64]) -> () {
        *xs = map(|x| 2.0 * x, xs);
        ()
    }
}

#[test]
fn main() {
    let mut xs = [1.0, 2.0];
    double(&mut xs);
    unit(&mut xs);
    assert_eq!(xs, [4.0, 8.0]);
}
