//! Index notation of any number of axes: a few statements that make one sequence of some others.

use super::{ArrayId, Op, Program};

/// Statements over arrays of any number of axes, the last of which makes a sequence of `i64`.
#[derive(Clone, Debug)]
pub struct Boxes {
    /// The sequences of numbers that they read.
    pub args: Vec<ArrayId>,
    /// The statements, in order.
    pub steps: Vec<Step>,
}

/// A statement, by its text, in which `#3` is what step 3 makes, and `@0` the first sequence.
#[derive(Clone, Debug)]
pub struct Step {
    /// The text: lines that end with a semicolon.
    pub text: String,
    /// The steps that it uses.
    pub uses: Vec<usize>,
    /// Set if it makes an array of one axis.
    pub is_sequence: bool,
    /// Set if it writes the first sequence in place, as step 0 sees it.
    pub writes: bool,
}

impl Boxes {
    /// Returns true if it writes its sequence in place.
    #[must_use]
    pub fn writes(&self) -> bool {
        self.steps.iter().any(|step| step.writes)
    }

    /// Drops the steps that nothing behind them uses, but for the last and those that write.
    pub fn prune(&mut self) {
        let mut used: Vec<usize> = self.steps.len().checked_sub(1).into_iter().collect();
        let steps = self.steps.iter().enumerate();
        used.extend(
            steps
                .filter(|(_, step)| step.writes)
                .map(|(number, _)| number),
        );
        for step in (0..self.steps.len()).rev() {
            if used.contains(&step) {
                used.extend(&self.steps[step].uses);
            }
        }
        for (number, step) in self.steps.iter_mut().enumerate() {
            if !used.contains(&number) {
                *step = Step {
                    text: String::new(),
                    uses: Vec::new(),
                    is_sequence: step.is_sequence,
                    writes: false,
                };
            }
        }
    }

    /// The length of the text, of which shrinking makes less.
    #[must_use]
    pub fn weight(&self) -> usize {
        self.steps.iter().map(|step| step.text.len()).sum()
    }

    /// The statements as they end with an earlier step, the shortest first.
    fn shorter(&self) -> Vec<Boxes> {
        let steps = 1..self.steps.len();
        let ends = steps.filter(|count| {
            let writes = self.steps[..*count].iter().any(|step| step.writes);
            !self.steps[count - 1].text.is_empty() && writes == self.writes()
        });
        ends.map(|count| {
            let mut shorter = Boxes {
                args: self.args.clone(),
                steps: self.steps[..count].to_vec(),
            };
            shorter.prune();
            shorter
        })
        .collect()
    }

    /// The lines before the last expression, and that expression, of statements whose names begin
    /// with this one.
    #[must_use]
    pub fn text(&self, name: &str, args: &[String]) -> (String, String) {
        let mut lines = String::new();
        for step in &self.steps {
            for line in step.text.lines() {
                lines.push_str(&named(line, name, args));
                lines.push_str("\n    ");
            }
        }
        let last = self.steps.len() - 1;
        let whole = match self.writes() {
            // The parameter has the name of the array of several axes.
            true => "map(|x| x ^ 1, flatten(#0))".to_owned(),
            // A sequence whose elements have no coordinates that others have.
            false => format!("flatten(#{last})"),
        };
        (lines, named(&whole, name, args))
    }
}

impl Program {
    /// The programs in which the statements at an index end with an earlier step.
    #[must_use]
    pub fn shorter_boxes(&self, index: usize) -> Vec<Program> {
        let Op::Boxes(boxes) = &self.stmts[index].op else {
            return Vec::new();
        };
        let shorter = boxes.shorter().into_iter();
        shorter
            .map(|boxes| {
                let mut program = self.clone();
                program.stmts[index].op = Op::Boxes(boxes);
                program
            })
            .collect()
    }
}

/// A text with names in the places of numbers.
fn named(text: &str, name: &str, args: &[String]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['#', '@']) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        let (mark, behind) = behind.split_at(1);
        let digits = behind.find(|c: char| !c.is_ascii_digit());
        let (number, behind) = behind.split_at(digits.unwrap_or(behind.len()));
        match mark {
            "#" => {
                out.push_str(name);
                out.push('_');
                out.push_str(number);
            }
            _ => out.push_str(&args[number.parse::<usize>().expect("a number of a sequence")]),
        }
        rest = behind;
    }
    out + rest
}
