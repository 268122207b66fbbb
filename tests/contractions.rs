//! Sums of products: each program, in the order that it is computed in, against the loops of its text.
//!
//! Integers agree exactly. Floats differ from the loops by what another order of the same operations
//! may: both take at most `terms + factors` roundings for each term, so that they differ by at most
//! twice that many units in the last place of the sum of the magnitudes.

#![expect(
    clippy::too_many_arguments,
    reason = "programs take the sizes of all indices"
)]

use fusus::cnf;
use std::collections::BTreeMap;

/// The elements of both tests.
trait Number: Copy + std::ops::Mul<Output = Self> + std::ops::AddAssign {
    const ZERO: Self;
    const ONE: Self;

    /// A number of each seed.
    fn of(seed: usize) -> Self;

    fn magnitude(self) -> f64;

    /// Panics if two results differ by more than `roundings` of a sum of this magnitude.
    fn check(got: Self, expected: Self, roundings: f64, magnitude: f64, what: &str);
}

impl Number for i64 {
    const ZERO: i64 = 0;
    const ONE: i64 = 1;

    fn of(seed: usize) -> i64 {
        (seed * 7919 % 19) as i64 - 9
    }

    fn magnitude(self) -> f64 {
        self.abs() as f64
    }

    fn check(got: i64, expected: i64, _: f64, _: f64, what: &str) {
        assert_eq!(got, expected, "{what}");
    }
}

impl Number for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;

    /// Numbers that no binary grid has, so that sums and products are rounded.
    fn of(seed: usize) -> f64 {
        ((seed * 7919 % 1009) as f64 - 504.0) / 37.0
    }

    fn magnitude(self) -> f64 {
        self.abs()
    }

    fn check(got: f64, expected: f64, roundings: f64, magnitude: f64, what: &str) {
        let bound = 2.0 * roundings * f64::EPSILON * magnitude;
        assert!(
            (got - expected).abs() <= bound,
            "{what}: {got} is not {expected}, within {bound}"
        );
    }
}

/// A product: `ij,jk->ik`.
struct Product {
    factors: Vec<Vec<char>>,
    output: Vec<char>,
    /// The indices, those of the output first.
    indices: Vec<char>,
}

impl Product {
    fn of(text: &str) -> Product {
        let (factors, output) = text.split_once("->").expect("an arrow");
        let output: Vec<char> = output.chars().collect();
        let mut indices = output.clone();
        for index in factors.chars().filter(char::is_ascii_alphabetic) {
            if !indices.contains(&index) {
                indices.push(index);
            }
        }
        Product {
            factors: factors.split(',').map(|it| it.chars().collect()).collect(),
            output,
            indices,
        }
    }

    /// The indices in the order of their names, as programs take their sizes.
    fn sizes(&self, of: impl Fn(usize) -> usize) -> BTreeMap<char, usize> {
        let mut names = self.indices.clone();
        names.sort_unstable();
        let sizes = names.iter().enumerate();
        sizes.map(|(number, name)| (*name, of(number))).collect()
    }

    fn elements(of: &[char], sizes: &BTreeMap<char, usize>) -> usize {
        of.iter().map(|index| sizes[index]).product()
    }

    fn inputs<T: Number>(&self, sizes: &BTreeMap<char, usize>) -> Vec<Vec<T>> {
        let factors = self.factors.iter().enumerate();
        let inputs = factors.map(|(number, factor)| {
            let count = Product::elements(factor, sizes);
            (0..count)
                .map(|position| T::of(position + 31 * number + 5))
                .collect()
        });
        inputs.collect()
    }

    /// The position of an element of an array with these indices.
    fn position(of: &[char], sizes: &BTreeMap<char, usize>, at: &BTreeMap<char, usize>) -> usize {
        let add = |position, index| position * sizes[index] + at[index];
        of.iter().fold(0, add)
    }

    /// The loops of the text: one for each index, and the product of all factors inside. Beside each
    /// result stands the sum of the magnitudes of its terms.
    fn by_loops<T: Number>(
        &self,
        sizes: &BTreeMap<char, usize>,
        inputs: &[Vec<T>],
    ) -> Vec<(T, f64)> {
        let mut results = vec![(T::ZERO, 0.0); Product::elements(&self.output, sizes)];
        let positions = Product::elements(&self.indices, sizes);
        for mut rest in 0..positions {
            let mut at = BTreeMap::new();
            for index in self.indices.iter().rev() {
                at.insert(*index, rest % sizes[index]);
                rest /= sizes[index];
            }
            let mut term = T::ONE;
            for (factor, input) in self.factors.iter().zip(inputs) {
                term = term * input[Product::position(factor, sizes, &at)];
            }
            let result = &mut results[Product::position(&self.output, sizes, &at)];
            result.0 += term;
            result.1 += term.magnitude();
        }
        results
    }
}

