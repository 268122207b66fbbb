// Fourteen bindings: readings are calibrated, smoothed and scored.
cnf! {
    /// Scores the readings above a threshold, and their smoothed neighbours.
    pub fn readings(raw: &[f64], gain: &[f64], near: &[usize], limit: f64) -> (Vec<f64>, Vec<f64>, f64) {
        let level  = map(|r, g| r * g, raw, gain);
        let total  = fold(0.0, |a, b| a + b, level);
        let peak   = fold(f64::MIN, f64::max, level);
        let mean   = total / len(raw) as f64;
        let loud   = filter(|l| l > limit, level);
        let energy = fold(0.0, |a, b| a + b, map(|l| l * l, loud));
        let scaled = map(|l| (l - mean) / peak, level);
        let run    = scan(0.0, |a, b| a + b, scaled);
        let around = gather(run, near);
        let smooth = map(|s, a| (s + a) / 2.0, scaled, around);
        let good   = filter(|s| s > 0.0, smooth);
        let score  = fold(0.0, |a, b| a + b, good);
        let shares = map(|s| s / score, good);
        let strong = map(|l| l / energy, loud);
        (shares, strong, score)
    }
}
