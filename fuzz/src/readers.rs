//! The readers of the examples' data.

#[allow(dead_code, missing_docs, unreachable_pub, reason = "of an example")]
#[path = "../../examples/common/cities.rs"]
mod cities_file;

/// Reads the bytes of a file of cities. What it accepts it has read: as many
/// cities as the bytes say, and the bytes hold nothing else.
///
/// # Panics
/// Where that does not hold.
pub fn cities(bytes: &[u8]) {
    let Ok(cities) = cities_file::decode(bytes) else {
        return;
    };
    let units = |degrees: f64| (degrees * f64::from(cities_file::UNITS_PER_DEGREE)).round() as i32;
    let mut again = cities_file::MAGIC.to_vec();
    again.extend(
        u32::try_from(cities.len())
            .expect("counted in 32 bits")
            .to_le_bytes(),
    );
    again.extend(cities.iter().flat_map(|city| units(city.x).to_le_bytes()));
    again.extend(cities.iter().flat_map(|city| units(city.y).to_le_bytes()));
    assert!(
        again == bytes,
        "{} cities are not what was read",
        cities.len()
    );
}