/// Compares a program with the loops of its text, for small sizes in many proportions.
fn check<T: Number>(
    name: &str,
    text: &str,
    most: usize,
    program: impl Fn(&[usize], &[Vec<T>]) -> Vec<T>,
) {
    let product = Product::of(text);
    let rounds: [&dyn Fn(usize) -> usize; 8] = [
        &|_| 1,
        &|number| 2 + number % 2,
        &|number| 1 + number % 4,
        &|number| 4 - number % 4,
        &|number| if number == 0 { most } else { 2 },
        &|number| if number == 1 { most } else { 3 },
        &|number| if number % 3 == 2 { 5 } else { 1 },
        &|number| usize::from(number != 2),
    ];
    for of in rounds {
        let sizes = product.sizes(of);
        let inputs = product.inputs::<T>(&sizes);
        let expected = product.by_loops(&sizes, &inputs);
        let sizes: Vec<usize> = sizes.into_values().collect();
        let got = program(&sizes, &inputs);
        assert_eq!(got.len(), expected.len(), "{name} {sizes:?}");
        let terms: usize = sizes.iter().product();
        let roundings = (terms + product.factors.len()) as f64;
        for (position, (got, (expected, magnitude))) in got.into_iter().zip(expected).enumerate() {
            let what = format!("{name} {sizes:?}, element {position}");
            T::check(got, expected, roundings, magnitude, &what);
        }
    }
}

/// Checks one program: its sizes and its factors by their numbers.
macro_rules! vector {
    ($t:ident $name:ident $text:literal $most:literal; $($size:literal)*; $($factor:literal)*) => {
        check::<$t>(stringify!($name), $text, $most, |sizes, factors| {
            $name($(sizes[$size],)* $(&factors[$factor],)*)
        })
    };
}

