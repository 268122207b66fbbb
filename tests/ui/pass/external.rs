//! Host code between combinators.
#![deny(warnings)]

fn sorted(xs: &[i32]) -> Vec<i32> {
    let mut xs = xs.to_vec();
    xs.sort();
    xs
}

fn halves(xs: &[i32]) -> (Vec<i32>, Vec<i32>, usize) {
    let (a, b) = xs.split_at(xs.len() / 2);
    (a.to_vec(), b.to_vec(), xs.len())
}

fusus::cnf! {
    fn program(xs: &[i32]) -> (Vec<i32>, Vec<i32>, usize) {
        let kept = filter(|x| x > 0, xs);
        let order: [i32] = external(sorted(&kept));
        let (a, b, n) = external(halves(&order));
        (map(|x| x + 1, a), map(|x| x - 1, b), n)
    }
}

#[test]
fn main() {
    assert_eq!(program(&[3, -1, 1, 2, 4]), (vec![2, 3], vec![2, 3], 4));
}
