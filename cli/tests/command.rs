//! The command as users call it.

use std::process::{Command, Output};

/// The exit code, the output and the errors of `fusus`.
struct Said {
    code: i32,
    out: String,
    err: String,
}

fn fusus(arguments: &str) -> Said {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_fusus"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files"))
        .args(arguments.split_whitespace())
        .output()
        .expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    Said {
        code: status.code().expect("it ends by itself"),
        out: text(stdout),
        err: text(stderr),
    }
}

/// The values of a field of a JSON that we wrote.
fn fields<'j>(json: &'j str, name: &str) -> Vec<&'j str> {
    let key = format!("    \"{name}\": ");
    let values = json.lines().filter_map(|line| line.strip_prefix(&key));
    values.map(|value| value.trim_end_matches(',')).collect()
}

#[test]
fn every_program_of_a_file_is_found() {
    let said = fusus("plan good.rs --json");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert_eq!(
        fields(&said.out, "name"),
        [
            "\"normalize2\"",
            "\"squares\"",
            "\"good.rs:30\"",
            "\"good.rs:39\"",
            "\"above\"",
        ]
    );
    assert_eq!(fields(&said.out, "loops"), ["2", "1", "1", "1", "1"]);
    assert_eq!(
        fields(&said.out, "clusters")[0],
        r#"[["gts", "sum1", "sum2"], ["ys1", "ys2"]]"#
    );
}

#[test]
fn one_program_can_be_chosen() {
    let said = fusus("plan good.rs --program normalize2");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(
        said.out.starts_with("normalize2: 2 loops\n"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("squares"), "{}", said.out);
    let said = fusus("plan good.rs --program good.rs:30");
    assert!(said.out.starts_with("good.rs:30: 1 loop\n"), "{}", said.out);
}

#[test]
fn strategies_can_be_compared() {
    let said = fusus("plan good.rs --program normalize2 --strategy stream --json");
    assert_eq!(fields(&said.out, "loops"), ["4"]);
    assert_eq!(fields(&said.out, "objective"), ["102"]);
    assert_eq!(fields(&said.out, "strategy"), ["\"stream\""]);
    assert_eq!(fields(&said.out, "optimal"), ["false"]);
}

#[test]
fn a_bound_on_loops_does_not_hold_for_another_strategy() {
    let said = fusus("plan bad.rs --program too_many --strategy unfused");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
}

#[test]
fn drawings_are_written() {
    let out = std::env::temp_dir().join(format!("fusus-{}.svg", std::process::id()));
    let said = fusus(&format!(
        "plan good.rs --program normalize2 --svg {}",
        out.display()
    ));
    assert_eq!(
        (said.code, said.err.as_str(), said.out.as_str()),
        (0, "", "")
    );
    let drawing = std::fs::read_to_string(&out).expect("it was written");
    std::fs::remove_file(&out).expect("it was ours");
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));

    let dot = fusus("plan good.rs --program squares --dot").out;
    assert!(dot.starts_with("digraph \"squares\" {"), "{dot}");
}

#[test]
fn a_drawing_shows_one_program() {
    let said = fusus("plan good.rs --svg out.svg");
    assert_eq!(said.code, 2);
    assert!(
        said.err
            .contains("choose it with --program: `normalize2`, `squares`"),
        "{}",
        said.err
    );
}

#[test]
fn code_is_formatted_rust() {
    let said = fusus("plan good.rs --program above --code cpu");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(
        said.out.starts_with("/// The attribute form.\n"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("\npub fn above(xs: &[i64], limit: i64) -> Vec<i64> {\n"),
        "{}",
        said.out
    );
    assert!(said.out.contains("\n/// * 1 loop: `{"), "{}", said.out);
    let said = fusus("plan good.rs --program good.rs:30 --code sequential");
    assert!(said.out.starts_with("// good.rs:30\n{\n"), "{}", said.out);
}

#[test]
fn schedules_say_how_loops_are_run() {
    let said = fusus("plan good.rs --program normalize2 --schedule");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "normalize2",
            "loop 1 {gts sum1 sum2}: blocks for threads, by cost",
            "  simd: always",
        ]
    );
    assert!(lines.contains(&"    fold sum2 by +: lanes"), "{}", said.out);
    let said = fusus("plan good.rs --schedule");
    assert!(said.out.contains("\nsquares\nloop 1 {"), "{}", said.out);
}

