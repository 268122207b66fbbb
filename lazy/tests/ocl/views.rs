//! Sections, broadcasting, other axes, gathers.

use fusus_lazy::{Array, Formula, Section, s};

use crate::support::same;

fn row(len: usize) -> Array<f64> {
    Array::from_vec((0..len).map(|i| (i * 37 % 101) as f64 * 0.1).collect())
}

fn table(rows: usize, columns: usize) -> Array<f64> {
    row(rows * columns).reshape([rows, columns])
}

#[test]
fn sections_of_memory_are_read_where_they_are() {
    for len in [0, 1, 2, 3, 64, 65, 1000] {
        let x = row(len);
        let back = Section::from(..).by(-1);
        same(&["backwards", "thirds"], || {
            vec![x.at(back) * 2.0, x.at(Section::from(..).by(3)) + 1.0]
        });
        if len > 2 {
            same(&["differences"], || vec![x.at(s![1..]) - x.at(s![..-1])]);
        }
    }
}

#[test]
fn several_axes_are_read_along_strides() {
    let m = table(7, 9);
    same(&["middle"], || {
        vec![
            m.at(s![..-2, 1..-1])
                + m.at(s![2.., 1..-1])
                + m.at(s![1..-1, ..-2])
                + m.at(s![1..-1, 2..]),
        ]
    });
    same(&["transposed", "with its rows"], || {
        let t = m.transpose();
        vec![&t * 2.0, &t + &m.at(s![0, ..]).at(s![.., new])]
    });
    let cube = row(3 * 4 * 5).reshape([3, 4, 5]);
    same(&["permuted", "section"], || {
        vec![
            cube.permute(&[2, 0, 1]) + 1.0,
            cube.at(s![..; 2, 1, ..; -1]).reshape([10]) * 1.0,
        ]
    });
}

#[test]
fn rows_and_columns_go_with_tables() {
    let (m, r, c) = (table(6, 5), row(5), row(6));
    same(&["row", "column", "outer"], || {
        vec![
            &m + r.at(s![new, ..]),
            &m - c.at(s![.., new]),
            c.at(s![.., new]) * r.at(s![new, ..]),
        ]
    });
}

#[test]
fn elements_are_gathered() {
    let x = row(100);
    let indices = Array::from_vec(vec![99_u8, 0, 7, 7, 50]);
    let signed = Array::from_vec(vec![3_i64, 0, 99, 1, 2]);
    same(&["u8", "i64", "backwards"], || {
        vec![
            x.gather(&indices) * 2.0,
            x.gather(&signed),
            x.at(Section::from(..).by(-1)).gather(&indices),
        ]
    });
}

#[test]
fn one_element_is_read_without_the_others() {
    let m = table(30, 40);
    same(&["element", "doubled"], || {
        vec![m.at(s![3, 5]), &m * m.at(s![29, -1])]
    });
    same(&["positions"], || vec![Array::positions(1000) * 3]);
}

#[test]
fn formulas_count_with_a_sign() {
    let x = row(1000);
    let of = |text| {
        let formula = Formula::parse(text).expect("it is a formula");
        let column = formula.apply([("x", &x)]).expect("types go together");
        column.cast::<i64>()
    };
    same(&["positions", "kept", "counted"], || {
        vec![
            of("positions(x) - 7"),
            of("positions(x[x > 0.5]) - 7"),
            of("len(x[x > 0.5]) - 2000 + count(x > 0.5) + range(3)"),
        ]
    });
}

#[test]
fn results_are_read_by_later_loops() {
    let m = table(12, 11);
    let of = || {
        let mut grid = m.clone();
        for _ in 0..3 {
            let up = grid.at(s![..-2, ..]);
            let down = grid.at(s![2.., ..]);
            grid = ((up + down) * 0.5).eval().expect("a step");
        }
        vec![grid]
    };
    same(&["steps"], of);
}
