cnf! {
    /// Ten operators: folds, a filter, a scan and a gather of two arrays and a table.
    pub fn pipeline(
        xs: &[f64],
        ys: &[f64],
        table: &[f64],
        places: &[u32],
    ) -> (f64, f64, Vec<(f64, f64)>) {
        let scaled  = map(|x| 3.0 * x + 1.0, xs);
        let changed = map(|x, y| x - y, scaled, ys);
        let peak    = fold(f64::NEG_INFINITY, f64::max, scaled);
        let high    = filter(|c| c > 1.0, changed);
        let squares = map(|h| h * h, high);
        let energy  = fold(0.0, |a, b| a + b, squares);
        let running = scan(0.0, |a, b| a + b, scaled);
        let picked  = gather(table, places);
        let mixed   = map(|r, p| r * p, running, picked);
        let total   = fold(0.0, |a, b| a + b, mixed);
        let normal  = map(|m, c| (m / peak, c), mixed, changed);
        let kept    = filter(|n| n.1 > 1.5, normal);
        (energy, total, kept)
    }
}
