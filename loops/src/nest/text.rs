//! Nests as text: the pseudocode that a person would write.

use super::{
    Affine, Agree, Bound, Early, Element, Entry, Extent, FoldTarget, Intake, Item, Loop, Nest,
    NestResult, Padding, Pattern, Read, Region, Scan, Stage, Step, Storage, WriteMode,
};
use crate::ir::{ArrayId, Host, ScalarId, ScanKind, Way, tokens};
use std::fmt::{self, Write};

impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Text { nest: self };
        for stage in &self.opening {
            text.stage(stage, f)?;
        }
        for agree in &self.entry {
            writeln!(f, "check {}", text.agree(agree))?;
        }
        for stage in &self.stages {
            text.stage(stage, f)?;
        }
        writeln!(f, "return {}", text.result(&self.result))
    }
}

struct Text<'n> {
    nest: &'n Nest,
}

impl Text<'_> {
    fn array(&self, array: ArrayId) -> String {
        self.nest.arrays[array].name.to_string()
    }

    fn scalar(&self, scalar: ScalarId) -> String {
        self.nest.scalars[scalar].name.to_string()
    }

    fn element(&self, element: Element) -> String {
        match element {
            Element::Array(array) => self.array(array),
            Element::One => "1".to_owned(),
        }
    }

    fn extent(&self, extent: &Extent) -> String {
        match extent {
            Extent::Array(array) | Extent::Kept(array) | Extent::Generated(array) => {
                format!("len({})", self.array(*array))
            }
            Extent::Scalar(scalar) => self.scalar(*scalar),
            Extent::Literal(number) => number.to_string(),
            Extent::Product(axes) => {
                let axes: Vec<String> = axes.iter().map(|axis| self.extent(axis)).collect();
                axes.join(" × ")
            }
            Extent::Section { of, less, by: 1 } => format!("{} - {less}", self.extent(of)),
            Extent::Section { of, less, by } => format!("({} - {less}) / {by}", self.extent(of)),
        }
    }

    fn agree(&self, agree: &Agree) -> String {
        format!(
            "len({}) = {}",
            self.array(agree.array),
            self.extent(&agree.extent)
        )
    }

    fn arrays(&self, pattern: &Pattern<ArrayId>) -> String {
        named(pattern, &|array| self.array(array))
    }

    fn scalars(&self, pattern: &Pattern<ScalarId>) -> String {
        named(pattern, &|scalar| self.scalar(scalar))
    }

    fn stage(&self, stage: &Stage, out: &mut dyn Write) -> fmt::Result {
        match stage {
            Stage::Host { value, into, .. } => {
                writeln!(out, "let {} = {}", self.scalars(into), host(value))
            }
            Stage::Guard { condition, value } => {
                let value = match value {
                    Early::Value(value) => self.result(value),
                    Early::Error(error) => format!("Err({})", host(error)),
                };
                writeln!(out, "if {} return {value}", host(condition))
            }
            Stage::Length { extent, into } => {
                writeln!(out, "let {} = {}", self.scalars(into), self.extent(extent))
            }
            Stage::Inside {
                positions,
                extent,
                array,
                into,
                ..
            } => {
                let (into, extent) = (self.scalars(into), self.extent(extent));
                let positions = host(positions);
                writeln!(out, "let {into} = {positions} inside {array} of {extent}")
            }
            Stage::External { call, into, .. } => {
                let into = named(into, &|bound| match bound {
                    Bound::Array(array) => self.array(array),
                    Bound::Scalar(scalar) => self.scalar(scalar),
                });
                writeln!(out, "external {into} = {}", host(call))
            }
            Stage::Conform {
                array,
                lengths,
                into,
                ..
            } => lengths.iter().enumerate().try_for_each(|(axis, length)| {
                let axis = match lengths.len() {
                    1 => String::new(),
                    _ => format!(", {axis}"),
                };
                let (array, extent) = (self.array(*array), self.extent(&length.1));
                let into = self.array(*into);
                writeln!(out, "check len({array}{axis}) = {extent} for {into}")
            }),
            Stage::Count { value, array, .. } => {
                writeln!(out, "count len({}) of {}", self.array(*array), host(value))
            }
            Stage::Size { size, of } => {
                writeln!(out, "check {} >= 0 for {of}", self.scalar(*size))
            }
            Stage::Agree(agree) => writeln!(out, "check {}", self.agree(agree)),
            Stage::Loop(nested) => self.nested(nested, out),
        }
    }

    fn nested(&self, nested: &Loop, out: &mut dyn Write) -> fmt::Result {
        writeln!(
            out,
            "loop {} over {}: {}",
            nested.number,
            self.extent(&nested.extent),
            nested.bindings.join(" ")
        )?;
        self.region(&nested.body, 1, out)?;
        for write in &nested.writes {
            let array = self.array(write.array);
            match write.mode {
                WriteMode::Fresh => writeln!(out, "  write {array}")?,
                WriteMode::Fill(home) | WriteMode::InPlace(home) | WriteMode::Replace(home) => {
                    writeln!(out, "  write {array} over {}", self.array(home))?;
                }
                WriteMode::Part(home) => {
                    let inset = self.nest.arrays[write.array].inset.as_ref();
                    let begin = inset.map_or_else(String::new, |inset| inset.begin(self.nest));
                    let home = self.array(home);
                    writeln!(out, "  write {array} over {home} from {begin}")?;
                }
                WriteMode::Compact => writeln!(out, "  write {array}, packed")?,
                WriteMode::Append => writeln!(out, "  write {array}, appended")?,
                WriteMode::Scatter(dest) => {
                    writeln!(out, "  scatter {array} into a copy of {}", self.array(dest))?;
                }
                WriteMode::ScatterInPlace(home) => {
                    writeln!(out, "  scatter {array} into {}", self.array(home))?;
                }
                WriteMode::Reduce(dest) => {
                    writeln!(out, "  reduce {array} into a copy of {}", self.array(dest))?;
                }
                WriteMode::ReduceInPlace(home) => {
                    writeln!(out, "  reduce {array} into {}", self.array(home))?;
                }
            }
        }
        Ok(())
    }

    fn region(&self, region: &Region, depth: usize, out: &mut dyn Write) -> fmt::Result {
        let indent = "  ".repeat(depth);
        for read in &region.reads {
            writeln!(out, "{indent}read {}", self.read(read))?;
        }
        for item in &region.items {
            match item {
                Item::Step(step) => writeln!(out, "{indent}{}", self.step(step))?,
                Item::Region(inner) => {
                    self.entry(&inner.entry, &indent, out)?;
                    self.region(inner, depth + 1, out)?;
                }
            }
        }
        Ok(())
    }

    fn entry(&self, entry: &Entry, indent: &str, out: &mut dyn Write) -> fmt::Result {
        match entry {
            Entry::Loop => {}
            Entry::Guard {
                predicate,
                arg,
                into,
                ..
            } => writeln!(
                out,
                "{indent}where {}({}): {}",
                function(predicate),
                self.array(*arg),
                self.arrays(into)
            )?,
            Entry::Axis { along } => writeln!(out, "{indent}for each of {}", self.array(*along))?,
        }
        Ok(())
    }

    fn read(&self, read: &Read) -> String {
        let array = self.array(read.array);
        if read.names().is_empty() {
            return array;
        }
        let axes = read.map.iter().map(|along| match along {
            Affine::Identity(index) => letter(*index).to_string(),
            Affine::Reversed(index) => format!("len - 1 - {}", letter(*index)),
            Affine::Next(index) => format!("next of {}", letter(*index)),
            Affine::Digit {
                digit,
                start,
                factor,
            } => match digit {
                Some(digit) => format!("{factor} * {} + {start}", letter(*digit)),
                None => start.to_string(),
            },
            Affine::Beyond {
                digit,
                start,
                factor,
                padding,
            } => {
                let by = digit.map_or(String::new(), |digit| {
                    format!("{factor} * {} ", letter(digit))
                });
                let sign = if *start < 0 { '-' } else { '+' };
                format!(
                    "{by}{sign} {}, or {}",
                    start.unsigned_abs(),
                    self.outside(*padding)
                )
            }
            Affine::Line {
                digit,
                start,
                factor,
                way,
            } => {
                let (from, sign) = match way {
                    Way::Up => (start.to_string(), '+'),
                    Way::Down => (format!("len - {}", 1 + start), '-'),
                    Way::UpFrom(scalar) => (self.scalar(*scalar), '+'),
                    Way::DownFrom(scalar) => (self.scalar(*scalar), '-'),
                };
                match digit {
                    Some(digit) => format!("{from} {sign} {factor} * {}", letter(*digit)),
                    None => from,
                }
            }
            Affine::Section {
                index,
                start,
                factor: 1,
            } => format!("{} + {start}", letter(*index)),
            Affine::Section {
                index,
                start,
                factor,
            } => format!("{factor} * {} + {start}", letter(*index)),
            Affine::Padded {
                index,
                start,
                factor,
                padding,
            } => {
                let by = match factor {
                    1 => String::new(),
                    factor => format!("{factor} * "),
                };
                let sign = if *start < 0 { '-' } else { '+' };
                let outside = self.outside(*padding);
                let (index, start) = (letter(*index), start.unsigned_abs());
                format!("{by}{index} {sign} {start}, or {outside}")
            }
        });
        let axes: Vec<String> = axes.collect();
        format!("{} = {array}[{}]", self.arrays(&read.into), axes.join(", "))
    }

    fn outside(&self, padding: Padding) -> String {
        match padding.value() {
            Some(scalar) => self.nest.scalars[scalar].name.to_string(),
            None => padding.name().unwrap_or_default().to_owned(),
        }
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::Map { worker, args, into } => {
                let args: Vec<String> = args.iter().map(|arg| self.array(*arg)).collect();
                format!(
                    "{} = {}({})",
                    self.arrays(into),
                    function(worker),
                    args.join(", ")
                )
            }
            Step::Tuple { args, into } => {
                let args: Vec<String> = args.iter().map(|arg| self.array(*arg)).collect();
                format!("{} = ({})", self.arrays(into), args.join(", "))
            }
            Step::Generate {
                worker,
                digit,
                into,
            } => {
                let index = digit.map_or("index".to_owned(), |digit| letter(digit).to_string());
                format!("{} = {}({index})", self.arrays(into), function(worker))
            }
            Step::Range { range, into } => {
                format!("{} = ({})[index]", self.arrays(into), host(range))
            }
            Step::Gather {
                data, index, into, ..
            } => format!(
                "{} = {}[{}]",
                self.arrays(into),
                self.array(*data),
                self.array(*index)
            ),
            Step::Scan(scan) => self.scan(scan),
            Step::Total(scan) => format!("total {} of {}", scan.name, self.entering(&scan.intake)),
            Step::Fold(fold) => {
                let into = match &fold.into {
                    FoldTarget::Scalars(into) => self.scalars(into),
                    FoldTarget::Kept(array) => format!("len({})", self.array(*array)),
                };
                let (seed, operator) = (host(&fold.seed), host(&fold.operator));
                match &fold.intake {
                    Intake::Operand(element) => {
                        let arg = self.element(*element);
                        format!("{into} = fold({seed}, {operator}, {arg})")
                    }
                    Intake::Step { worker, args, .. } => {
                        let args: Vec<String> = args.iter().map(|arg| self.array(*arg)).collect();
                        let (step, args) = (host(worker), args.join(", "));
                        format!("{into} = fold({seed}, {step}, {operator}, {args})")
                    }
                }
            }
            Step::Scatter {
                into,
                combine,
                index,
                value,
            } => {
                let (to, index) = (self.array(*into), self.array(*index));
                let value = self.array(*value);
                match combine {
                    Some(combine) => {
                        let operator = function(&combine.operator);
                        format!("{to}[{index}] = {operator}({to}[{index}], {value})")
                    }
                    None => format!("{to}[{index}] = {value}"),
                }
            }
        }
    }

    fn scan(&self, scan: &Scan) -> String {
        let kind = match scan.kind {
            _ if scan.is_recurrence() => "recurrence",
            ScanKind::Inclusive => "scan",
            ScanKind::Exclusive => "scan_exclusive",
        };
        let kind = match scan.is_over_axes() {
            true => format!("{kind} from {}", neighbours(scan)),
            false => kind.to_owned(),
        };
        format!(
            "{} = {kind}({}, {}, {})",
            self.arrays(&scan.into),
            host(&scan.seed),
            host(&scan.operator),
            self.entering(&scan.intake)
        )
    }

    /// The elements that enter a fold or a scan.
    fn entering(&self, intake: &Intake) -> String {
        match intake {
            Intake::Operand(element) => self.element(*element),
            Intake::Step { args, .. } => {
                let args: Vec<String> = args.iter().map(|arg| self.array(*arg)).collect();
                args.join(", ")
            }
        }
    }

    fn result(&self, result: &NestResult) -> String {
        match result {
            NestResult::Array { array, by_move } => {
                let copied = matches!(self.nest.arrays[*array].storage, Storage::Input(..));
                let name = self.array(*array);
                if *by_move || copied {
                    name
                } else {
                    format!("a copy of {name}")
                }
            }
            NestResult::Scalar(value) => host(value),
            NestResult::Tuple(items) => {
                let items: Vec<String> = items.iter().map(|item| self.result(item)).collect();
                format!("({})", items.join(", "))
            }
        }
    }
}

