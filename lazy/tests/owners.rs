//! Arrays in the memory of others, and vectors that come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fusus_lazy::{Array, Error, s};

/// Memory of somebody else is read where it is, and not written.
#[test]
fn arrays_in_the_memory_of_others() -> Result<(), Error> {
    /// An owner that says when it is dropped.
    struct Mapped(Vec<f64>, Arc<AtomicUsize>);
    impl AsRef<[f64]> for Mapped {
        fn as_ref(&self) -> &[f64] {
            &self.0
        }
    }
    impl Drop for Mapped {
        fn drop(&mut self) {
            self.1.fetch_add(1, Ordering::Relaxed);
        }
    }
    let dropped = Arc::new(AtomicUsize::new(0));
    for len in [0, 1, 5000, 100_000] {
        let own: Vec<f64> = (0..len).map(|at| at as f64).collect();
        let before = dropped.load(Ordering::Relaxed);
        let x = Array::from_owner(Mapped(own.clone(), Arc::clone(&dropped)));
        assert_eq!(x.to_vec()?, own);
        let doubled: Vec<f64> = own.iter().map(|x| x * 2.0).collect();
        assert_eq!((&x * 2.0).to_vec()?, doubled);
        let turned: Vec<f64> = own.iter().rev().copied().collect();
        assert_eq!(x.at(s![..; -1]).to_vec()?, turned);
        // The last handle is given up, and the elements are not.
        let new = x.with(s![..1.min(len as i64)], 7.0);
        drop(x);
        let mut expected = own;
        expected.iter_mut().take(1).for_each(|x| *x = 7.0);
        assert_eq!(new.to_vec()?, expected);
        assert_eq!(dropped.load(Ordering::Relaxed), before + 1);
    }
    Ok(())
}

#[test]
fn vectors_come_back_without_a_copy() -> Result<(), Error> {
    let elements = vec![1.0_f64; 100_000];
    let address = elements.as_ptr();
    let x = Array::from_vec(elements);
    let elements = x.into_vec()?;
    assert_eq!(elements.as_ptr(), address);
    let x = Array::from_vec(vec![1.0, 2.0, 3.0]);
    let kept = x.clone();
    assert_eq!(x.into_vec()?, [1.0, 2.0, 3.0]);
    assert_eq!(kept.at(s![1..]).into_vec()?, [2.0, 3.0]);
    assert_eq!(kept.to_vec()?, [1.0, 2.0, 3.0]);
    Ok(())
}
