//! Devices and arrays, on whatever device there is.

mod by_itself;

use fusus_ocl::rt::{Args, Loop, Program, Text};
use fusus_ocl::{Array, Device, DeviceKind, Error, Scans, Timing, devices};
use std::env;
use std::process::Command;
use std::thread;

fn device() -> Device {
    Device::current().expect("an OpenCL device, such as PoCL's")
}

#[test]
fn devices_are_listed_and_chosen() {
    let all = devices().unwrap();
    for (index, device) in all.iter().enumerate() {
        assert_eq!(device.index(), index);
        assert!(!device.name().is_empty() && !device.platform().is_empty());
        assert!(device.memory() > 0 && device.compute_units() > 0);
        assert_eq!(Device::choose(&index.to_string()).as_ref(), Ok(device));
        // Its name finds it, or one of the same name before it.
        let named = Device::choose(&device.name().to_uppercase()).unwrap();
        assert_eq!(named.name(), device.name());
    }
    let best = Device::choose("").unwrap();
    if all.iter().any(|device| device.kind() == DeviceKind::Gpu) {
        assert_eq!(best.kind(), DeviceKind::Gpu);
        assert_eq!(Device::choose("gpu"), Ok(best));
    }
    let error = Device::choose("no such device").unwrap_err();
    assert!(
        matches!(&error, Error::NoDevice { wanted, found, .. }
            if wanted == "no such device" && found.len() == all.len()),
        "{error}"
    );
    let message = error.to_string();
    assert!(
        message.starts_with("there is no OpenCL device `no such device`; there are 0: "),
        "{message}"
    );
    let beyond = Device::choose(&all.len().to_string());
    assert!(matches!(beyond, Err(Error::NoDevice { .. })), "{beyond:?}");
}

#[test]
fn a_scope_decides_for_this_thread() {
    let outside = device();
    let staged = outside.clone().with_scans(Scans::Staged);
    let look_back = outside.clone().with_scans(Scans::LookBack);
    staged.scope(|| {
        assert_eq!(Device::current().unwrap().scans(), Scans::Staged);
        look_back.scope(|| {
            assert_eq!(Device::current().unwrap().scans(), Scans::LookBack);
        });
        assert_eq!(Device::current().unwrap(), staged);
        let elsewhere = thread::spawn(Device::current).join().unwrap().unwrap();
        assert_eq!(elsewhere, outside);
    });
    // Also after a panic.
    let caught = std::panic::catch_unwind(|| staged.scope(|| panic!("on purpose")));
    assert!(caught.is_err());
    assert_eq!(Device::current().unwrap(), outside);
}

/// Runs one test of this program again with other variables of the environment.
fn again(test: &str, variables: &[(&str, &str)]) {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture"])
        .env_remove("FUSUS_OCL_DEVICE")
        .env_remove("FUSUS_OCL_SCANS")
        .env_remove("FUSUS_OCL_OPTIONS")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_environment_decides() {
    again(
        "by_itself::the_variable_chooses",
        &[("FUSUS_OCL_DEVICE", "0"), ("FUSUS_OCL_SCANS", "staged")],
    );
    again(
        "by_itself::the_variable_chooses_none",
        &[("FUSUS_OCL_DEVICE", "nothing of this name")],
    );
    again(
        "by_itself::the_variable_names_no_way_to_scan",
        &[("FUSUS_OCL_SCANS", "sideways")],
    );
    again(
        "by_itself::the_variable_has_options",
        &[("FUSUS_OCL_OPTIONS", " -cl-opt-disable -DTYPE=float")],
    );
    again(
        "by_itself::the_variable_has_no_options",
        &[("FUSUS_OCL_OPTIONS", "-nonsense")],
    );
}

#[test]
fn without_a_library_or_a_driver_there_is_an_error_that_says_so() {
    if cfg!(target_os = "linux") {
        // A file of the library's name that is none, found before the real one.
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("no library");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("libOpenCL.so.1"), "").unwrap();
        again(
            "by_itself::there_is_no_library",
            &[("LD_LIBRARY_PATH", folder.to_str().unwrap())],
        );
        // A loader without drivers.
        again(
            "by_itself::there_is_no_driver",
            &[
                ("OCL_ICD_VENDORS", "/nowhere"),
                ("OPENCL_VENDOR_PATH", "/nowhere"),
            ],
        );
    }
}

#[test]
fn arrays_of_one_program_live_on_one_device() {
    if cfg!(target_os = "linux") {
        // PoCL then shows the processor twice.
        again(
            "by_itself::arrays_of_two_devices_meet",
            &[("POCL_DEVICES", "basic pthread")],
        );
    }
}

