//! CSV files as columns.

use super::arguments::Calc;
use super::cells::{self, Cells, Texts};
use super::names::names;
use crate::render::{self, Place};
use csv::{ByteRecord, ErrorKind, ReaderBuilder, Trim};
use fusus_lazy::Column;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The rows at the beginning that are kept as they stand in the file.
const HEAD: usize = 10;

/// A CSV file that was read.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) file: PathBuf,
    /// The header as it stands in the file.
    pub(crate) header: Vec<String>,
    /// The columns by their names; those with texts have no value.
    pub(crate) columns: Vec<(String, Result<Column, Texts>)>,
    pub(crate) rows: usize,
    pub(crate) head: Vec<Vec<String>>,
}

/// Reads a file, or returns the report of its mistake.
pub(crate) fn read(request: &Calc) -> Result<Table, String> {
    let file = &request.file;
    let opened = File::open(file).map_err(|error| unreadable(file, &error))?;
    let mut reader = ReaderBuilder::new()
        .delimiter(request.delimiter)
        .has_headers(false)
        .trim(Trim::All)
        .from_reader(opened);
    let mut record = ByteRecord::new();
    let mut next = |record: &mut ByteRecord| {
        let read = reader.read_byte_record(record);
        read.map_err(|error| wrong(request, &error))
    };
    if !next(&mut record)? {
        return Err(format!(
            "error: {} is empty\n  = help: the first row has the names of the columns\n",
            file.display()
        ));
    }
    let header = header(request, &record)?;
    let mut cells: Vec<Cells> = header.iter().map(|_| Cells::Missing(0)).collect();
    let mut head = Vec::new();
    let mut rows = 0;
    let mut last = record.position().cloned();
    let mut is_row = !request.has_header || next(&mut record)?;
    while is_row {
        for (cells, cell) in cells.iter_mut().zip(&record) {
            cells.push(cell, rows);
        }
        if rows < HEAD {
            let texts = record.iter().map(|cell| String::from_utf8_lossy(cell));
            head.push(texts.map(|text| text.into_owned()).collect());
        }
        rows += 1;
        last = record.position().cloned();
        is_row = next(&mut record)?;
    }
    if let Some(report) = open_quote(request, last.as_ref()) {
        return Err(report);
    }
    let columns = names(&header).into_iter().zip(cells);
    let columns = columns.map(|(name, cells)| (name, cells.column()));
    Ok(Table {
        file: file.clone(),
        columns: columns.collect(),
        header,
        rows,
        head,
    })
}

/// The cells of the header, or those that stand for one.
fn header(request: &Calc, first: &ByteRecord) -> Result<Vec<String>, String> {
    if !request.has_header {
        return Ok((1..=first.len())
            .map(|column| format!("c{column}"))
            .collect());
    }
    let cells: Result<Vec<&str>, _> = first.iter().map(std::str::from_utf8).collect();
    let Ok(cells) = cells else {
        return Err(format!(
            "error: the first row of {} is no text in UTF-8\n",
            request.file.display()
        ));
    };
    if !cells.is_empty() && cells.iter().all(|cell| cells::is_number(cell)) {
        let message = "the first row has numbers where the names of columns should be";
        let help = "with `--no-header` columns are called c1, c2 and so on";
        let (line, text) = line(&request.file, first.position()).unwrap_or_default();
        return Err(at(&request.file, line, &text, message, help));
    }
    Ok(cells.iter().map(|cell| (*cell).to_owned()).collect())
}

/// The report of a mistake that the reader finds.
fn wrong(request: &Calc, error: &csv::Error) -> String {
    match error.kind() {
        ErrorKind::UnequalLengths {
            pos,
            expected_len,
            len,
        } => {
            if let Some(report) = open_quote(request, pos.as_ref()) {
                return report;
            }
            let plural = if *len == 1 { "" } else { "s" };
            let message =
                format!("the row has {len} cell{plural}, and the first one {expected_len}");
            let (line, text) = line(&request.file, pos.as_ref()).unwrap_or_default();
            let help = match other_delimiter(request, &text) {
                Some(help) if *expected_len == 1 => help.to_owned(),
                _ => format!(
                    "a cell in which `{}` or a line end stands is written in quotation marks",
                    char::from(request.delimiter)
                ),
            };
            at(&request.file, line, &text, &message, &help)
        }
        ErrorKind::Io(error) => unreadable(&request.file, error),
        _ => format!("error: cannot read {}: {error}\n", request.file.display()),
    }
}

