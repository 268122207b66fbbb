//! A program of the expression form.

fn main() {
    let xs = [3.0, 1.0, 2.0];
    let (lo, hi) = fusus::cnf! {
        let lo = fold(f64::INFINITY, f64::min, xs);
        let hi = fold(f64::NEG_INFINITY, f64::max, xs);
        (lo, hi)
    };
    println!("{lo} {hi}");
}
