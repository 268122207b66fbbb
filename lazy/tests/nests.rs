//! Folds along an axis in one loop with what makes their elements and with what uses them: the order
//! in which elements are combined, element by element.

use fusus_lazy::{Array, Dims, Error, ErrorKind, s};
use fusus_rng::Rng;

/// Shapes whose axes are shorter and longer than a piece, and empty ones.
const SHAPES: &[&[usize]] = &[
    &[3, 5000],
    &[5000, 3],
    &[70, 90],
    &[1, 2049],
    &[2049, 1],
    &[4100, 8],
    &[30, 511],
    &[30, 512],
    &[20, 700],
    &[40, 300, 4],
    &[7, 40, 9],
    &[40, 1, 60],
    &[2, 3, 4, 5],
    &[0, 3],
    &[3, 0],
    &[3, 0, 2],
];

fn dims(lengths: &[usize]) -> Dims {
    match *lengths {
        [a, b] => Dims::from([a, b]),
        [a, b, c] => Dims::from([a, b, c]),
        [a, b, c, d] => Dims::from([a, b, c, d]),
        _ => unreachable!("shapes have two to four axes"),
    }
}

fn floats(seed: u64, len: usize) -> Vec<f64> {
    let mut rng = Rng::of(7, seed);
    (0..len)
        .map(|_| rng.below(2000) as f64 * 0.001 - 1.0)
        .collect()
}

/// The elements of each result along an axis, in order.
fn along(lengths: &[usize], axis: usize, elements: &[f64]) -> Vec<Vec<f64>> {
    let inner: usize = lengths[axis + 1..].iter().product();
    let outer: usize = lengths[..axis].iter().product();
    let mut all = Vec::new();
    for outer in 0..outer {
        for inner_at in 0..inner {
            let at = |place| elements[(outer * lengths[axis] + place) * inner + inner_at];
            all.push((0..lengths[axis]).map(at).collect());
        }
    }
    all
}

/// The sum of elements along an axis: in eight lanes along the last one, else one after the other.
fn sum(elements: &[f64], is_last: bool) -> f64 {
    let mut lanes = [-0.0; 8];
    if !is_last {
        return 0.0 + elements.iter().fold(-0.0, |a, b| a + b);
    }
    for (index, element) in elements.iter().enumerate() {
        lanes[index % 8] += element;
    }
    for width in [4, 2, 1] {
        for lane in 0..width {
            lanes[lane] += lanes[width + lane];
        }
    }
    0.0 + lanes[0]
}

/// The bits of floats.
fn bits(elements: &[f64]) -> Vec<u64> {
    elements.iter().map(|x| x.to_bits()).collect()
}

fn check(lengths: &[usize]) -> Result<(), Error> {
    let len: usize = lengths.iter().product();
    let (a, b) = (floats(1, len), floats(2, len));
    let (x, y) = (
        Array::from_shape(dims(lengths), a.clone()),
        Array::from_shape(dims(lengths), b.clone()),
    );
    let made: Vec<f64> = a.iter().zip(&b).map(|(a, b)| (a - b) * a + 0.5).collect();
    for axis in 0..lengths.len() {
        let is_last = axis + 1 == lengths.len();
        let rows = along(lengths, axis, &made);
        let sums: Vec<f64> = rows.iter().map(|row| sum(row, is_last)).collect();
        let halves: Vec<f64> = sums.iter().map(|sum| sum / 2.0 - 1.0).collect();
        let elements = || (&x - &y) * &x + 0.5;

        let half = elements().sum_axis(axis) / 2.0 - 1.0;
        assert_eq!(half.plan()?.loops(), 1, "{}", half.plan()?);
        assert_eq!(bits(&half.to_vec()?), bits(&halves), "{lengths:?} {axis}");

        // The elements and the sums stay as well.
        let (made_too, least) = (elements(), |row: &Vec<f64>| {
            row.iter().fold(f64::INFINITY, |a, b| a.min(*b))
        });
        let sum = made_too.sum_axis(axis);
        let both = &sum * 2.0 + made_too.min_axis(axis);
        let expected: Vec<f64> = rows
            .iter()
            .zip(&sums)
            .map(|(row, sum)| sum * 2.0 + least(row))
            .collect();
        assert_eq!(bits(&both.to_vec()?), bits(&expected), "{lengths:?} {axis}");
        assert_eq!(bits(&made_too.to_vec()?), bits(&made));
        assert_eq!(bits(&sum.to_vec()?), bits(&sums));

        let any = elements().gt(0.9).any_axis(axis).to_vec()?;
        let all = elements().gt(0.1).all_axis(axis).to_vec()?;
        for (index, row) in rows.iter().enumerate() {
            assert_eq!(any[index], row.iter().any(|x| *x > 0.9));
            assert_eq!(all[index], row.iter().all(|x| *x > 0.1));
        }
    }
    Ok(())
}

