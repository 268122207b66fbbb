use fusus::cnf;

cnf! {
    fn program(xs: &[u8]) -> Vec<u8> {
        let ys = map(|x| x, xs)
    }
}

fn main() {
    let _: Vec<u8> = program(&[1]);
}
