//! Subscripts that add indices of one `generate`, computed subscripts of padded arrays, and indices
//! without a name.

fusus::cnf! {
    pub fn neighbourhoods(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate([.., .., 3, 3], |i, j, u, v| a[[i + u, j + v]])
    }

    pub fn given(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate([h - 2, w - 2, 3, 3], |i, j, u, v| a[[i + u, j + v]])
    }

    pub fn products(h: usize, w: usize, xs: &[f64], p: usize, q: usize, ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        let k = reshape(ys, [p, q]);
        generate(|i, j, u, v| a[[i + u, j + v]] * k[[u, v]])
    }

    pub fn padded(h: usize, w: usize, xs: &[f64], p: usize, q: usize, ys: &[f64]) -> Vec<f64> {
        let a = pad(edge, reshape(xs, [h, w]));
        let k = reshape(ys, [p, q]);
        generate(|i, j, u, v| a[[i + u - 1, j + v - 1]] * k[[u, v]])
    }

    pub fn halves(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, reshape(xs, [h, w]));
        generate([2 * h, 2 * w], |y, x| {
            let (i, j) = (y / 2, x / 2);
            0.5 * (p[[i, j]] + p[[i, j + 1]])
        })
    }

    pub fn repeated(n: usize, xs: &[f64]) -> Vec<f64> {
        generate([n, ..], |_, j| xs[j])
    }
}

fn main() {}
