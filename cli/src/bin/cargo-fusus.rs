//! The command `cargo fusus`.

use std::process::ExitCode;

fn main() -> ExitCode {
    fusus_cli::cargo_fusus()
}
