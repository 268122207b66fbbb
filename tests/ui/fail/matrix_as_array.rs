fusus::cnf! {
    fn read(m: &ArrayD<f64>) -> f64 {
        fold(0.0, |a, b| a + b, m)
    }

    fn written(m: &mut ArrayD<f64>) {
        *m = map(|x| x * 2.0, m);
    }

    fn viewed(m: ArrayView<'_, f64, Ix3>) -> Vec<f64> {
        filter(|x| x > 0.0, m)
    }
}

pub struct ArrayD<T>(pub Vec<T>);
pub struct ArrayView<'a, T, D>(pub &'a [T], pub D);
pub struct Ix3;

fn main() {}