/// The elements that one of a scan over axes follows from.
fn neighbours(scan: &Scan) -> String {
    let reads = scan.neighbours.iter().map(|read| match read.part {
        Some(part) => format!("{:?}.{part}", read.distances),
        None => format!("{:?}", read.distances),
    });
    let reads: Vec<String> = reads.collect();
    format!("[{}]", reads.join(", "))
}

/// A host expression as people write it.
pub fn host(host: &Host) -> String {
    tokens::of(&*super::over::shown(&host.expr))
}

/// The letter of an index of a region: `i` for the loop's own.
fn letter(index: usize) -> char {
    ('i'..='z').nth(index).unwrap_or('z')
}

/// A worker that is called: a closure needs parentheses.
fn function(worker: &Host) -> String {
    match worker.expr {
        syn::Expr::Closure(_) => format!("({})", host(worker)),
        _ => host(worker),
    }
}

fn named<T: Copy>(pattern: &Pattern<T>, name: &dyn Fn(T) -> String) -> String {
    match pattern {
        Pattern::Name(item) => name(*item),
        Pattern::Ignored => "_".to_owned(),
        Pattern::Tuple(items) => {
            let items: Vec<String> = items.iter().map(|item| named(item, name)).collect();
            format!("({})", items.join(", "))
        }
    }
}
