// Combinators and types that no loop over several processes has.

fusus::cnf! {
    #[backend(mpi)]
    fn boxed(xs: &[i64]) -> Box<[i64]> {
        map(|x| x + 1, xs)
    }

    #[backend(mpi)]
    fn both_empty_where(xs: &[i64], not: bool) -> (Vec<i64>, Vec<i64>) {
        if not {
            return Default::default();
        }
        (map(|x| x + 1, xs), map(|x| x - 1, xs))
    }
}

fn main() {}