#[test]
fn a_driver_may_have_no_device() {
    if cfg!(target_os = "linux") {
        // PoCL then shows nothing, and other drivers are out of sight.
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("only PoCL");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::copy("/etc/OpenCL/vendors/pocl.icd", folder.join("pocl.icd"))
            .expect("PoCL; `cargo xtask packages` installs it");
        let folder = folder.to_str().unwrap();
        again(
            "by_itself::there_is_no_device",
            &[
                ("POCL_DEVICES", "none"),
                ("OCL_ICD_VENDORS", folder),
                ("OPENCL_VENDOR_PATH", folder),
            ],
        );
    }
}

#[test]
fn a_device_may_be_taken_for_one_without_fp64() {
    let device = device();
    let poor = device.clone().without_fp64();
    assert!(!poor.has_fp64() && poor.is(&device));
    let start = |device: &Device| device.scope(|| HALVES.start(0, &[]));
    let message = start(&poor).unwrap_err().at("halves").to_string();
    assert_eq!(
        message,
        format!("`halves`: `halves` uses f64, which the device {device} does not have")
    );
    assert_eq!(device.has_fp64(), start(&device).is_ok());
    // A program without `fp64` runs.
    assert!(poor.scope(|| EMPTY.start(0, &[])).is_ok());
}

static EMPTY: Program = Program::new(Text {
    name: "empty",
    text: "kernel void empty_1(global ulong *record, const ulong n) {}",
    group: 256,
    fp64: false,
    sites: &[],
});

static HALVES: Program = Program::new(Text {
    name: "halves",
    text: "kernel void halves_1(global ulong *record, const ulong n, global double *xs) {}",
    group: 256,
    fp64: true,
    sites: &[],
});

static BROKEN: Program = Program::new(Text {
    name: "broken",
    text: "\
kernel void broken_1(global ulong *record, const ulong n, global float *ys) {
    // xs = map
    const float x = 1.0f;
    // ys = map
    ys[0] = x + nowhere;
}
",
    group: 256,
    fp64: false,
    sites: &[],
});

#[test]
fn a_kernel_that_does_not_compile_is_reported_with_its_binding() {
    let reported = || {
        device()
            .scope(|| BROKEN.start(0, &[]))
            .unwrap_err()
            .at("broken")
    };
    let message = reported().to_string();
    assert!(
        message.contains("the kernels of `broken` do not compile for "),
        "{message}"
    );
    assert!(message.contains("in the step of `ys`"), "{message}");
    assert!(message.contains("nowhere"), "{message}");
    assert_eq!(reported().to_string(), message, "again");
}

#[test]
fn elements_come_back_as_they_went() {
    fn check<T: fusus_ocl::Element + PartialEq + std::fmt::Debug>(elements: &[T]) {
        for len in [0, 1, elements.len()] {
            let array = Array::upload(&elements[..len]).unwrap();
            assert_eq!((array.len(), array.is_empty()), (len, len == 0));
            assert_eq!(array.download().unwrap(), &elements[..len]);
        }
    }
    check(&[0_u8, 1, 255]);
    check(&[0_u16, 1, u16::MAX]);
    check(&[0_u32, 1, u32::MAX]);
    check(&[0_u64, 1, u64::MAX]);
    check(&[0_usize, 1, usize::MAX]);
    check(&[0_i8, -1, i8::MIN]);
    check(&[0_i16, -1, i16::MIN]);
    check(&[0_i32, -1, i32::MIN]);
    check(&[0_i64, -1, i64::MIN]);
    check(&[0_isize, -1, isize::MIN]);
    check(&[0.5_f32, -0.25, f32::INFINITY]);
    check(&[0.5_f64, -0.25, f64::NEG_INFINITY]);
    check(&[true, false, true]);
    check(&[(1_u8, 2.5_f64), (3, 4.5), (5, 6.5)]);
    check(&[
        ((1_i16, true), (2_usize,)),
        ((3, false), (4,)),
        ((5, true), (6,)),
    ]);
}

#[test]
fn arrays_are_shared_until_they_are_written() {
    let elements: Vec<(u32, bool)> = (0..1000).map(|i| (i, i % 3 == 0)).collect();
    let mut array = Array::upload(&elements).unwrap();
    let copy = array.clone();
    let other: Vec<(u32, bool)> = elements.iter().rev().copied().collect();
    array.write(&other).unwrap();
    assert_eq!(copy.download().unwrap(), elements);
    assert_eq!(array.download().unwrap(), other);

    array.copy_from(&copy).unwrap();
    assert_eq!(array.download().unwrap(), elements);
    let (numbers, flags) = array.clone().unzip();
    assert_eq!(numbers.download().unwrap(), (0..1000).collect::<Vec<u32>>());
    let again = Array::zip(numbers, flags).unwrap();
    assert_eq!(again.download().unwrap(), elements);

    array.truncate(2000);
    assert_eq!(array.len(), 1000);
    array.truncate(10);
    array.shrink_to_fit().unwrap();
    assert_eq!(array.download().unwrap(), &elements[..10]);
    let mut slice = [(9, true); 10];
    array.download_into(&mut slice).unwrap();
    assert_eq!(slice, elements[..10]);

    let mismatch = |result| matches!(result, Err(Error::LengthMismatch { .. }));
    assert!(mismatch(array.write(&elements)));
    assert!(mismatch(array.copy_from(&copy)));
    assert!(mismatch(array.download_into(&mut [])));
    assert!(Array::zip(array.clone(), copy).is_err_and(|error| mismatch(Err(error))));
    assert_eq!(array.download().unwrap(), &elements[..10], "untouched");
}

