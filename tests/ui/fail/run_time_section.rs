// Bounds of sections of arrays at run time have a sign.

use fusus::lazy::{Array, s};

fn main() {
    let x = Array::from_vec(vec![1.0, 2.0]);
    let n = 1_usize;
    let _ = x.at(s![n..]);
    let _ = x.at(s![0..n]);
    let _ = x.at(s![n]);
    let _ = x.at(s![..n; 2]);
    let _ = x.at(n..);
    let _ = x.at(s!["1"]);
    let _ = x.with(s![..n], 0.0);
}
