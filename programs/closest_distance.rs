cnf! {
    /// The distance of the closest pair of a point above and a point below.
    pub fn closest_distance(above: &[Point], below: &[Point]) -> f64 {
        let pairs = cross(above, below);
        let squares = map(squared, pairs);
        fold(f64::INFINITY, f64::min, squares).sqrt()
    }
}
