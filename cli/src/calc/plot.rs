//! Plots of columns, in characters.

use super::table::float;

/// The bars of a histogram, and the characters of the longest one.
const BARS: usize = 16;
const LONGEST: usize = 50;

/// The characters of a plot of points.
const WIDTH: usize = 64;
const HEIGHT: usize = 18;

/// The least and the greatest of finite numbers.
fn range(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let finite = numbers.filter(|number| number.is_finite());
    let range = finite.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, most), number| (least.min(number), most.max(number)),
    );
    (range.0 <= range.1).then_some(range)
}

/// The number of the part in which a number lies, of so many that a range is cut into.
fn part((least, most): (f64, f64), parts: usize, number: f64) -> usize {
    // Halves of both, since their difference may overflow.
    let share = (number / 2.0 - least / 2.0) / (most / 2.0 - least / 2.0);
    let at = (share * parts as f64) as usize;
    at.min(parts - 1)
}

/// A histogram of the finite numbers.
pub(crate) fn histogram(numbers: &[f64]) -> String {
    let Some((least, most)) = range(numbers.iter().copied()) else {
        return "there is no finite number to plot\n".to_owned();
    };
    let mut counts = [0_usize; BARS];
    for number in numbers.iter().filter(|number| number.is_finite()) {
        counts[part((least, most), BARS, *number)] += 1;
    }
    let highest = counts.iter().copied().max().unwrap_or(1);
    let start = |bar: usize| {
        let share = bar as f64 / BARS as f64;
        float(least * (1.0 - share) + most * share)
    };
    let starts: Vec<String> = (0..BARS).map(start).collect();
    let width = starts.iter().map(|start| start.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (start, count) in starts.iter().zip(counts) {
        // A bar that has anything is seen.
        let len = (count * LONGEST).div_ceil(highest);
        let bar = "█".repeat(len);
        text.push_str(&format!("{start:>width$} │{bar} {count}\n"));
    }
    text.push_str(&format!("{:>width$}\n", float(most)));
    text
}

/// A plot of points, of which those with a coordinate that is not finite are left out.
pub(crate) fn points(xs: &[f64], ys: &[f64]) -> String {
    let points = || {
        let both = xs.iter().copied().zip(ys.iter().copied());
        both.filter(|(x, y)| x.is_finite() && y.is_finite())
    };
    let (Some(across), Some(up)) = (
        range(points().map(|(x, _)| x)),
        range(points().map(|(_, y)| y)),
    ) else {
        return "there is no finite point to plot\n".to_owned();
    };
    let mut canvas = vec![vec![0_usize; WIDTH]; HEIGHT];
    for (x, y) in points() {
        canvas[HEIGHT - 1 - part(up, HEIGHT, y)][part(across, WIDTH, x)] += 1;
    }
    let dot = |count: &usize| match count {
        0 => ' ',
        1 => '·',
        2..=9 => '∘',
        _ => '●',
    };
    let (least, most) = (float(up.0), float(up.1));
    let width = least.len().max(most.len());
    let mut text = String::new();
    for (index, row) in canvas.iter().enumerate() {
        let label = match index {
            0 => &most[..],
            _ if index + 1 == HEIGHT => &least[..],
            _ => "",
        };
        let row: String = row.iter().map(dot).collect();
        text.push_str(&format!("{label:>width$} │{}\n", row.trim_end()));
    }
    let (left, right) = (float(across.0), float(across.1));
    let gap = WIDTH.saturating_sub(right.len());
    text.push_str(&format!("{:>width$} └{}\n", "", "─".repeat(WIDTH)));
    text.push_str(&format!("{:>width$}  {left:<gap$}{right}\n", ""));
    text
}

#[cfg(test)]
mod tests {
    use super::{histogram, points};

    #[test]
    fn a_histogram_counts_finite_numbers() {
        let text = histogram(&[0.0, 0.1, 16.0, f64::NAN, f64::INFINITY]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 17, "{text}");
        assert!(
            lines[0].ends_with("█ 2") && lines[15].ends_with("█ 1"),
            "{text}"
        );
        assert_eq!(lines[1].trim(), "1 │ 0");
        assert!(histogram(&[f64::NAN]).contains("no finite number"));
        assert!(histogram(&[]).contains("no finite number"));
        // One number has no range, and the difference of these overflows.
        assert!(histogram(&[3.0, 3.0]).contains("█ 2"));
        assert!(
            histogram(&[f64::MIN, f64::MAX])
                .lines()
                .last()
                .unwrap()
                .contains("e308")
        );
    }

    #[test]
    fn points_lie_where_they_should() {
        let text = points(&[0.0, 1.0, 1.0, f64::NAN], &[0.0, 1.0, 1.0, 5.0]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0].starts_with("1 │") && lines[0].ends_with('∘'),
            "{text}"
        );
        assert_eq!(lines[17], "0 │·");
        assert!(points(&[1.0], &[]).contains("no finite point"));
    }
}
