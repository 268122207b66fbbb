//! Kernels of every shape, by hand in the form that the compiler prints, on
//! whatever device there is, against the same on the CPU.

use fusus_ocl::rt::{Args, Execution, Fault, Loop, Program, Site, SiteKind, Text};
use fusus_ocl::{Array, Device, Element, Scans};
use fusus_rng::Rng;

#[cfg(target_os = "linux")]
mod oclgrind;
#[path = "shapes/watched.rs"]
mod watched;

/// Around the sizes of vectors, groups, tiles, and many tiles: fewer where every
/// access is watched.
fn lengths(device: &Device) -> &'static [usize] {
    if is_watched(device) {
        return &[0, 1, 9, 257, 4099, 20_001];
    }
    &[
        0, 1, 2, 3, 7, 8, 9, 255, 256, 257, 511, 512, 513, 2047, 2048, 2049, 4096, 70_001, 600_011,
        1_200_007,
    ]
}

/// Returns true if it is oclgrind's simulator.
fn is_watched(device: &Device) -> bool {
    device.platform() == "Oclgrind"
}

/// The device in every way to run scans.
fn ways() -> [Device; 3] {
    let device = Device::current().expect("an OpenCL device, such as PoCL's");
    [
        device.clone().with_scans(Scans::Chained),
        device.clone().with_scans(Scans::LookBack),
        device.with_scans(Scans::Staged),
    ]
}

/// On the device, with few lanes to a group and with many.
fn in_both_shapes(check: impl Fn(&Device)) {
    let [few, _, many] = ways();
    check(&few);
    check(&many);
}

/// A program by hand, behind the words that the compiler begins with.
macro_rules! text {
    ($name:literal) => {
        concat!(
            include_str!("prototypes/words.cl"),
            include_str!(concat!("prototypes/", $name, ".cl"))
        )
    };
}

fn start(program: &'static Program, slots: usize, device: &Device) -> Execution {
    device.scope(|| program.start(slots, &[])).expect("a run")
}

/// Numbers in no order, the same for the same seed.
fn numbers<T>(seed: u64, len: usize, of: impl Fn(u64) -> T) -> Vec<T> {
    let mut rng = Rng::new(seed);
    (0..len).map(|_| of(rng.bits() >> 11)).collect()
}

fn download<T: Element>(array: &Array<T>) -> Vec<T> {
    array.download().expect("a download")
}

static NORMALIZE2: Program = Program::new(Text {
    name: "normalize2",
    text: text!("normalize2"),
    group: 256,
    fp64: true,
    sites: &[],
});

#[test]
fn maps_and_guarded_folds() {
    in_both_shapes(|device| {
        for &n in lengths(device) {
            // Small integers, so that sums are exact in any order.
            let xs: Vec<f64> = numbers(3, n, |bits| (bits % 2001) as f64 - 1000.0);
            let run = start(&NORMALIZE2, 2, device);
            let input = run.input(&xs).unwrap();
            let sums = Loop {
                kernel: "normalize2_1",
                items: 2,
                levels: &[],
                partial: 16,
                single_pass: true,
            };
            let seeds = Args::new().scalar(0.5).scalar(0.25);
            run.launch(&sums, n, &Args::new().array(&input), &seeds, &[])
                .unwrap();
            let (sum1, sum2): (f64, f64) = run.read(0).unwrap();
            let (ys1, ys2) = (run.fresh::<f64>(n).unwrap(), run.fresh::<f64>(n).unwrap());
            let maps = Loop {
                kernel: "normalize2_2",
                items: 2,
                levels: &[],
                partial: 0,
                single_pass: true,
            };
            let args = Args::new()
                .array(&input)
                .scalar(sum1)
                .scalar(sum2)
                .array(&ys1)
                .array(&ys2);
            run.launch(&maps, n, &args, &Args::new(), &[]).unwrap();
            run.finish().unwrap();

            assert_eq!(sum1, 0.5 + xs.iter().sum::<f64>(), "{n}");
            assert_eq!(
                sum2,
                0.25 + xs.iter().filter(|x| **x > 0.0).sum::<f64>(),
                "{n}"
            );
            let expected = |sum: f64| xs.iter().map(|x| x / sum).collect::<Vec<f64>>();
            assert_eq!(download(&ys1), expected(sum1), "{n}");
            assert_eq!(download(&ys2), expected(sum2), "{n}");
        }
    });
}

static COMPOSE: Program = Program::new(Text {
    name: "compose",
    text: text!("compose"),
    group: 256,
    fp64: false,
    sites: &[],
});

