fusus::cnf! {
    fn few(n: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, n]);
        let product = einsum("ij,jk->ik", a);
        product
    }

    fn many(xs: &[f64], ys: &[f64]) -> f64 {
        einsum("i->", xs, ys)
    }

    fn expression(xs: &[f64]) -> f64 {
        einsum("i->", map(|x| 2.0 * x, xs))
    }

    fn ellipsis(n: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, n]);
        einsum("...j->j", a)
    }

    fn capital(xs: &[f64], ys: &[f64]) -> f64 {
        1.0 + einsum("i,I->", xs, ys)
    }

    fn arrow(xs: &[f64]) -> Vec<f64> {
        einsum("i-i", xs)
    }

    fn unknown(n: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, n]);
        einsum("ij, j -> ik", a, xs)
    }

    fn twice(xs: &[f64]) -> Vec<f64> {
        einsum("i->ii", xs)
    }

    fn rank(n: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, n]);
        einsum("ijk,j->ik", a, ys)
    }

    fn rows(xs: &[f64]) -> Vec<f64> {
        einsum("ij->i", xs)
    }

    fn rank_of_sum(n: usize, xs: &[f64], ys: &[f64]) -> f64 {
        let a = reshape(xs, [n, n]);
        einsum("i,i", a, ys)
    }

    fn string(xs: &[f64], ys: &[f64]) -> f64 {
        let twice = map(|x| 2.0 * x, xs);
        einsum(twice, ys)
    }

    fn sizes(n: usize, m: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(xs, [n, m]), reshape(ys, [n, n]));
        einsum("ij,jk", a, b)
    }
}

fn main() {}
