cnf! {
    /// The points in the four quarters around a point.
    pub fn quadtree_split(
        ps: &[Point],
        xm: f64,
        ym: f64,
    ) -> (Vec<Point>, Vec<Point>, Vec<Point>, Vec<Point>) {
        let sw = filter(|p| p.0 < xm && p.1 < ym, ps);
        let se = filter(|p| p.0 >= xm && p.1 < ym, ps);
        let nw = filter(|p| p.0 < xm && p.1 >= ym, ps);
        let ne = filter(|p| p.0 >= xm && p.1 >= ym, ps);
        (sw, se, nw, ne)
    }
}