/// The programs for one type of elements. Each stands as a formula, with the sizes of the vectors as
/// hints, and as an `einsum` for sizes of which nothing is known.
macro_rules! programs {
    ($module:ident, $t:ident) => {
        mod $module {
            use super::check;
            use fusus::cnf;

            cnf! {
                #[cnf(sizes(i = 10, j = 1000, k = 5, l = 500, m = 20))]
                fn chain(ni: usize, nj: usize, nk: usize, nl: usize, nm: usize, a: &[$t], b: &[$t], c: &[$t], d: &[$t]) -> Vec<$t> {
                    let (a, b) = (reshape(a, [ni, nj]), reshape(b, [nj, nk]));
                    let (c, d) = (reshape(c, [nk, nl]), reshape(d, [nl, nm]));
                    generate(|i, m| sum(|j, k, l| a[[i, j]] * b[[j, k]] * c[[k, l]] * d[[l, m]]))
                }

                fn chain_of_any_size(ni: usize, nj: usize, nk: usize, nl: usize, nm: usize, a: &[$t], b: &[$t], c: &[$t], d: &[$t]) -> Vec<$t> {
                    let (a, b) = (reshape(a, [ni, nj]), reshape(b, [nj, nk]));
                    let (c, d) = (reshape(c, [nk, nl]), reshape(d, [nl, nm]));
                    einsum("ij,jk,kl,lm->im", a, b, c, d)
                }

                /// The example of the paper.
                #[cnf(sizes(i = 500, j = 100, k = 40, l = 15))]
                fn paper(ni: usize, nj: usize, nk: usize, nl: usize, a: &[$t], b: &[$t], c: &[$t]) -> Vec<$t> {
                    let (a, b, c) = (reshape(a, [ni, nj]), reshape(b, [nj, nk, nl]), reshape(c, [nk, nl]));
                    generate(|k| sum(|i, j, l| a[[i, j]] * b[[j, k, l]] * c[[k, l]]))
                }

                #[cnf(sizes(i = 8, j = 6, k = 50, l = 40))]
                fn paper_of_other_sizes(ni: usize, nj: usize, nk: usize, nl: usize, a: &[$t], b: &[$t], c: &[$t]) -> Vec<$t> {
                    let (a, b, c) = (reshape(a, [ni, nj]), reshape(b, [nj, nk, nl]), reshape(c, [nk, nl]));
                    generate(|k| sum(|i, j, l| a[[i, j]] * b[[j, k, l]] * c[[k, l]]))
                }

                fn paper_of_any_size(ni: usize, nj: usize, nk: usize, nl: usize, a: &[$t], b: &[$t], c: &[$t]) -> Vec<$t> {
                    let (a, b, c) = (reshape(a, [ni, nj]), reshape(b, [nj, nk, nl]), reshape(c, [nk, nl]));
                    einsum("ij,jkl,kl->k", a, b, c)
                }

                #[cnf(sizes(i = 30, j = 20, k = 8, l = 10))]
                fn cousin(ni: usize, nj: usize, nk: usize, nl: usize, a: &[$t], b: &[$t], c: &[$t]) -> Vec<$t> {
                    let (a, b, c) = (reshape(a, [ni, nj]), reshape(b, [nj, nk, nl]), reshape(c, [ni, nl]));
                    generate(|k| sum(|i, j, l| a[[i, j]] * b[[j, k, l]] * c[[i, l]]))
                }

                #[cnf(sizes(b = 8, d = 64, e = 64, k = 512, q = 512))]
                fn long_sequences(nb: usize, nd: usize, ne: usize, nk: usize, nq: usize, qs: &[$t], ks: &[$t], vs: &[$t]) -> Vec<$t> {
                    let (x, y, z) = (reshape(qs, [nb, nd, nq]), reshape(ks, [nb, nd, nk]), reshape(vs, [nb, ne, nk]));
                    generate(|b, e, q| sum(|d, k| x[[b, d, q]] * y[[b, d, k]] * z[[b, e, k]]))
                }

                #[cnf(sizes(b = 8, d = 64, e = 64, k = 32, q = 32))]
                fn short_sequences(nb: usize, nd: usize, ne: usize, nk: usize, nq: usize, qs: &[$t], ks: &[$t], vs: &[$t]) -> Vec<$t> {
                    let (x, y, z) = (reshape(qs, [nb, nd, nq]), reshape(ks, [nb, nd, nk]), reshape(vs, [nb, ne, nk]));
                    generate(|b, e, q| sum(|d, k| x[[b, d, q]] * y[[b, d, k]] * z[[b, e, k]]))
                }

                fn sequences_of_any_size(nb: usize, nd: usize, ne: usize, nk: usize, nq: usize, qs: &[$t], ks: &[$t], vs: &[$t]) -> Vec<$t> {
                    let (x, y, z) = (reshape(qs, [nb, nd, nq]), reshape(ks, [nb, nd, nk]), reshape(vs, [nb, ne, nk]));
                    einsum("bdq,bdk,bek->beq", x, y, z)
                }

                #[cnf(sizes(i = 100, j = 80, k = 60, r = 16))]
                fn mttkrp(ni: usize, nj: usize, nk: usize, nr: usize, x: &[$t], b: &[$t], c: &[$t]) -> Vec<$t> {
                    let (x, b, c) = (reshape(x, [ni, nj, nk]), reshape(b, [nj, nr]), reshape(c, [nk, nr]));
                    generate(|i, r| sum(|j, k| x[[i, j, k]] * b[[j, r]] * c[[k, r]]))
                }

                fn mttkrp_of_any_size(ni: usize, nj: usize, nk: usize, nr: usize, x: &[$t], b: &[$t], c: &[$t]) -> Vec<$t> {
                    let (x, b, c) = (reshape(x, [ni, nj, nk]), reshape(b, [nj, nr]), reshape(c, [nk, nr]));
                    einsum("ijk,jr,kr->ir", x, b, c)
                }

                /// The product with one factor first, as the text binds it.
                fn mttkrp_by_hand(ni: usize, nj: usize, nk: usize, nr: usize, x: &[$t], b: &[$t], c: &[$t]) -> Vec<$t> {
                    let (x, b, c) = (reshape(x, [ni, nj, nk]), reshape(b, [nj, nr]), reshape(c, [nk, nr]));
                    let xb = generate(|i, k, r| sum(|j| x[[i, j, k]] * b[[j, r]]));
                    generate(|i, r| sum(|k| xb[[i, k, r]] * c[[k, r]]))
                }

                #[cnf(sizes(a = 10, b = 12, c = 14, d = 16, p = 20, q = 20, r = 20, s = 20))]
                fn four_index(na: usize, nb: usize, nc: usize, nd: usize, np: usize, nq: usize, nr: usize, ns: usize, x: &[$t], u: &[$t], v: &[$t], w: &[$t], z: &[$t]) -> Vec<$t> {
                    let (x, u, v) = (reshape(x, [np, nq, nr, ns]), reshape(u, [na, np]), reshape(v, [nb, nq]));
                    let (w, z) = (reshape(w, [nc, nr]), reshape(z, [nd, ns]));
                    generate(|a, b, c, d| sum(|p, q, r, s| x[[p, q, r, s]] * u[[a, p]] * v[[b, q]] * w[[c, r]] * z[[d, s]]))
                }

                #[cnf(sizes(a = 3, b = 4, c = 5, d = 6, i = 10, j = 12, k = 14))]
                fn tensor_trains(na: usize, nb: usize, nc: usize, nd: usize, ni: usize, nj: usize, nk: usize, s: &[$t], t: &[$t], u: &[$t], v: &[$t], w: &[$t], z: &[$t]) -> Vec<$t> {
                    let (s, t, u) = (reshape(s, [na, ni]), reshape(t, [na, nb, nj]), reshape(u, [nb, nk]));
                    let (v, w, z) = (reshape(v, [nc, ni]), reshape(w, [nc, nd, nj]), reshape(z, [nd, nk]));
                    let all = sum(|a, b, c, d, i, j, k| s[[a, i]] * t[[a, b, j]] * u[[b, k]] * v[[c, i]] * w[[c, d, j]] * z[[d, k]]);
                    generate(1, |_| all)
                }

                #[cnf(sizes(i = 1000, j = 200))]
                fn bilinear(ni: usize, nj: usize, x: &[$t], a: &[$t], y: &[$t]) -> Vec<$t> {
                    let a = reshape(a, [ni, nj]);
                    let form = sum(|i, j| x[i] * a[[i, j]] * y[j]);
                    generate(1, |_| form)
                }

                fn bilinear_of_any_size(ni: usize, nj: usize, x: &[$t], a: &[$t], y: &[$t]) -> Vec<$t> {
                    let a = reshape(a, [ni, nj]);
                    let form = einsum("i,ij,j->", x, a, y);
                    generate(1, |_| form)
                }

                fn trace_of_gram(ni: usize, nk: usize, a: &[$t], b: &[$t]) -> Vec<$t> {
                    let (a, b) = (reshape(a, [ni, nk]), reshape(b, [ni, nk]));
                    let trace = sum(|i, k| a[[i, k]] * b[[i, k]]);
                    generate(1, |_| trace)
                }

                #[cnf(sizes(i = 50, j = 50, k = 1000))]
                fn gram_and_weight(ni: usize, nj: usize, nk: usize, a: &[$t], b: &[$t], m: &[$t]) -> Vec<$t> {
                    let (a, b, m) = (reshape(a, [ni, nk]), reshape(b, [nj, nk]), reshape(m, [ni, nj]));
                    let weighted = sum(|i, j, k| a[[i, k]] * b[[j, k]] * m[[i, j]]);
                    generate(1, |_| weighted)
                }

                #[cnf(sizes(a = 20, b = 20, c = 20, d = 20, e = 20, f = 20, i = 6, j = 6, k = 6, l = 6))]
                fn coupled_cluster(na: usize, nb: usize, nc: usize, nd: usize, ne: usize, nf: usize, ni: usize, nj: usize, nk: usize, nl: usize, s: &[$t], t: &[$t], u: &[$t], v: &[$t]) -> Vec<$t> {
                    let (s, t) = (reshape(s, [na, nc, ni, nk]), reshape(t, [nb, ne, nf, nl]));
                    let (u, v) = (reshape(u, [nd, nf, nj, nk]), reshape(v, [nc, nd, ne, nl]));
                    generate(|a, b, i, j| sum(|c, d, e, f, k, l| s[[a, c, i, k]] * t[[b, e, f, l]] * u[[d, f, j, k]] * v[[c, d, e, l]]))
                }

                #[cnf(sizes(a = 100_000, b = 100, c = 20, e = 100))]
                fn batched_bilinear(na: usize, nb: usize, nc: usize, ne: usize, x: &[$t], t: &[$t], y: &[$t]) -> Vec<$t> {
                    let (x, t, y) = (reshape(x, [na, nb]), reshape(t, [nc, nb, ne]), reshape(y, [na, ne]));
                    generate(|a, c| sum(|b, e| x[[a, b]] * t[[c, b, e]] * y[[a, e]]))
                }

                #[cnf(sizes(i = 1166, j = 8000, k = 3, l = 3, m = 6))]
                fn small_batches(ni: usize, nj: usize, nk: usize, nl: usize, nm: usize, x: &[$t], y: &[$t], z: &[$t]) -> Vec<$t> {
                    let (x, y, z) = (reshape(x, [ni, nj, nk, nl]), reshape(y, [nj, nm, ni, nk]), reshape(z, [nj, nm, ni, nl]));
                    generate(|j, m| sum(|i, k, l| x[[i, j, k, l]] * y[[j, m, i, k]] * z[[j, m, i, l]]))
                }

                fn sums_of_each(nl: usize, nn: usize, np: usize, nq: usize, x: &[$t], y: &[$t]) -> Vec<$t> {
                    let (x, y) = (reshape(x, [nn, nl, np]), reshape(y, [nn, nl, nq]));
                    einsum("nlp,nlq->l", x, y)
                }

                #[cnf(sizes(i = 100, j = 100, k = 10_000))]
                fn weighted_gram(ni: usize, nj: usize, nk: usize, x: &[$t], v: &[$t], y: &[$t], w: &[$t]) -> Vec<$t> {
                    let (x, y) = (reshape(x, [nk, ni]), reshape(y, [nk, nj]));
                    generate(|i, j| sum(|k| x[[k, i]] * v[k] * y[[k, j]] * w[k]))
                }

                #[cnf(sizes(i = 300, j = 300, p = 2000, q = 2000, s = 50, t = 50))]
                fn seven_factors(ni: usize, nj: usize, np: usize, nq: usize, ns: usize, nt: usize, a: &[$t], b: &[$t], c: &[$t], d: &[$t], e: &[$t], f: &[$t], g: &[$t]) -> Vec<$t> {
                    let (a, b, c, d) = (reshape(a, [ni, np]), reshape(b, [ns, np]), reshape(c, [np, nq]), reshape(d, [nj, nq]));
                    let (e, f, g) = (reshape(e, [nt, nq]), reshape(f, [nt, ni]), reshape(g, [ns, nj]));
                    let all = sum(|i, j, p, q, s, t| a[[i, p]] * b[[s, p]] * c[[p, q]] * d[[j, q]] * e[[t, q]] * f[[t, i]] * g[[s, j]]);
                    generate(1, |_| all)
                }

                fn sums_and_a_matrix(ni: usize, nj: usize, nk: usize, a: &[$t], b: &[$t]) -> Vec<$t> {
                    let (a, b) = (reshape(a, [ni, nj]), reshape(b, [nj, nk]));
                    einsum("ij,jk->k", a, b)
                }
            }

            #[test]
            fn programs_are_the_loops_of_their_texts() {
                vector!($t chain "ij,jk,kl,lm->im" 40; 0 1 2 3 4; 0 1 2 3);
                vector!($t chain_of_any_size "ij,jk,kl,lm->im" 40; 0 1 2 3 4; 0 1 2 3);
                vector!($t paper "ij,jkl,kl->k" 70; 0 1 2 3; 0 1 2);
                vector!($t paper_of_other_sizes "ij,jkl,kl->k" 70; 0 1 2 3; 0 1 2);
                vector!($t paper_of_any_size "ij,jkl,kl->k" 70; 0 1 2 3; 0 1 2);
                vector!($t cousin "ij,jkl,il->k" 70; 0 1 2 3; 0 1 2);
                vector!($t long_sequences "bdq,bdk,bek->beq" 30; 0 1 2 3 4; 0 1 2);
                vector!($t short_sequences "bdq,bdk,bek->beq" 30; 0 1 2 3 4; 0 1 2);
                vector!($t sequences_of_any_size "bdq,bdk,bek->beq" 30; 0 1 2 3 4; 0 1 2);
                vector!($t mttkrp "ijk,jr,kr->ir" 70; 0 1 2 3; 0 1 2);
                vector!($t mttkrp_of_any_size "ijk,jr,kr->ir" 70; 0 1 2 3; 0 1 2);
                vector!($t mttkrp_by_hand "ijk,jr,kr->ir" 70; 0 1 2 3; 0 1 2);
                vector!($t four_index "pqrs,ap,bq,cr,ds->abcd" 9; 0 1 2 3 4 5 6 7; 0 1 2 3 4);
                vector!($t tensor_trains "ai,abj,bk,ci,cdj,dk->" 17; 0 1 2 3 4 5 6; 0 1 2 3 4 5);
                vector!($t bilinear "i,ij,j->" 1100; 0 1; 0 1 2);
                vector!($t bilinear_of_any_size "i,ij,j->" 1100; 0 1; 0 1 2);
                vector!($t trace_of_gram "ik,ik->" 1100; 0 1; 0 1);
                vector!($t gram_and_weight "ik,jk,ij->" 130; 0 1 2; 0 1 2);
                vector!($t coupled_cluster "acik,befl,dfjk,cdel->abij" 5; 0 1 2 3 4 5 6 7 8 9; 0 1 2 3);
                vector!($t batched_bilinear "ab,cbe,ae->ac" 130; 0 1 2 3; 0 1 2);
                vector!($t small_batches "ijkl,jmik,jmil->jm" 40; 0 1 2 3 4; 0 1 2);
                vector!($t sums_of_each "nlp,nlq->l" 130; 0 1 2 3; 0 1);
                vector!($t weighted_gram "ki,k,kj,k->ij" 130; 0 1 2; 0 1 2 3);
                vector!($t seven_factors "ip,sp,pq,jq,tq,ti,sj->" 17; 0 1 2 3 4 5; 0 1 2 3 4 5 6);
                vector!($t sums_and_a_matrix "ij,jk->k" 130; 0 1 2; 0 1);
            }
        }
    };
}

