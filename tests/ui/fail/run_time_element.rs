// Elements of arrays at run time are numbers and truth values.

use fusus::lazy::Array;

fn main() {
    let names = Array::from_vec(vec![String::from("x")]);
    let sizes = Array::from_vec(vec![1_usize, 2]);
    let points = Array::from_vec(vec![(1.0, 2.0)]);
    let _ = (names, sizes, points);
}
