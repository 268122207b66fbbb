//! Programs to start from: every combinator, every form and every backend, right
//! and wrong.

use proc_macro2::{TokenStream, TokenTree};

/// Programs without a mistake.
pub const VALID: &[&str] = &[
    include_str!("../../programs/normalize2.rs"),
    "#[backend(cpu, sequential)] #[cnf(loops = 3, strategy = \"greedy\")]
    fn write<'a, T: Copy + Send + Sync, const N: usize>(xs: &'a [T], ys: &mut [T], n: usize) -> Result<(Vec<T>, Vec<T>), Error> where T: Into<f64> {
        let old = map(|y| y, ys);
        *ys = map(|x, y| if n > N { x } else { y }, xs, ys);
        *ys = scan(xs[0], |a, b| a, gather(xs, 0..len(xs)));
        Ok((old, ys))
    }",
    "let table: [u32] = external(sorted(&xs));
    let (a, (b, _)) = map(|x| (x, (x + offsets[0], 1)), xs);
    let n = len(a) as f64;
    let pairs = a.cross(generate(n as usize, |i| i)).map(|(p, q)| p + q);
    let r#type = scatter(b, conform(a, b), b);
    (pairs.filter(|p| p > 1).scan_exclusive(0, u32::max), fold(0, f64::max, b) / n, format!(\"{}\", len(a)), r#type)",
    "fn levels(xs: &[i64], is: &[usize]) -> (Vec<i64>, Vec<i64>, usize) {
        let prefix = scan_exclusive(0, |a, b| a + b, xs);
        let above = filter(|(x, p)| x > p, map(|x, p| (x, p), xs, prefix));
        let twice = scan((0, 0), |a, b| (a.0 + b.0, a.1.max(b.1)), above);
        let back = map(|(x, _)| x, twice);
        let picked = gather(xs, is);
        let put = scatter(xs, is, picked);
        (back, put, len(back))
    }
    #[cnf(strict)] fn g(xs: &[f32]) -> f32 { fold(0.0, |a, b| a + b, xs) }",
    "fold(f64::INFINITY, f64::min, map(|(p, q)| distance(p, q), cross(&points[1..], points)))",
    "fn text(xs: &[u8], n: usize) -> String {
        let s = format!(\"{n} of {}\", len(xs));
        let m = match n { 0 => 1, n if n > 3 => { let n = n - 1; n }, _ => n };
        let t = fold(0, |a, b| a | b, map(|x| if x as usize > m { x } else { s.len() as u8 }, xs));
        s + &t.to_string()
    }",
    "const SCALE: f32 = 0.5;
    const SHIFT: u32 = 3;
    /// Helpers are translated with the workers that use them.
    fn twist(x: u32, n: u32) -> u32 {
        let y = if x > n { x.rotate_left(SHIFT) } else { x ^ n };
        match y { 0 => 1, y if y % 2 == 0 => y.wrapping_mul(3), _ => y }
    }
    fn both(a: f32, b: f32) -> (f32, bool) { (a.max(b) * SCALE, a < b) }
    #[backend(ocl)]
    fn kernels(xs: &[f32], keys: &mut [u32], n: u32) -> Result<(Vec<(f32, bool)>, f32, usize), Error> {
        let sums = scan_exclusive(0.0, |a, b| a + b, xs);
        let pairs = map(|x, s| both(x, s), xs, sums);
        let kept = filter(|(x, less)| !less && x as i32 % 5 != 1, pairs);
        *keys = map(|k| twist(k, n), keys);
        let least = fold(f32::INFINITY, f32::min, map(|(x, _)| x, kept));
        Ok((kept, least, len(kept)))
    }",
    "#[backend(cpu, ocl)] #[cnf(loops = 3)]
    pub fn either(xs: &[i32], is: &[u32], table: &[i64]) -> (Vec<i64>, i64, Vec<i32>) {
        let sums = scan((0i32, 0u8), |a, b| (a.0 + b.0, a.1.max(b.1)), map(|x| (x, x as u8), xs));
        let ys = map(|(s, b), i| table[0] + s as i64 - (b as i64).abs() + i as i64, sums, is);
        let all = map(|(a, b)| a.wrapping_sub(b), cross(xs, xs));
        (ys, fold(i64::MIN, |a, b| if a > b { a } else { b }, ys), scatter(xs, is, gather(xs, is)))
    }
    #[backend(ocl, sequential)] #[cnf(strict)] fn g(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }",
    "#[backend(cpu, ocl)] fn guarded(xs: &[f64], ys: &mut [f64], w: usize, h: u32) -> Result<(Vec<usize>, f64), Error> {
        if xs.is_empty() { return Err(Error::Empty); }
        let n = xs.len() / w;
        if n == 0 || h < 3 { return Ok((Vec::new(), 0.5)); }
        if w > n { return (vec![1, 2], xs[0]) }
        *ys = map(|y, i| y + i as f64, ys, 0..w * h as usize);
        let a = generate(h as usize * w, |i| i);
        let b = generate((w - 1).max(n % 3), |i| i + n);
        Ok((map(|a, b| a + b, a, generate(w * (h as usize), |i| i)), fold(0.0, |a, b| a + b, map(|b| b as f64, b))))
    }",
    "#[backend(cpu, sequential)] fn runs(keys: &[u32], heads: &[bool], xs: &[f64], bins: &mut [f64]) -> Result<(Vec<u32>, Vec<f64>, Vec<f64>, Vec<f64>, [f64; 4]), Error> {
        *bins = reduce_by_index(bins, |a, b| a + b, map(|k| k as usize % 64, keys), xs);
        let (groups, sums) = fold_by(keys, (0.0, 0), |(a, n), (b, m)| (a + b, n + m), map(|x| (x, 1), xs));
        let running = scan_by(heads, 0.0, |a, b| a + b, xs);
        let before = heads.scan_exclusive_by(0.0, f64::max, running);
        let smooth = recurrence((0.0, 1.0), |(y, z), x, b| (0.5 * y + 0.25 * z + x, y - b), xs, before);
        let least = fold([f64::MAX; 4],
            |mut best, x| { if x < best[3] { best[3] = x; best.sort_unstable_by(f64::total_cmp); } best },
            |mut best: [f64; 4], others| { for x in others { if x < best[3] { best[3] = x; } } best },
            filter(|x| x > 0.0, xs));
        Ok((groups, map(|(sum, n)| sum / n as f64, sums), running, map(|(y, _)| y, smooth), least))
    }",
    "#[backend(cpu, ocl)] fn segments(keys: &[i32], xs: &[f32]) -> (Vec<i32>, Vec<f32>, Vec<u32>, Vec<f32>, u64) {
        let (groups, greatest) = fold_by(keys, f32::NEG_INFINITY, f32::max, xs);
        let bins = reduce_by_index(generate(16, |_| 0u32), |a, b| a + b, map(|k| (k & 15) as u32, keys), map(|_| 1u32, keys));
        let capped = recurrence(0.0f32, |y, x| (y + x).max(0.0), xs);
        let total = fold(0u64, |sum, n| sum + n as u64, |a, b| a + b, bins);
        (groups, greatest, bins, capped, total)
    }",
];

