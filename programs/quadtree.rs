// Robinson et al. (2014), one step of building a quadtree.
cnf! {
    /// The points in the four quarters of their bounds.
    pub fn quadtree(p: &[Point]) -> (Vec<Point>, Vec<Point>, Vec<Point>, Vec<Point>) {
        let x1 = fold(NOWHERE, |a: Point, b: Point| if b.0 < a.0 { b } else { a }, p);
        let y1 = fold(NOWHERE, |a: Point, b: Point| if b.1 < a.1 { b } else { a }, p);
        let x2 = fold(NOWHERE_BELOW, |a: Point, b: Point| if b.0 > a.0 { b } else { a }, p);
        let y2 = fold(NOWHERE_BELOW, |a: Point, b: Point| if b.1 > a.1 { b } else { a }, p);
        let (xm, ym) = external(middle(x1, y1, x2, y2));
        let p1 = filter(|q| q.0 < xm && q.1 < ym, p);
        let p2 = filter(|q| q.0 >= xm && q.1 < ym, p);
        let p3 = filter(|q| q.0 < xm && q.1 >= ym, p);
        let p4 = filter(|q| q.0 >= xm && q.1 >= ym, p);
        (p1, p2, p3, p4)
    }
}
