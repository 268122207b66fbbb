fusus::cnf! {
    fn program(xs: &Vec<f64>, n: usize) -> Vec<f64> {
        map(|x| x + 1.0, xs)
    }
}

fn main() {}
