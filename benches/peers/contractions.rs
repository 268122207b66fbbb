//! Sums of products as a library, which `contractions.py` calls beside opt_einsum with NumPy and JAX.

use fusus::cnf;
use std::slice::{from_raw_parts, from_raw_parts_mut};

cnf! {
    fn product_f64_into(a: &[f64], b: &[f64], out: &mut [f64]) {
        let (a, b) = (reshape(a, [512, 512]), reshape(b, [512, 512]));
        *out = einsum("ij,jk->ik", a, b);
    }

    fn product_f32_into(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (a, b) = (reshape(a, [512, 512]), reshape(b, [512, 512]));
        *out = einsum("ij,jk->ik", a, b);
    }

    fn chain_into(a: &[f64], b: &[f64], c: &[f64], d: &[f64], out: &mut [f64]) {
        let (a, b) = (reshape(a, [10, 1000]), reshape(b, [1000, 5]));
        let (c, d) = (reshape(c, [5, 500]), reshape(d, [500, 20]));
        *out = einsum("ij,jk,kl,lm->im", a, b, c, d);
    }

    fn paper_into(a: &[f64], b: &[f64], c: &[f64], out: &mut [f64]) {
        let (a, b, c) = (reshape(a, [500, 100]), reshape(b, [100, 40, 15]), reshape(c, [40, 15]));
        *out = einsum("ij,jkl,kl->k", a, b, c);
    }

    fn sequences_into(q: &[f64], k: &[f64], v: &[f64], out: &mut [f64]) {
        let (q, k, v) = (reshape(q, [8, 64, 512]), reshape(k, [8, 64, 512]), reshape(v, [8, 64, 512]));
        *out = einsum("bdq,bdk,bek->beq", q, k, v);
    }

    fn mttkrp_into(x: &[f64], b: &[f64], c: &[f64], out: &mut [f64]) {
        let (x, b, c) = (reshape(x, [100, 80, 60]), reshape(b, [80, 16]), reshape(c, [60, 16]));
        *out = einsum("ijk,jr,kr->ir", x, b, c);
    }

    fn tensor_trains_into(s: &[f64], t: &[f64], u: &[f64], v: &[f64], w: &[f64], z: &[f64], out: &mut [f64]) {
        let (s, t, u) = (reshape(s, [3, 10]), reshape(t, [3, 4, 12]), reshape(u, [4, 14]));
        let (v, w, z) = (reshape(v, [5, 10]), reshape(w, [5, 6, 12]), reshape(z, [6, 14]));
        let all = einsum("ai,abj,bk,ci,cdj,dk->", s, t, u, v, w, z);
        *out = generate(1, |_| all);
    }

    fn sums_of_each_into(x: &[f64], y: &[f64], out: &mut [f64]) {
        let (x, y) = (reshape(x, [100, 100, 100]), reshape(y, [100, 100, 100]));
        *out = einsum("nlp,nlq->l", x, y);
    }

    fn attention_into(q: &[f32], k: &[f32], v: &[f32], out: &mut [f32]) {
        let (q, k, v) = (reshape(q, [1024, 64]), reshape(k, [1024, 64]), reshape(v, [1024, 64]));
        let scores = generate(|i, j| 0.125 * sum(|d| q[[i, d]] * k[[j, d]]));
        let most = generate(|i| fold(f32::NEG_INFINITY, f32::max, |j| scores[[i, j]]));
        let weights = generate(|i, j| (scores[[i, j]] - most[i]).exp());
        let total = generate(|i| sum(|j| weights[[i, j]]));
        *out = generate(|i, d| sum(|j| weights[[i, j]] * v[[j, d]]) / total[i]);
    }

    #[cnf(mul_add)]
    fn product_f64_mul_add_into(a: &[f64], b: &[f64], out: &mut [f64]) {
        let (a, b) = (reshape(a, [512, 512]), reshape(b, [512, 512]));
        *out = einsum("ij,jk->ik", a, b);
    }

    #[cnf(mul_add)]
    fn product_f32_mul_add_into(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (a, b) = (reshape(a, [512, 512]), reshape(b, [512, 512]));
        *out = einsum("ij,jk->ik", a, b);
    }

    #[cnf(mul_add)]
    fn sequences_mul_add_into(q: &[f64], k: &[f64], v: &[f64], out: &mut [f64]) {
        let (q, k, v) = (reshape(q, [8, 64, 512]), reshape(k, [8, 64, 512]), reshape(v, [8, 64, 512]));
        *out = einsum("bdq,bdk,bek->beq", q, k, v);
    }

    #[cnf(mul_add)]
    fn attention_mul_add_into(q: &[f32], k: &[f32], v: &[f32], out: &mut [f32]) {
        let (q, k, v) = (reshape(q, [1024, 64]), reshape(k, [1024, 64]), reshape(v, [1024, 64]));
        let scores = generate(|i, j| 0.125 * sum(|d| q[[i, d]] * k[[j, d]]));
        let most = generate(|i| fold(f32::NEG_INFINITY, f32::max, |j| scores[[i, j]]));
        let weights = generate(|i, j| (scores[[i, j]] - most[i]).exp());
        let total = generate(|i| sum(|j| weights[[i, j]]));
        *out = generate(|i, d| sum(|j| weights[[i, j]] * v[[j, d]]) / total[i]);
    }
}

/// Functions that C can call: a length that nothing needs, the inputs and the output, with their
/// numbers of elements.
macro_rules! exported {
    ($($name:ident = $program:ident($float:ident: $($input:ident $size:expr),+ => $count:expr);)*) => {$(
        /// Runs the program.
        ///
        /// # Safety
        ///
        /// All arrays must have as many elements as the program says, and none may overlap the output.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(_: usize, $($input: *const $float,)+ out: *mut $float) {
            // SAFETY: the caller's promise.
            unsafe {
                $program($(from_raw_parts($input, $size),)+ from_raw_parts_mut(out, $count));
            }
        }
    )*};
}

exported! {
    product_f64 = product_f64_into(f64: a 512 * 512, b 512 * 512 => 512 * 512);
    product_f32 = product_f32_into(f32: a 512 * 512, b 512 * 512 => 512 * 512);
    chain = chain_into(f64: a 10_000, b 5_000, c 2_500, d 10_000 => 200);
    paper = paper_into(f64: a 50_000, b 60_000, c 600 => 40);
    sequences = sequences_into(f64: q 8 * 64 * 512, k 8 * 64 * 512, v 8 * 64 * 512 => 8 * 64 * 512);
    mttkrp = mttkrp_into(f64: x 480_000, b 1_280, c 960 => 1_600);
    tensor_trains = tensor_trains_into(f64: s 30, t 144, u 56, v 50, w 360, z 84 => 1);
    sums_of_each = sums_of_each_into(f64: x 1_000_000, y 1_000_000 => 100);
    attention = attention_into(f32: q 65_536, k 65_536, v 65_536 => 65_536);
    product_f64_mul_add = product_f64_mul_add_into(f64: a 512 * 512, b 512 * 512 => 512 * 512);
    product_f32_mul_add = product_f32_mul_add_into(f32: a 512 * 512, b 512 * 512 => 512 * 512);
    sequences_mul_add = sequences_mul_add_into(f64: q 8 * 64 * 512, k 8 * 64 * 512, v 8 * 64 * 512 => 8 * 64 * 512);
    attention_mul_add = attention_mul_add_into(f32: q 65_536, k 65_536, v 65_536 => 65_536);
}
