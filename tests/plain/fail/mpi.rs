// A backend behind a feature that nobody asked for.

fusus::cnf! {
    #[backend(mpi)]
    fn doubled(xs: &[f32]) -> Vec<f32> {
        map(|x| x + x, xs)
    }
}

fn main() {}
