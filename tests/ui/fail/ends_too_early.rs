use fusus::cnf;

fn main() {
    let xs = [1, 2];
    let _ = cnf! {
        let ys = map(|x| x + 1, xs);
        ys +
    };
}
