fusus::cnf! {
    fn program(ys: &mut [f64]) -> () {
        *yss = map(|y| y + 1.0, ys);
    }
}

fn main() {}
