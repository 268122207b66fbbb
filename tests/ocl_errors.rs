//! Tests of errors on a device: they are returned or raised as on the CPU, with the names of the
//! program and the binding and with the numbers, whichever way scans run; the device can be used
//! afterwards, and arrays of the host that were to be written in place are as they were.
#![cfg(feature = "ocl")]
#![allow(
    dead_code,
    reason = "of some programs only the version on the device is called"
)]

use fusus::ocl::{Array, Device, Scans};
use fusus::{Error, ErrorKind, cnf};
use std::panic::{self, AssertUnwindSafe};

cnf! {
    #[backend(cpu, ocl)]
    fn added(xs: &[i32], ys: &[i32]) -> Result<Vec<i32>, Error> {
        map(|x, y| x + y, xs, ys)
    }

    #[backend(cpu, ocl)]
    fn as_many_as_asked(n: usize, xs: &[usize]) -> Result<Vec<usize>, Error> {
        map(|i, x| i + x, 0..n, xs)
    }

    #[backend(cpu, ocl)]
    fn conformed(xs: &[i32], limit: i32) -> Result<Vec<i32>, Error> {
        let small = filter(|x| x < limit, xs);
        let alike = conform(xs, small);
        map(|a, b| a + b, small, alike)
    }

    #[backend(cpu, ocl)]
    fn of_chunks(k: usize, xs: &[i32]) -> Result<Vec<i32>, Error> {
        let c = chunks(k, xs);
        map(|c| fold(0, |a, b| a + b, c), rows(c))
    }

    #[backend(cpu, ocl)]
    fn picked(data: &[i32], at: &[i64]) -> Result<Vec<i32>, Error> {
        let found = gather(data, at);
        map(|x| x + 1, found)
    }

    /// An index that fails under a filter, between scans.
    #[backend(cpu, ocl)]
    fn summed(data: &[i32], at: &[u8]) -> Result<(i32, Vec<i32>), Error> {
        let some = filter(|i| i % 2 == 0, at);
        let found = gather(data, some);
        let sums = scan(0, |a, b| a + b, found);
        let most = fold(0, |a, b| a.max(b), sums);
        let kept = filter(|s| s > 0, sums);
        (most, kept)
    }

    #[backend(cpu, ocl)]
    fn put(ys: &mut [i32], at: &[i32], xs: &[i32]) -> Result<(), Error> {
        let placed = map(|i| i - 1, at);
        *ys = scatter(ys, placed, xs);
    }

    #[backend(cpu, ocl)]
    fn combined(sums: &[f32], counts: &mut [u32], at: &[i32], xs: &[f32]) -> Result<Vec<f32>, Error> {
        let placed = map(|i| i - 1, at);
        *counts = reduce_by_index(counts, |a, b| a + b, placed, map(|_| 1u32, placed));
        let totals = reduce_by_index(sums, |a, b| a + b, placed, xs);
        totals
    }

    #[backend(cpu, ocl)]
    fn quotients(xs: &[i32], ys: &[i32]) -> Result<Vec<i32>, Error> {
        let ratio = map(|x, y| x / y, xs, ys);
        map(|r| r + 1, ratio)
    }

    #[backend(cpu, ocl)]
    fn remainder(xs: &[u8], m: u8) -> u8 {
        fold(0, |a, b| a ^ b, map(|x| x % m, xs))
    }

    #[backend(cpu, ocl)]
    fn picked_or_panics(data: &[i32], at: &[u8]) -> i32 {
        fold(0, |a, b| a + b, gather(data, at))
    }

    #[backend(ocl)]
    fn halves_on_device(xs: &[f64]) -> Result<Vec<f64>, Error> {
        map(|x| x * 0.5, xs)
    }

    /// Only within a worker are there numbers of this width.
    #[backend(ocl)]
    fn wide_inside(xs: &[f32]) -> Result<Vec<f32>, Error> {
        map(|x| (x as f64 * 0.5) as f32, xs)
    }

    #[backend(ocl)]
    fn narrow(xs: &[f32]) -> Result<Vec<f32>, Error> {
        map(|x| x * 0.5, xs)
    }

    #[backend(ocl)]
    fn mean_or_panics(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }
}

fn device() -> Device {
    Device::current().expect("an OpenCL device; `cargo xtask packages` installs PoCL")
}

