fusus::cnf! {
    fn program(w: usize, h: u32) -> Vec<usize> {
        generate(w * h, |i| i)
    }
}

fn main() {}
