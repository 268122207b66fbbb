//! Tests once more in oclgrind's simulator, which looks for accesses out of
//! bounds, data races and misuse of OpenCL.
//!
//! Its check for uninitialised memory stays off: version 21.10 complains of
//! states of several members that one kernel wrote whole, without a complaint,
//! and the next one reads, such as the parts of folds, and does not survive
//! loops with two filters.

use std::env;
use std::path::Path;
use std::process::Command;

/// Where Debian and others put oclgrind's library.
const LIBRARIES: &[&str] = &[
    "/usr/lib/oclgrind/liboclgrind-rt.so",
    "/usr/local/lib/oclgrind/liboclgrind-rt.so",
];

/// What a run in the simulator says.
pub(crate) struct Watched {
    /// Whether all tests passed.
    pub(crate) passed: bool,
    /// What the tests printed.
    pub(crate) said: String,
    /// The beginning of what oclgrind complains of.
    pub(crate) complaints: String,
}

/// Runs tests of this program, chosen by arguments, in the simulator. What it
/// complains of goes to a file.
pub(crate) fn watched(log: &Path, arguments: &[&str]) -> Watched {
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
        .output()
        .unwrap();
    let complaints = std::fs::read_to_string(log).unwrap();
    Watched {
        passed: output.status.success(),
        said: String::from_utf8_lossy(&output.stdout).into_owned(),
        complaints: complaints.chars().take(4000).collect(),
    }
}
