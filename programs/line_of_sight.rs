// Spiegelhauer and Sprent (2016), line of sight.
cnf! {
    /// The places that are seen from the start of a line of heights.
    pub fn line_of_sight(heights: &[f64]) -> Vec<usize> {
        let places  = generate(len(heights), |i| i);
        let angles  = map(|i, h| h / (i + 1) as f64, places, heights);
        let highest = scan_exclusive(f64::NEG_INFINITY, f64::max, angles);
        let points  = map(|i, a, m| (i, a > m), places, angles, highest);
        let visible = filter(|p| p.1, points);
        map(|p| p.0, visible)
    }
}