/// The place in a cell of a record.
#[derive(Clone, Copy, PartialEq)]
enum Within {
    Start,
    Plain,
    /// Behind a quotation mark that opens a cell.
    Quoted,
    /// Behind a quotation mark that may close one.
    Closed,
}

/// The report of a quotation mark that opens a cell of the record at a position, and is never closed.
fn open_quote(request: &Calc, position: Option<&csv::Position>) -> Option<String> {
    let file = &request.file;
    let (mut line, byte) = position.map_or((1, 0), |at| (at.line(), at.byte()));
    let mut reader = BufReader::new(File::open(file).ok()?);
    reader.seek(SeekFrom::Start(byte)).ok()?;
    let (mut within, mut has_begun, mut opened) = (Within::Start, false, line);
    for byte in reader.bytes() {
        let byte = byte.ok()?;
        within = match (within, byte) {
            (Within::Quoted, b'"') => Within::Closed,
            (Within::Quoted, _) => within,
            (Within::Closed, b'"') => Within::Quoted,
            (Within::Start, b'"') => {
                opened = line;
                Within::Quoted
            }
            // Empty lines, and the mark of UTF-8.
            (_, b'\n' | b'\r' | 0xEF | 0xBB | 0xBF) if !has_begun => Within::Start,
            (_, b'\n' | b'\r') => return None,
            (_, byte) if byte == request.delimiter => Within::Start,
            _ => Within::Plain,
        };
        line += u64::from(byte == b'\n');
        has_begun |= !matches!(byte, b'\n' | b'\r' | 0xEF | 0xBB | 0xBF);
    }
    if within != Within::Quoted {
        return None;
    }
    let line = usize::try_from(opened).ok()?;
    let mut lines = BufReader::new(File::open(file).ok()?).split(b'\n');
    let text = lines.nth(line - 1)?.ok()?;
    let text = String::from_utf8_lossy(&text);
    let text = text.trim_start_matches('\u{feff}').trim_end();
    let message = "a quotation mark that opens a cell in this line is never closed";
    let help = "a cell that begins with `\"` ends with one; `\"\"` within it is the mark itself";
    Some(at(file, line, text, message, help))
}

/// The option for a row that has other marks between its cells than commas.
fn other_delimiter(request: &Calc, row: &str) -> Option<&'static str> {
    match request.delimiter {
        b',' if row.contains(';') => Some("with `--delimiter ';'` cells end at semicolons"),
        b',' if row.contains('\t') => Some("with `--delimiter tab` cells end at tabs"),
        _ => None,
    }
}

impl Table {
    /// A note on a file of one column that seems to be several.
    pub(crate) fn note(&self, request: &Calc) -> Option<String> {
        let [name] = &self.header[..] else {
            return None;
        };
        let help = other_delimiter(request, name)?;
        let file = self.file.display();
        Some(format!(
            "note: {file} has one column, `{name}`\n  = help: {help}\n"
        ))
    }
}

fn unreadable(file: &Path, error: &io::Error) -> String {
    format!("error: cannot read {}: {error}\n", file.display())
}

/// The number and the text of the line at which a record begins. The reader counts line ends that it
/// has seen, and empty lines before the record are behind them.
fn line(file: &Path, position: Option<&csv::Position>) -> io::Result<(usize, String)> {
    let (mut line, byte) = position.map_or((1, 0), |at| (at.line(), at.byte()));
    let mut reader = BufReader::new(File::open(file)?);
    reader.seek(SeekFrom::Start(byte))?;
    let mut text = Vec::new();
    while reader.read_until(b'\n', &mut text)? > 0 && text.iter().all(u8::is_ascii_whitespace) {
        text.clear();
        line += 1;
    }
    let text = String::from_utf8_lossy(&text);
    let text = text.trim_start_matches('\u{feff}').trim_end().to_owned();
    Ok((usize::try_from(line).unwrap_or(usize::MAX), text))
}

/// The longest part of a line that is shown.
const SHOWN: usize = 100;

/// The report of a mistake in a line of a file.
fn at(file: &Path, line: usize, text: &str, message: &str, help: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    shown.retain(|c| !c.is_control() || c == '\t');
    let place = Place {
        file,
        line,
        before: 0,
        width: usize::MAX,
        text: &shown,
    };
    render::mistake(message, &place, &[("help", help)])
}