#[test]
fn folds_that_do_not_commute() {
    in_both_shapes(|device| {
        let groups_of_several_tiles: &[usize] = match is_watched(device) {
            true => &[],
            false => &[256 * 4 * 1024, 256 * 4 * 1024 + 1, 3_000_001],
        };
        for &n in lengths(device).iter().chain(groups_of_several_tiles) {
            let fs: Vec<(u32, u32)> = numbers(5, n, |bits| (bits as u32 | 1, (bits >> 20) as u32));
            let run = start(&COMPOSE, 2, device);
            let input = run.input(&fs).unwrap();
            let whole = Loop {
                kernel: "compose_1",
                items: 4,
                levels: &[],
                partial: 12,
                single_pass: true,
            };
            let seed = (3, 7);
            run.launch(
                &whole,
                n,
                &Args::new().array(&input),
                &Args::new().scalar(seed),
                &[],
            )
            .unwrap();
            let compose = |a: (u32, u32), b: (u32, u32)| {
                (
                    a.0.wrapping_mul(b.0),
                    a.1.wrapping_mul(b.0).wrapping_add(b.1),
                )
            };
            let expected = fs.iter().fold(seed, |a, &b| compose(a, b));
            assert_eq!(run.read::<(u32, u32)>(0).unwrap(), expected, "{n}");
        }
    });
}

const TWO_LEVELS: Text = Text {
    name: "two_levels",
    text: text!("two_levels"),
    group: 256,
    fp64: false,
    sites: &[],
};

static LARGE_GROUPS: Program = Program::new(TWO_LEVELS);

/// Many windows of few elements.
static SMALL_GROUPS: Program = Program::new(Text {
    group: 16,
    ..TWO_LEVELS
});

/// The elements of some arrays and scalars: prefix, last, kept, total.
type TwoLevels = (Vec<u32>, Vec<u8>, Vec<u32>, u32);

fn two_levels(program: &'static Program, device: &Device, xs: &[u8]) -> TwoLevels {
    let n = xs.len();
    let run = start(program, 2, device);
    let input = run.input(xs).unwrap();
    let (prefix, last) = (run.fresh::<u32>(n).unwrap(), run.fresh::<u8>(n).unwrap());
    let mut kept = run.fresh::<u32>(n).unwrap();
    let all = Loop {
        kernel: "two_levels_1",
        items: 8,
        levels: &[8, 8],
        partial: 4,
        single_pass: true,
    };
    let args = Args::new().array(&input).scalar(5_u32).scalar(9_u8);
    let args = args.array(&prefix).array(&last).array(&kept);
    let spines = [Args::new().scalar(5_u32).scalar(9_u8), Args::new()];
    let totals = Args::new().scalar(11_u32);
    run.launch(&all, n, &args, &totals, &spines).unwrap();
    kept.truncate(run.read(0).unwrap());
    let total = run.read(1).unwrap();
    (download(&prefix), download(&last), download(&kept), total)
}

#[test]
fn scans_counts_and_folds_of_two_levels() {
    for device in ways() {
        for &n in lengths(&device) {
            let xs: Vec<u8> = numbers(7, n, |bits| bits as u8);
            let mut sum = 5_u32;
            let sums: Vec<u32> = xs
                .iter()
                .map(|&x| {
                    sum += u32::from(x);
                    sum
                })
                .collect();
            let thirds: Vec<u32> = sums.iter().copied().filter(|p| p % 3 == 0).collect();
            let total = thirds.iter().fold(11, |a: u32, &b| a.wrapping_add(b));
            let expected = (sums, xs.clone(), thirds, total);
            let programs: &[&'static Program] = match is_watched(&device) {
                true => &[&SMALL_GROUPS],
                false => &[&SMALL_GROUPS, &LARGE_GROUPS],
            };
            for &program in programs {
                let got = two_levels(program, &device, &xs);
                assert!(got == expected, "{n} elements, {:?}", device.scans());
            }
        }
    }
}

static PAIRS: Program = Program::new(Text {
    name: "pairs",
    text: text!("pairs"),
    group: 256,
    fp64: false,
    sites: &[],
});

#[test]
fn crosses_are_folded_and_filtered() {
    for device in ways() {
        for (n, m) in [
            (0, 5),
            (5, 0),
            (0, 0),
            (1, 1),
            (3, 700),
            (700, 3),
            (257, 513),
            (600, 600),
        ] {
            if is_watched(&device) && n * m > 3000 {
                continue;
            }
            let xs = numbers(9, n, |bits| bits as u32 % 100_000);
            let ys = numbers(10, m, |bits| bits as u32 % 100_000);
            let run = start(&PAIRS, 2, &device);
            let (left, right) = (run.input(&xs).unwrap(), run.input(&ys).unwrap());
            let folds = Loop {
                kernel: "pairs_1",
                items: 1,
                levels: &[],
                partial: 4,
                single_pass: true,
            };
            let args = Args::new().array(&left).scalar(m).array(&right);
            run.launch(&folds, n, &args, &Args::new().scalar(77_777_u32), &[])
                .unwrap();
            let close = Loop {
                kernel: "pairs_2",
                items: 1,
                levels: &[8],
                partial: 0,
                single_pass: false,
            };
            let limit = 500_u32;
            let args = || {
                Args::new()
                    .array(&left)
                    .scalar(m)
                    .array(&right)
                    .scalar(limit)
            };
            let counting = args().none::<(u32, u32)>();
            let pending = run.count(&close, n, &counting, &[Args::new()]).unwrap();
            let count: usize = run.read(1).unwrap();
            let found = run.fresh::<(u32, u32)>(count).unwrap();
            run.complete(pending, &args().array(&found), &Args::new())
                .unwrap();
            let nearest: u32 = run.read(0).unwrap();

            let pairs = xs.iter().flat_map(|&x| ys.iter().map(move |&y| (x, y)));
            let gaps = pairs.clone().map(|(x, y): (u32, u32)| x.abs_diff(y));
            assert_eq!(nearest, gaps.fold(77_777, u32::min), "{n} × {m}");
            let expected: Vec<_> = pairs.filter(|(x, y)| x.abs_diff(*y) < limit).collect();
            assert_eq!(download(&found), expected, "{n} × {m}");
        }
    }
}

