//! A session: lines and their answers.

use super::names::COMMANDS;
use super::read::Table;
use super::table::{cell, positions, table};
use super::{arguments, plot, statistics};
use fusus_lazy::{Column, Env, Error, Formula, FormulaError};

/// The columns of a greeting.
const GREETED: usize = 20;

/// The answer to a line.
pub(crate) enum Answer {
    Text(String),
    End,
}

/// The columns of a file and what was bound since, with the lines that did so.
pub(crate) struct Session {
    env: Env,
    table: Table,
    /// All lines of the session, whose numbers failures have.
    lines: Vec<String>,
}

impl Session {
    pub(crate) fn new(mut table: Table) -> Session {
        let mut env = Env::new();
        for (name, column) in &mut table.columns {
            match column {
                Ok(column) => env.set(name.clone(), &*column),
                Err(texts) => env.exclude(name.clone(), texts.reason()),
            }
        }
        Session {
            env,
            table,
            lines: Vec::new(),
        }
    }

    /// The first words to somebody who types.
    pub(crate) fn greeting(&self) -> String {
        let (file, rows) = (self.table.file.display(), self.rows_in_words());
        let columns = self.columns(GREETED);
        format!("{file}: {rows}\n\n{columns}\ntype a formula, or `help`\n")
    }

    /// Answers a line, or some lines that are one formula; a mistake is a report.
    pub(crate) fn answer(&mut self, text: &str) -> Result<Answer, String> {
        let behind = self.lines.len();
        let text = text.trim_end();
        self.lines.extend(text.split('\n').map(str::to_owned));
        let begin = text.trim_start();
        let end = begin.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (word, rest) = begin.split_at(end.unwrap_or(begin.len()));
        let is_bound = rest.trim_start().starts_with('=') && !rest.trim_start().starts_with("==");
        let Some(command) = COMMANDS.iter().find(|command| **command == word) else {
            let is_comment = begin.starts_with('#') || begin.starts_with("//");
            let is_formula = !is_comment || begin.contains('\n');
            return match begin.is_empty() || !is_formula {
                true => Ok(Answer::Text(String::new())),
                false => self.formula(behind, text).map(Answer::Text),
            };
        };
        if is_bound {
            return Err(format!("error: `{word}` is a command; choose another name"));
        }
        // The command is blank, so that columns are those of the line.
        let blank = " ".repeat(text.chars().count() - rest.chars().count());
        let argument = format!("{blank}{rest}");
        let takes_formula = matches!(*command, "plan" | "plot" | "stats" | "table");
        if takes_formula == rest.trim().is_empty() {
            return Err(match takes_formula {
                true => format!("error: `{command}` needs a formula behind it: `{command} x`"),
                false => format!("error: nothing stands behind `{command}`"),
            });
        }
        Ok(Answer::Text(match *command {
            "quit" => return Ok(Answer::End),
            "help" => arguments::HELP.to_owned(),
            "columns" => format!("{}{}\n", self.columns(usize::MAX), self.rows_in_words()),
            "head" => table(&self.table.header, &self.table.head),
            "plan" => {
                let column = self.value(behind, &argument)?;
                let plan = column.plan().map_err(|error| self.failure(&error))?;
                format!("{plan}\n")
            }
            "plot" => self.plot(behind, &argument)?,
            "stats" => {
                let column = self.computed(behind, &argument)?;
                statistics::statistics(&column)?
            }
            _ => self.several(behind, &argument)?,
        }))
    }

    /// The number of rows of all columns.
    fn rows_in_words(&self) -> String {
        let rows = self.table.rows;
        format!("{rows} row{}", if rows == 1 { "" } else { "s" })
    }

    /// The names and the types of columns, of many the first ones, and how many texts those have that
    /// have some.
    fn columns(&self, most: usize) -> String {
        let shown = self.table.columns.iter().zip(&self.table.header).take(most);
        let rows = shown.map(|((name, column), header)| {
            let (ty, texts) = match column {
                Ok(column) => (column.ty().to_string(), String::new()),
                Err(texts) => ("text".to_owned(), texts.described()),
            };
            let header = if header == name {
                String::new()
            } else {
                header.clone()
            };
            vec![name.clone(), ty, header, texts]
        });
        let mut rows: Vec<Vec<String>> = rows.collect();
        let mut titles = vec!["column", "type", "header", "texts"];
        if rows.iter().all(|row| row[3].is_empty()) {
            titles.pop();
            rows.iter_mut().for_each(|row| row.truncate(3));
        }
        let titles: Vec<String> = titles.into_iter().map(str::to_owned).collect();
        let mut text = table(&titles, &rows);
        if let Some(more) = self
            .table
            .columns
            .len()
            .checked_sub(most)
            .filter(|more| *more > 0)
        {
            text.push_str(&format!("and {more} more: `columns` lists them\n"));
        }
        text
    }

