//! Buffers of Arrow as arrays.

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use fusus_lazy::{Array, Column, Error, Formula, s};

#[test]
fn buffers_are_arrays_without_a_copy() -> Result<(), Error> {
    for len in [0, 1, 1025, 40_000] {
        let own: Vec<f64> = (0..len).map(f64::from).collect();
        let values = ScalarBuffer::from(own.clone());
        let x = Array::from(values.clone());
        assert_eq!(x.to_vec()?, own);
        let halves: Vec<f64> = own.iter().map(|x| x / 2.0).collect();
        assert_eq!((&x / 2.0).to_vec()?, halves);
        // The buffer is not written where its array is given up.
        let new = x.with(s![..], &x + 1.0);
        drop(x);
        assert_eq!(new.sum().item()?, own.iter().map(|x| x + 1.0).sum::<f64>());
        assert_eq!(values, own);
    }
    Ok(())
}

#[test]
fn parts_of_buffers_of_any_type() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = Buffer::from_vec((0..100_i16).collect::<Vec<i16>>());
    let middle = Column::from(Array::from(ScalarBuffer::<i16>::new(bytes, 10, 50)));
    let formula = Formula::parse("sum(x[x % 2 == 1] as i64)")?;
    let expected: i64 = (10..60).filter(|x| x % 2 == 1).sum();
    let found = formula.apply([("x", &middle)])?.item()?;
    assert_eq!(found.cast::<i64>(), expected);
    Ok(())
}

#[test]
fn bits_are_truth_values() -> Result<(), Error> {
    for len in [0, 1, 63, 64, 65, 5000] {
        let own: Vec<bool> = (0..len).map(|at| at % 3 == 1).collect();
        let bits = BooleanBuffer::from(own.clone());
        let mask = Array::from(bits.clone());
        assert_eq!(mask.to_vec()?, own);
        assert_eq!(BooleanBuffer::from(mask.to_vec()?), bits);
        // A part that begins within a byte.
        let from = len / 3;
        let part = Array::from(bits.slice(from, len - from));
        assert_eq!(part.to_vec()?, own[from..]);
    }
    Ok(())
}

#[test]
fn missing_elements_are_a_mask() -> Result<(), Box<dyn std::error::Error>> {
    let values: Vec<i64> = (0..3000).collect();
    let there: Vec<bool> = values.iter().map(|x| x % 7 != 2).collect();
    let x = Column::from(Array::from(ScalarBuffer::from(values.clone())));
    let is_there = Column::from(Array::from(NullBuffer::from(there.clone())));
    let formula = Formula::parse("sum(x[is_there])")?;
    let found = formula.apply([("x", &x), ("is_there", &is_there)])?;
    let kept = values.iter().zip(&there).filter(|(_, is_there)| **is_there);
    let expected: i64 = kept.map(|(x, _)| x).sum();
    assert_eq!(found.item()?.cast::<i64>(), expected);
    Ok(())
}