programs!(integers, i64);
programs!(floats, f64);

cnf! {
    /// A function between two products: the order is that of the text, and a row of scores is all
    /// that is kept of them.
    fn of_scores(nb: usize, nd: usize, ne: usize, nk: usize, nq: usize, qs: &[f64], ks: &[f64], vs: &[f64]) -> Vec<f64> {
        let (x, y, z) = (reshape(qs, [nb, nd, nq]), reshape(ks, [nb, nd, nk]), reshape(vs, [nb, ne, nk]));
        generate(|b, e, q| sum(|k| (sum(|d| x[[b, d, q]] * y[[b, d, k]]) / 64.0).tanh() * z[[b, e, k]]))
    }

    fn of_bound_scores(nb: usize, nd: usize, ne: usize, nk: usize, nq: usize, qs: &[f64], ks: &[f64], vs: &[f64]) -> Vec<f64> {
        let (x, y, z) = (reshape(qs, [nb, nd, nq]), reshape(ks, [nb, nd, nk]), reshape(vs, [nb, ne, nk]));
        let scores = generate(|b, q, k| (sum(|d| x[[b, d, q]] * y[[b, d, k]]) / 64.0).tanh());
        generate(|b, e, q| sum(|k| scores[[b, q, k]] * z[[b, e, k]]))
    }
}

