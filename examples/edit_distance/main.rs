//! Finds the fewest changes that make one text of another, and draws the path through the distances
//! between their beginnings.
//!
//! ```console
//! $ cargo run --release --example edit_distance [PICTURE.png]
//! ```

mod by_hand;
mod path;
mod picture;
mod programs;
mod texts;

use std::process::ExitCode;

use common::report::{self, interleaved};
use common::text::grouped;
use path::{Change, path};
use texts::{FIRST, SECOND};

fn main() -> ExitCode {
    report::run(
        "edit_distance",
        "the fewest changes between two texts",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let (a, b) = (FIRST.as_bytes(), SECOND.as_bytes());
            let mut found = distances(a, b);
            let mut expected = by_hand::distances(a, b);
            let times = interleaved(9, 2, |version| match version {
                0 => found = distances(a, b),
                _ => expected = by_hand::distances(a, b),
            });
            let distance = found[found.len() - 1];
            let changes = path(a, b, &found);
            report.result("letters", format!("{} and {}", a.len(), b.len()));
            report.result("distances", grouped(found.len()));
            report.result("changes", distance);
            report.check("loops come to the same distances", found == expected);
            let made = made(a, b, &changes);
            report.check("the changes make the second text", made == b);
            let counted = changes.iter().filter(|it| it.0 != Change::Keep).count();
            report.check(
                "there are as many as the distance says",
                counted == distance as usize,
            );
            report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
            let text = format!("{distance} changes, in red; the path is gold where a letter stays");
            report.picture(&picture::draw(b.len() + 1, &found, &changes, &text))
        },
    )
}

/// The distances between all beginnings of two texts, in rows.
fn distances(a: &[u8], b: &[u8]) -> Vec<i32> {
    let behind_none = |text: &[u8]| [&[0], text].concat();
    programs::distances(&behind_none(a), &behind_none(b))
}

/// The text that changes make of another one.
fn made(a: &[u8], b: &[u8], changes: &[(Change, usize, usize)]) -> Vec<u8> {
    let letters = changes.iter().filter_map(|(change, i, j)| match change {
        Change::Keep => Some(a[i - 1]),
        Change::Replace | Change::Insert => Some(b[j - 1]),
        Change::Drop => None,
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: &str, b: &str) -> i32 {
        let all = distances(a.as_bytes(), b.as_bytes());
        all[all.len() - 1]
    }

    #[test]
    fn known_distances_are_found() {
        assert_eq!(distance("flaw", "lawn"), 2);
        assert_eq!(distance("Saturday", "Sunday"), 3);
        assert_eq!(distance("", "thread"), 6);
        assert_eq!(distance("thread", ""), 6);
        assert_eq!(distance("", ""), 0);
        assert_eq!(distance("spindle", "spindle"), 0);
    }

    #[test]
    fn distances_are_those_of_the_loops() {
        let texts = [
            "",
            "a",
            "aaaa",
            "abcabcabc",
            "cabbage",
            &FIRST[..60],
            &SECOND[..80],
        ];
        for a in texts {
            for b in texts {
                let (a, b) = (a.as_bytes(), b.as_bytes());
                let found = distances(a, b);
                assert_eq!(found, by_hand::distances(a, b));
                let changes = path(a, b, &found);
                assert_eq!(made(a, b, &changes), b);
            }
        }
    }
}
