cnf! {
    /// The closest pair of a point above and a point below.
    pub fn closest_pair(above: &[Point], below: &[Point]) -> (Point, Point) {
        let pairs = cross(above, below);
        fold(FAR, |a, b| if squared(b) < squared(a) { b } else { a }, pairs)
    }
}
