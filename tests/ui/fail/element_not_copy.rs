fusus::cnf! {
    fn program(names: &[String]) -> Vec<usize> {
        map(|name| name.len(), names)
    }
}

fn main() {}
