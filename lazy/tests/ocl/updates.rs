//! Functional updates.

use fusus_lazy::{Array, Launches, Section, on, s};

use crate::support::{device, same};

fn table() -> Array<i32> {
    Array::from_vec((0..120).collect()).reshape([4, 5, 6])
}

#[test]
fn sections_get_other_elements() {
    let m = table();
    let row = Array::from_vec(vec![-1, -2, -3, -4, -5, -6]);
    same(
        &["number", "row", "column", "every other", "element"],
        || {
            vec![
                m.with(s![1..-1, 2, 1..], 7),
                m.with(s![.., 0, ..], row.at(s![new, ..])),
                m.with(s![0, .., 3], row.at(s![..5])),
                m.with(s![.., ..; 2, ..; -1], &m.at(s![.., ..; 2, ..; -1]) * 2),
                m.with(s![-1, -1, -1], 0),
            ]
        },
    );
    same(&["of a transposed array", "nothing", "new axis"], || {
        vec![
            m.transpose().with(s![1..3, ..; 3], 9),
            m.with(s![1..1], 5),
            m.with(s![2, new, ..], row.at(s![new, new, ..])),
        ]
    });
}

#[test]
fn arrays_of_one_axis_are_updated() {
    let x = Array::from_vec((0..100).map(f64::from).collect());
    let back = Section::from(..).by(-3);
    same(&["front", "back", "all"], || {
        vec![
            x.with(s![..10], -1.0),
            x.with(back, x.at(back) * 0.5),
            x.with(s![..], 0.25),
        ]
    });
}

#[test]
fn results_that_nobody_reads_are_updated_in_place() {
    let grid = Array::from_shape([30, 20], (0..600).map(f64::from).collect());
    let step = |grid: &Array<f64>| {
        let middle = (grid.at(s![..-2, 1..-1]) + grid.at(s![2.., 1..-1])) * 0.5;
        grid.with(s![1..-1, 1..-1], middle)
    };
    let of = || {
        let doubled = &grid * 2.0;
        let mut next = step(&doubled);
        drop(doubled);
        for _ in 0..4 {
            next = step(&next);
        }
        next.to_vec()
    };
    let (there, launches) = Launches::of(|| on(&device(), of));
    assert_eq!(launches.on_host, 0);
    assert_eq!(there, of());
    assert!(
        launches
            .kernels
            .iter()
            .any(|text| !text.contains("old_first") && text.contains("y_first"))
    );
}
