//! Tests once more in oclgrind's simulator, which looks for accesses out of
//! bounds, data races and misuse of OpenCL.
//!
//! Its check for uninitialised memory is on where it can be. Seen with version
//! 21.10 from Debian 12: it complains of the parts of folds of several members,
//! where a second kernel reads the structs that a first one wrote whole, and does
//! not complain of parts of one member; it complains of the padding of a
//! state that is published by halves, rightly and to no harm; and its process
//! ends in a segmentation fault in the tests of errors of kernels and of gathers
//! and scatters, and in four of the programs of the conformance tests
//! (`conformed`, `beside_the_pairs`, `filtered_into_a_parameter`,
//! `generated_into…`).

use std::env;
use std::path::Path;
use std::process::Command;

/// The places where Debian and others put oclgrind's library.
const LIBRARIES: &[&str] = &[
    "/usr/lib/oclgrind/liboclgrind-rt.so",
    "/usr/local/lib/oclgrind/liboclgrind-rt.so",
];

/// The checks of memory: with or without a check that memory was written before it is read.
#[derive(Clone, Copy)]
pub(crate) enum Memory {
    #[allow(dead_code, reason = "not all tests that share this file can")]
    Initialised,
    Unwatched,
}

/// The report of a run in the simulator.
pub(crate) struct Watched {
    /// True if all tests passed.
    pub(crate) passed: bool,
    /// The output of the tests.
    pub(crate) said: String,
    /// The beginning of what oclgrind complains of.
    pub(crate) complaints: String,
}

/// Runs tests of this program, chosen by arguments, in the simulator. Its
/// complaints go to a file.
pub(crate) fn watched(log: &Path, arguments: &[&str], memory: Memory) -> Watched {
    let library = LIBRARIES.iter().find(|path| Path::new(path).exists());
    let library = library.expect("oclgrind; `cargo xtask packages` installs it");
    std::fs::write(log, "").unwrap();
    let output = Command::new(env::current_exe().unwrap())
        .args(arguments)
        // The simulator runs one kernel at a time.
        .arg("--test-threads=1")
        .env_remove("FUSUS_OCL_DEVICE")
        .env("OPENCL_DYLIB_PATH", library)
        .env("OCLGRIND_DATA_RACES", "1")
        .env("OCLGRIND_CHECK_API", "1")
        .env("OCLGRIND_LOG", log)
        // It takes a plain load beside an atomic operation for a race.
        .env("FUSUS_OCL_OPTIONS", "-D ATOMIC_LOOKS")
        .envs(match memory {
            Memory::Initialised => Some(("OCLGRIND_UNINITIALIZED", "1")),
            Memory::Unwatched => None,
        })
        .output()
        .unwrap();
    let complaints = std::fs::read_to_string(log).unwrap();
    Watched {
        passed: output.status.success(),
        said: String::from_utf8_lossy(&output.stdout).into_owned(),
        complaints: complaints.chars().take(4000).collect(),
    }
}
