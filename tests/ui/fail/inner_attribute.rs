use fusus::cnf;

cnf! {
    //! Programs.
    fn program(xs: &[u8]) -> Vec<u8> {
        map(|x| x, xs)
    }
}

fn main() {
    let _: Vec<u8> = program(&[1]);
}
