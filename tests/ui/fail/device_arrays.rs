//! Workers have arrays on a device, and memory has none.

fusus::cnf! {
    #[backend(ocl)]
    fn taken(xs: &[[f32; 2]]) -> Vec<f32> {
        map(|[a, b]| a + b, xs)
    }

    #[backend(ocl)]
    fn returned(xs: &[f32]) -> (Vec<[f32; 2]>, [f32; 2]) {
        let pairs = map(|x| [x, 2.0 * x], xs);
        (pairs, fold([0.0, 0.0], |a, b| [a[0] + b[0], a[1] + b[1]], pairs))
    }

    #[backend(ocl)]
    fn indexed(k: usize, xs: &[f32]) -> Vec<f32> {
        map(|x| [x, 2.0 * x][k], xs)
    }
}

fn main() {}