    /// The value of a formula, which is not computed yet.
    fn value(&mut self, behind: usize, text: &str) -> Result<Column, String> {
        let bound = |name: &str| {
            let help = format!("`{name}` is kept: type its name to see it");
            format!("error: a binding has no value to show\n  = help: {help}")
        };
        match self.env.run_behind(behind, text) {
            Ok(Some(column)) => Ok(column),
            Ok(None) => {
                let formula = Formula::parse(text).map_err(|error| error.to_string())?;
                Err(bound(formula.outputs().last().copied().unwrap_or_default()))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// The value of a formula.
    fn computed(&mut self, behind: usize, text: &str) -> Result<Column, String> {
        let column = self.value(behind, text)?;
        column.eval().map_err(|error| self.failure(&error))
    }

    /// A failure with the line that it comes from.
    fn failure(&self, error: &Error) -> String {
        let text = self.lines.join("\n");
        let shown = error
            .in_text(&text)
            .map(|error: FormulaError| error.to_string());
        shown.unwrap_or_else(|| format!("error: {error}"))
    }

    /// The answer to a formula.
    fn formula(&mut self, behind: usize, text: &str) -> Result<String, String> {
        let run = self.env.run_behind(behind, text);
        let Some(column) = run.map_err(|error| error.to_string())? else {
            return Ok(String::new());
        };
        let column = column.eval().map_err(|error| self.failure(&error))?;
        if column.is_number() {
            let number = column.item().map_err(|error| self.failure(&error))?;
            return Ok(format!("{number}\n"));
        }
        let mut text = self.rows(&[last_statement(text)], std::slice::from_ref(&column))?;
        let (len, ty) = (self.len(&column)?, column.ty());
        let plural = if len == 1 { "" } else { "s" };
        text.push_str(&format!("{len} row{plural} of {ty}\n"));
        Ok(text)
    }

    fn len(&self, column: &Column) -> Result<usize, String> {
        column.len().map_err(|error| self.failure(&error))
    }

    /// The ends of columns that were computed, side by side.
    fn rows(&self, names: &[String], columns: &[Column]) -> Result<String, String> {
        let mut longest = 0;
        for column in columns {
            longest = longest.max(self.len(column)?);
        }
        let mut rows = Vec::new();
        for position in positions(longest) {
            let mut row = vec![position.map_or("…".to_owned(), |at| at.to_string())];
            for column in columns {
                row.push(match position {
                    None => "…".to_owned(),
                    Some(at) => {
                        let number = column.get(at).map_err(|error| self.failure(&error))?;
                        number.map_or(String::new(), cell)
                    }
                });
            }
            rows.push(row);
        }
        let header: Vec<String> = [String::new()].iter().chain(names).cloned().collect();
        Ok(table(&header, &rows))
    }

    /// The values of formulas between which commas stand, and their texts.
    fn list(&mut self, behind: usize, text: &str) -> Result<(Vec<String>, Vec<Column>), String> {
        let (mut names, mut columns) = (Vec::new(), Vec::new());
        for (start, end) in parts(text) {
            let before: String = text[..start].chars().map(|_| ' ').collect();
            let own = format!("{before}{}", &text[start..end]);
            columns.push(self.computed(behind, &own)?);
            names.push(own.trim().to_owned());
        }
        Ok((names, columns))
    }

    fn several(&mut self, behind: usize, text: &str) -> Result<String, String> {
        let (names, columns) = self.list(behind, text)?;
        self.rows(&names, &columns)
    }

    fn plot(&mut self, behind: usize, text: &str) -> Result<String, String> {
        let (_, columns) = self.list(behind, text)?;
        let mut numbers = Vec::new();
        for column in &columns {
            numbers.push(
                column
                    .to_vec::<f64>()
                    .map_err(|error| self.failure(&error))?,
            );
        }
        match &numbers[..] {
            [one] => Ok(plot::histogram(one)),
            [xs, ys] if xs.len() == ys.len() => Ok(plot::points(xs, ys)),
            [xs, ys] => Err(format!(
                "error: the columns have {} and {} rows, and each point needs both",
                xs.len(),
                ys.len()
            )),
            more => Err(format!(
                "error: a plot has one column or two, not {}",
                more.len()
            )),
        }
    }
}

/// The last statement of a formula that was understood, on one line: what is behind it and what is before it
/// are formulas as well.
fn last_statement(text: &str) -> String {
    let text = text.trim_end_matches(|c: char| c == ';' || c.is_whitespace());
    let is_formula = |part: &str| Formula::parse(part).is_ok();
    let mut ends = text.match_indices([';', '\n']).rev();
    let start = ends.find(|(end, _)| is_formula(&text[..*end]) && is_formula(&text[end + 1..]));
    let statement = &text[start.map_or(0, |(end, _)| end + 1)..];
    let words: Vec<&str> = statement.split_whitespace().collect();
    words.join(" ")
}

/// The parts of a text between commas that stand in no brackets.
fn parts(text: &str) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push((start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push((start, text.len()));
    parts
}
