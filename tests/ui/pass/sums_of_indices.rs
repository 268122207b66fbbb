//! Subscripts that add indices of one `generate`, computed subscripts of padded arrays, and indices
//! without a name.
#![deny(warnings)]

fusus::cnf! {
    fn neighbourhoods(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate([.., .., 3, 3], |i, j, u, v| a[[i + u, j + v]])
    }

    fn given(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate([h - 2, w - 2, 3, 3], |i, j, u, v| a[[i + u, j + v]])
    }

    fn products(h: usize, w: usize, xs: &[f64], p: usize, q: usize, ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        let k = reshape(ys, [p, q]);
        generate(|i, j, u, v| a[[i + u, j + v]] * k[[u, v]])
    }

    fn padded(h: usize, w: usize, xs: &[f64], p: usize, q: usize, ys: &[f64]) -> Vec<f64> {
        let a = pad(edge, reshape(xs, [h, w]));
        let k = reshape(ys, [p, q]);
        generate(|i, j, u, v| a[[i + u - 1, j + v - 1]] * k[[u, v]])
    }

    fn halves(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, reshape(xs, [h, w]));
        generate([2 * h, 2 * w], |y, x| {
            let (i, j) = (y / 2, x / 2);
            0.5 * (p[[i, j]] + p[[i, j + 1]])
        })
    }

    fn repeated(n: usize, xs: &[f64]) -> Vec<f64> {
        generate([n, ..], |_, j| xs[j])
    }
}

#[test]
fn main() {
    let xs: Vec<f64> = (0..9).map(f64::from).collect();
    assert_eq!(neighbourhoods(3, 3, &xs), xs);
    assert_eq!(given(3, 3, &xs), xs);
    assert_eq!(
        products(3, 3, &xs, 2, 2, &[1.0; 4]),
        [
            0.0, 1.0, 3.0, 4.0, 1.0, 2.0, 4.0, 5.0, 3.0, 4.0, 6.0, 7.0, 4.0, 5.0, 7.0, 8.0
        ]
    );
    assert_eq!(
        padded(2, 2, &[1.0, 2.0, 3.0, 4.0], 1, 1, &[2.0]),
        [2.0; 4]
    );
    assert_eq!(
        halves(1, 2, &[1.0, 3.0]),
        [2.0, 2.0, 3.0, 3.0, 2.0, 2.0, 3.0, 3.0]
    );
    assert_eq!(repeated(2, &[1.0, 2.0]), [1.0, 2.0, 1.0, 2.0]);
}
