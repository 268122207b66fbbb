//! A generic program: a device must know the type.

fusus::cnf! {
    #[backend(cpu, ocl)]
    fn twice<T: Copy + Send + Sync + std::ops::Add<Output = T>>(xs: &[T]) -> Vec<T> {
        map(|x| x + x, xs)
    }
}

fn main() {
    let _ = twice(&[0.5]);
}
