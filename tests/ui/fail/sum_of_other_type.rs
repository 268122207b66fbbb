fusus::cnf! {
    fn total(xs: &[u8]) -> u32 {
        sum(xs)
    }

    fn of_map(xs: &[u8]) -> u32 {
        sum(map(|x| x, xs))
    }
}

fn main() {}
