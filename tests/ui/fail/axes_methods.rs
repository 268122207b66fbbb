fusus::cnf! {
    fn transposed(a: ArrayView2<'_, f64>) -> Vec<f64> {
        map(|x| x + 1.0, a.t())
    }

    fn rows(a: ArrayView2<'_, f64>) -> Vec<usize> {
        generate(a.nrows(), |i| i)
    }

    fn product(a: ArrayView2<'_, f64>, b: ArrayView2<'_, f64>) -> Vec<f64> {
        a.dot(&b)
    }
}

pub struct ArrayView2<'a, T>(pub &'a [T]);

fn main() {}
