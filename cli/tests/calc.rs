//! `fusus calc` as users call it.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The exit code, the output and the errors.
struct Said {
    code: i32,
    out: String,
    err: String,
}

/// Calls the command in the folder of files, with lines on its standard input.
fn calc(arguments: &[&str], lines: &str) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fusus"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/csv"))
        .arg("calc")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = child.stdin.take().expect("it is piped");
    // The command may end before it has read everything.
    let _ = input.write_all(lines.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    Said {
        code: output.status.code().expect("it ends by itself"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// The output for lines without mistakes.
#[track_caller]
fn answers(file: &str, lines: &str) -> String {
    let said = calc(&[file], lines);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    said.out
}

/// The report about a file that can't be read.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let said = calc(arguments, "1 + 1\n");
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{}", said.err);
    said.err
}

/// A file of a test, which is removed when it ends.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, text: &[u8]) -> Temporary {
        let path = std::env::temp_dir().join(format!("fusus-{}-{name}", std::process::id()));
        fs::write(&path, text).expect("a file can be written");
        Temporary(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("it is UTF-8")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn formulas_are_computed_line_by_line() {
    let lines = "# delays\nlate_ones = delay > 0\nmean(delay[late_ones])\n\nsum(delay)\n";
    assert_eq!(answers("flights.csv", lines), "7.5\n11\n");
    let said = calc(
        &[
            "flights.csv",
            "x = delay * 2",
            "sum(x); # all",
            "count(late)",
        ],
        "",
    );
    assert_eq!(
        (said.code, said.out.as_str()),
        (0, "22\n2\n"),
        "{}",
        said.err
    );
}

#[test]
fn columns_are_tables() {
    assert_eq!(
        answers("flights.csv", "Distance_mi / 2\n"),
        "   Distance_mi / 2\n─  ───────────────\n0            50.25\n1              NaN\n2              3.5\n3 rows of f64\n"
    );
    assert_eq!(
        answers("flights.csv", "table delay, delay[delay > 5], late\n"),
        "   delay  delay[delay > 5]  late\n─  ─────  ────────────────  ─────\n0     12                12  true\n1      3                    false\n2     -4                    true\n"
    );
    assert_eq!(
        answers("flights.csv", "columns\n"),
        "\
column       type  header         texts
───────────  ────  ─────────────  ────────────────────────────────────────────
city         text                 3 different: \"Paris\", \"New York, NY\", \"Oslo\"
delay        i64
late         bool
Distance_mi  f64   Distance (mi)
3 rows
"
    );
    assert_eq!(
        answers("quotes.csv", "head\n"),
        "quote            n\n───────────────  ─\na \"quoted\" cell  1\nover two lines   2\n"
    );
    let long = answers("zero.csv", "range(1000) * 2\n");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    let rows: Vec<Vec<String>> = long.lines().map(words).collect();
    assert_eq!(rows[6..9], [["4", "8"], ["…", "…"], ["995", "1990"]]);
    assert!(long.ends_with("\n1000 rows of i64\n"), "{long}");
}

#[test]
fn a_formula_of_several_lines_is_one_title() {
    for (formula, title) in [
        ("a = delay\n  + 1; a *\n  2", "a * 2"),
        ("a = 1; delay;", "delay"),
        ("a = 1\n(delay\n+ a)\n", "(delay + a)"),
        ("delay\n  * 2 # twice", "delay * 2 # twice"),
    ] {
        let said = calc(&["flights.csv", formula], "");
        let first = said.out.lines().next().unwrap_or_default();
        assert_eq!((first.trim(), said.err.as_str()), (title, ""));
    }
}

#[test]
fn plans_statistics_and_plots_are_shown() {
    let plan = answers("flights.csv", "plan sum(delay * delay)\n");
    assert!(plan.starts_with("1 loop: {* sum}\n"), "{plan}");
    let statistics = answers("flights.csv", "stats Distance_mi\n");
    for row in [["count", "2"], ["missing", "1"], ["median", "53.75"]] {
        let is_row = |line: &str| line.split_whitespace().eq(row);
        assert!(statistics.lines().any(is_row), "{statistics}");
    }
    let histogram = answers("flights.csv", "plot delay\n");
    assert_eq!(histogram.matches('█').count(), 150, "{histogram}");
    let points = answers("flights.csv", "plot delay, Distance_mi\n");
    assert_eq!(points.matches('·').count(), 2, "{points}");
    assert!(answers("zero.csv", "help\nquit\nnothing of this").contains("plan FORMULA"));
}

#[test]
fn mistakes_have_the_line_and_the_column_of_the_session() {
    let said = calc(&["flights.csv"], "delay\n\n2 * dealy\nsum(delay)\n");
    assert_eq!(said.code, 1);
    assert!(said.out.ends_with("\n11\n"), "{}", said.out);
    assert_eq!(
        said.err,
        "\
error: there is no input `dealy`
 --> formula:3:5
  |
3 | 2 * dealy
  |     ^^^^^
  |
  = help: did you mean `delay`?
"
    );
    // The column is that of the line, also behind a command.
    let said = calc(&["flights.csv"], "table delay, dealy\n");
    assert!(said.err.contains("--> formula:1:14\n"), "{}", said.err);
    let said = calc(&["flights.csv"], "delay * city\n");
    assert!(
        said.err.contains(
            "`city` has no value: it has texts, such as `Paris` at position 0; `head` shows them\n --> formula:1:9\n"
        ),
        "{}",
        said.err
    );
    // Lines that are typed are texts of their own.
    let said = calc(&["flights.csv"], "x = delay\n  + 1\n");
    assert!(
        said.err.contains("in one text with the line before"),
        "{}",
        said.err
    );
    let said = calc(&["zero.csv"], "# a note\n// another one\n1\n");
    assert_eq!((said.code, said.out.as_str()), (0, "1\n"), "{}", said.err);
    // A failure is in the line that it comes from, not in the one that asks for it.
    let said = calc(&["zero.csv"], "1\nshare = 6 / n\nsum(share)\n");
    assert_eq!((said.code, said.out.as_str()), (1, "1\n"));
    assert_eq!(
        said.err,
        "\
error: `/`: a division by zero at position 1
 --> formula:2:11
  |
2 | share = 6 / n
  |           ^
  |
  = help: both sides of a choice are computed: choose the divisor, `a / (if b == 0 { 1 } else { b })`
"
    );
    // The sign of the division is shown, and not what it divides.
    let said = calc(&["zero.csv"], "sqrt(1 + (n + 2) / 0)\n");
    assert_eq!(
        said.err,
        "\
error: `/`: a division by zero at position 0
 --> formula:1:18
  |
1 | sqrt(1 + (n + 2) / 0)
  |                  ^
  |
  = help: both sides of a choice are computed: choose the divisor, `a / (if b == 0 { 1 } else { b })`
"
    );
}

#[test]
fn commands_are_no_names() {
    for (line, message) in [
        (
            "plan = 3",
            "error: `plan` is a command; choose another name\n",
        ),
        (
            "plan",
            "error: `plan` needs a formula behind it: `plan x`\n",
        ),
        ("quit now", "error: nothing stands behind `quit`\n"),
        (
            "plot n, n, n",
            "error: a plot has one column or two, not 3\n",
        ),
        (
            "plot n, n[n > 0]",
            "error: the columns have 3 and 2 rows, and each point needs both\n",
        ),
        (
            "stats x = n",
            "error: a binding has no value to show\n  = help: `x` is kept: type its name to see it\n",
        ),
    ] {
        let said = calc(&["zero.csv", line], "");
        assert_eq!((said.code, said.err.as_str()), (1, message), "{line}");
    }
}

#[test]
fn columns_have_the_types_of_their_cells() {
    let odd = answers("odd.csv", "columns\nsum(x)\nx_2\nmax(if_)\n_2019[0]\n");
    for row in [
        "\nx       i64\n",
        "\nx_2     f64   x\n",
        "\nc3      f64\n",
        "\nif_     f64   if\n",
    ] {
        assert!(odd.contains(row), "{odd}");
    }
    assert!(odd.ends_with("\ninf\n100000000000000000000\n"), "{odd}");
    assert_eq!(answers("header.csv", "len(a)\nsum(a * b)\n"), "0\n0\n");
    let no_rows = answers("header.csv", "a\nstats a\nplot a\nhead\n");
    assert!(no_rows.contains("0 rows of f64"), "{no_rows}");
    assert_eq!(answers("tabs.tsv", "sum(a) + sum(b)\n"), "3\n");
    assert_eq!(answers("latin_cells.csv", "sum(x)\n"), "1\n");
    let said = calc(&["numbers.csv", "--no-header", "sum(c1 * c2)"], "");
    assert_eq!((said.code, said.out.as_str()), (0, "14\n"));
    let said = calc(&["semicolons.csv", "--delimiter", ";", "x * 1"], "");
    assert!(said.out.contains("\n1      3\n"), "{}", said.out);
}

#[test]
fn a_file_of_one_column_that_seems_to_be_several_is_noted() {
    let said = calc(&["one_of_semicolons.csv", "columns"], "");
    assert_eq!(
        (said.code, said.err.as_str()),
        (
            0,
            "\
note: one_of_semicolons.csv has one column, `a;b`
  = help: with `--delimiter ';'` cells end at semicolons
"
        )
    );
    let said = calc(
        &["one_of_semicolons.csv", "--delimiter", ";", "sum(a * b)"],
        "",
    );
    assert_eq!((said.out.as_str(), said.err.as_str()), ("14\n", ""));
}

#[test]
fn files_that_are_no_tables_are_refused() {
    assert_eq!(
        refused(&["unequal.csv"]),
        "\
error: the row has 2 cells, and the first one 3
 --> unequal.csv:3:1
  |
3 | 4,5
  | ^^^
  |
  = help: a cell in which `,` or a line end stands is written in quotation marks

"
    );
    // Empty lines and line ends of other systems are counted.
    assert!(refused(&["longer.csv"]).contains(" --> longer.csv:4:1\n  |\n4 | 4,5,6,7\n"));
    let unclosed = refused(&["unclosed.csv"]);
    assert!(
        unclosed.contains("unclosed.csv:2:1\n  |\n2 | \"1,2\n"),
        "{unclosed}"
    );
    for (name, text, line) in [
        ("last.csv", "x,y\n1,2\n\n3,\"4\n", 4),
        ("header.csv", "\u{feff}\"x,y\n1,2\n", 1),
        ("later.csv", "x,y\n\"a\n\"\"b\",\"4\n5,6\n", 3),
        ("one.csv", "x\r\n1\r\n\"\"\"\r\n2\r\n", 3),
    ] {
        let file = Temporary::new(name, text.as_bytes());
        let report = refused(&[file.path()]);
        let place = format!("{}:{line}:1\n", file.path());
        assert!(report.contains("is never closed"), "{report}");
        assert!(report.contains(&place), "{report}");
    }
    let closed = Temporary::new("closed.csv", b"x,y\n\"1\",a\"b\n2,\"\"\"c\"\"\"\n3, \"\n");
    assert_eq!(answers(closed.path(), "sum(x)\n"), "6\n");
    assert!(refused(&["semicolons.csv"]).contains("with `--delimiter ';'`"));
    assert!(refused(&["numbers.csv"]).contains("with `--no-header` columns are called c1"));
    assert!(refused(&["latin.csv"]).contains("latin.csv is no text in UTF-8"));
    for empty in ["empty.csv", "blank.csv"] {
        assert!(refused(&[empty]).contains("is empty"));
    }
    assert!(refused(&["missing.csv"]).contains("cannot read missing.csv: No such file"));
}

#[test]
fn wrong_calls_say_what_to_do() {
    for (arguments, message) in [
        (
            &[][..],
            "error: say which file to read: fusus calc FILE.csv\n",
        ),
        (
            &["a.csv", "--delimeter", ";"],
            "error: there is no option `--delimeter`; did you mean `--delimiter`?\n",
        ),
        (
            &["a.csv", "-x"],
            "error: there is no option `-x`; a formula that begins with a minus stands behind `--`\n",
        ),
        (
            &["a.csv", "--delimiter", "ab"],
            "error: `ab` cannot stand between cells; write one character, such as `;`, or `tab`\n",
        ),
    ] {
        let said = calc(arguments, "");
        assert_eq!((said.code, said.err.as_str()), (2, message));
    }
    let said = calc(&["zero.csv", "--", "-n"], "");
    assert!(said.out.contains("\n2  -2\n"), "{}", said.out);
    let said = calc(&["--help"], "");
    assert!(said.code == 0 && said.out.contains("usage: fusus calc FILE.csv"));
}

#[test]
fn large_files_and_wide_ones_are_read() {
    let mut text = "k,x,name\n".to_owned();
    for k in 0..200_000 {
        writeln!(text, "{k},{}.5,row {k}", k % 10).expect("a string");
    }
    let long = Temporary::new("long.csv", text.as_bytes());
    assert_eq!(
        answers(long.path(), "len(k)\nsum(k)\nmean(x)\nx[-1]\n"),
        "200000\n19999900000\n5\n9.5\n"
    );
    let header: Vec<String> = (0..3000).map(|column| format!("x{column}")).collect();
    let row: Vec<String> = (0..3000).map(|column| column.to_string()).collect();
    let text = format!("{}\n{}\n", header.join(","), row.join(","));
    let wide = Temporary::new("wide.csv", text.as_bytes());
    assert_eq!(
        answers(wide.path(), "x2999 + x1\n"),
        "   x2999 + x1\n─  ──────────\n0        3000\n1 row of i64\n"
    );
    // A cell of a megabyte, and bytes that are no text.
    let mut bytes = b"n,t\n1,".to_vec();
    bytes.extend(std::iter::repeat_n(b'x', 1 << 20));
    bytes.extend(b"\n2,\0\xff\"\x01\n");
    let hostile = Temporary::new("hostile.csv", &bytes);
    assert_eq!(answers(hostile.path(), "sum(n)\n"), "3\n");
}

#[test]
fn hostile_lines_are_mistakes_and_nothing_is_lost() {
    let deep = format!("{}n{}", "(".repeat(100), ")".repeat(100));
    let long = format!("n{}", " + n".repeat(2000));
    let lines =
        format!("{deep}\nsum({long})\n99999999999999999999\n\u{7}n\nn \u{ff0b} 1\nsum(n)\n");
    let said = calc(&["zero.csv"], &lines);
    assert_eq!(
        (said.code, said.out.as_str()),
        (1, "6003\n3\n"),
        "{}",
        said.err
    );
    assert_eq!(said.err.matches("error: ").count(), 4, "{}", said.err);
}
