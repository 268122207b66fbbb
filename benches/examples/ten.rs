//! The ten programs.
#![allow(missing_docs, clippy::all, clippy::pedantic)]
use fusus_benches::random::{units, words};
use rayon::prelude::*;
use std::time::Instant;
fn sorted(xs: &[u32]) -> Vec<u32> {
    let mut xs = xs.to_vec();
    xs.par_sort_unstable();
    xs
}
type P = (f32, f32);
fn d(a: P, b: P) -> f32 {
    (a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)
}
fusus::cnf! {
    pub fn ema(xs: &[f64]) -> Vec<f64> { recurrence(0.0, |y, x| y + 0.1 * (x - y), xs) }
    pub fn drawdown(xs: &[f64]) -> f64 {
        let peaks = scan(f64::NEG_INFINITY, f64::max, xs);
        fold(0.0, f64::max, map(|x, p| 1.0 - x / p, xs, peaks))
    }
    pub fn histogram(bs: &[u8], zeros: &[u32]) -> Vec<u32> {
        let bins = map(|b| (b >> 2) as usize, bs);
        reduce_by_index(zeros, |a, b| a + b, bins, map(|_| 1, bs))
    }
    pub fn group_sums(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
        let (ks, sums) = fold_by(keys, 0.0, |a, b| a + b, xs);
        (ks, sums)
    }
    pub fn column(xs: &[f64]) -> (f64, f64, f64, f64) {
        let n = len(xs) as f64;
        let sum = fold(0.0, |a, b| a + b, xs);
        let squares = fold(0.0, |a, b| a + b, map(|x| x * x, xs));
        let least = fold(f64::INFINITY, f64::min, xs);
        let most = fold(f64::NEG_INFINITY, f64::max, xs);
        (sum / n, squares / n - (sum / n) * (sum / n), least, most)
    }
    pub fn nearest(ps: &[P], qs: &[P]) -> Vec<f32> {
        map(|p| {
            let mut best = f32::INFINITY;
            for q in qs { let d = (p.0 - q.0) * (p.0 - q.0) + (p.1 - q.1) * (p.1 - q.1); if d < best { best = d; } }
            best
        }, ps)
    }
    pub fn blur(xs: &[f32]) -> Vec<f32> { generate(|i| (xs[i - 1] + 2.0 * xs[i] + xs[i + 1]) * 0.25) }
    pub fn matvec(a: &[f64], x: &[f64], rows: usize) -> Vec<f64> {
        let n = len(x);
        generate(rows, |r| {
            let mut sum = 0.0;
            for k in 0..n { sum += a[r * n + k] * x[k]; }
            sum
        })
    }
    pub fn softmax(xs: &[f32]) -> Vec<f32> {
        let most = fold(f32::NEG_INFINITY, f32::max, xs);
        let es = map(|x| (x - most).exp(), xs);
        let sum = fold(0.0, |a, b| a + b, es);
        map(|e| e / sum, es)
    }
    pub fn sparse(offsets: &[usize], columns: &[u32], values: &[f64], xs: &[f64]) -> Vec<f64> {
        generate(len(offsets) - 1, |r| {
            let mut sum = 0.0;
            for k in offsets[r]..offsets[r + 1] { sum += values[k] * xs[columns[k] as usize]; }
            sum
        })
    }
    pub fn compact(xs: &[f32]) -> Vec<f32> { filter(|x| x > 0.5, xs) }
    pub fn top8(xs: &[f32]) -> [f32; 8] {
        fold([f32::INFINITY; 8],
            |mut best, x| { if x < best[7] { let mut at = 7; while at > 0 && x < best[at - 1] { best[at] = best[at - 1]; at -= 1; } best[at] = x; } best },
            |mut best, others| { for x in others { if x < best[7] { let mut at = 7; while at > 0 && x < best[at - 1] { best[at] = best[at - 1]; at -= 1; } best[at] = x; } } best },
            xs)
    }
    pub fn sorted_odd(xs: &[u32]) -> Vec<u32> {
        let odd = filter(|x| x % 2 == 1, xs);
        let ordered: [u32] = external(sorted(odd));
        ordered
    }
    pub fn distinct(ordered: &[u32]) -> Vec<u32> {
        let places = filter(|i| i == 0 || ordered[i - 1] != ordered[i], 0..len(ordered));
        gather(ordered, places)
    }
    pub fn distinct_by_runs(ordered: &[u32]) -> Vec<u32> {
        let (values, _) = fold_by(ordered, 0u8, |a, _| a, map(|_| 0u8, ordered));
        values
    }
    pub fn life(cells: &[u8], width: usize) -> Vec<u8> {
        let n = len(cells);
        generate(n, |i| {
            let at = |k: usize| cells[k % n];
            let alive = at(i + n - width - 1) + at(i + n - width) + at(i + n - width + 1) + at(i + n - 1)
                + at(i + 1) + at(i + width - 1) + at(i + width) + at(i + width + 1);
            (alive == 3 || alive == 2 && cells[i] == 1) as u8
        })
    }
}
fn best<R>(n: usize, mut f: impl FnMut() -> R) -> f64 {
    let mut best = f64::MAX;
    let end = Instant::now();
    let mut k = 0;
    while k < 3 || (end.elapsed().as_millis() < 150 && k < 2000) {
        k += 1;
        let t = Instant::now();
        let r = std::hint::black_box(f());
        best = best.min(t.elapsed().as_secs_f64());
        drop(r);
    }
    best * 1e9 / n as f64
}
fn race<A, B, C>(
    name: &str,
    n: usize,
    a: impl FnMut() -> A,
    b: impl FnMut() -> B,
    c: impl FnMut() -> C,
) {
    let (a, b, c) = (best(n, a), best(n, b), best(n, c));
    println!(
        "{name:16} {n:9} fusus {a:8.3} ns  rayon/ours {:6.2}  plain/ours {:6.2}",
        b / a,
        c / a
    );
}
fn push8(mut b: [f32; 8], x: f32) -> [f32; 8] {
    if x < b[7] {
        let mut at = 7;
        while at > 0 && x < b[at - 1] {
            b[at] = b[at - 1];
            at -= 1;
        }
        b[at] = x;
    }
    b
}
fn main() {
    for n in [10_000usize, 1_000_000, 10_000_000] {
        let xs: Vec<f64> = units(1).take(n).collect();
        let fs: Vec<f32> = xs.iter().map(|x| *x as f32).collect();
        let bs: Vec<u8> = words(3).map(|w| w as u8).take(n).collect();
        let zeros = vec![0u32; 64];
        let us: Vec<u32> = words(4)
            .map(|w| (w >> 33) as u32 % (n as u32 / 4))
            .take(n)
            .collect();
        let keys: Vec<u32> = words(2)
            .scan(0u32, |k, w| {
                *k += u32::from((w >> 20).is_multiple_of(10));
                Some(*k)
            })
            .take(n)
            .collect();
        race(
            "ema",
            n,
            || ema(&xs),
            || {
                let mut y = 0.0;
                xs.iter()
                    .map(|x| {
                        y += 0.1 * (x - y);
                        y
                    })
                    .collect::<Vec<f64>>()
            },
            || {
                let mut y = 0.0;
                let mut o = Vec::with_capacity(n);
                for x in &xs {
                    y += 0.1 * (x - y);
                    o.push(y);
                }
                o
            },
        );
        race(
            "drawdown",
            n,
            || drawdown(&xs),
            || {
                let mut p = f64::NEG_INFINITY;
                xs.iter().fold(0.0f64, |m, x| {
                    p = p.max(*x);
                    m.max(1.0 - x / p)
                })
            },
            || {
                let (mut p, mut m) = (f64::NEG_INFINITY, 0.0f64);
                for x in &xs {
                    p = p.max(*x);
                    m = m.max(1.0 - x / p);
                }
                m
            },
        );
        race(
            "histogram",
            n,
            || histogram(&bs, &zeros),
            || {
                bs.par_chunks(16384)
                    .fold(
                        || vec![0u32; 64],
                        |mut h, c| {
                            for b in c {
                                h[(b >> 2) as usize] += 1;
                            }
                            h
                        },
                    )
                    .reduce(
                        || vec![0u32; 64],
                        |mut a, b| {
                            for (x, y) in a.iter_mut().zip(b) {
                                *x += y;
                            }
                            a
                        },
                    )
            },
            || {
                let mut h = vec![0u32; 64];
                for b in &bs {
                    h[(b >> 2) as usize] += 1;
                }
                h
            },
        );
        race(
            "group sums",
            n,
            || group_sums(&keys, &xs),
            || {
                let r: (Vec<u32>, Vec<f64>) = keys
                    .par_chunk_by(|a, b| a == b)
                    .map(|run| {
                        let s = (run.as_ptr() as usize - keys.as_ptr() as usize) / 4;
                        (run[0], xs[s..s + run.len()].iter().sum::<f64>())
                    })
                    .unzip();
                r
            },
            || {
                let (mut g, mut s) = (Vec::new(), Vec::new());
                let mut sum = 0.0;
                for i in 0..n {
                    sum += xs[i];
                    if i + 1 == n || keys[i + 1] != keys[i] {
                        g.push(keys[i]);
                        s.push(sum);
                        sum = 0.0;
                    }
                }
                (g, s)
            },
        );
        race(
            "column",
            n,
            || column(&xs),
            || {
                xs.par_iter()
                    .fold(
                        || (0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY),
                        |(a, b, c, d), &x| (a + x, b + x * x, f64::min(c, x), f64::max(d, x)),
                    )
                    .reduce(
                        || (0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY),
                        |p, q| (p.0 + q.0, p.1 + q.1, p.2.min(q.2), p.3.max(q.3)),
                    )
            },
            || {
                let mut t = (0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY);
                for &x in &xs {
                    t = (t.0 + x, t.1 + x * x, f64::min(t.2, x), f64::max(t.3, x));
                }
                t
            },
        );
        if n <= 1_000_000 {
            let ps: Vec<P> = fs
                .iter()
                .zip(fs.iter().rev())
                .map(|(a, b)| (*a, *b))
                .take(n / 100)
                .collect();
            let qs: Vec<P> = ps.iter().map(|p| (p.1, p.0 * 0.9)).take(1000).collect();
            race(
                "nearest",
                ps.len(),
                || nearest(&ps, &qs),
                || {
                    ps.par_iter()
                        .map(|p| qs.iter().map(|q| d(*p, *q)).fold(f32::INFINITY, f32::min))
                        .collect::<Vec<f32>>()
                },
                || {
                    let mut o = Vec::new();
                    for p in &ps {
                        let mut b = f32::INFINITY;
                        for q in &qs {
                            let d = d(*p, *q);
                            if d < b {
                                b = d;
                            }
                        }
                        o.push(b);
                    }
                    o
                },
            );
        }
        race(
            "blur",
            n,
            || blur(&fs),
            || {
                fs.par_windows(3)
                    .map(|w| (w[0] + 2.0 * w[1] + w[2]) * 0.25)
                    .collect::<Vec<f32>>()
            },
            || {
                let mut o = Vec::with_capacity(n);
                for i in 1..n - 1 {
                    o.push((fs[i - 1] + 2.0 * fs[i] + fs[i + 1]) * 0.25);
                }
                o
            },
        );
        let width = (n as f64).sqrt() as usize;
        let v = &xs[..width];
        race(
            "matvec",
            n,
            || matvec(&xs, v, width),
            || {
                xs.par_chunks_exact(width)
                    .map(|r| r.iter().zip(v).map(|(a, b)| a * b).sum::<f64>())
                    .collect::<Vec<f64>>()
            },
            || {
                let mut o = Vec::new();
                for r in 0..width {
                    let mut s = 0.0;
                    for k in 0..width {
                        s += xs[r * width + k] * v[k];
                    }
                    o.push(s);
                }
                o
            },
        );
        race(
            "softmax",
            n,
            || softmax(&fs),
            || {
                let m = fs
                    .par_iter()
                    .copied()
                    .reduce(|| f32::NEG_INFINITY, f32::max);
                let e: Vec<f32> = fs.par_iter().map(|x| (x - m).exp()).collect();
                let s: f32 = e.par_iter().sum();
                e.par_iter().map(|e| e / s).collect::<Vec<f32>>()
            },
            || {
                let mut m = f32::NEG_INFINITY;
                for x in &fs {
                    m = m.max(*x);
                }
                let mut e = Vec::with_capacity(n);
                let mut s = 0.0;
                for x in &fs {
                    let v = (x - m).exp();
                    s += v;
                    e.push(v);
                }
                for v in &mut e {
                    *v /= s;
                }
                e
            },
        );
        let cells: Vec<u8> = bs.iter().map(|b| b & 1).collect();
        race(
            "life",
            n,
            || life(&cells, width),
            || {
                let at = |k: usize| cells[k % n];
                (0..n)
                    .into_par_iter()
                    .map(|i| {
                        let a = at(i + n - width - 1)
                            + at(i + n - width)
                            + at(i + n - width + 1)
                            + at(i + n - 1)
                            + at(i + 1)
                            + at(i + width - 1)
                            + at(i + width)
                            + at(i + width + 1);
                        (a == 3 || a == 2 && cells[i] == 1) as u8
                    })
                    .collect::<Vec<u8>>()
            },
            || {
                let at = |k: usize| cells[k % n];
                let mut o = Vec::with_capacity(n);
                for i in 0..n {
                    let a = at(i + n - width - 1)
                        + at(i + n - width)
                        + at(i + n - width + 1)
                        + at(i + n - 1)
                        + at(i + 1)
                        + at(i + width - 1)
                        + at(i + width)
                        + at(i + width + 1);
                    o.push((a == 3 || a == 2 && cells[i] == 1) as u8);
                }
                o
            },
        );
        let rows = n / 8;
        let offsets: Vec<usize> = (0..=rows).map(|r| 8 * r).collect();
        let cols: Vec<u32> = words(9)
            .map(|w| (w >> 33) as u32 % rows as u32)
            .take(n)
            .collect();
        let x = &xs[..rows];
        race(
            "sparse",
            n,
            || sparse(&offsets, &cols, &xs, x),
            || {
                (0..rows)
                    .into_par_iter()
                    .map(|r| {
                        (offsets[r]..offsets[r + 1])
                            .map(|k| xs[k] * x[cols[k] as usize])
                            .sum::<f64>()
                    })
                    .collect::<Vec<f64>>()
            },
            || {
                let mut o = Vec::new();
                for r in 0..rows {
                    let mut s = 0.0;
                    for k in offsets[r]..offsets[r + 1] {
                        s += xs[k] * x[cols[k] as usize];
                    }
                    o.push(s);
                }
                o
            },
        );
        race(
            "compact",
            n,
            || compact(&fs),
            || {
                fs.par_iter()
                    .copied()
                    .filter(|x| *x > 0.5)
                    .collect::<Vec<f32>>()
            },
            || {
                let mut o = Vec::new();
                for x in &fs {
                    if *x > 0.5 {
                        o.push(*x);
                    }
                }
                o
            },
        );
        race(
            "top8",
            n,
            || top8(&fs),
            || {
                fs.par_iter()
                    .fold(|| [f32::INFINITY; 8], |b, x| push8(b, *x))
                    .reduce(|| [f32::INFINITY; 8], |a, b| b.into_iter().fold(a, push8))
            },
            || {
                let mut b = [f32::INFINITY; 8];
                for x in &fs {
                    b = push8(b, *x);
                }
                b
            },
        );
        race(
            "sorted_odd",
            n,
            || sorted_odd(&us),
            || {
                let mut o: Vec<u32> = us.par_iter().copied().filter(|x| x % 2 == 1).collect();
                o.par_sort_unstable();
                o
            },
            || {
                let mut o: Vec<u32> = us.iter().copied().filter(|x| x % 2 == 1).collect();
                o.sort_unstable();
                o
            },
        );
        let ordered = sorted(&us);
        race(
            "distinct",
            n,
            || distinct(&ordered),
            || {
                ordered
                    .par_chunk_by(|a, b| a == b)
                    .map(|r| r[0])
                    .collect::<Vec<u32>>()
            },
            || {
                let mut o = ordered.clone();
                o.dedup();
                o
            },
        );
        race(
            "distinct runs",
            n,
            || distinct_by_runs(&ordered),
            || (),
            || {
                let mut o = ordered.clone();
                o.dedup();
                o
            },
        );
    }
}
