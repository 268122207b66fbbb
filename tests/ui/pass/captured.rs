//! The expression form takes arrays by reference, of any slice-like type.
#![deny(warnings)]

use fusus::cnf;
use std::rc::Rc;
use std::sync::Arc;

struct Holder {
    xs: Vec<i32>,
    inner: (Box<[i32]>, [i32; 3]),
}

fn load() -> Vec<i32> {
    vec![1, 2, 3]
}

#[test]
fn main() {
    let v = vec![1, 2, 3];
    let doubled = cnf! { map(|x| 2 * x, v) };
    assert_eq!((v.len(), doubled), (3, vec![2, 4, 6]));

    let alias = cnf! { let ys = v; let zs = map(|y| y, ys); (ys, zs) };
    assert_eq!((&v, alias), (&vec![1, 2, 3], (vec![1, 2, 3], vec![1, 2, 3])));

    let array = [1, 2, 3];
    let boxed: Box<[i32]> = Box::new([4, 5, 6]);
    let (shared, counted): (Arc<[i32]>, Rc<Vec<i32>>) = (array.into(), Rc::new(load()));
    let slice = &v[1..];
    let (a, b, c) = cnf! {
        let a = map(|x, y, z, w| x + y + z + w, array, boxed, shared, counted);
        let b = map(|x, y, z| x + y + z, slice, &v[1..], v[..2]);
        let c = fold(0, |a, b| a + b, [1, 2]);
        (a, b, c)
    };
    assert_eq!((a, b, c), (vec![7, 11, 15], vec![5, 8], 3));
    assert_eq!((boxed.len(), counted.len(), array.len()), (3, 3, 3));

    let holder = Holder { xs: load(), inner: (Box::new([1]), array) };
    let holder = &holder;
    let sums = cnf! { map(|x, y| x + y, holder.xs, holder.inner.1) };
    assert_eq!(sums, [2, 4, 6]);
    assert_eq!(cnf! { map(|x| x, holder.inner.0) }, [1]);

    assert_eq!(cnf! { fold(0, |a, b| a + b, load()) }, 6);
    assert_eq!(cnf! { map(|x| x + 1, vec![1, 2]) }, [2, 3]);
    assert_eq!(cnf! { vec![1, 2].map(|x| x + 1) }, [2, 3]);
    assert_eq!(cnf! { load().len() }, 3);
}
