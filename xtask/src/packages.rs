//! The system packages that the tests need, and getting them.

use std::io::{self, IsTerminal};
use std::process::{Command, Stdio};

/// A package of the system.
#[derive(Clone, Copy)]
struct Package {
    /// Its name on Debian and Ubuntu.
    debian: &'static str,
    /// The use that tests have for it.
    why: &'static str,
}

/// Everything the tests need beyond Rust and a C linker.
const PACKAGES: &[Package] = &[
    Package {
        debian: "chromium",
        why: "a browser, in which the page of `cargo fusus report` is looked at",
    },
    Package {
        debian: "coinor-libcbc-dev",
        why: "Coin's CBC, a second opinion on clusterings (feature `coin_cbc`)",
    },
    Package {
        debian: "fonts-dejavu-core",
        why: "letters for the browser",
    },
    Package {
        debian: "g++",
        why: "libFuzzer, which is C++",
    },
    Package {
        debian: "libclang-dev",
        why: "libclang, which reads the headers of MPI",
    },
    Package {
        debian: "libopenmpi-dev",
        why: "Open MPI, whose processes share arrays",
    },
    Package {
        debian: "ocl-icd-libopencl1",
        why: "the OpenCL loader, which programs of the backend `ocl` open",
    },
    Package {
        debian: "oclgrind",
        why: "looks for data races and accesses out of bounds in kernels",
    },
    Package {
        debian: "openmpi-bin",
        why: "mpirun, which starts these processes",
    },
    Package {
        debian: "pocl-opencl-icd",
        why: "PoCL, an OpenCL device on the CPU",
    },
    Package {
        debian: "valgrind",
        why: "valgrind, which watches the runtime's memory",
    },
];

/// The treatment of packages that are not installed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Missing {
    /// They are installed, where this user may do that.
    Install,
    /// They are listed, and nothing on the system changes.
    List,
}

/// Installs those of [`PACKAGES`] that are missing, after it has said so. Where it can't or may
/// not, it lists them and goes on: the system may have the same things under other names, and the
/// tests will tell.
pub(crate) fn ensure(treatment: Missing) -> Result<String, String> {
    if !runs("apt-get", &["--version"]) {
        say(
            "Neither Debian nor Ubuntu, so that nothing is installed. The tests need",
            PACKAGES,
        );
        return Ok("not checked".to_owned());
    }
    let missing = missing(PACKAGES, is_installed);
    if missing.is_empty() {
        return Ok(format!("already there: {}", names(PACKAGES)));
    }
    say("Missing", &missing);
    if treatment == Missing::List {
        return Ok(format!("not installed, as asked for: {}", names(&missing)));
    }
    let Some(prefix) = root_prefix() else {
        println!(
            "    Nothing is installed: you are not root, and sudo is not available. Please run apt-get install {}",
            names(&missing)
        );
        return Ok("not installed".to_owned());
    };
    let lines = install_lines(prefix, &missing);
    println!("{}", announcement(prefix, &lines));
    for line in lines {
        println!("    {line}");
        run_line(&line)?;
    }
    Ok(format!("installed {}", names(&missing)))
}

fn say(heading: &str, packages: &[Package]) {
    println!("    {heading}:");
    for package in packages {
        println!("      {}: {}", package.debian, package.why);
    }
}

fn names(packages: &[Package]) -> String {
    let names: Vec<_> = packages.iter().map(|package| package.debian).collect();
    names.join(" ")
}

fn missing(packages: &[Package], is_installed: impl Fn(&str) -> bool) -> Vec<Package> {
    packages
        .iter()
        .copied()
        .filter(|package| !is_installed(package.debian))
        .collect()
}

/// The text that stands before the first command that changes the system.
fn announcement(prefix: &str, lines: &[String]) -> String {
    let rights = match prefix {
        "" => "You are root. These commands change the whole system, and what they install stays",
        _ => {
            "These commands run as root by sudo, which may ask for your password. They change the whole system, and \
             what they install stays"
        }
    };
    format!(
        "    {rights}:\n      {}\n    `cargo xtask test --no-packages` runs the tests without them.",
        lines.join("\n      ")
    )
}

/// The command lines that install the packages, each word without spaces.
fn install_lines(prefix: &str, packages: &[Package]) -> [String; 2] {
    [
        format!("{prefix}apt-get update"),
        format!(
            "{prefix}apt-get install --yes --no-install-recommends {}",
            names(packages)
        ),
    ]
}

fn run_line(line: &str) -> Result<(), String> {
    let mut words = line.split_whitespace();
    let program = words.next().expect("a command line names a program");
    let status = Command::new(program)
        .args(words)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .map_err(|error| format!("`{line}` cannot be run: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{line}` failed: {status}"))
    }
}

/// Returns true if dpkg knows the package as installed.
pub(crate) fn is_installed(package: &str) -> bool {
    output(
        "dpkg-query",
        &["--show", "--showformat=${db:Status-Status}", package],
    )
    .is_some_and(|status| status == "installed")
}

/// The prefix of a command that only root may run; `None` if this user may not run it.
fn root_prefix() -> Option<&'static str> {
    if output("id", &["--user"]).is_some_and(|id| id.trim() == "0") {
        return Some("");
    }
    // Without a terminal a question for the password would hang or fail.
    let may_ask = io::stdin().is_terminal() && runs("sudo", &["--version"]);
    (may_ask || runs("sudo", &["--non-interactive", "true"])).then_some("sudo ")
}

/// Returns true if there is such a command and it succeeds.
pub(crate) fn runs(program: &str, arguments: &[&str]) -> bool {
    output(program, arguments).is_some()
}

/// The output of a command, if there is such a command and it succeeds.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &[Package] = &[
        Package {
            debian: "one",
            why: "the first",
        },
        Package {
            debian: "two",
            why: "the second",
        },
    ];

    #[test]
    fn only_what_is_missing_is_installed() {
        let missing = missing(TWO, |name| name == "one");
        assert_eq!(names(&missing), "two");
        assert_eq!(
            install_lines("sudo ", &missing),
            [
                "sudo apt-get update",
                "sudo apt-get install --yes --no-install-recommends two"
            ]
        );
    }

    #[test]
    fn commands_and_rights_are_announced() {
        let lines = install_lines("sudo ", TWO);
        let text = announcement("sudo ", &lines);
        assert!(text.contains("as root by sudo"), "{text}");
        assert!(lines.iter().all(|line| text.contains(line)), "{text}");
        let text = announcement("", &install_lines("", TWO));
        assert!(text.contains("You are root."), "{text}");
        assert!(!text.contains("sudo"), "{text}");
        assert!(text.contains("--no-packages"), "{text}");
    }

    #[test]
    fn the_documents_list_every_package() {
        for path in ["README.md", "CONTRIBUTING.md"] {
            let text = std::fs::read_to_string(crate::root().join(path)).unwrap();
            for package in PACKAGES {
                let name = format!("`{}`", package.debian);
                assert!(text.contains(&name), "{path} does not name {name}");
            }
        }
    }

    #[test]
    fn a_failing_command_line_is_quoted() {
        let message = run_line("false --really").unwrap_err();
        assert!(
            message.starts_with("`false --really` failed: "),
            "{message}"
        );
    }

    #[test]
    fn output_needs_a_command_that_succeeds() {
        assert_eq!(output("fusus-has-no-such-program", &[]), None);
        assert_eq!(output("false", &[]), None);
    }

    #[test]
    fn every_package_says_why() {
        assert!(PACKAGES.iter().all(|package| !package.why.is_empty()));
    }
}