#[test]
fn a_function_between_products_keeps_its_place() {
    for sizes in [
        [1, 1, 1, 1, 1],
        [2, 3, 4, 33, 17],
        [3, 17, 2, 5, 40],
        [1, 2, 3, 0, 4],
    ] {
        let [nb, nd, ne, nk, nq] = sizes;
        let numbers = |count: usize, seed: usize| -> Vec<f64> {
            (0..count)
                .map(|position| f64::of(position + seed))
                .collect()
        };
        let (x, y, z) = (
            numbers(nb * nd * nq, 1),
            numbers(nb * nd * nk, 2),
            numbers(nb * ne * nk, 3),
        );
        let mut expected = Vec::new();
        for b in 0..nb {
            for e in 0..ne {
                for q in 0..nq {
                    let mut total = 0.0;
                    for k in 0..nk {
                        let mut score = 0.0;
                        for d in 0..nd {
                            score += x[(b * nd + d) * nq + q] * y[(b * nd + d) * nk + k];
                        }
                        total += (score / 64.0).tanh() * z[(b * ne + e) * nk + k];
                    }
                    expected.push(total);
                }
            }
        }
        let inside = of_scores(nb, nd, ne, nk, nq, &x, &y, &z);
        let bound = of_bound_scores(nb, nd, ne, nk, nq, &x, &y, &z);
        for got in [inside, bound] {
            assert_eq!(got.len(), expected.len());
            for (got, expected) in got.iter().zip(&expected) {
                assert!(
                    (got - expected).abs() < 1e-9,
                    "{sizes:?}: {got} is not {expected}"
                );
            }
        }
    }
}
