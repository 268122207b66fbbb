fusus::cnf! {
    fn program(xs: &[String]) -> Vec<usize> {
        let long = filter(|x| x.len() > 2, xs);
        scan(0, |a, b| a + b, map(|x| x.len(), long))
    }
}

fn main() {}
