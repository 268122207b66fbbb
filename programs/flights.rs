cnf! {
    /// Six statistics of delays.
    pub fn flights(flights: &[Flight]) -> (i32, i64, i32, i32, i64, i64) {
        let late      = filter(|f| f.delay > 15, flights);
        let lates     = fold(0, |a, b| a + b, map(|_| 1, late));
        let together  = fold(0, |a, b| a + b, map(|f| i64::from(f.delay), late));
        let greatest  = fold(0, i32::max, map(|f| f.delay, late));
        let early     = filter(|f| f.delay < 0, flights);
        let earlies   = fold(0, |a, b| a + b, map(|_| 1, early));
        let evening   = filter(|f| f.hour >= 18.0, flights);
        let evenings  = fold(0, |a, b| a + b, map(|f| i64::from(f.delay), evening));
        let long      = filter(|f| f.distance > 1000, flights);
        let longs     = fold(0, |a, b| a + b, map(|f| i64::from(f.delay), long));
        (lates, together, greatest, earlies, evenings, longs)
    }
}
