// Combinators and types that no loop over several processes has.

fusus::cnf! {
    #[backend(mpi)]
    fn sorted(xs: &[i64]) -> Vec<i64> {
        let ys = external({ let mut ys = xs.to_vec(); ys.sort(); ys });
        map(|y| y + 1, ys)
    }

    #[backend(mpi)]
    fn boxed(xs: &[i64]) -> Box<[i64]> {
        map(|x| x + 1, xs)
    }

    #[backend(mpi)]
    fn empty_where(xs: &[i64], not: bool) -> Vec<i64> {
        if not {
            return Vec::new();
        }
        map(|x| x + 1, xs)
    }
}

fn main() {}
