fusus::cnf! {
    fn program(xs: &[usize], limit: usize) -> Vec<usize> {
        map(|x, i| x + i, xs, generate(limit.min(10), |i| i))
    }
}

fn main() {}
