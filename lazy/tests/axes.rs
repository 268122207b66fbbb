//! Arrays of several axes: operations one by one, and their failures.

use fusus_lazy::{Array, Dims, Error, ErrorKind, Plan, s};

fn table(rows: usize, columns: usize) -> Array<f64> {
    let elements = (0..rows * columns).map(|at| at as f64).collect();
    Array::from_shape([rows, columns], elements)
}

/// Sections of results that nobody else has do not keep these, and updates of them write in place.
#[test]
fn updates_of_what_is_given_up_are_right() -> Result<(), Error> {
    let (rows, columns) = (7, 1100);
    let mut expected: Vec<f64> = (0..rows * columns).map(|at| at as f64).collect();
    let x = Array::from_shape([rows, columns], expected.clone());
    let mut new = &x * 2.0;
    new = new.with(s![.., 0], new.at(s![.., 1]) + 1.0);
    new = new.with(s![1..; 2, ..; -3], 5.0);
    new = new.with(s![0, ..], new.at(s![2, ..]));
    new = new.with(s![-1, 3..-1], new.at(s![0, 4..]) * 3.0);
    let text = new.plan()?.to_string();
    assert!(!text.contains("a handle on it is alive"), "{text}");

    expected.iter_mut().for_each(|x| *x *= 2.0);
    for row in expected.chunks_mut(columns) {
        row[0] = row[1] + 1.0;
    }
    for row in (1..rows).step_by(2) {
        for column in (0..columns).rev().step_by(3) {
            expected[row * columns + column] = 5.0;
        }
    }
    expected.copy_within(2 * columns..3 * columns, 0);
    let last = (rows - 1) * columns;
    for column in 3..columns - 1 {
        expected[last + column] = expected[column + 1] * 3.0;
    }
    assert_eq!(new.to_vec()?, expected);
    // The array before is as it was, and so is a result on which a handle is alive.
    assert_eq!(x.at(s![1, 0]).item()?, columns as f64);
    let kept = &x + 1.0;
    let changed = kept.with(s![0, 0], 9.0);
    assert_eq!(
        (changed.at(s![0, 0]).item()?, kept.at(s![0, 0]).item()?),
        (9.0, 1.0)
    );
    Ok(())
}

#[test]
fn sections_of_two_axes_share_their_elements() -> Result<(), Error> {
    let m = table(4, 5);
    assert_eq!(m.at(s![1..-1, 2..4]).to_vec()?, [7.0, 8.0, 12.0, 13.0]);
    assert_eq!(
        m.at(s![..; 2, ..; -2]).at(s![1]).to_vec()?,
        [14.0, 12.0, 10.0]
    );
    assert_eq!(
        m.at(s![.., 0]).at(s![..; -1]).to_vec()?,
        [15.0, 10.0, 5.0, 0.0]
    );
    assert_eq!(m.at(s![-1, -1]).item()?, 19.0);
    let differences = m.at(s![1.., ..]) - m.at(s![..-1, ..]);
    assert_eq!(differences.plan()?.loops(), 1);
    assert_eq!(differences.to_vec()?, [5.0; 15]);
    let doubled = &m * 2.0;
    assert_eq!(doubled.at(s![3, 1..3]).to_vec()?, [32.0, 34.0]);
    Ok(())
}

#[test]
fn a_stencil_is_one_loop() -> Result<(), Error> {
    let g = table(40, 30);
    let around =
        g.at(s![..-2, 1..-1]) + g.at(s![2.., 1..-1]) + g.at(s![1..-1, ..-2]) + g.at(s![1..-1, 2..]);
    let new = around * 0.25;
    let change = (&new - g.at(s![1..-1, 1..-1])).abs().max();
    assert_eq!(change.plan()?.loops(), 1);
    assert_eq!(change.item()?, 0.0);
    assert_eq!(new.dims(), Some(Dims::from([38, 28])));
    Ok(())
}

