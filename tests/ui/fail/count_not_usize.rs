fusus::cnf! {
    fn program(n: f64) -> Vec<usize> {
        generate(n, |i| i)
    }
}

fn main() {}
