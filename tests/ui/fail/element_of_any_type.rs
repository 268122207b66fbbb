fusus::cnf! {
    fn program<T>(xs: &[T]) -> usize {
        fold(0, |a, b| a + b, map(|_| 1, xs))
    }
}

fn main() {}
