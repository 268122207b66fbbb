// Robinson et al. (2014), one step of quickhull, by heights above a line.
cnf! {
    /// The points above a line, and the farthest of them.
    pub fn quickhull_step(ps: &[Point]) -> (Point, Vec<Point>) {
        let above    = filter(|p| height(p) > 0.0, ps);
        let farthest = fold(A, |a, b| if height(b) > height(a) { b } else { a }, above);
        (farthest, above)
    }
}
