//! Programs with several orders of a sum of products, in every form: each size chooses one.
#![deny(warnings)]

use fusus::{Error, cnf};
use ndarray::Array2;

cnf! {
    fn checked(n: usize, m: usize, xs: &[f64], ys: &[f64], zs: &[f64]) -> Result<Vec<f64>, Error> {
        let (a, b, c) = (reshape(xs, [n, m]), reshape(ys, [m, n]), reshape(zs, [n, m]));
        einsum("ij,jk,kl->il", a, b, c)
    }

    fn in_place(n: usize, m: usize, xs: &[f64], ys: &[f64], out: &mut [f64]) {
        let (a, b) = (reshape(xs, [n, m]), reshape(ys, [m, n]));
        *out = generate([n], |i| sum(|j, k| a[[i, j]] * b[[j, k]] * a[[k, j]]));
    }

    #[backend(cpu, sequential)]
    fn guarded<T: Copy + Default + Send + Sync + std::ops::Add<Output = T> + std::ops::Mul<Output = T>>(
        n: usize, xs: &[T], ys: &[T], zs: &[T],
    ) -> Vec<T> {
        if n == 0 { return Vec::new(); }
        let m = len(ys);
        let (a, b) = (reshape(xs, [n, m]), reshape(zs, [m, n]));
        generate(|i| sum(|j, k| a[[i, j]] * b[[j, k]] * ys[j]))
    }

    fn scalar(n: usize, m: usize, xs: &[i64], ys: &[i64], a: &[i64]) -> i64 {
        let a = reshape(a, [n, m]);
        sum(|i, j| xs[i] * a[[i, j]] * ys[j])
    }
}

fn matrix(rows: usize, columns: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| (i * 7 + j * 3) as f64 % 5.0 - 2.0)
}

#[test]
fn main() {
    for (h, m) in [(1, 30), (30, 2), (3, 3), (0, 2), (4, 0), (2, 31)] {
        let (xs, ys) = (matrix(h, m), matrix(m, h));
        let expected = xs.dot(&ys).dot(&xs);
        let (flat_xs, flat_ys) = (xs.as_slice().unwrap(), ys.as_slice().unwrap());
        let got = checked(h, m, flat_xs, flat_ys, flat_xs).unwrap();
        assert_eq!(got, expected.as_slice().unwrap());
        assert!(checked(h + 1, m, flat_xs, flat_ys, flat_xs).is_err() || m == 0);
        let products = xs.dot(&ys);
        let form = cnf! {
            let (x, y) = (reshape(flat_xs, [h, m]), reshape(flat_ys, [m, h]));
            generate(|i| sum(|j, k| x[[i, j]] * y[[j, k]] * x[[k, j]]))
        };
        let weighted = |i: usize| -> f64 {
            let terms = (0..m).flat_map(|j| (0..h).map(move |k| (j, k)));
            terms.map(|(j, k)| xs[[i, j]] * ys[[j, k]] * xs[[k, j]]).sum()
        };
        let expected: Vec<f64> = (0..h).map(weighted).collect();
        assert_eq!(form, expected);
        let mut out = vec![1.0; h];
        in_place(h, m, flat_xs, flat_ys, &mut out);
        assert_eq!(out, expected);
        let ones = vec![1.0; m];
        let sums: Vec<f64> = products.rows().into_iter().map(|row| row.sum()).collect();
        assert_eq!(guarded(h, flat_xs, &ones, flat_ys), sums);
        assert_eq!(guarded_sequential(h, flat_xs, &ones, flat_ys), sums);
    }
    assert_eq!(scalar(2, 1, &[1, 10], &[3], &[5, 7]), 3 * 5 + 30 * 7);
}
