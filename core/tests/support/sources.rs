//! Programs of the folder `programs`, as what stands in the braces of their `cnf!`.

/// Returns name and source of each.
pub(crate) fn sources() -> Vec<(&'static str, &'static str)> {
    let inside = |source: &'static str| {
        let (_, inside) = source.split_once("cnf! {").expect("a file is a `cnf!`");
        inside
            .trim_end()
            .strip_suffix('}')
            .expect("and nothing else")
    };
    FILES
        .iter()
        .map(|(name, source)| (*name, inside(source)))
        .collect()
}

const FILES: &[(&str, &str)] = &[
    (
        "normalize2",
        include_str!("../../../programs/normalize2.rs"),
    ),
    (
        "normalize_inc",
        include_str!("../../../programs/normalize_inc.rs"),
    ),
    (
        "filter_left",
        include_str!("../../../programs/filter_left.rs"),
    ),
    ("quadtree", include_str!("../../../programs/quadtree.rs")),
    (
        "closest_pairs",
        include_str!("../../../programs/closest_pairs.rs"),
    ),
    ("quickhull", include_str!("../../../programs/quickhull.rs")),
    (
        "two_scanomaps",
        include_str!("../../../programs/two_scanomaps.rs"),
    ),
    (
        "line_of_sight",
        include_str!("../../../programs/line_of_sight.rs"),
    ),
    ("in_place", include_str!("../../../programs/in_place.rs")),
    ("levels", include_str!("../../../programs/levels.rs")),
];
