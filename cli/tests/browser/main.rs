//! The report in a real browser, on a desktop and on a phone, light and dark.
//!
//! `cargo xtask test` installs Chromium and runs this; the screenshots lie in
//! `target/tmp/report-*.png`, to be looked at.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROBE: &str = include_str!("probe.js");

#[test]
#[ignore = "it takes Chromium: cargo xtask test"]
fn the_report_is_good_to_read() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let page = report(folder);
    for (name, width, height) in [
        ("desktop", 1280, 1600),
        ("wide", 1920, 1200),
        ("phone", 390, 1600),
    ] {
        for (scheme, dark) in [("light", false), ("dark", true)] {
            let name = format!("{name}-{scheme}");
            let seen = seen(&page, width, height, dark);
            assert_seen(&name, &seen, width, dark);
            let picture = folder.join(format!("report-{name}.png"));
            screenshot(&page, &picture, width, height, dark);
            let png = fs::read(&picture).expect("the browser wrote it");
            assert!(png.starts_with(b"\x89PNG"), "{name}");
            let number =
                |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
            assert_eq!((number(16), number(20)), (width, height), "{name}");
        }
    }
}

fn assert_seen(name: &str, seen: &BTreeMap<String, String>, width: u32, dark: bool) {
    let is = |key: &str, value: &str| {
        let found = seen.get(key).map(String::as_str);
        assert_eq!(found, Some(value), "`{key}` of {name}: {seen:#?}");
    };
    is("width", &width.to_string());
    is("overflow", "0");
    is("dark", &dark.to_string());
    is("loaded", "0");
    is("sections", "4");
    is("graphs", "4");
    is("columns", if width < 960 { "1" } else { "2" });
    is("links", "4");
    is("lit", ".source .graph .plan .code");
    is("left_lit", "0");
    is("unreachable", "0");
    is("unnamed", "0");
    let contrast: u32 = seen["contrast"].parse().expect("it is a number");
    assert!(contrast >= 450, "a text of {name} is too faint: {seen:#?}");
}

/// The report on the package of the other tests, with the probe in it.
fn report(folder: &Path) -> PathBuf {
    let path = folder.join("browser.html");
    let status = Command::new(env!("CARGO_BIN_EXE_cargo-fusus"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/package"))
        .args(["fusus", "report", "--out"])
        .arg(&path)
        .status()
        .expect("the command runs");
    assert!(status.success());
    path
}

/// Returns the findings of the probe.
fn seen(page: &Path, width: u32, height: u32, dark: bool) -> BTreeMap<String, String> {
    let html = fs::read_to_string(page).expect("it was just written");
    let probed = page.with_file_name("browser-probed.html");
    let html = html.replace("</body>", &format!("<script>{PROBE}</script></body>"));
    fs::write(&probed, html).expect("the folder is ours");
    let frame = framed(&probed, width, height);
    let output = chromium(&frame, width, height, dark, &["--dump-dom"]);
    let dom = String::from_utf8_lossy(&output.stdout);
    let said = dom.split_once("<pre id=\"probe\">");
    let said = said.and_then(|(_, rest)| rest.split_once("</pre>"));
    let (said, _) = said.unwrap_or_else(|| {
        let errors = String::from_utf8_lossy(&output.stderr);
        panic!("the probe did not run: {errors}")
    });
    let lines = said.lines().filter_map(|line| line.split_once(": "));
    lines
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

fn screenshot(page: &Path, picture: &Path, width: u32, height: u32, dark: bool) {
    let flag = format!("--screenshot={}", picture.display());
    let frame = framed(page, width, height);
    chromium(&frame, width, height, dark, &[&flag]);
}

/// The page in a frame of this size, since a window is never as narrow as a
/// phone; and the facts that the page tells of itself.
fn framed(page: &Path, width: u32, height: u32) -> PathBuf {
    let path = page.with_file_name("browser-frame.html");
    let html = format!(
        r#"<!DOCTYPE html><meta name="color-scheme" content="light dark"><body style="margin:0">
<script>onmessage = (event) => {{
  const out = document.createElement('pre');
  out.id = 'probe';
  out.textContent = event.data;
  document.body.append(out);
}};</script>
<iframe src="file://{}" style="border:0;display:block;width:{width}px;height:{height}px"></iframe></body>"#,
        page.display()
    );
    fs::write(&path, html).expect("the folder is ours");
    path
}

/// Runs the browser, with nothing of the user's and nothing from the network.
fn chromium(page: &Path, width: u32, height: u32, dark: bool, flags: &[&str]) -> Output {
    let profile = page.with_file_name(format!("chromium-{}", std::process::id()));
    let output = Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            // Messages between frames take their time.
            "--virtual-time-budget=4000",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("--window-size={width},{height}"))
        .arg(format!(
            "--blink-settings=preferredColorScheme={}",
            u8::from(!dark)
        ))
        .args(flags)
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("chromium runs");
    // It may still be writing to it.
    let _ = fs::remove_dir_all(&profile);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output
}
