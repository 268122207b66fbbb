//! Buffers of Arrow as arrays.

use arrow_buffer::{Buffer, ScalarBuffer};
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