/// The device works: it adds.
fn is_usable() {
    let sum = added_ocl(&[1, 2, 3], &[10, 20, 30]).and_then(|sum| {
        let sum = sum.download()?;
        Ok(sum)
    });
    assert_eq!(sum, Ok(vec![11, 22, 33]));
}

/// Runs something in every way to run scans, and the device afterwards.
fn in_every_way(run: impl Fn()) {
    for scans in [Scans::Chained, Scans::LookBack, Scans::Staged] {
        device().with_scans(scans).scope(|| {
            run();
            is_usable();
        });
    }
}

/// The error of a program on the device, which must be that of the CPU.
fn same_error<T, U>(on_device: Result<T, Error>, on_cpu: Result<U, Error>) -> Error {
    let (Err(on_device), Err(on_cpu)) = (on_device, on_cpu) else {
        panic!("both fail");
    };
    // The program's name says where it ran.
    let words = |error: &Error| error.to_string().replace("_ocl`", "`");
    assert_eq!(words(&on_device), words(&on_cpu));
    assert_eq!(on_device.kind(), on_cpu.kind());
    on_device
}

#[test]
fn lengths_of_inputs() {
    in_every_way(|| {
        let error = same_error(added_ocl(&[1, 2], &[1]), added(&[1, 2], &[1]));
        assert!(
            matches!(
                error.kind(),
                ErrorKind::LengthMismatch {
                    left: "xs",
                    left_len: 2,
                    right: "ys",
                    right_len: 1,
                    ..
                }
            ),
            "{error:?}"
        );
        let xs = Array::upload(&[1; 1000]).expect("an upload");
        same_error(added_ocl(&xs, &[1]), added(&[1; 1000], &[1]));
        same_error(
            as_many_as_asked_ocl(3, &[1, 2]),
            as_many_as_asked(3, &[1, 2]),
        );
    });
}

#[test]
fn conform_that_fails() {
    in_every_way(|| {
        let xs: Vec<i32> = (0..1000).collect();
        let error = same_error(of_chunks_ocl(3, &xs[..7]), of_chunks(3, &xs[..7]));
        assert!(matches!(
            error.kind(),
            ErrorKind::Chunks {
                array: "xs",
                len: 7,
                chunk: 3,
                ..
            }
        ));
        assert!(of_chunks_ocl(3, &xs[..6]).is_ok());
        let error = same_error(conformed_ocl(&xs, 990), conformed(&xs, 990));
        let text = error.to_string();
        assert!(
            text.contains("`alike`") && text.contains("1000") && text.contains("990"),
            "{text}"
        );
        assert!(conformed_ocl(&xs, 1000).is_ok());
    });
}

#[test]
fn indices_out_of_bounds() {
    in_every_way(|| {
        let data: Vec<i32> = (0..500).collect();
        for (wrong, at) in [(500_i64, 0), (-1, 700), (i64::MIN, 4999), (i64::MAX, 1)] {
            let mut indices = vec![7_i64; 5000];
            indices[at] = wrong;
            let error = same_error(picked_ocl(&data, &indices), picked(&data, &indices));
            assert_eq!(error.binding(), "found");
            let text = error.to_string();
            assert!(
                text.contains(&wrong.to_string()) && text.contains("500"),
                "{text}"
            );
        }
        // Between scans, whose groups wait for each other.
        let mut at = vec![2_u8; 30_000];
        at[17_000] = 200;
        let error = same_error(summed_ocl(&data[..100], &at), summed(&data[..100], &at));
        assert_eq!(error.binding(), "found");
        // An index that the filter drops may be anything.
        at[17_000] = 201;
        assert!(summed_ocl(&data[..100], &at).is_ok());
    });
}

#[test]
fn places_out_of_bounds() {
    in_every_way(|| {
        for wrong in [0, 9] {
            let (mut ys, at, xs) = ([5; 8], [1, 2, wrong, 4], [10, 20, 30, 40]);
            let error = put_ocl(&mut ys, &at, &xs);
            assert_eq!(ys, [5; 8], "arrays of the host are as they were");
            let mut on_cpu = [5; 8];
            let error = same_error(error, put(&mut on_cpu, &at, &xs));
            let text = error.to_string();
            assert!(
                text.contains(&(wrong - 1).to_string()) && text.contains('8'),
                "{text}"
            );
        }
        let mut ys = [5; 8];
        assert_eq!(put_ocl(&mut ys, &[8, 1], &[1, 2]), Ok(()));
        assert_eq!(ys, [2, 5, 5, 5, 5, 5, 5, 1]);
    });
}

