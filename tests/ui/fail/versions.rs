fusus::cnf! {
    fn chain(n: usize, m: usize, xs: &[f64], ys: &[f32], zs: &[f64]) -> Vec<f64> {
        let (a, b, c) = (reshape(xs, [n, m]), reshape(ys, [m, n]), reshape(zs, [n, m]));
        generate(|i, l| sum(|j, k| a[[i, j]] * b[[j, k]] * c[[k, l]]))
    }
}

fn main() {}
