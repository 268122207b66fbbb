//! An array whose elements may be of any type, and a scalar that is none of a
//! device's.

fusus::cnf! {
    #[backend(ocl)]
    fn unknown(xs: &[f32], words: &str) -> Vec<f32> {
        let ys = external(xs.to_vec());
        let n = fold(0, |a, b| a + b, map(|_| 1, ys));
        map(|x| x * words.len() as f32 + n as f32, xs)
    }
}

fn main() {
    let _ = unknown(&[0.5], "");
}
