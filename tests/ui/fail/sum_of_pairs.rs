use fusus::cnf;

cnf! {
    fn totals(pairs: &[(f64, u32)]) -> (f64, u32) {
        sum(pairs)
    }

    fn moments(xs: &[f64]) -> (f64, f64) {
        map(|x| (x, x * x), xs).sum()
    }
}

fn main() {}
