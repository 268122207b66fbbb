#[derive(Clone, Copy)]
struct Metres(usize);

impl std::ops::Sub for Metres {
    type Output = usize;
    fn sub(self, other: Metres) -> usize {
        self.0 - other.0
    }
}

fusus::cnf! {
    fn program(from: Metres, to: Metres) -> Vec<usize> {
        generate(to - from, |i| i)
    }
}

fn main() {}
