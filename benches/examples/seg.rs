use std::time::Instant;
fusus::cnf! {
    #[backend(cpu, sequential)]
    pub fn v0(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
        let (groups, sums) = fold_by(keys, 0.0, |a, b| a + b, xs);
        (groups, sums)
    }
    #[backend(sequential)]
    #[cnf(strict)]
    pub fn strict(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
        let (groups, sums) = fold_by(keys, 0.0, |a, b| a + b, xs);
        (groups, sums)
    }
    #[backend(cpu, sequential)]
    pub fn running(heads: &[bool], xs: &[f64]) -> Vec<f64> {
        scan_by(heads, 0.0, |a, b| a + b, xs)
    }
    #[backend(sequential)]
    #[cnf(strict)]
    pub fn running_strict(heads: &[bool], xs: &[f64]) -> Vec<f64> {
        scan_by(heads, 0.0, |a, b| a + b, xs)
    }
}
fn hand(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let (mut g, mut s) = (
        Vec::with_capacity(keys.len()),
        Vec::with_capacity(keys.len()),
    );
    let (mut key, mut sum) = (keys[0], xs[0]);
    for (&k, &x) in keys[1..].iter().zip(&xs[1..]) {
        if k == key {
            sum += x
        } else {
            g.push(key);
            s.push(sum);
            (key, sum) = (k, x);
        }
    }
    g.push(key);
    s.push(sum);
    (g, s)
}
fn hand_running(heads: &[bool], xs: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    heads
        .iter()
        .zip(xs)
        .map(|(h, x)| {
            sum = if *h { *x } else { sum + x };
            sum
        })
        .collect()
}
fn time<R>(name: &str, n: usize, mut f: impl FnMut() -> R) {
    let mut best = f64::MAX;
    let times = (20_000_000 / n).clamp(5, 300);
    for _ in 0..times {
        let t = Instant::now();
        std::hint::black_box(f());
        best = best.min(t.elapsed().as_secs_f64());
    }
    println!("{name:12} {n:9} {:.3} ns", best * 1e9 / n as f64);
}
fn main() {
    let only: Option<String> = std::env::args().nth(1);
    for n in [10_000usize, 10_000_000] {
        for run in [1u64, 10, 1000, 100_000] {
            let keys: Vec<u32> = fusus_benches::random::words(2)
                .scan(0u32, |k, w| {
                    *k += u32::from((w >> 20).is_multiple_of(run));
                    Some(*k)
                })
                .take(n)
                .collect();
            let heads: Vec<bool> = fusus_benches::random::words(2)
                .map(|w| (w >> 20).is_multiple_of(run))
                .take(n)
                .collect();
            let xs: Vec<f64> = fusus_benches::random::units(1).take(n).collect();
            println!("run {run}");
            let mut t = |name: &str, f: &mut dyn FnMut() -> usize| {
                if only.as_deref().is_none_or(|o| o == name) {
                    time(name, n, f)
                }
            };
            t("hand", &mut || hand(&keys, &xs).0.len());
            t("strict", &mut || strict(&keys, &xs).0.len());
            t("v0 seq", &mut || v0_sequential(&keys, &xs).0.len());
            t("v0 par", &mut || v0(&keys, &xs).0.len());
            t("hand run", &mut || hand_running(&heads, &xs).len());
            t("strict run", &mut || running_strict(&heads, &xs).len());
            t("run seq", &mut || running_sequential(&heads, &xs).len());
            t("run par", &mut || running(&heads, &xs).len());
        }
    }
}