#[test]
fn an_axis_that_is_new_goes_with_any_length() -> Result<(), Error> {
    let (x, y) = (
        Array::from_vec(vec![1, 2]),
        Array::from_vec(vec![10, 20, 30]),
    );
    let sums = x.at(s![.., new]) + y.at(s![new, ..]);
    assert_eq!(sums.to_string(), "[[11, 21, 31], [12, 22, 32]]");
    let pending = (&x + 1).at(s![.., new]) * (&y + 1).at(s![new, ..]);
    assert_eq!(pending.to_vec()?, [22, 42, 62, 33, 63, 93]);
    let one = x.at(s![1, new]);
    assert_eq!((&y - one).to_vec()?, [8, 18, 28]);
    // A length of one is a length like others.
    let short = Array::from_shape([1, 3], vec![1, 2, 3]);
    let error = (&sums + short).eval().unwrap_err();
    let text = "has the shape 2 × 3 and another one has the shape 1 × 3";
    assert!(error.to_string().contains(text), "{error}");
    Ok(())
}

#[test]
fn axes_are_permuted_and_shapes_change() -> Result<(), Error> {
    let a = Array::from_shape([2, 3, 4], (0..24).collect());
    let p = a.permute(&[2, 0, 1]);
    assert_eq!(p.dims(), Some(Dims::from([4, 2, 3])));
    assert_eq!(p.at(s![1, 1, ..]).to_vec()?, [13, 17, 21]);
    assert_eq!(
        p.reshape([4, 6]).at(s![1, ..]).to_vec()?,
        [1, 5, 9, 13, 17, 21]
    );
    assert_eq!((&p + &p).reshape(24).at(s![6..8]).to_vec()?, [2, 10]);
    assert_eq!(
        a.at(s![.., 1.., ..]).reshape(16).at(s![7..9]).to_vec()?,
        [11, 16]
    );
    let kept = a.reshape(24).keep(a.reshape(24).ge(12)).reshape([3, 4]);
    assert_eq!(kept.at(s![1, ..]).to_vec()?, [16, 17, 18, 19]);
    Ok(())
}

#[test]
fn folds_along_an_axis() -> Result<(), Error> {
    let m = table(300, 70);
    let sums: Vec<f64> = (0..70)
        .map(|j| (0..300).map(|i| (i * 70 + j) as f64).sum())
        .collect();
    assert_eq!(m.sum_axis(0).to_vec()?, sums);
    assert_eq!(m.transpose().sum_axis(1).to_vec()?, sums);
    let ends: Vec<f64> = (0..300).map(|i| (i * 70 + 69) as f64).collect();
    assert_eq!(m.max_axis(1).to_vec()?, ends);
    assert_eq!(m.at(s![.., 60..]).max_axis(1).to_vec()?, ends);
    assert_eq!(m.sum_axis(0).sum_axis(0).item()?, m.sum().item()?);
    let mask = m.gt(69.5);
    assert_eq!(mask.all_axis(1).count().item()?, 299);
    assert_eq!(mask.any_axis(0).count().item()?, 70);
    let empty = Array::from_shape([3, 0], Vec::<f64>::new());
    assert_eq!(empty.sum_axis(1).to_vec()?, [0.0; 3]);
    assert_eq!(empty.sum_axis(0).to_vec()?, []);
    Ok(())
}

#[test]
fn results_are_the_same_for_any_number_of_threads() -> Result<(), Error> {
    let m = (table(700, 130) * 0.37).sin();
    let run = || -> Result<_, Error> {
        let m = &m * 1.5;
        let stencil = (m.at(s![1.., ..]) * m.at(s![..-1, ..])).sum().item()?;
        let rows = (&m + m.sum_axis(0).at(s![new, ..])).sum_axis(1).to_vec()?;
        Ok((
            stencil.to_bits(),
            rows.iter().map(|x| x.to_bits()).collect::<Vec<_>>(),
        ))
    };
    let of = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(run)
    };
    let one = of(1)?;
    assert_eq!(of(2)?, one);
    assert_eq!(of(5)?, one);
    Ok(())
}

