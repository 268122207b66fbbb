//! The parser of formulas.
//!
//! An expression is a number of a list, behind its operands: nothing that comes after parsing is a
//! recursion, however long a formula is. The parser is one for brackets alone, and counts them.

mod foreign;
mod index;
mod lines;
mod operator;
mod primary;
mod statement;

use super::message::{FormulaError, Span};
use super::names::Function;
use super::token::{Placed, Token, tokens};
use crate::ElementType;
use crate::operation::{Binary, Compare, Unary};
use crate::place::Place;
use crate::sections::Sections;

/// The number of an expression.
pub(crate) type Id = usize;

/// An expression, whose operands stand before it.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Integer(u64, Option<ElementType>),
    Float(f64, Option<ElementType>),
    Truth(bool),
    Input(String),
    /// The value of a name that is bound.
    Bound(Id),
    Unary(Unary, Id),
    Binary(Binary, Id, Id),
    /// `&&` and `||`, between masks.
    Logical(Binary, Id, Id),
    Compare(Compare, Id, Id),
    Cast(Id, ElementType),
    Call(Function, Vec<Id>),
    Section(Id, Sections),
    /// The elements at indices, or where a mask is true.
    Index(Id, Id),
    /// The element at a position that stands in the formula.
    Element(Id, i64),
    With(Id, Sections, Id),
    /// The elements along axes of these lengths.
    Reshape(Id, Vec<Id>),
}

/// A formula that is understood.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) exprs: Vec<(Expr, Span)>,
    /// The place of each expression.
    pub(crate) places: Vec<Place>,
    /// The names that are bound, in order, each with its value.
    pub(crate) bindings: Vec<(String, Id)>,
    /// The result: the last line.
    pub(crate) result: Id,
    /// True if the last line is a binding. One that only names a binding has the same result.
    pub(crate) ends_bound: bool,
    /// The names that are not bound, in the order in which they occur.
    pub(crate) inputs: Vec<String>,
    /// The number of lines of other texts before it.
    pub(crate) behind: usize,
}

impl Parsed {
    /// The expression whose value an expression is: of a name, that which is bound to it.
    pub(crate) fn named(&self, mut id: Id) -> Id {
        while let Expr::Bound(value) = self.exprs[id].0 {
            id = value;
        }
        id
    }
}

/// The deepest brackets that are read.
const DEEPEST: usize = 64;

/// The words that are no names.
const KEYWORDS: &[&str] = &[
    "let", "if", "else", "as", "true", "false", "mut", "fn", "for", "while",
];

/// Parses a formula that stands behind so many lines of other texts.
pub(crate) fn parse(text: &str, behind: usize) -> Result<Parsed, FormulaError> {
    parsed(text, behind).map_err(|error| error.behind(behind))
}

fn parsed(text: &str, behind: usize) -> Result<Parsed, FormulaError> {
    let mut parser = Parser {
        text,
        tokens: lines::joined(text, tokens(text)?),
        at: 0,
        depth: 0,
        marks: Vec::new(),
        out: Parsed {
            behind,
            ..Parsed::default()
        },
    };
    parser.statements()?;
    let places = places(text, behind, &parser.marks);
    Ok(Parsed {
        places,
        ..parser.out
    })
}

/// The places of all expressions, in one pass through the text.
fn places(text: &str, behind: usize, marks: &[usize]) -> Vec<Place> {
    let mut order: Vec<Id> = (0..marks.len()).collect();
    order.sort_by_key(|id| marks[*id]);
    let mut places = vec![Place::Nowhere; order.len()];
    let mut chars = text.char_indices().peekable();
    let first = u32::try_from(behind + 1).unwrap_or(u32::MAX);
    let (mut line, mut column) = (first, 1_u32);
    for id in order {
        while let Some((_, next)) = chars.next_if(|(at, _)| *at < marks[id]) {
            (line, column) = match next {
                '\n' => (line.saturating_add(1), 1),
                _ => (line, column + 1),
            };
        }
        places[id] = Place::Formula(line, column);
    }
    places
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Placed>,
    at: usize,
    depth: usize,
    /// The byte at which each expression has its place: that of its operator between two operands, the
    /// first one of others.
    marks: Vec<usize>,
    out: Parsed,
}

type Result<T, E = FormulaError> = std::result::Result<T, E>;

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).map(|placed| placed.token)
    }

    fn peek_at(&self, ahead: usize) -> Option<Token> {
        self.tokens.get(self.at + ahead).map(|placed| placed.token)
    }

    /// The place of the next token, or the end of the text.
    fn span(&self) -> Span {
        let end = Span {
            start: self.text.trim_end().len(),
            end: self.text.trim_end().len(),
        };
        self.tokens.get(self.at).map_or(end, |placed| placed.span)
    }

    fn word(&self, span: Span) -> &'t str {
        &self.text[span.start..span.end]
    }

    /// The next token as it is written.
    fn shown(&self) -> String {
        match self.peek() {
            None => "the formula ends".to_owned(),
            Some(Token::End) => "the line ends".to_owned(),
            Some(_) => {
                let word = self.word(self.span());
                let cut: String = word.chars().take(20).collect();
                format!("there is `{cut}`")
            }
        }
    }

    fn error(&self, span: Span, message: impl Into<String>) -> FormulaError {
        FormulaError::new(self.text, span, message)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if next == sign);
        self.at += usize::from(is_next);
        is_next
    }

    /// Takes a word of the language.
    fn takes_word(&mut self, word: &str) -> bool {
        let is_next = self.peek() == Some(Token::Name) && self.word(self.span()) == word;
        self.at += usize::from(is_next);
        is_next
    }

    /// Takes a closing bracket of one that was opened.
    fn close(&mut self, sign: &'static str, opened: Span) -> Result<Span> {
        let span = self.span();
        if self.takes(sign) {
            return Ok(span);
        }
        if let Some(help) = self.expected() {
            let error = self.error(span, format!("expected an operator, but {}", self.shown()));
            return Err(error.help(help));
        }
        let (shown, open) = (self.shown(), self.word(opened));
        let error = self.error(span, format!("expected `{sign}`, but {shown}"));
        let place = FormulaError::new(self.text, opened, "");
        let (line, column) = (place.line() + self.out.behind, place.column());
        Err(error.help(format!("`{open}` was opened at {line}:{column}")))
    }

    fn push(&mut self, expr: Expr, span: Span) -> Id {
        self.push_at(span.start, expr, span)
    }

    fn push_at(&mut self, mark: usize, expr: Expr, span: Span) -> Id {
        self.marks.push(mark);
        self.out.exprs.push((expr, span));
        self.out.exprs.len() - 1
    }

    fn span_of(&self, id: Id) -> Span {
        self.out.exprs[id].1
    }

    /// Counts brackets and prefixes around `parse`.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == DEEPEST {
            let message = format!("expressions nest more than {DEEPEST} deep");
            let error = self.error(self.span(), message);
            return Err(error.help("bind a part of it to a name: `name = …`"));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }
}