#[test]
fn plans_over_processes_say_what_is_sent() {
    let said = fusus("plan good.rs --program normalize2 --backend mpi");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(
        said.out
            .contains("\nmessages of p processes, of whose loops each has b blocks\n  loop 1  "),
        "{}",
        said.out
    );
    let said = fusus("plan good.rs --program normalize2 --backend mpi --json");
    assert!(said.out.contains("\"messages\": ["), "{}", said.out);
    let said = fusus("plan good.rs --backend gpi");
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("there is no backend `gpi`"),
        "{}",
        said.err
    );
}

#[test]
fn mistakes_are_shown_as_the_compiler_shows_them() {
    let said = fusus("plan bad.rs");
    assert_eq!(said.code, 1);
    for place in [
        "error: `map` needs arrays of one length",
        "\n --> bad.rs:8:9\n  |\n8 |         map(|a, b| a * b, ys, xs)\n  |         ^^^\n",
        "\n  --> bad.rs:11:19\n   |\n11 |     #[cnf(loops = 1)]\n   |                   ^\n",
        "\n  --> bad.rs:25:31\n",
        " = help: ",
    ] {
        assert!(said.err.contains(place), "no {place:?} in {}", said.err);
    }
    // The right programs are explained all the same.
    assert!(said.out.starts_with("right: 1 loop\n"), "{}", said.out);

    let said = fusus("plan bad.rs --program right --json");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let said = fusus("plan bad.rs --program mismatch --json");
    assert_eq!((said.code, said.out.as_str()), (1, "{\"programs\": []}\n"));
}

#[test]
fn operators_that_are_not_associative_are_mistakes() {
    let said = fusus("plan steps.rs");
    assert_eq!(said.code, 1);
    for part in [
        "`scan` needs an associative operator: (1.0 ∘ 2.0) ∘ 3.0 = 1.29, but 1.0 ∘ (2.0 ∘ 3.0) = 1.11",
        "\n --> steps.rs:5:19\n",
        "\n  --> steps.rs:16:13\n",
        "\n  --> steps.rs:21:37\n",
    ] {
        assert!(said.err.contains(part), "no {part:?} in {}", said.err);
    }
    assert_eq!(said.err.matches("needs an associative operator").count(), 3);
    for right in ["smooth_in_order: 1 loop\n", "steps.rs:23: 1 loop\n"] {
        assert!(said.out.contains(right), "no {right:?} in {}", said.out);
    }
}

#[test]
fn a_file_that_is_no_rust_is_a_mistake_in_it() {
    let said = fusus("plan not_rust.rs");
    assert_eq!(said.code, 1);
    assert!(
        said.err
            .starts_with("error: this is not Rust\n --> not_rust.rs:2:10\n"),
        "{}",
        said.err
    );
}

#[test]
fn a_file_without_programs_is_no_mistake() {
    let said = fusus("plan none.rs");
    assert_eq!(
        (said.code, said.err.as_str()),
        (0, "none.rs has no programs\n")
    );
    let said = fusus("plan none.rs --json");
    assert_eq!((said.code, said.out.as_str()), (0, "{\"programs\": []}\n"));
}

#[test]
fn wrong_calls_say_what_to_do() {
    for (arguments, message) in [
        (
            "",
            "error: say what to do: fusus plan FILE.rs; `fusus --help` says more\n",
        ),
        (
            "plan",
            "error: say which file to explain: fusus plan FILE.rs\n",
        ),
        (
            "plan missing.rs",
            "error: cannot read missing.rs: No such file or directory (os error 2)\n",
        ),
        (
            "plan good.rs --program normalise2",
            "error: good.rs has no program `normalise2`; did you mean `normalize2`?\n",
        ),
        (
            "plan none.rs --program f",
            "error: none.rs has no programs\n",
        ),
        (
            "plan good.rs --strategy best",
            "error: there is no strategy `best`; there is `unfused`, `stream`, `imperative`, `linear`, `greedy`, `paper`, `optimal`\n",
        ),
        (
            "plan good.rs --frobnicate",
            "error: there is no option `--frobnicate`\n",
        ),
    ] {
        let said = fusus(arguments);
        assert_eq!(
            (said.code, said.err.as_str(), said.out.as_str()),
            (2, message, ""),
            "{arguments}"
        );
    }
}

