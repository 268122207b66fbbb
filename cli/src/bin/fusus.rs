//! The command `fusus`.

use std::process::ExitCode;

fn main() -> ExitCode {
    fusus_cli::fusus()
}
