// Robinson et al. (2014), one step of quickhull.
cnf! {
    /// The points left of the line, and the one farthest from it.
    pub fn quickhull(pts: &[Point], line: (Point, Point)) -> (Vec<Point>, Point) {
        let ps = filter(|p| beyond(line, p) > 0.0, pts);
        let ma = fold(line.0, |a, b| farther(line, a, b), ps);
        (ps, ma)
    }
}
