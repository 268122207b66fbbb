fusus::cnf! {
    fn mapped<T>(xs: &[T]) -> Vec<T> {
        map(|x| x, xs)
    }

    fn folded<T>(start: T, xs: &[T]) -> T
    where
        T: PartialOrd + std::ops::Add<Output = T>,
    {
        fold(start, |a, b| if a > b { a } else { a + b }, xs)
    }

    fn generated<T: Copy>(n: usize, value: T) -> Vec<T> {
        generate(n, |_| value)
    }
}

fn main() {}
