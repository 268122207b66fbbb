use fusus::cnf;
cnf! {
    /// Divides.
    pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        let ys1  = map(|x| x / sum1, xs);
        let ys2  = map(|x| x / sum2, xs);
        (ys1, ys2)
    }
}
fn main() {
    let xs = vec![1.0, -2.0, 3.0];
    println!("{:?}", normalize2(&xs));
    let (lo, hi) = cnf! {
        let lo = fold(f64::INFINITY, f64::min, xs);
        let hi = fold(f64::NEG_INFINITY, f64::max, xs);
        (lo, hi)
    };
    println!("{lo} {hi}");
    let pre = cnf! { xs.map(|x| x * 2.0).scan(0.0, |a, b| a + b).filter(|x| x > -1.5) };
    println!("{pre:?}");
}