/// Programs with mistakes.
pub const WRONG: &[&str] = &[
    "xs.iter().map(|x| x + 1).sum::<f64>()",
    "fn f(xs: &[f64]) -> Vec<f64> { let ys = filter(|x| x > 0, xs); map(|x, y| x, xs, ys) }",
    "#[backend(ocl)] fn f<T: Copy>(xs: &[T], s: String) -> (Vec<char>, u128) {
        let cs = map(|x| { let mut y = x; while y < x { y += 1 } s.len(); 'c' }, xs);
        let n = map(|c| c as u128, cs);
        (cs, fold(0, |a, b| a + b, n))
    }
    const TABLE: [u8; 3] = [1, 2, 3];
    fn helper(s: &str) -> usize { s.len() }
    #[backend(ocl, gpu)] fn g(xs: &[u8]) -> usize { fold(0, |a, b| a + b, map(|x| helper(\"x\") + TABLE[0], xs)) }",
    "fn f(mut xs: &[f64], &n: &usize) -> f64 { for x in xs { } fold(0, xs) return 1; let a = ; let mut b = 3 }",
    "fn f(xs: &[f64]) -> f64 {
        if xs.len() == 1 { return xs[0]; } else { return 2.0; }
        if let Some(x) = xs.first() { return *x; }
        let ys = map(|x| { if x > 0.0 { return x; } -x }, xs);
        if ys.is_empty() { return 0.0; }
        let n = match xs.len() { 0 => return 1.0, n => n - 1 };
        fold(0.0, |a, b| a + b, map(|y, i| y + i as f64, ys, generate(side(n) * 2, |i| i)))
    }",
];

/// All of them, and the programs of the papers.
pub const ALL: &[&str] = &[
    VALID[0],
    VALID[1],
    VALID[2],
    VALID[3],
    VALID[4],
    VALID[5],
    VALID[6],
    VALID[7],
    VALID[8],
    VALID[9],
    VALID[10],
    WRONG[0],
    WRONG[1],
    WRONG[2],
    WRONG[3],
    WRONG[4],
    include_str!("../../programs/closest_pairs.rs"),
    include_str!("../../programs/normalize_inc.rs"),
    include_str!("../../programs/readings.rs"),
    include_str!("../../programs/quadtree.rs"),
    include_str!("../../programs/quickhull.rs"),
];

/// The tokens of a program.
///
/// # Panics
/// If it has none.
pub fn tokens(program: &str) -> TokenStream {
    inside(program.parse().expect("a program is tokens of Rust"))
}

/// The contents of the first `cnf!`, or all tokens if there is none.
pub(crate) fn inside(tokens: TokenStream) -> TokenStream {
    let mut all = tokens.clone().into_iter();
    while let Some(token) = all.next() {
        if matches!(&token, TokenTree::Ident(name) if name == "cnf")
            && let Some(TokenTree::Punct(_)) = all.next()
            && let Some(TokenTree::Group(inside)) = all.next()
        {
            return inside.stream();
        }
    }
    tokens
}
