//! `cargo fusus` as users call it, on a package of four programs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/package");

/// Runs `cargo fusus` with these arguments in a folder. Returns the exit code, the output and the
/// errors.
fn cargo_fusus(folder: &str, arguments: &str) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_cargo-fusus"))
        .current_dir(folder)
        .arg("fusus")
        .args(arguments.split_whitespace())
        .output()
        .expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    let code = status.code().expect("it ends by itself");
    (code, text(stdout), text(stderr))
}

#[test]
fn a_package_has_a_summary() {
    let expected = "\
points 1.2.3: 4 programs in 3 files

  src/lib.rs
    normalize2           2 loops  1 contracted  objective 51   optimal
    odd_squares          1 loop   1 contracted  objective 0    optimal

  src/pairs.rs
    closest_pairs        3 loops  1 contracted  objective 121  optimal

  examples/range.rs
    examples/range.rs:6  1 loop   0 contracted  objective 0    optimal
";
    let said = cargo_fusus(PACKAGE, "plan");
    assert_eq!(said, (0, expected.to_owned(), String::new()));
    // From a folder inside of it, and from elsewhere.
    let inside = format!("{PACKAGE}/src");
    assert_eq!(cargo_fusus(&inside, "plan").1, expected);
    let elsewhere = format!("plan --manifest-path {PACKAGE}/Cargo.toml");
    assert_eq!(cargo_fusus("/", &elsewhere).1, expected);
    assert_eq!(cargo_fusus(PACKAGE, "plan --package points").1, expected);
}

#[test]
fn the_plans_are_there_as_json() {
    let (code, json, _) = cargo_fusus(PACKAGE, "plan --json");
    assert_eq!(code, 0);
    let programs: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let programs = programs["programs"].as_array().expect("it is a list");
    assert_eq!(programs.len(), 4);
    assert_eq!(programs[2]["objective"], 121);
}

#[test]
fn mistakes_are_reported_and_the_rest_is_shown() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong");
    fs::create_dir_all(folder.join("src")).expect("the folder is ours");
    let manifest =
        "[package]\nname = \"wrong\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), manifest).expect("it is ours");
    let source = "cnf! {
    fn good(xs: &[f64]) -> f64 { fold(0.0, |a, b| a + b, xs) }
    fn bad(xs: &[f64]) -> Vec<f64> { map(|x, y| x + y, xs, filter(|x| x > 0.0, xs)) }
}
";
    fs::write(folder.join("src/lib.rs"), source).expect("it is ours");
    let (code, out, err) = cargo_fusus(&folder.display().to_string(), "plan");
    assert_eq!(code, 1);
    assert!(
        out.contains("1 program in 1 file\n1 program with mistakes\n"),
        "{out}"
    );
    assert!(err.contains("--> src/lib.rs:3:"), "{err}");
}

#[test]
fn what_is_not_there_is_named() {
    let (code, _, err) = cargo_fusus(PACKAGE, "plan --package pionts");
    assert_eq!(
        (code, err.as_str()),
        (
            2,
            "error: there is no package `pionts`; did you mean `points`?\n"
        )
    );
    let (code, _, err) = cargo_fusus("/", "plan");
    assert_eq!(code, 2);
    assert!(err.contains("could not find `Cargo.toml`"), "{err}");
}

/// One page with everything, which asks nobody for anything.
#[test]
fn the_report_is_one_page() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new/report.html");
    let (code, said, err) = cargo_fusus(PACKAGE, &format!("report --out {}", out.display()));
    assert_eq!(
        (code, said, err),
        (0, format!("{}\n", out.display()), String::new())
    );
    let page = fs::read_to_string(&out).expect("it was written");
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    for link in ["http:", "https:", "src=", "url(", "@import", "<link"] {
        let names_only = page.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !names_only.contains(link),
            "the page may load something: {link}"
        );
    }
    for what in [
        "<h1>points 1.2.3</h1>",
        "normalize2</h2>",
        "src/pairs.rs:8",
        // A name of the source, in the colour of its loop, and in generated code.
        "<span class=\"b l1\" data-n=\"sum1\" title=\"loop 1\">sum1</span>",
        "title=\"loop 2\">ys1</span>",
        "data-n=\"sum1\" title=\"loop 1\">sum1_fold0_</span>",
        "examples/range.rs:6",
        "Generated loops, sequential",
        "Generated kernels, OpenCL",
        "<span class=\"k\">double</span>",
    ] {
        assert!(page.contains(what), "{what}");
    }
    // Every element that is opened is closed.
    for element in [
        "section", "figure", "div", "span", "pre", "code", "svg", "li", "ol", "ul", "dl",
    ] {
        let opened = page.matches(&format!("<{element}>")).count()
            + page.matches(&format!("<{element} ")).count();
        let closed = page.matches(&format!("</{element}>")).count();
        assert_eq!(opened, closed, "{element}");
    }
}
