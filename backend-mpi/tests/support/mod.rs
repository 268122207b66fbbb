//! Checks that hold for threads and for processes.

use fusus_cpu::Run;
use fusus_mpi::rt::{Awaited, Part};
use fusus_mpi::{Array, Communicator, Error};
use std::io;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::OnceLock;

/// Lengths about those at which parts change.
const LENGTHS: [u64; 9] = [0, 1, 2, 3, 7, 1000, 65_535, 65_536, 300_001];

/// Runs all checks on each process.
pub(crate) fn all(world: &Communicator) {
    parts_are_contiguous(world);
    local_parts_of_any_length(world);
    from_one_process(world);
    each_reads_its_part(world);
    errors_are_the_same(world);
    axes(world);
    messages_of_all_lengths(world);
    elements_of_other_types(world);
    exchanges_during_a_job(world);
}

fn numbers(range: Range<u64>) -> Vec<u64> {
    range.map(|i| i * i).collect()
}

fn parts_are_contiguous(world: &Communicator) {
    for len in LENGTHS {
        let array = Array::from_fn(world, len, |i| i * i).unwrap();
        assert_eq!(array.len(), len);
        assert_eq!(array.is_empty(), len == 0);
        assert_eq!(array.shape(), [len]);
        let own = array.parts().nth(world.rank()).unwrap();
        assert_eq!(own.start, array.offset());
        assert_eq!(array.local(), numbers(own));
        assert_eq!(array.gather(), numbers(0..len));
        let last = world.size() - 1;
        let expected = (world.rank() == last).then(|| numbers(0..len));
        assert_eq!(array.gather_to(last), expected);
    }
}

fn local_parts_of_any_length(world: &Communicator) {
    // The first has nothing, and every further one more than the one before.
    let start = |rank: u64| 10_000 * rank * rank.saturating_sub(1) / 2;
    let rank = world.rank() as u64;
    let own = start(rank)..start(rank + 1);
    let len = start(world.size() as u64);
    let array = Array::from_local(world, numbers(own.clone())).unwrap();
    assert_eq!(array.len(), len);
    assert_eq!(array.offset(), own.start);
    assert_eq!(array.gather(), numbers(0..len));

    let usual = Array::from_fn(world, len, |i| i * i).unwrap();
    let array = array.rebalance();
    assert!(array.parts().eq(usual.parts()));
    assert_eq!(array.local(), usual.local());

    let mut array = array;
    array.local_mut().fill(3);
    assert_eq!(array.gather(), vec![3; len as usize]);
}

fn from_one_process(world: &Communicator) {
    for len in LENGTHS {
        for root in [0, world.size() - 1] {
            let elements = numbers(0..len);
            let given = (world.rank() == root).then_some(&elements[..]);
            let array = Array::from_root(world, root, given).unwrap();
            assert_eq!(array.len(), len);
            assert_eq!(array.gather(), elements);
        }
    }
}

fn each_reads_its_part(world: &Communicator) {
    let array = Array::read_with(world, 100_000, |range| Ok(numbers(range))).unwrap();
    assert_eq!(array.gather(), numbers(0..100_000));
    assert_eq!(array.into_local().len(), {
        let usual = Array::from_fn(world, 100_000, |i| i).unwrap();
        usual.local().len()
    });
}

fn errors_are_the_same(world: &Communicator) {
    let last = world.size() - 1;
    let failed = Array::<u64>::read_with(world, 1000, |range| match world.rank() == last {
        true => Err(io::Error::other("no such file")),
        false => Ok(numbers(range)),
    });
    let message = format!("process {last} could not read its part: no such file");
    assert_eq!(failed.unwrap_err().to_string(), message);

    let short =
        Array::<u64>::read_with(world, 1000, |range| Ok(numbers(range.start..range.end - 1)));
    assert!(matches!(short, Err(Error::Read { rank: 0, .. })));

    let none = Array::<u64>::from_root(world, last, None);
    assert_eq!(none.unwrap_err(), Error::NoElements { root: last });
    let nobody = Array::from_root(world, last + 1, Some(&[1u64]));
    assert_eq!(nobody.unwrap_err(), Error::NoElements { root: last + 1 });

    if last > 0 {
        let lengths = Array::from_fn(world, 10 + world.rank() as u64, |i| i);
        let message = lengths.unwrap_err().to_string();
        let start = "the processes do not agree on the length: process 0 has 10, process 1 has 11";
        assert!(message.starts_with(start), "{message}");
        let types = match world.rank() {
            0 => Array::from_fn(world, 10, |i| i).map(|_| ()),
            _ => Array::from_fn(world, 10, |i| i as f64).map(|_| ()),
        };
        let message = types.unwrap_err().to_string();
        let start = "the processes do not agree on the type of elements: process 0 has u64, process 1 has f64";
        assert!(message.starts_with(start), "{message}");
    }
}

