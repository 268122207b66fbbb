//! The decomposition of a tensor of three axes into sums of products of vectors: matricised tensor
//! times Khatri-Rao product.

use fusus::cnf;

cnf! {
    /// The tensor `x` times `b` and `c`, summed over its second and third axis.
    #[cnf(sizes(r = 4))]
    pub(crate) fn mttkrp(ni: usize, nj: usize, nk: usize, nr: usize, x: &[f64], b: &[f64], c: &[f64]) -> Vec<f64> {
        let (x, b, c) = (reshape(x, [ni, nj, nk]), reshape(b, [nj, nr]), reshape(c, [nk, nr]));
        einsum("ijk,jr,kr->ir", x, b, c)
    }

    /// A step of Lee and Seung for the factor of the first axis: what is not negative stays so, and
    /// the distance does not grow.
    #[cnf(sizes(r = 4))]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn step(
        ni: usize, nj: usize, nk: usize, nr: usize,
        x: &[f64], a: &[f64], b: &[f64], c: &[f64],
    ) -> Vec<f64> {
        let x = reshape(x, [ni, nj, nk]);
        let (a, b, c) = (reshape(a, [ni, nr]), reshape(b, [nj, nr]), reshape(c, [nk, nr]));
        let wanted = generate(|i, r| sum(|j, k| x[[i, j, k]] * b[[j, r]] * c[[k, r]]));
        let gram_b = generate(|r, s| sum(|j| b[[j, r]] * b[[j, s]]));
        let gram_c = generate(|r, s| sum(|k| c[[k, r]] * c[[k, s]]));
        let found = generate(|i, s| sum(|r| a[[i, r]] * gram_b[[r, s]] * gram_c[[r, s]]));
        map(|a, wanted, found| a * wanted / (found + 1e-12), a, wanted, found)
    }

    /// The square of the distance between the tensor and the sum of products: the model is never
    /// made.
    #[cnf(sizes(r = 4))]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn distance(
        ni: usize, nj: usize, nk: usize, nr: usize,
        x: &[f64], a: &[f64], b: &[f64], c: &[f64],
    ) -> f64 {
        let x = reshape(x, [ni, nj, nk]);
        let (a, b, c) = (reshape(a, [ni, nr]), reshape(b, [nj, nr]), reshape(c, [nk, nr]));
        let own = sum(|i, j, k| x[[i, j, k]] * x[[i, j, k]]);
        let both = sum(|i, j, k, r| x[[i, j, k]] * a[[i, r]] * b[[j, r]] * c[[k, r]]);
        let model = sum(|r, s, i, j, k| a[[i, r]] * a[[i, s]] * b[[j, r]] * b[[j, s]] * c[[k, r]] * c[[k, s]]);
        own - 2.0 * both + model
    }
}
