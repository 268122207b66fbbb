fn main() {
    let (xs, alpha) = (vec![1.0, 2.0], 0.5);
    let _: Vec<f64> = fusus::cnf! {
        scan(0.0, |y, x| y + alpha * (x - y), xs)
    };
}
