//! The programs on an OpenCL device.

use fusus::ocl::{Array, Device, Element, Scans};
use std::path::Path;

#[cfg(target_os = "linux")]
#[path = "../../backend-ocl/tests/oclgrind/mod.rs"]
mod oclgrind;

/// The result of a program, brought to the host.
pub(crate) trait Fetch {
    type Host;

    fn fetch(self) -> Self::Host;
}

impl<T: Element> Fetch for Array<T> {
    type Host = Vec<T>;

    fn fetch(self) -> Vec<T> {
        self.download().expect("a download")
    }
}

macro_rules! scalars {
    ($($ty:ty)*) => {$(
        impl Fetch for $ty {
            type Host = $ty;

            fn fetch(self) -> $ty {
                self
            }
        }
    )*};
}
scalars! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 bool }

macro_rules! tuples {
    ($(($($name:ident $index:tt),*))*) => {$(
        impl<$($name: Fetch),*> Fetch for ($($name,)*) {
            type Host = ($($name::Host,)*);

            fn fetch(self) -> Self::Host {
                ($(self.$index.fetch(),)*)
            }
        }
    )*};
}
tuples! { () (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) }

/// Returns true if a length is worth running there: in oclgrind's simulator every access is
/// watched, and few are.
pub(crate) fn is_worth(len: usize) -> bool {
    let device = Device::current().expect("an OpenCL device; `cargo xtask packages` installs PoCL");
    device.platform() != "Oclgrind" || [0, 1, 17, 513, 1025].contains(&len)
}

/// The device in the ways to run scans that a program of this name runs in, the two whose bits must
/// be the same last: all with the feature `soak`, otherwise one, which the name chooses. PoCL builds
/// its kernels anew for each, which takes most of the time of these tests.
pub(crate) fn ways(name: &str) -> Vec<(&'static str, Device)> {
    let device = Device::current().expect("an OpenCL device; `cargo xtask packages` installs PoCL");
    let all = [
        ("on the device, chained", Scans::Chained),
        ("on the device, by look-back", Scans::LookBack),
        ("on the device, in stages", Scans::Staged),
    ];
    let number = name.bytes().map(usize::from).sum::<usize>() % all.len();
    let chosen = match cfg!(feature = "soak") {
        true => &all[..],
        false => &all[number..=number],
    };
    let ways = chosen.iter();
    ways.map(|(way, scans)| (*way, device.clone().with_scans(*scans)))
        .collect()
}

/// Runs tests of these names in oclgrind's simulator, which looks for accesses out of bounds, data
/// races and misuse of OpenCL, and fails if it complains. One of the tests is named to see it pass.
#[cfg(target_os = "linux")]
fn run_clean_under_oclgrind(log: &str, tests: &[&str], one: &str) {
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(log);
    let watched = oclgrind::watched(&log, tests, oclgrind::Memory::Unwatched);
    assert!(
        watched.passed && watched.said.contains(&format!("{one} ... ok")),
        "{}",
        watched.said
    );
    assert_eq!(watched.complaints, "");
}

#[test]
#[cfg(target_os = "linux")]
fn kernels_run_clean_under_oclgrind() {
    run_clean_under_oclgrind(
        "conformance.log",
        &[
            "published::normalize2",
            "published::filter_left",
            "published::levels",
            "scatters::radix_pass",
            "crosses::with_the_producer",
            "in_place::scanned_into",
        ],
        "published::normalize2",
    );
}

#[cfg(target_os = "linux")]
mod soak {
    #[test]
    #[ignore = "part of cargo xtask soak"]
    fn kernels_of_every_kind_run_clean_under_oclgrind() {
        super::run_clean_under_oclgrind(
            "soak.log",
            &[
                "published::",
                "scatters::",
                "crosses::",
                "scans::s",
                "in_place::s",
                // A `bool` before an `i32` makes padding of three bytes, of which
                // oclgrind 21.10 has no constants.
                "--skip=scans::segments",
            ],
            "published::normalize2",
        );
    }
}
