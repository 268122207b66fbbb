fusus::cnf! {
    fn dimensions(a: ArrayView2<'_, f64>) -> f64 {
        let rows = a.len_of(Axis(0));
        rows as f64
    }

    fn shape_of(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|x| x / a.shape()[0] as f64, xs)
    }

    fn other_axes(a: ArrayView2<'_, f64>) -> f64 {
        a[0] + a[[0, 1, 2]]
    }
}

pub struct ArrayView2<'a, T>(pub &'a [T]);

fn main() {}
