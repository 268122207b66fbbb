cnf! {
    /// Pairs of Gaussian deviates: their sums, and how many lie in each of ten square annuli around
    /// the origin. The kernel EP of the NAS parallel benchmarks, whose seeds are a scan here.
    pub fn ep(pairs: usize) -> (f64, f64, [u64; 10]) {
        let s1 = scan_exclusive(FIRST, times, generate(pairs, |_| SQUARE));
        let r1 = map(|s| s as f64 * SCALE, s1);
        let s2 = map(|s| times(s, FACTOR), s1);
        let r2 = map(|s| s as f64 * SCALE, s2);
        let x = map(|r| 2.0 * r - 1.0, r1);
        let y = map(|r| 2.0 * r - 1.0, r2);
        let t = map(|x, y| x * x + y * y, x, y);
        let ok = map(|t| t <= 1.0, t);
        let f = map(|t| (-2.0 * t.ln() / t).sqrt(), t);
        let gx = map(|x, f| x * f, x, f);
        let gy = map(|y, f| y * f, y, f);
        let l = map(|x, y| x.abs().max(y.abs()) as u64, gx, gy);
        let b0 = map(|ok, l| u64::from(ok && l == 0), ok, l);
        let b1 = map(|ok, l| u64::from(ok && l == 1), ok, l);
        let b2 = map(|ok, l| u64::from(ok && l == 2), ok, l);
        let b3 = map(|ok, l| u64::from(ok && l == 3), ok, l);
        let b4 = map(|ok, l| u64::from(ok && l == 4), ok, l);
        let b5 = map(|ok, l| u64::from(ok && l == 5), ok, l);
        let b6 = map(|ok, l| u64::from(ok && l == 6), ok, l);
        let b7 = map(|ok, l| u64::from(ok && l == 7), ok, l);
        let b8 = map(|ok, l| u64::from(ok && l == 8), ok, l);
        let b9 = map(|ok, l| u64::from(ok && l == 9), ok, l);
        let sx = fold(0.0, |sum, ok, x| if ok { sum + x } else { sum }, |a, b| a + b, ok, gx);
        let sy = fold(0.0, |sum, ok, y| if ok { sum + y } else { sum }, |a, b| a + b, ok, gy);
        let q0 = fold(0, |a, b| a + b, b0);
        let q1 = fold(0, |a, b| a + b, b1);
        let q2 = fold(0, |a, b| a + b, b2);
        let q3 = fold(0, |a, b| a + b, b3);
        let q4 = fold(0, |a, b| a + b, b4);
        let q5 = fold(0, |a, b| a + b, b5);
        let q6 = fold(0, |a, b| a + b, b6);
        let q7 = fold(0, |a, b| a + b, b7);
        let q8 = fold(0, |a, b| a + b, b8);
        let q9 = fold(0, |a, b| a + b, b9);
        (sx, sy, [q0, q1, q2, q3, q4, q5, q6, q7, q8, q9])
    }

    /// Products modulo 2⁴⁶.
    fn times(a: u64, b: u64) -> u64 { a.wrapping_mul(b) & (MODULUS - 1) }

    const MODULUS: u64 = 1 << 46;
    /// 5¹³.
    const FACTOR: u64 = 1_220_703_125;
    const SQUARE: u64 = FACTOR.wrapping_mul(FACTOR) & (MODULUS - 1);
    const FIRST: u64 = 271_828_183_u64.wrapping_mul(FACTOR) & (MODULUS - 1);
    const SCALE: f64 = 1.0 / MODULUS as f64;
}
