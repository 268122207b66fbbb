fn main() {
    let (qs, xs) = ([1.0, 2.0], [3.0, 4.0]);
    let _: Vec<f64> = fusus::cnf! {
        map(|q| fold(0.0, |a, b| a + b, map(|x| x * q, xs)), qs)
    };
}