#[test]
fn results_are_combined_in_their_order_on_any_number_of_threads() -> Result<(), Error> {
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("there are threads")
            .install(|| SHAPES.iter().try_for_each(|lengths| check(lengths)))?;
    }
    Ok(())
}

#[test]
fn pairs_of_particles_are_not_stored() -> Result<(), Error> {
    let n = 300;
    let (x, m) = (Array::from_vec(floats(3, n)), Array::from_vec(floats(4, n)));
    let far = x.at(s![new, ..]) - x.at(s![.., new]);
    let force = &far * m.at(s![new, ..]) / (&far * &far + 0.1).sqrt();
    drop(far);
    let moved = &x + force.sum_axis(1) * 0.01;
    drop(force);
    let plan = moved.plan()?;
    assert_eq!(plan.loops(), 1, "{plan}");
    let bytes = 8 * n as u64;
    assert!(plan.bytes() <= 4 * bytes, "{plan}");
    let (a, b) = (x.to_vec()?, m.to_vec()?);
    let expected: Vec<f64> = (0..n)
        .map(|i| {
            let forces: Vec<f64> = (0..n)
                .map(|j| {
                    let far = a[j] - a[i];
                    far * b[j] / (far * far + 0.1).sqrt()
                })
                .collect();
            a[i] + sum(&forces, true) * 0.01
        })
        .collect();
    assert_eq!(bits(&moved.to_vec()?), bits(&expected));
    Ok(())
}

#[test]
fn folds_along_two_axes_are_two_loops() -> Result<(), Error> {
    let x = Array::from_shape([20, 30], floats(5, 600));
    let squares = &x * &x;
    let (rows, columns) = (squares.sum_axis(1), squares.sum_axis(0));
    let total = squares.sum();
    let all = rows.sum() - columns.sum() + total;
    assert!(all.item()?.abs() > 100.0);
    assert_eq!(
        bits(&rows.to_vec()?),
        bits(&(&x * &x).sum_axis(1).to_vec()?)
    );
    assert_eq!(
        bits(&columns.to_vec()?),
        bits(&(&x * &x).sum_axis(0).to_vec()?)
    );
    Ok(())
}

#[test]
fn the_first_failure_is_the_first_one_by_position() {
    let position = |array: Array<i32>| match *array.eval().unwrap_err().kind() {
        ErrorKind::Division { position, .. } => position,
        ref other => panic!("{other}"),
    };
    let mut elements = vec![1; 60 * 70];
    elements[17 * 70 + 3] = 0;
    elements[5 * 70 + 60] = 0;
    let x = Array::from_shape([60, 70], elements);
    for axis in [0, 1] {
        let sums = (12_i32 / &x).sum_axis(axis);
        // That of an element comes before that of a result.
        assert_eq!(position(sums.clone()), 5 * 70 + 60);
        assert_eq!(position(&sums / 0), 5 * 70 + 60);
        let sums = x.sum_axis(axis);
        assert_eq!(
            position(7_i32 / (sums - if axis == 0 { 60 } else { 70 })),
            0
        );
    }
}

#[test]
fn elements_that_are_gathered_and_positions_of_other_lengths() -> Result<(), Error> {
    let x = Array::from_vec((0..200).map(f64::from).collect()).at(s![..; 2]);
    let indices = Array::from_shape([3, 4], vec![0, 5, 7, 99, 1, 2, 3, 4, 50, 60, 70, 80]);
    assert_eq!(
        x.gather(&indices).sum_axis(0).to_vec()?,
        [102.0, 134.0, 160.0, 366.0]
    );
    assert_eq!(
        x.gather(&indices).max_axis(1).to_vec()?,
        [198.0, 8.0, 160.0]
    );
    let many = Array::from_vec((0..5000).map(|at| at % 100).collect::<Vec<i64>>());
    let sum: f64 = (0..5000).map(|at| f64::from(at % 100 * 2)).sum();
    assert_eq!(x.gather(&many).sum().item()?, sum);
    Ok(())
}