static INDICES: Program = Program::new(Text {
    name: "indices",
    text: text!("indices"),
    group: 256,
    fp64: true,
    sites: &[
        Site {
            binding: "ys",
            kind: SiteKind::Index { signed: true },
        },
        Site {
            binding: "zs",
            kind: SiteKind::Index { signed: true },
        },
    ],
});

type Gathered = (Vec<(bool, f64)>, Vec<u8>);

/// `(gather(data, is), scatter(dest, is, vs))`
fn indices(
    device: &Device,
    data: &[(bool, f64)],
    dest: &[u8],
    is: &[i64],
    vs: &[u8],
) -> Result<Gathered, Fault> {
    let n = is.len();
    let run = start(&INDICES, 0, device);
    let [positions, table] = [run.input(is)?.len(), run.input(data)?.len()];
    assert_eq!((positions, table), (n, data.len()));
    let ys = run.fresh::<(bool, f64)>(n)?;
    let zs = run.upload(dest)?;
    let all = Loop {
        kernel: "indices_1",
        items: 4,
        levels: &[],
        partial: 0,
        single_pass: true,
    };
    let args = Args::new()
        .array(&run.input(is)?)
        .scalar(data.len())
        .array(&run.input(data)?)
        .scalar(dest.len())
        .array(&run.input(vs)?)
        .array(&ys)
        .array(&zs);
    run.launch(&all, n, &args, &Args::new(), &[])?;
    run.finish()?;
    Ok((download(&ys), download(&zs)))
}

#[test]
fn gathers_and_scatters_check_their_indices() {
    in_both_shapes(|device| {
        for &n in lengths(device) {
            let data = numbers(11, n, |bits| (bits % 3 == 0, bits as f64));
            let vs = numbers(12, n, |bits| bits as u8);
            // A permutation: multiplication by a number without common divisors.
            let step = 700_001;
            let is: Vec<i64> = (0..n).map(|i| (i * step % n.max(1)) as i64).collect();
            let (ys, zs) = indices(device, &data, &vec![1; n + 3], &is, &vs).unwrap();
            let expected: Vec<_> = is.iter().map(|&i| data[i as usize]).collect();
            assert_eq!(ys, expected, "{n}");
            let mut expected = vec![1; n + 3];
            for (&i, &v) in is.iter().zip(&vs) {
                expected[i as usize] = v;
            }
            assert_eq!(zs, expected, "{n}");
        }
    });
}

#[test]
fn errors_of_kernels_name_the_binding_and_the_numbers() {
    in_both_shapes(|device| {
        let data = [(true, 1.0), (false, 2.0)];
        let message = |dest: &[u8], is: &[i64]| {
            let vs = vec![9; is.len()];
            let fault = indices(device, &data, dest, is, &vs).unwrap_err();
            fault.at("program").to_string()
        };
        assert_eq!(
            message(&[0; 9], &[0, 1, 2]),
            "`program`: in `ys`: index 2 is out of bounds of an array of length 2"
        );
        assert_eq!(
            message(&[0], &[0, 1]),
            "`program`: in `zs`: index 1 is out of bounds of an array of length 1"
        );
        assert_eq!(
            message(&[0; 9], &[0, -1]),
            "`program`: in `ys`: index -1 is out of bounds of an array of length 2"
        );
        // The device goes on as if nothing had happened.
        let (ys, zs) = indices(device, &data, &[0; 3], &[1, 0], &[7, 8]).unwrap();
        assert_eq!((ys, zs), (vec![(false, 2.0), (true, 1.0)], vec![8, 7, 0]));
    });
}

#[test]
fn of_several_values_for_a_slot_one_is_there() {
    in_both_shapes(|device| {
        let n = 10_000;
        let is: Vec<i64> = (0..n).map(|i| i % 7).collect();
        let vs: Vec<u8> = (0..n).map(|i| (i % 70) as u8).collect();
        let (_, zs) = indices(device, &[(false, 0.0); 7], &[255; 8], &is, &vs).unwrap();
        for (slot, value) in zs[..7].iter().enumerate() {
            assert_eq!(usize::from(value % 7), slot);
        }
        assert_eq!(zs[7], 255);
    });
}
