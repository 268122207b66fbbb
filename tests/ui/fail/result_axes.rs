fusus::cnf! {
    fn flat(xs: &[f64]) -> Array2<f64> {
        map(|x| x + 1.0, xs)
    }

    fn deep(xs: &[f64], ys: &[f64]) -> (Array3<f64>, f64) {
        (generate(|i, j| xs[i] * ys[j]), 1.0)
    }

    fn of_one_axis(xs: &[f64], ys: &[f64]) -> Array1<f64> {
        generate(|i, j| xs[i] * ys[j])
    }
}

pub struct Array1<T>(pub Vec<T>);
pub struct Array2<T>(pub Vec<T>);
pub struct Array3<T>(pub Vec<T>);

fn main() {}
