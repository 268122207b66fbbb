//! The limits of sizes: of elements, of arrays, of memory.

#![forbid(unsafe_code)]

use fusus_cpu as rt;

/// More positions than 32 bits count. A slow build gets fewer, for it would
/// take minutes; `cargo xtask test` runs a fast one too.
const MANY: usize = if cfg!(debug_assertions) || cfg!(miri) {
    100_003
} else {
    u32::MAX as usize + 70_003
};

/// Sums of positions in 64 bits.
fn sum_below(len: usize) -> u64 {
    let n = len as u64;
    if n.is_multiple_of(2) {
        (n / 2).wrapping_mul(n.wrapping_sub(1))
    } else {
        n.wrapping_mul((n - 1) / 2)
    }
}

#[test]
fn positions_beyond_32_bits_without_memory() {
    let run = rt::Run::parallel(MANY, 1);
    let ((), parts) = run
        .blocks((), |block, out| {
            let mut sum = rt::Fold::<_, _, 16>::new(rt::op::Add);
            let lanes = rt::Lanes::<16>::when(sum.commutes());
            block.lanes(lanes, (), out, |i, lane, (), ()| {
                sum.push(lane, i as u64, u64::wrapping_add);
                Ok(())
            })?;
            Ok(sum.partial(u64::wrapping_add))
        })
        .unwrap();
    let sum = parts.fold(0, |sum, part| part.join(sum, u64::wrapping_add));
    assert_eq!(sum, sum_below(MANY));
}

#[test]
fn elements_without_size_beyond_32_bits() {
    // Such an array takes no memory, whatever its length.
    let units = &[(); MANY][..];
    let run = rt::Run::parallel(MANY, 1);
    let ((all, (some, ())), _) = run
        .blocks(
            (rt::Fresh::named(""), (rt::Compact::named(""), ())),
            |block, out| {
                block.each((units, ()), out, |i, (unit, ()), _| {
                    Ok((unit, (rt::Masked::when(i % 3 == 0, unit), ())))
                })?;
                Ok(())
            },
        )
        .unwrap();
    assert_eq!((all.len(), some.len()), (MANY, MANY.div_ceil(3)));
}

/// Bytes of which the system need not give what is not touched.
#[test]
fn bytes_beyond_32_bits() {
    let mut bytes = vec![0_u8; MANY];
    let places = [0, MANY / 2, MANY - 3, MANY - 1];
    for (value, &place) in (1..).zip(&places) {
        bytes[place] = value;
    }
    let run = rt::Run::parallel(MANY, 1);
    let ((found, ()), parts) = run
        .blocks((rt::Compact::named(""), ()), |block, out| {
            let mut at = 0;
            block.each((&bytes[..], ()), out, |i, (byte, ()), _| {
                at += if byte > 0 { i } else { 0 };
                Ok((rt::Masked::when(byte > 0, byte), ()))
            })?;
            Ok(at)
        })
        .unwrap();
    assert_eq!(found, [1, 2, 3, 4]);
    assert_eq!(parts.sum::<usize>(), places.iter().sum());
    assert_eq!(rt::Data(&bytes).gather(MANY - 1, "g"), Ok(4));
    assert!(rt::Data(&bytes).gather(MANY, "g").is_err());
}

/// Writes elements of a type through every sink, and reads them back.
fn through_all_sinks<T: rt::Element + PartialEq + std::fmt::Debug>(
    make: impl Fn(usize) -> T + Sync,
) {
    for len in [0, 1, 1023, 1024, 1025, 5003] {
        let xs: Vec<T> = (0..len).map(&make).collect();
        let mut provided: Vec<T> = xs.clone();
        let run = rt::Run::parallel(len, 1_000_000);
        let sinks = (
            rt::Fresh::named(""),
            (
                rt::Compact::named(""),
                (
                    rt::Append::named(""),
                    (
                        rt::InPlace::new(&mut provided),
                        (rt::Scatter::copied(&xs, "scattered"), ()),
                    ),
                ),
            ),
        );
        let ((fresh, (kept, (twice, ((), (back, ()))))), _) = run
            .blocks(sinks, |block, out| {
                block.each((&xs[..], ()), out, |i, (x, ()), olds| {
                    let ((), ((), (twice, (_, (scatter, ()))))) = olds;
                    twice.push(x)?;
                    twice.push(x)?;
                    scatter.put(len - 1 - i, x)?;
                    let keep = rt::Masked::when(i % 3 == 1, x);
                    Ok((x, (keep, ((), (make(i + 1), ((), ()))))))
                })?;
                Ok(())
            })
            .unwrap();
        assert_eq!(fresh, xs);
        assert!(kept.iter().eq(xs.iter().skip(1).step_by(3)));
        assert!(twice.iter().eq(xs.iter().flat_map(|x| [x, x])));
        assert!(provided.iter().copied().eq((0..len).map(|i| make(i + 1))));
        assert!(back.iter().eq(xs.iter().rev()));
        for array in [&fresh, &kept, &twice, &back] {
            assert!(array.as_ptr().is_aligned());
        }
    }
}

#[test]
fn elements_of_every_size() {
    fn bytes<const N: usize>() {
        through_all_sinks(|i| [i as u8; N]);
    }
    through_all_sinks(|_| ());
    bytes::<0>();
    bytes::<1>();
    bytes::<2>();
    bytes::<3>();
    bytes::<7>();
    bytes::<8>();
    bytes::<9>();
    bytes::<16>();
    bytes::<24>();
    bytes::<31>();
    bytes::<33>();
    bytes::<64>();
    bytes::<100>();
    bytes::<127>();
    bytes::<255>();
    bytes::<256>();
    through_all_sinks(|i| (i as u8, i as u64, i as u16));
    through_all_sinks(|i| i % 2 == 0);
    through_all_sinks(|i| i as f64);
    through_all_sinks(|i| (i % 5 != 0).then_some(i as u32));
}

#[test]
fn elements_of_every_alignment() {
    macro_rules! aligned {
        ($($align:literal)*) => {$({
            #[derive(Clone, Copy, Debug, PartialEq)]
            #[repr(align($align))]
            struct Aligned(usize);
            through_all_sinks(Aligned);

            #[derive(Clone, Copy, Debug, PartialEq)]
            #[repr(align($align))]
            struct Nothing;
            through_all_sinks(|_| Nothing);
        })*};
    }
    aligned!(2 16 32 64 128 4096);
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    // More than the address space has, and more than an allocation may have.
    for len in [1 << 45, usize::MAX / 2, usize::MAX] {
        let run = || rt::Run::parallel(len, 1);
        let each = |fault: rt::Fault, binding| {
            assert!(
                matches!(fault.kind(), rt::ErrorKind::Allocation { .. }),
                "{fault}"
            );
            assert_eq!(fault.binding(), binding);
        };
        let fresh = run().blocks((rt::Fresh::<u64>::named("ys"), ()), |_, _| Ok(()));
        each(fresh.unwrap_err(), "ys");
        let kept = run().blocks((rt::Compact::<u64>::named("ys"), ()), |_, _| Ok(()));
        each(kept.unwrap_err(), "ys");
    }
    // The results of the blocks need memory too.
    let run = rt::Run::parallel(usize::MAX, 1);
    let fault = run.blocks((), |_, _| Ok([0_u64; 8])).unwrap_err();
    assert!(
        matches!(fault.kind(), rt::ErrorKind::Allocation { .. }),
        "{fault}"
    );
}