fn axes(world: &Communicator) {
    for shape in [
        vec![0, 5],
        vec![5, 0],
        vec![1, 7],
        vec![7, 1],
        vec![100, 1000],
        vec![3, 5, 7],
        vec![70_000, 2],
    ] {
        let len = shape.iter().product();
        let array = Array::from_fn(world, len, |i| i * i).unwrap();
        let array = array.reshape(&shape).unwrap();
        assert_eq!(array.shape(), shape);
        assert_eq!(array.len(), len);
        let width: u64 = shape[1..].iter().product();
        let own = array.parts().nth(world.rank()).unwrap();
        assert_eq!(array.offset(), own.start * width);
        assert_eq!(array.local(), numbers(own.start * width..own.end * width));
        assert_eq!(array.gather(), numbers(0..len));
        assert_eq!(array.parts().last().unwrap().end, shape[0]);

        let array = array.rebalance();
        assert_eq!(array.shape(), shape);
        assert_eq!(array.gather(), numbers(0..len));
        let flat = array.reshape(&[len]).unwrap();
        assert_eq!(flat.gather(), numbers(0..len));
    }
    let array = Array::from_fn(world, 12, |i| i).unwrap();
    let wrong = array.clone().reshape(&[5, 2]).unwrap_err();
    let message = "an array of 12 elements has not the shape [5, 2]";
    assert_eq!(wrong.to_string(), message);
    assert!(array.clone().reshape(&[]).is_err());
    assert!(array.reshape(&[u64::MAX, u64::MAX]).is_err());
}

fn messages_of_all_lengths(world: &Communicator) {
    let size = world.size();
    let list = |from: usize, to: usize| -> Vec<u32> {
        let len = (from * 7 + to * 13) % 5 * 1000;
        (0..len)
            .map(|i| (from * 1_000_000 + to * 100_000 + i) as u32)
            .collect()
    };
    let lists: Vec<_> = (0..size).map(|to| list(world.rank(), to)).collect();
    let received = world.exchange(lists.iter().map(|list| &list[..]).collect());
    let expected: Vec<_> = (0..size).map(|from| list(from, world.rank())).collect();
    assert_eq!(received, expected);
}

fn elements_of_other_types(world: &Communicator) {
    let flags = Array::from_fn(world, 9, |i| i % 3 == 0).unwrap();
    assert_eq!(flags.gather().iter().filter(|flag| **flag).count(), 3);
    let halves = Array::from_fn(world, 9, |i| i as f32 / 2.0).unwrap();
    assert_eq!(halves.gather()[4], 2.0);
}

/// Bytes that go from each process to the next one.
struct Ring<'w> {
    world: &'w Communicator,
    /// Their number, the same on all processes.
    count: usize,
    round: usize,
    came: OnceLock<Vec<u8>>,
}

impl Ring<'_> {
    fn of(&self, rank: usize) -> Vec<u8> {
        vec![(rank * 31 + self.round) as u8; self.count]
    }

    /// The process to the left.
    fn left(&self) -> usize {
        (self.world.rank() + self.world.size() - 1) % self.world.size()
    }
}

impl Awaited for Ring<'_> {
    fn is_needed(&self) -> bool {
        true
    }

    fn inner(&self) -> Range<usize> {
        10..20
    }

    fn leaving(&self) -> Vec<Vec<u8>> {
        let mut lists = vec![Vec::new(); self.world.size()];
        lists[(self.world.rank() + 1) % self.world.size()] = self.of(self.world.rank());
        lists
    }

    fn arriving(&self) -> Vec<u64> {
        let mut lens = vec![0; self.world.size()];
        lens[self.left()] = self.count as u64;
        lens
    }

    fn take(&self, from: &[&[u8]]) {
        self.came
            .set(from[self.left()].to_vec())
            .expect("they come once");
    }
}

/// One process panics while letters are on their way, and the others wait for them.
#[allow(dead_code, reason = "threads end in another way")]
pub(crate) fn fails_meanwhile(world: &Communicator) {
    let part = Part::usual(world, Run::sequential(1000, 1).grain(10).cut());
    let ring = Ring {
        world,
        count: 1_000_000,
        round: 0,
        came: OnceLock::new(),
    };
    part.during(&[&ring], |rounds| {
        assert!(world.rank() != 1, "the second one fails");
        (rounds.wait)();
    });
    world.all_gather(&[1u8]);
}

/// A job asks for what comes, or ends without, or panics: the next exchange has its own letters.
fn exchanges_during_a_job(world: &Communicator) {
    let part = Part::usual(world, Run::sequential(1000, 1).grain(10).cut());
    for round in 0..30 {
        let ring = Ring {
            world,
            count: [1, 100, 1_000_000][round / 3 % 3],
            round,
            came: OnceLock::new(),
        };
        let way = (round + world.rank()) % 3;
        let ended = panic::catch_unwind(AssertUnwindSafe(|| {
            part.during(&[&ring], |rounds| {
                assert_eq!(rounds.first, (1, 2));
                match way {
                    0 => (rounds.wait)(),
                    1 => {}
                    _ => panic::resume_unwind(Box::new("a job that fails")),
                }
                way
            })
        }));
        assert_eq!(ended.ok(), (way < 2).then_some(way));
        let expected = (way == 0).then(|| ring.of(ring.left()));
        assert!(ring.came.get() == expected.as_ref(), "round {round}");
    }
    assert_eq!(world.all_gather(&[world.rank() as u64]).len(), world.size());
}
