//! Peak memory, in a process in which nothing else runs.

use std::hint::black_box;

use fusus_benches::column::FUSUS;
use fusus_benches::memory;
use fusus_benches::race::{Aim, Race};

const MIB: usize = 1 << 20;

#[test]
fn what_is_freed_again_counts_and_the_result_does_not() {
    let (len, peak) = memory::peak(|| black_box(vec![1_u8; 64 * MIB]).len());
    assert_eq!(len, 64 * MIB);
    if let Some(peak) = peak {
        assert!((63 * MIB..72 * MIB).contains(&peak), "{peak}");
    }

    let mut race = Race::new(Aim::Peak, &|_, _| {}, || {
        unreachable!("nothing is compared")
    });
    race.fresh("expert", || unreachable!("nothing but fusus runs"));
    race.fresh(FUSUS, || {
        let temporary = black_box(vec![1_u8; 64 * MIB]);
        vec![u32::from(temporary[5]); 8 * MIB]
    });
    if let Some(peak) = race.run().peak {
        assert!((63 * MIB..72 * MIB).contains(&peak), "{peak}");
    }
}