#[test]
fn help_is_no_mistake() {
    let said = fusus("--help");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(
        said.out.contains("usage: fusus plan FILE.rs"),
        "{}",
        said.out
    );
}

#[test]
fn a_combinator_that_is_unknown_is_a_mistake() {
    let said = fusus("plan unknown.rs --program near");
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert_eq!(
        said.err,
        "\
error: there is no combinator `fliter`
 --> unknown.rs:3:9
  |
3 |         fliter(|x| x > 0.0, xs)
  |         ^^^^^^
  |
  = help: did you mean `filter`? it is written `filter(|x| …, xs)`

"
    );
    for (program, name, help) in [
        (
            "far",
            "flitre",
            "did you mean `filter`? it is written `filter(|x| …, xs)`",
        ),
        (
            "helper",
            "gneerat",
            "did you mean `generate`? it is written `generate(n, |i| …)`",
        ),
        ("reduced", "product", "write `fold(1.0, |a, b| a * b, xs)`"),
        (
            "other",
            "transform",
            "if `transform` is a function, define it in this file or import it by its name",
        ),
        (
            "captured",
            "mpa",
            "did you mean `map`? it is written `map(|x, y, …| …, xs, ys, …)`",
        ),
    ] {
        let file = "unknown.rs";
        let program = match program {
            "captured" => format!("{file}:39"),
            program => program.to_owned(),
        };
        let said = fusus(&format!("plan {file} --program {program}"));
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{program}");
        assert!(said.err.contains(&format!("`{name}`\n")), "{}", said.err);
        assert!(said.err.contains(help), "{}", said.err);
    }
    // A function of the file, and one that it imports.
    let said = fusus("plan unknown.rs --program known");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
}

#[test]
fn only_what_is_optimised_has_a_next_best() {
    for (strategy, has) in [
        ("optimal", true),
        ("paper", true),
        ("unfused", false),
        ("greedy", false),
    ] {
        let said = fusus(&format!(
            "plan good.rs --program normalize2 --strategy {strategy}"
        ));
        assert_eq!(
            said.out.contains("the next best costs"),
            has,
            "{}",
            said.out
        );
    }
}

#[test]
fn plans_say_which_loops_threads_may_share() {
    let may = |program: &str| {
        let said = fusus(&format!("plan threads.rs --program {program} --json"));
        let line = said.out.lines().find(|line| line.contains("may_share"));
        line.unwrap_or_else(|| panic!("{}", said.out))
            .trim()
            .to_owned()
    };
    assert_eq!(
        may("parallel"),
        r#"{"loop": 1, "may_share": true, "why": "may share it, block by block, where it takes long enough"}],"#
    );
    assert_eq!(
        may("scanned"),
        r#"{"loop": 1, "may_share": true, "why": "may share it, block by block, where it takes long enough; scans of a block wait for those before"}],"#
    );
    assert_eq!(
        may("unbounded"),
        r#"{"loop": 1, "may_share": true, "why": "may share it, in short blocks, where the time that it takes says so: its text does not bound what a position costs"}],"#
    );
    assert_eq!(
        may("grained"),
        r#"{"loop": 1, "may_share": true, "why": "share it where it has more than 100 positions, the `grain` of the program"}],"#
    );
    assert_eq!(
        may("strict"),
        r#"{"loop": 1, "may_share": false, "why": "do not share it: `strict` makes it one block, from left to right"}],"#
    );
    assert_eq!(
        may("sequential"),
        r#"{"loop": 1, "may_share": false, "why": "do not share it: the backend is `sequential`"}],"#
    );
    let said = fusus("plan good.rs --program normalize2");
    assert!(
        said.out.contains("\nthreads\n  loops 1, 2  may share it"),
        "{}",
        said.out
    );
}
