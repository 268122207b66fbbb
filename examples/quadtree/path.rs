//! Short SVG path data.

use std::fmt::Write as _;

/// The data of a path over whole numbers, every step relative to the one before.
#[derive(Debug, Default)]
pub(crate) struct PathData {
    data: String,
    /// The position of the pen; a first relative move counts from the origin.
    pen: (i32, i32),
}

impl PathData {
    /// A point. Drawn with round caps it is a dot as wide as the stroke.
    pub(crate) fn dot(&mut self, at: (i32, i32)) {
        self.go(at);
        self.data.push_str("h0");
    }

    /// A horizontal line from `start` to the column `x`.
    pub(crate) fn horizontal(&mut self, start: (i32, i32), x: i32) {
        self.go(start);
        self.push(format_args!("h{}", x - start.0));
        self.pen.0 = x;
    }

    /// A vertical line from `start` to the row `y`.
    pub(crate) fn vertical(&mut self, start: (i32, i32), y: i32) {
        self.go(start);
        self.push(format_args!("v{}", y - start.1));
        self.pen.1 = y;
    }

    /// The value of the attribute `d`.
    pub(crate) fn as_str(&self) -> &str {
        &self.data
    }

    fn go(&mut self, (x, y): (i32, i32)) {
        let (dx, dy) = (x - self.pen.0, y - self.pen.1);
        // A minus sign separates as well as a space does.
        let space = if dy < 0 { "" } else { " " };
        self.push(format_args!("m{dx}{space}{dy}"));
        self.pen = (x, y);
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        self.data
            .write_fmt(text)
            .expect("writing to a string succeeds");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_relative() {
        let mut path = PathData::default();
        path.dot((3, 4));
        path.dot((1, 2));
        path.horizontal((1, 5), 9);
        path.vertical((9, 5), -1);
        path.dot((0, 0));
        assert_eq!(path.as_str(), "m3 4h0m-2-2h0m0 3h8m0 0v-6m-9 1h0");
    }
}
