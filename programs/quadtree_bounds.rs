cnf! {
    /// The box around points.
    pub fn quadtree_bounds(ps: &[Point]) -> (f64, f64, f64, f64) {
        let x0 = ps.map(|p| p.0).fold(f64::INFINITY, f64::min);
        let y0 = ps.map(|p| p.1).fold(f64::INFINITY, f64::min);
        let x1 = ps.map(|p| p.0).fold(f64::NEG_INFINITY, f64::max);
        let y1 = ps.map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
        (x0, y0, x1, y1)
    }
}
