// Robinson et al. (2014): by halves and the points near their border.
cnf! {
    /// The distance of the closest pair.
    pub fn closest_pairs(pts: &[Point]) -> f64 {
        let pivot   = external(median(pts));
        let aboves  = filter(|p| p.1 >= pivot, pts);
        let belows  = filter(|p| p.1 < pivot, pts);
        let above1  = external(closest(&aboves));
        let below1  = external(closest(&belows));
        let border  = external(above1.min(below1));
        let above_b = filter(|p| p.1 >= pivot && p.1 - pivot < border, pts);
        let below_b = filter(|p| p.1 < pivot && pivot - p.1 < border, pts);
        let cs      = cross(above_b, below_b);
        let bord    = fold(FAR, |a, b| if distance(b) < distance(a) { b } else { a }, cs);
        let min1    = external(distance(bord).min(above1).min(below1));
        min1
    }
}
