//! Tests that need an environment of their own: each runs in a process that another test starts.

use super::{EMPTY, device};
use fusus_cpu::ErrorKind;
use fusus_ocl::rt::{Program, Text};
use fusus_ocl::{Array, Device, Error, Scans, devices};

#[test]
#[ignore = "runs in a process of its own"]
fn arrays_of_two_devices_meet() {
    let all = devices().unwrap();
    let [first, second] = &all[..] else {
        panic!("{all:?}");
    };
    let [xs, ys] = [first, second].map(|device| Array::upload_to(device, &[1, 2]).unwrap());
    let of = [Some(xs.device().clone()), None, Some(ys.device().clone())];
    let error = EMPTY.start(0, &of).unwrap_err().at("empty");
    assert_eq!(
        error.to_string(),
        format!("`empty`: arrays of two devices meet in one program: {first} and {second}")
    );
    assert!(EMPTY.start(0, &of[..2]).is_ok());
    // It can be brought over.
    let moved = ys.on(first).unwrap();
    assert_eq!(moved.device(), first);
    assert_eq!(moved.download().unwrap(), [1, 2]);
}

#[test]
#[ignore = "runs in a process of its own"]
fn there_is_no_device() {
    assert_eq!(devices().unwrap(), []);
    let message = Device::current().unwrap_err().to_string();
    assert_eq!(message, "there is no OpenCL device");
    let error = EMPTY.start(0, &[]).unwrap_err().at("empty");
    assert_eq!(error.to_string(), format!("`empty`: {message}"));
}

#[test]
#[ignore = "runs in a process of its own"]
fn the_variable_chooses() {
    let device = Device::current().unwrap();
    assert_eq!((device.index(), device.scans()), (0, Scans::Staged));
}

#[test]
#[ignore = "runs in a process of its own"]
fn the_variable_chooses_none() {
    let error = Device::current().unwrap_err();
    assert!(
        error.to_string().contains("`nothing of this name`"),
        "{error}"
    );
    assert!(Array::upload(&[1, 2]).is_err());
}

#[test]
#[ignore = "runs in a process of its own"]
fn the_variable_names_no_way_to_scan() {
    let message = Array::upload(&[1, 2]).unwrap_err().to_string();
    assert!(message.contains("`sideways`"), "{message}");
}

#[test]
#[ignore = "runs in a process of its own"]
fn the_variable_has_options() {
    static DEFINED: Program = Program::new(Text {
        name: "defined",
        text: "kernel void defined_1(global ulong *record, const ulong n, global TYPE *xs) {}",
        group: 256,
        fp64: false,
        sites: &[],
    });
    assert!(DEFINED.start(0, &[]).is_ok());
}

#[test]
#[ignore = "runs in a process of its own"]
fn the_variable_has_no_options() {
    let device = device();
    let error = EMPTY.start(0, &[]).unwrap_err().at("empty");
    assert_eq!(
        error.to_string(),
        format!(
            "`empty`: FUSUS_OCL_OPTIONS is `-nonsense`, which are no options of the compiler \
             for {device}"
        )
    );
}

#[test]
#[ignore = "runs in a process of its own"]
fn there_is_no_library() {
    assert_eq!(devices(), Err(Error::NoLibrary));
    let message = Device::current().unwrap_err().to_string();
    assert!(
        message.starts_with("the OpenCL library cannot be opened; install"),
        "{message}"
    );
    // Again the same, and programs say so too.
    let error = EMPTY.start(0, &[]).unwrap_err().at("empty");
    assert_eq!(error.to_string(), format!("`empty`: {message}"));
    assert!(matches!(error.kind(), ErrorKind::Device { .. }));
}

#[test]
#[ignore = "runs in a process of its own"]
fn there_is_no_driver() {
    assert_eq!(devices(), Err(Error::NoPlatform));
    let message = Device::current().unwrap_err().to_string();
    assert!(
        message.starts_with("there is no OpenCL driver; install"),
        "{message}"
    );
}