#[test]
fn updates_of_sections() -> Result<(), Error> {
    let m = Array::from_shape([3, 4], (0..12).collect());
    let swapped = m.with(s![..; 2, ..], m.at(s![..; -2, ..]));
    assert_eq!(swapped.to_vec()?, [8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3]);
    let column = Array::from_vec(vec![-1, -2, -3]);
    assert_eq!(
        m.with(s![.., 1], &column).at(s![.., ..2]).to_vec()?,
        [0, -1, 4, -2, 8, -3]
    );
    let all = m.with(s![.., 1..], column.at(s![.., new]));
    assert_eq!(all.at(s![1, ..]).to_vec()?, [4, -2, -2, -2]);
    assert_eq!(m.with(s![-1], 0).sum().item()?, 28);
    assert_eq!(m.transpose().with(s![0, ..], 0).sum().item()?, 66 - 12);
    Ok(())
}

#[test]
fn traces_have_inputs_of_several_axes() -> Result<(), Error> {
    let step = Plan::trace(|t| {
        let g = t.input::<f64>("g", [4, 4])?;
        let middle = g.at(s![1..-1, 1..-1]);
        Ok(g.with(s![1..-1, 1..-1], middle + g.at(s![2.., 2..])))
    })?;
    let m = table(4, 4);
    assert_eq!(
        step.run([("g", &m)])?.at(s![1, 1..3]).to_vec()?,
        [15.0, 17.0]
    );
    let t = m.transpose();
    assert_eq!(
        step.run([("g", &t)])?.at(s![1..3, 1]).to_vec()?,
        [15.0, 17.0]
    );
    let error = step.run([("g", &table(2, 8))]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("length 2 × 8, and was traced with 4 × 4"),
        "{error}"
    );
    Ok(())
}

#[test]
fn failures_name_both_shapes_or_the_axis() {
    let m = table(4, 5);
    let text = |array: Array<f64>| array.eval().unwrap_err().to_string();
    let has = |text: String, part: &str| assert!(text.contains(part), "{text}");
    has(
        text(&m + table(5, 4)),
        "shape 4 × 5 and another one has the shape 5 × 4",
    );
    has(
        text(&m + Array::from_vec(vec![1.0])),
        "shape 4 × 5 and another one has the shape 1,",
    );
    has(
        text(m.at(s![.., 2..9])),
        "`2..9` leaves axis 1, which has length 5",
    );
    has(
        text(m.at(s![4, ..])),
        "position 4 is outside of an array of length 4",
    );
    has(
        text(m.at(s![0, 0, 0])),
        "axis 2 of an array that has 2 axes",
    );
    has(text(m.sum_axis(2)), "axis 2 of an array that has 2 axes");
    has(
        text(m.permute(&[0, 0])),
        "names each axis of the array once",
    );
    has(
        text(m.reshape([3, 7])),
        "the shape 4 × 5 does not have the elements for the shape 3 × 7",
    );
    has(
        text(m.with(s![0, ..], m.at(s![.., 0]))),
        "length 5 and another one has length 4",
    );
    has(text(m.scan_sum()), "an array of one axis");
    has(text(m.sum().at(s![new])), "a number has no sections");
    has(text(m.at(s![new, new, new, new, new])), "at most six axes");
    let error = Array::from_shape([1 << 40, 1 << 40], vec![0.0])
        .eval()
        .unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Reshape { .. }));
    let wide = Array::from_vec(vec![0_u8; 1 << 16]);
    let [a, b, c, d] = [0, 1, 2, 3].map(|axis| {
        let mut axes = [fusus_lazy::Axis::New; 4];
        axes[axis] = fusus_lazy::Axis::Section((..).into());
        wide.at(axes)
    });
    let error = (a + b + c + d).sum().eval().unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Allocation { .. }),
        "{error}"
    );
}

#[test]
fn tables_are_shown_by_rows() {
    assert_eq!(table(2, 2).to_string(), "[[0, 1], [2, 3]]");
    assert_eq!(
        table(1, 12).to_string(),
        "[[0, 1, 2, 3, 4, …, 7, 8, 9, 10, 11]]"
    );
}
