fusus::cnf! {
    fn counted(xs: &[f64], bins: usize) -> Vec<u32> {
        let at = map(|x| x * 10.0, xs);
        reduce_by_index(generate(bins, |_| 0u32), |a, b| a + b, at, map(|_| 1u32, xs))
    }

    fn read(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        gather(xs, ys)
    }
}

fn main() {}