/// In either of the two ways in which values are combined.
#[test]
fn bins_out_of_bounds() {
    in_every_way(|| {
        for (bins, counts, binding) in [(8, 7, "counts"), (7, 8, "totals")] {
            let mut at: Vec<i32> = (0..3000).map(|i| i % 7 + 1).collect();
            at[1500] = 8;
            let (sums, xs) = (vec![0.5; bins], vec![1.0; 3000]);
            let (mut ours, mut theirs) = (vec![5; counts], vec![5; counts]);
            let error = combined_ocl(&sums, &mut ours, &at, &xs);
            let error = same_error(error, combined(&sums, &mut theirs, &at, &xs));
            assert_eq!(error.binding(), binding);
            assert_eq!(ours, vec![5; counts], "arrays of the host are as they were");
        }
        let (at, xs): (Vec<i32>, Vec<f32>) = (0..3000).map(|i| (i % 7 + 1, 1.0)).unzip();
        let (mut ours, mut theirs) = ([5; 7], [5; 7]);
        let sums = combined_ocl(&[0.5; 8], &mut ours, &at, &xs).expect("in bounds");
        let expected = combined(&[0.5; 8], &mut theirs, &at, &xs).expect("in bounds");
        assert_eq!(sums.download().expect("a device"), expected);
        assert_eq!(ours, theirs);
    });
}

/// A division by zero panics in Rust; here it is an error.
#[test]
fn divisions_by_zero() {
    in_every_way(|| {
        let xs: Vec<i32> = (0..3000).map(|i| i - 1500).collect();
        let mut ys = vec![3; 3000];
        ys[2999] = 0;
        let error = quotients_ocl(&xs, &ys).unwrap_err();
        assert_eq!(error.binding(), "ratio");
        assert!(error.to_string().ends_with("a division by zero"), "{error}");
        ys[2999] = -1;
        let expected: Vec<i32> = xs.iter().zip(&ys).map(|(x, y)| x / y + 1).collect();
        let got = quotients_ocl(&xs, &ys).expect("no zero is left");
        assert_eq!(got.download(), Ok(expected));
    });
}

#[test]
fn programs_without_a_result_panic_at_the_call() {
    let message = |run: &dyn Fn()| {
        let caught = panic::catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
        caught
            .downcast_ref::<String>()
            .expect("a message with numbers")
            .clone()
    };
    in_every_way(|| {
        let text = message(&|| {
            picked_or_panics_ocl(&[1, 2, 3], &[0, 3]);
        });
        assert!(text.contains("picked_or_panics"), "{text}");
        assert!(text.contains('3'), "{text}");
        let text = message(&|| {
            remainder_ocl(&[1, 2, 3], 0);
        });
        assert!(text.contains("`result_map`: a division by zero"), "{text}");
    });
}

#[test]
fn a_device_without_fp64_says_so() {
    let rich = device();
    let poor = rich.clone().without_fp64();
    assert!(!poor.has_fp64());
    assert_ne!(poor, rich);
    let said = |program: &str| {
        format!("`{program}`: `{program}` uses f64, which the device {poor} does not have")
    };
    poor.scope(|| {
        // Twice: also when the program has been built for the device.
        for _ in 0..2 {
            let error = halves_on_device(&[1.0, 2.0]).unwrap_err();
            assert_eq!(error.to_string(), said("halves_on_device"));
            assert!(matches!(error.kind(), ErrorKind::Device { .. }));
            let error = wide_inside(&[1.0, 2.0]).unwrap_err();
            assert_eq!(error.to_string(), said("wide_inside"));
            let caught = panic::catch_unwind(|| mean_or_panics(&[1.0])).expect_err("a panic");
            let text = caught.downcast_ref::<String>().expect("a message");
            assert_eq!(*text, said("mean_or_panics"));
            rich.scope(|| {
                let halves = halves_on_device(&[1.0, 2.0]).expect("fp64");
                assert_eq!(halves.download(), Ok(vec![0.5, 1.0]));
            });
        }
        let halves = narrow(&[1.0, 2.0]).expect("f32 is all it needs");
        assert_eq!(halves.download(), Ok(vec![0.5, 1.0]));
    });
    // The array brings its device along.
    let xs = Array::upload_to(&poor, &[1.0_f64, 2.0]).expect("numbers to keep");
    assert!(halves_on_device(&xs).is_err());
    assert_eq!(xs.download(), Ok(vec![1.0, 2.0]));
}
