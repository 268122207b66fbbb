// An operand of an array at run time is an array of its elements, or one of them.

use fusus::lazy::Array;

fn main() {
    let x = Array::from_vec(vec![1.0, 2.0]);
    let n = Array::from_vec(vec![1, 2]);
    let _ = &x + "1";
    let _ = &x * 2;
    let _ = &x * &n;
    let _ = x.gt(0);
    let _ = n.gt(0.5);
}