#[test]
fn arrays_may_be_large_or_too_large() {
    let device = device();
    let large: Vec<u64> = (0..3_000_000).collect();
    for _ in 0..20 {
        // More than fits, were memory not used again.
        let array = Array::upload_to(&device, &large).unwrap();
        assert_eq!(array.clone().on(&device).unwrap().len(), large.len());
    }
    assert_eq!(
        Array::upload_to(&device, &large)
            .unwrap()
            .download()
            .unwrap(),
        large
    );
    device.release_unused().unwrap();
    let run = device.scope(|| EMPTY.start(0, &[])).unwrap();
    for len in [usize::MAX, usize::MAX / 8, 1 << 50] {
        let error = run.fresh::<u64>(len).unwrap_err().at("large").to_string();
        assert!(error.starts_with("`large`: no memory for "), "{error}");
    }
    assert!(run.fresh::<u64>(10).is_ok());
}

#[test]
fn many_threads_share_a_device() {
    let device = device();
    thread::scope(|scope| {
        for thread in 0..8_u32 {
            let device = &device;
            scope.spawn(move || {
                for round in 0..50 {
                    let elements: Vec<u32> = (0..1000).map(|i| i ^ thread ^ round).collect();
                    let array = Array::upload_to(device, &elements).unwrap();
                    let run = device.scope(|| DOUBLE.start(0, &[])).unwrap();
                    let doubled = run.fresh::<u32>(1000).unwrap();
                    let args = Args::new().array(&array).array(&doubled);
                    run.launch(&ONE_EACH, 1000, &args, &Args::new(), &[])
                        .unwrap();
                    run.finish().unwrap();
                    drop(array);
                    let expected: Vec<u32> = elements.iter().map(|x| 2 * x).collect();
                    assert_eq!(doubled.download().unwrap(), expected);
                }
            });
        }
    });
}

const ONE_EACH: Loop = Loop {
    kernel: "double_1",
    items: 1,
    levels: &[],
    partial: 0,
    single_pass: true,
};

static DOUBLE: Program = Program::new(Text {
    name: "double",
    text: "\
kernel void double_1(global ulong *record, const ulong n, global const uint *xs, global uint *ys) {
    const size_t i = get_global_id(0);
    if (i < n) ys[i] = 2 * xs[i];
}
",
    group: 64,
    fp64: false,
    sites: &[],
});

/// A program of its own: work of other threads in between is timed as well.
static TIMED: Program = Program::new(Text {
    name: "timed",
    text: "\
kernel void timed_1(global ulong *record, const ulong n, global const uint *xs, global uint *ys) {
    const size_t i = get_global_id(0);
    if (i < n) ys[i] = 2 * xs[i];
}
",
    group: 64,
    fp64: false,
    sites: &[],
});

#[test]
fn commands_are_timed_on_request() {
    const TIMED_LOOP: Loop = Loop {
        kernel: "timed_1",
        ..ONE_EACH
    };
    let device = device();
    let double = || {
        let array = Array::upload_to(&device, &[7_u32; 100]).unwrap();
        let run = device.scope(|| TIMED.start(0, &[])).unwrap();
        let doubled = run.fresh::<u32>(100).unwrap();
        let args = Args::new().array(&array).array(&doubled);
        run.launch(&TIMED_LOOP, 100, &args, &Args::new(), &[])
            .unwrap();
        run.finish().unwrap();
        doubled
    };
    let is_ours = |timing: &&Timing| timing.command == "timed_1";
    let (doubled, timings) = device.profile(double).unwrap();
    assert_eq!(doubled.download().unwrap(), [14; 100]);
    let kernel = timings.iter().find(is_ours);
    assert!(
        kernel.is_some_and(|kernel| !kernel.time.is_zero()),
        "{timings:?}"
    );
    assert!(
        timings.iter().any(|timing| timing.command == "upload"),
        "{timings:?}"
    );
    // A run that nobody asked for is not timed by the next who asks.
    double();
    let (_, later) = device.profile(|| ()).unwrap();
    assert_eq!(later.iter().find(is_ours), None);
}
