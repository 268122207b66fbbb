//! `fusus calc`: a calculator over the columns of a CSV file.

mod arguments;
mod cells;
mod names;
mod plot;
mod read;
mod session;
mod statistics;
mod table;

pub(crate) use arguments::{Calc, HELP, parse};

use crate::{Failure, print};
use session::{Answer, Session};
use std::io::{self, BufRead, IsTerminal};

/// Computes the formulas of the command line, or those that are typed or piped.
pub(crate) fn run(request: &Calc) -> Result<(), Failure> {
    let table = read::read(request).map_err(|report| {
        eprint!("{report}");
        Failure::Reported
    })?;
    if let Some(note) = table.note(request) {
        eprint!("{note}");
    }
    let mut session = Session::new(table);
    let mut wrong = false;
    if !request.formulas.is_empty() {
        for formula in &request.formulas {
            wrong |= !said(session.answer(formula))?;
        }
    } else {
        wrong = typed(&mut session)?;
    }
    if wrong {
        return Err(Failure::Reported);
    }
    Ok(())
}

/// Answers the lines of the standard input; returns true if one had a mistake that nobody saw when
/// it was typed.
fn typed(session: &mut Session) -> Result<bool, Failure> {
    let is_typed = io::stdin().is_terminal();
    if is_typed {
        print(&session.greeting())?;
    }
    let mut wrong = false;
    let mut lines = io::stdin().lock().split(b'\n');
    loop {
        if is_typed {
            print("> ")?;
        }
        let line = match lines.next().transpose() {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error) => return Err(Failure::Usage(format!("cannot read the input: {error}"))),
        };
        let line = String::from_utf8_lossy(&line);
        match session.answer(&line) {
            Ok(Answer::End) => break,
            answer => wrong |= !said(answer)?,
        }
    }
    Ok(wrong && !is_typed)
}

/// Prints an answer; returns true if it is no mistake.
fn said(answer: Result<Answer, String>) -> Result<bool, Failure> {
    match answer {
        Ok(Answer::Text(text)) => print(&text)?,
        Ok(Answer::End) => {}
        Err(mistake) => {
            eprintln!("{}", mistake.trim_end());
            return Ok(false);
        }
    }
    Ok(true)
}
