//! Arrays over threads that stand for processes.

mod support;

use std::panic;

#[test]
fn over_one_to_five_threads() {
    for size in 1..=5 {
        let ranks = fusus_mpi::threads(size, |world| {
            support::all(&world);
            (world.rank(), world.size())
        });
        assert!(ranks.into_iter().eq((0..size).map(|rank| (rank, size))));
    }
}

#[test]
fn a_panic_ends_all_threads() {
    let result = panic::catch_unwind(|| {
        fusus_mpi::threads(3, |world| {
            assert!(world.rank() != 1, "the second one fails");
            world.all_gather(&[1u8]);
        });
    });
    let cause = result.unwrap_err();
    assert_eq!(*cause.downcast::<&str>().unwrap(), "the second one fails");
}
