//! Written by `guide.rs` from the tables of the guide.
#![allow(unused, clippy::all)]
#![cfg_attr(rustfmt, rustfmt_skip)]

use fusus::cnf;
use ndarray::{Array1, Axis, Zip};
use rayon::prelude::*;

#[test]
fn main() {
    let (xs, ys) = (vec![1.0, 3.0, 2.0], vec![2.0, 0.5, 4.0]);
    let (js, n) = (vec![2usize, 0, 1], 3usize);
    let (x, y) = (Array1::from(xs.clone()), Array1::from(ys.clone()));
    let (m, u, z) = (vec![1.0, 2.0, 3.0, 4.0], [0.5, 2.0].as_slice(), vec![3.0; 8]);
    assert_eq!(cnf! { map(|x| 2.0 * x, xs) }, xs.iter().map(|x| 2.0 * x).collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { filter(|x| x > 1.0, xs) }, xs.iter().filter(|x| **x > 1.0).copied().collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { fold(0.0, |a, b| a + b, xs) }, xs.iter().sum::<f64>(), "From iterators");
    assert_eq!(cnf! { fold(f64::NEG_INFINITY, f64::max, xs) }, xs.iter().copied().fold(f64::NEG_INFINITY, f64::max), "From iterators");
    assert_eq!(cnf! { fold(0u64, |s, j| s + j as u64, |a, b| a + b, js) }, js.iter().fold(0u64, |s, j| s + *j as u64), "From iterators");
    assert_eq!(cnf! { fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, ys)) }, xs.iter().zip(&ys).map(|(x, y)| x * y).sum::<f64>(), "From iterators");
    assert_eq!(cnf! { xs.enumerate().map(|(i, x)| i as f64 * x) }, xs.iter().enumerate().map(|(i, x)| i as f64 * x).collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { len(filter(|x| x > 1.0, xs)) }, xs.iter().filter(|x| **x > 1.0).count(), "From iterators");
    assert_eq!(cnf! { scan(0.0, |a, b| a + b, xs) }, xs.iter().scan(0.0, |s, x| { *s += x; Some(*s) }).collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { let (_, sums) = fold_by(js, 0, |a, b| a + b, js); sums }, js.chunk_by(|a, b| a == b).map(|run| run.iter().sum::<usize>()).collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { recurrence(0.0, |y, x| 0.9 * y + x, xs) }, xs.iter().scan(0.0, |y, x| { *y = 0.9 * *y + x; Some(*y) }).collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { fold(false, |a, b| a || b, map(|x| x > 2.5, xs)) }, xs.iter().any(|x| *x > 2.5), "From iterators");
    assert_eq!(cnf! { fold(true, |a, b| a && b, map(|x| x > 2.5, xs)) }, xs.iter().all(|x| *x > 2.5), "From iterators");
    assert_eq!(cnf! { generate(n, |i| i * i) }, (0..n).map(|i| i * i).collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { gather(xs, js) }, js.iter().map(|j| xs[*j]).collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { reverse(xs) }, xs.iter().rev().copied().collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { generate(|i| xs[i + 1] - xs[i]) }, xs.windows(2).map(|w| w[1] - w[0]).collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { map(|(x, y)| x + y, cross(xs, ys)) }, xs.iter().flat_map(|x| ys.iter().map(move |y| x + y)).collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { map(|x| x / 2.0, xs[1..]) }, xs[1..].iter().map(|x| x / 2.0).collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { generate(|i| xs[2 * i]) }, xs.iter().step_by(2).copied().collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { generate(len(xs) + len(ys), |i| if i < xs.len() { xs[i] } else { ys[i - xs.len()] }) }, xs.iter().chain(&ys).copied().collect::<Vec<_>>(), "From iterators");
    assert_eq!(cnf! { fold((0, f64::NEG_INFINITY), |a, b| if b.1 > a.1 { b } else { a }, map(|i, x| (i, x), 0..len(xs), xs)).0 }, (0..xs.len()).max_by(|i, j| xs[*i].total_cmp(&xs[*j])).unwrap(), "From iterators");
    assert_eq!(cnf! { generate(n, |_| 1.0) }, std::iter::repeat_n(1.0, n).collect::<Vec<f64>>(), "From iterators");
    assert_eq!(cnf! { let v: [f64] = external({ let mut v = xs.to_vec(); v.sort_by(f64::total_cmp); v }); v }, { let mut v = xs.clone(); v.sort_by(f64::total_cmp); v }, "From iterators");
    assert_eq!(cnf! { (filter(|x| x > 1.5, xs), filter(|x| !(x > 1.5), xs)) }, xs.iter().copied().partition::<Vec<_>, _>(|x| *x > 1.5), "From iterators");
    assert_eq!(cnf! { let (a, b) = map(|x| (x + 1.0, x * x), xs); (a, b) }, xs.iter().map(|x| (x + 1.0, x * x)).unzip::<f64, f64, Vec<_>, Vec<_>>(), "From iterators");
    assert_eq!(cnf! { map(|x| x.sqrt(), xs) }, xs.par_iter().map(|x| x.sqrt()).collect::<Vec<_>>(), "From rayon");
    assert_eq!(cnf! { fold(0.0, |a, b| a + b, xs) }, xs.par_iter().copied().reduce(|| 0.0, |a, b| a + b), "From rayon");
    assert_eq!(cnf! { map(|x, y| x - y, xs, ys) }, xs.par_iter().zip(ys.par_iter()).map(|(x, y)| x - y).collect::<Vec<_>>(), "From rayon");
    assert_eq!(cnf! { filter(|x| x < 2.5, xs) }, xs.par_iter().filter(|x| **x < 2.5).copied().collect::<Vec<_>>(), "From rayon");
    assert_eq!(cnf! { fold(0, usize::max, js) }, js.par_iter().max().copied().unwrap_or(0), "From rayon");
    assert_eq!(cnf! { fold(0.0, |a, b| a + b, xs) }, xs.par_iter().sum::<f64>(), "From rayon");
    assert_eq!(cnf! { fold(0.0, |a, b| a + b, map(|x| x * x, xs)) }, xs.par_iter().fold(|| 0.0, |s, x| s + x * x).sum::<f64>(), "From rayon");
    assert_eq!(cnf! { fold(false, |a, b| a || b, map(|x| x > 2.5, xs)) }, xs.par_iter().any(|x| *x > 2.5), "From rayon");
    assert_eq!(cnf! { generate(n, |i| i * i) }, (0..n).into_par_iter().map(|i| i * i).collect::<Vec<_>>(), "From rayon");
    assert_eq!(cnf! { map(|x, y| x + y, xs, ys) }, (&x + &y).to_vec(), "From ndarray");
    assert_eq!(cnf! { map(f64::sqrt, xs) }, (x.mapv(f64::sqrt)).to_vec(), "From ndarray");
    assert_eq!(cnf! { fold(0.0, |a, b| a + b, xs) }, x.sum(), "From ndarray");
    assert_eq!(cnf! { fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, ys)) }, x.dot(&y), "From ndarray");
    assert_eq!(cnf! { gather(xs, js) }, (x.select(Axis(0), &js)).to_vec(), "From ndarray");
    assert_eq!(cnf! { map(|x| 2.0 * x, xs) }, (&x * 2.0).to_vec(), "From ndarray");
    assert_eq!(cnf! { generate(n, |i| i as f64 / (n - 1) as f64) }, (Array1::linspace(0.0, 1.0, n)).to_vec(), "From ndarray");
    assert_eq!(cnf! { generate(n, |_| 1.0) }, (Array1::from_elem(n, 1.0)).to_vec(), "From ndarray");
    assert_eq!(cnf! { map(|x, y| x * y, xs, ys) }, (Zip::from(&x).and(&y).map_collect(|x, y| x * y)).to_vec(), "From ndarray");
    let _ = cnf! { map(|x, y| x * 2.0 + y, xs, ys) }; // From NumPy
    let _ = cnf! { filter(|x| x > 1.0, xs) }; // From NumPy
    let _ = cnf! { fold(0.0, |a, b| a + b, xs) }; // From NumPy
    let _ = cnf! { let k = filter(|x| x > 1.0, xs); fold(0.0, |a, b| a + b, k) / len(k) as f64 }; // From NumPy
    let _ = cnf! { scan(0.0, |a, b| a + b, xs) }; // From NumPy
    let _ = cnf! { map(|x, y| if x > 1.0 { x } else { y }, xs, ys) }; // From NumPy
    let _ = cnf! { generate(n, |i| i) }; // From NumPy
    let _ = cnf! { generate(n, |_| 0.0) }; // From NumPy
    let _ = cnf! { gather(xs, js) }; // From NumPy
    let _ = cnf! { fold(f64::NEG_INFINITY, f64::max, gather(xs, js)) }; // From NumPy
    let _ = cnf! { generate(|i| xs[i + 1] - xs[i]) }; // From NumPy
    let _ = cnf! { map(|(x, y)| x - y, cross(xs, ys)) }; // From NumPy
    let _ = cnf! { len(filter(|x| x > 1.0, xs)) }; // From NumPy
    let _ = cnf! { reverse(xs) }; // From NumPy
    let _ = cnf! { map(|x| x, xs[..n]) }; // From NumPy
    let _ = cnf! { fold(f64::NEG_INFINITY, f64::max, xs) }; // From NumPy
    let _ = cnf! { fold((0, f64::NEG_INFINITY), |a, b| if b.1 > a.1 { b } else { a }, map(|i, x| (i, x), 0..len(xs), xs)).0 }; // From NumPy
    let _ = cnf! { map(|x| x.clamp(0.0, 1.0), xs) }; // From NumPy
    let _ = cnf! { fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, ys)) }; // From NumPy
    let _ = cnf! { generate(n, |i| i as f64 / (n - 1) as f64) }; // From NumPy
    let _ = cnf! { generate(len(xs), |i| xs[(i + n - 1) % n]) }; // From NumPy
    let _ = cnf! { generate(len(xs) + len(ys), |i| if i < xs.len() { xs[i] } else { ys[i - xs.len()] }) }; // From NumPy
    let _ = cnf! { scatter(xs, js, ys) }; // From NumPy
    let _ = cnf! { reduce_by_index(xs, |a, b| a + b, js, ys) }; // From NumPy
    let _ = cnf! { reduce_by_index(generate(n, |_| 0), |a, b| a + b, js, map(|_| 1, js)) }; // From NumPy
    let _ = cnf! { map(|x| x * 2.0, xs) }; // From Futhark
    let _ = cnf! { map(|x, y| x + y, xs, ys) }; // From Futhark
    let _ = cnf! { fold(0.0, |a, b| a + b, xs) }; // From Futhark
    let _ = cnf! { scan(0.0, |a, b| a + b, xs) }; // From Futhark
    let _ = cnf! { filter(|x| x > 1.0, xs) }; // From Futhark
    let _ = cnf! { generate(n, |i| i) }; // From Futhark
    let _ = cnf! { generate(n, |_| 1.0) }; // From Futhark
    let _ = cnf! { gather(xs, js) }; // From Futhark
    let _ = cnf! { scatter(xs, js, ys) }; // From Futhark
    let _ = cnf! { reduce_by_index(xs, |a, b| a + b, js, ys) }; // From Futhark
    let _ = cnf! { map(|x, y| (x, y), xs, ys) }; // From Futhark
    let _ = cnf! { let (a, b) = map(|x| (x, -x), xs); (a, b) }; // From Futhark
    let _ = cnf! { generate(n, |i| i * i) }; // From Futhark
    let _ = cnf! { len(xs) }; // From Futhark
    let _ = cnf! { reverse(xs) }; // From Futhark
    let _ = cnf! { generate(len(xs), |i| xs[(i + 1) % xs.len()]) }; // From Futhark
    let _ = cnf! { fold(false, |a, b| a || b, map(|x| x > 2.5, xs)) }; // From Futhark
    let _ = cnf! { (filter(|x| x > 1.5, xs), filter(|x| !(x > 1.5), xs)) }; // From Futhark
    let _ = cnf! { fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, ys)) }; // From Futhark
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i, k| sum(|j| a[[i, j]] * b[[j, k]])) }, cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); einsum("ij,jk->ik", a, b) }, "einsum");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i, k| sum(|j| a[[i, j]] * b[[j, k]])) }, { let mut all = vec![0.0; 4]; for i in 0..2 { for k in 0..2 { for j in 0..2 { all[1 * k + 2 * i] += m[1 * j + 2 * i] * m[1 * k + 2 * j]; } } } all }, "Tullio");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i, k| sum(|j| a[[i, j]] * b[[j, k]])) }, { let mut all = vec![0.0; 4]; for i in 0..2 { for k in 0..2 { for j in 0..2 { all[1 * k + 2 * i] += m[1 * j + 2 * i] * m[1 * k + 2 * j]; } } } all }, "TACO");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|j, i| a[[i, j]]) }, cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); einsum("ij->ji", a) }, "einsum");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|j, i| a[[i, j]]) }, { let mut all = vec![0.0; 4]; for j in 0..2 { for i in 0..2 { all[1 * i + 2 * j] += m[1 * j + 2 * i]; } } all }, "Tullio");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|j, i| a[[i, j]]) }, { let mut all = vec![0.0; 4]; for j in 0..2 { for i in 0..2 { all[1 * i + 2 * j] += m[1 * j + 2 * i]; } } all }, "TACO");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i| sum(|j| a[[i, j]])) }, cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); einsum("ij->i", a) }, "einsum");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i| sum(|j| a[[i, j]])) }, { let mut all = vec![0.0; 2]; for i in 0..2 { for j in 0..2 { all[1 * i] += m[1 * j + 2 * i]; } } all }, "Tullio");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i| sum(|j| a[[i, j]])) }, { let mut all = vec![0.0; 2]; for i in 0..2 { for j in 0..2 { all[1 * i] += m[1 * j + 2 * i]; } } all }, "TACO");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); sum(|i| a[[i, i]]) }, cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); einsum("ii", a) }, "einsum");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); sum(|i| a[[i, i]]) }, { let mut all = 0.0; for i in 0..2 { all += m[1 * i + 2 * i]; } all }, "Tullio");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); sum(|i| a[[i, i]]) }, { let mut all = 0.0; for i in 0..2 { all += m[1 * i + 2 * i]; } all }, "TACO");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); sum(|i| x[i] * y[i]) }, cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); einsum("i,i->", x, y) }, "einsum");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); sum(|i| x[i] * y[i]) }, { let mut all = 0.0; for i in 0..2 { all += u[1 * i] * u[1 * i]; } all }, "Tullio");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); sum(|i| x[i] * y[i]) }, { let mut all = 0.0; for i in 0..2 { all += u[1 * i] * u[1 * i]; } all }, "TACO");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i, j| x[i] * y[j]) }, cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); einsum("i,j->ij", x, y) }, "einsum");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i, j| x[i] * y[j]) }, { let mut all = vec![0.0; 4]; for i in 0..2 { for j in 0..2 { all[1 * j + 2 * i] += u[1 * i] * u[1 * j]; } } all }, "Tullio");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i, j| x[i] * y[j]) }, { let mut all = vec![0.0; 4]; for i in 0..2 { for j in 0..2 { all[1 * j + 2 * i] += u[1 * i] * u[1 * j]; } } all }, "TACO");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); sum(|i, j| x[i] * a[[i, j]] * y[j]) }, cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); einsum("i,ij,j->", x, a, y) }, "einsum");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); sum(|i, j| x[i] * a[[i, j]] * y[j]) }, { let mut all = 0.0; for i in 0..2 { for j in 0..2 { all += u[1 * i] * m[1 * j + 2 * i] * u[1 * j]; } } all }, "Tullio");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); sum(|i, j| x[i] * a[[i, j]] * y[j]) }, { let mut all = 0.0; for i in 0..2 { for j in 0..2 { all += u[1 * i] * m[1 * j + 2 * i] * u[1 * j]; } } all }, "TACO");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i, r| sum(|j, k| t[[i, j, k]] * a[[j, r]] * b[[k, r]])) }, cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); einsum("ijk,jr,kr->ir", t, a, b) }, "einsum");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i, r| sum(|j, k| t[[i, j, k]] * a[[j, r]] * b[[k, r]])) }, { let mut all = vec![0.0; 4]; for i in 0..2 { for r in 0..2 { for j in 0..2 { for k in 0..2 { all[1 * r + 2 * i] += z[1 * k + 2 * j + 4 * i] * m[1 * r + 2 * j] * m[1 * r + 2 * k]; } } } } all }, "Tullio");
    assert_eq!(cnf! { let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); let (x, y) = (u, u); generate(|i, r| sum(|j, k| t[[i, j, k]] * a[[j, r]] * b[[k, r]])) }, { let mut all = vec![0.0; 4]; for i in 0..2 { for r in 0..2 { for j in 0..2 { for k in 0..2 { all[1 * r + 2 * i] += z[1 * k + 2 * j + 4 * i] * m[1 * r + 2 * j] * m[1 * r + 2 * k]; } } } } all }, "TACO");
}
