//! C text: expressions that know how tightly they bind, and indented lines.

use std::fmt::{self, Write};

/// An expression, and how tightly its operator binds.
#[derive(Clone, Debug)]
pub(in crate::codegen::ocl) struct Text {
    pub(in crate::codegen::ocl) text: String,
    binds: u8,
    /// The parts of a tuple that is written out.
    parts: Option<Vec<Text>>,
}

/// Names, numbers, calls, and whatever stands in parentheses.
pub(in crate::codegen::ocl) const ATOM: u8 = 13;
/// Signs and casts.
pub(in crate::codegen::ocl) const PREFIX: u8 = 12;
pub(in crate::codegen::ocl) const OR: u8 = 2;
pub(in crate::codegen::ocl) const AND: u8 = 3;
pub(in crate::codegen::ocl) const EQUALITY: u8 = 7;
pub(in crate::codegen::ocl) const ADDITIVE: u8 = 10;
pub(in crate::codegen::ocl) const CHOICE: u8 = 1;

impl Text {
    /// A name, number or call.
    pub(in crate::codegen::ocl) fn atom(text: impl Into<String>) -> Text {
        Text {
            text: text.into(),
            binds: ATOM,
            parts: None,
        }
    }

    pub(in crate::codegen::ocl) fn new(text: impl Into<String>, binds: u8) -> Text {
        Text {
            text: text.into(),
            binds,
            parts: None,
        }
    }

    /// A struct of these parts, which can be had without it.
    pub(in crate::codegen::ocl) fn tuple(ty: &str, parts: &[Text]) -> Text {
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        Text {
            parts: Some(parts.to_vec()),
            ..Text::atom(format!("(({ty}){{{}}})", texts.join(", ")))
        }
    }

    /// The parts of a tuple that is written out.
    pub(in crate::codegen::ocl) fn parts(&self) -> Option<Vec<Text>> {
        self.parts.clone()
    }

    /// No value at all: of type `()`.
    pub(in crate::codegen::ocl) fn nothing() -> Text {
        Text::atom("")
    }

    /// Returns true if evaluating it twice costs nothing: a name, a field of one, a number.
    pub(in crate::codegen::ocl) fn is_name(&self) -> bool {
        self.text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.')
    }

    /// The text as an operand of an operator that binds so tightly.
    pub(in crate::codegen::ocl) fn within(&self, binds: u8) -> String {
        if self.binds >= binds {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }

    /// `left op right`
    pub(in crate::codegen::ocl) fn binary(left: &Text, op: &str, binds: u8, right: &Text) -> Text {
        // Compilers warn of some mixtures, and people stumble over them.
        let least = match op {
            "<<" | ">>" | "&" | "|" | "^" => PREFIX,
            "||" => AND + 1,
            _ => binds,
        };
        Text::new(
            format!(
                "{} {op} {}",
                left.within(least.max(binds)),
                right.within(least.max(binds + 1))
            ),
            binds,
        )
    }

    /// `(ty)value`
    pub(in crate::codegen::ocl) fn cast(ty: &str, value: &Text) -> Text {
        Text::new(format!("({ty}){}", value.within(PREFIX)), PREFIX)
    }

    /// `function(args…)`
    pub(in crate::codegen::ocl) fn call<T: AsRef<str>>(function: &str, args: &[T]) -> Text {
        let args: Vec<&str> = args.iter().map(AsRef::as_ref).collect();
        Text::atom(format!("{function}({})", args.join(", ")))
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Lines of code, indented.
#[derive(Clone, Debug, Default)]
pub(in crate::codegen::ocl) struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    /// Nothing yet, to be put where the lines of this depth stand.
    pub(in crate::codegen::ocl) fn at_depth(depth: usize) -> Lines {
        Lines {
            text: String::new(),
            depth,
        }
    }

    pub(in crate::codegen::ocl) fn depth(&self) -> usize {
        self.depth
    }

    pub(in crate::codegen::ocl) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// A line.
    pub(in crate::codegen::ocl) fn line(&mut self, line: impl fmt::Display) {
        let text = line.to_string();
        if text.is_empty() {
            self.text.push('\n');
        }
        for line in text.lines() {
            let line = line.trim_end();
            if line.is_empty() {
                self.text.push('\n');
            } else if line.starts_with('#') {
                // Lines for the preprocessor stand at the margin.
                writeln!(self.text, "{line}").expect("strings take everything");
            } else {
                let indent = "    ".repeat(self.depth);
                writeln!(self.text, "{indent}{line}").expect("strings take everything");
            }
        }
    }

    /// A line after which a block begins.
    pub(in crate::codegen::ocl) fn open(&mut self, line: impl fmt::Display) {
        self.line(line);
        self.depth += 1;
    }

    /// A line before which a block ends.
    pub(in crate::codegen::ocl) fn close(&mut self, line: impl fmt::Display) {
        self.depth -= 1;
        self.line(line);
    }

    /// The end of one block and the beginning of another.
    pub(in crate::codegen::ocl) fn between(&mut self, line: impl fmt::Display) {
        self.close(line);
        self.depth += 1;
    }

    /// Lines that have their own indentation already.
    pub(in crate::codegen::ocl) fn append(&mut self, lines: &Lines) {
        self.text.push_str(&lines.text);
    }

    pub(in crate::codegen::ocl) fn into_string(self) -> String {
        self.text
    }
}
