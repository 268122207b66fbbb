//! The readers of the examples' data.

use common::{cities, flights};

/// Reads the bytes as a file of cities and as one of flights. What is accepted
/// has been read: it is written as the same bytes again.
///
/// # Panics
/// Where that does not hold.
pub fn tables(bytes: &[u8]) {
    if let Ok(points) = cities::decode(bytes) {
        let units = |degrees: f64| (degrees * f64::from(cities::UNITS_PER_DEGREE)).round() as i32;
        let lngs: Vec<i32> = points.iter().map(|point| units(point.x)).collect();
        let lats: Vec<i32> = points.iter().map(|point| units(point.y)).collect();
        assert_eq!(cities::encode(&lngs, &lats).as_deref(), Ok(bytes));
    }
    if let Ok(read) = flights::decode(bytes) {
        assert_eq!(flights::encode(&read).as_deref(), Ok(bytes));
    }
}
