//! The kernels of these tests under oclgrind, which sees data races and accesses out of bounds.

use super::*;
#[cfg(target_os = "linux")]
use std::path::Path;

/// Returns oclgrind's complaints about this number of tests.
#[cfg(target_os = "linux")]
fn complaints(name: &str, arguments: &[&str], tests: usize, memory: oclgrind::Memory) -> String {
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let watched = oclgrind::watched(&log, arguments, memory);
    let wanted = format!("test result: ok. {tests} passed");
    assert!(
        watched.passed && watched.said.contains(&wanted),
        "{}",
        watched.said
    );
    watched.complaints
}

#[test]
#[cfg(target_os = "linux")]
fn kernels_run_clean_under_oclgrind() {
    // Several values for a slot are a race by intention: whichever stays is one
    // of them, which the test looks at elsewhere.
    let arguments = ["--skip", "oclgrind", "--skip", "of_several_values"];
    let memory = oclgrind::Memory::Unwatched;
    assert_eq!(complaints("clean.log", &arguments, 6, memory), "");
}

#[test]
#[cfg(target_os = "linux")]
fn kernels_read_what_was_written_under_oclgrind() {
    let arguments = ["crosses_are"];
    let memory = oclgrind::Memory::Initialised;
    assert_eq!(complaints("read.log", &arguments, 1, memory), "");
}

#[test]
#[cfg(target_os = "linux")]
fn oclgrind_sees_a_race_and_a_write_past_the_end() {
    let arguments = ["--exact", "watched::a_kernel_with_mistakes", "--ignored"];
    let memory = oclgrind::Memory::Initialised;
    let complaints = complaints("mistakes.log", &arguments, 1, memory);
    assert!(complaints.contains("data race"), "{complaints}");
    assert!(
        complaints.contains("Invalid write of size 4"),
        "{complaints}"
    );
    assert!(complaints.contains("Uninitialized value"), "{complaints}");
}

static MISTAKES: Program = Program::new(Text {
    name: "mistakes",
    text: "\
kernel void mistakes_1(global ulong *record, const ulong n, global uint *ys) {
    ys[0] = get_global_id(0);
    if (get_global_id(0) == 0) {
        ys[2] = ys[1];
        ys[1 << 20] = 0;
    }
}
",
    group: 64,
    fp64: false,
    sites: &[],
});

#[test]
#[ignore = "for oclgrind alone"]
fn a_kernel_with_mistakes() {
    in_both_shapes(|device| {
        assert!(is_watched(device), "{device}");
        let run = start(&MISTAKES, 0, device);
        let ys = run.fresh::<u32>(3).unwrap();
        let of = Loop {
            kernel: "mistakes_1",
            items: 1,
            levels: &[],
            partial: 0,
            single_pass: true,
        };
        run.launch(&of, 64, &Args::new().array(&ys), &Args::new(), &[])
            .unwrap();
        run.finish().unwrap();
    });
}
