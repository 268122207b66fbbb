// The names that a wrong program would have bound cause no errors of their own.

fn main() {
    let xs = vec![1.0, 2.0];
    let (lo, hi) = fusus::cnf! {
        let lo = fold(f64::min, xs);
        let hi = fold(f64::NEG_INFINITY, f64::max, xs);
        (lo, hi)
    };
    let range = hi - lo;
    println!("{} {}", range.sqrt(), xs.len());

    let ys: Vec<f64> = fusus::cnf! { map(|x| x, xs, xs) };
    let total: f64 = ys.iter().sum();
    println!("{total}");
}
