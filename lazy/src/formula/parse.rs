//! The parser of formulas.
//!
//! An expression is a number of a list, behind its operands: nothing that comes after parsing is a
//! recursion, however long a formula is. The parser is one for brackets alone, and counts them.

use super::message::{FormulaError, Span, similar};
use super::names::{self, Function};
use super::token::{Placed, Token, tokens};
use crate::ElementType;
use crate::operation::{Binary, Compare, Unary};
use crate::place::Place;
use crate::section::Section;

/// The number of an expression.
pub(crate) type Id = usize;

/// An expression, whose operands stand before it.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Integer(u64, Option<ElementType>),
    Float(f64, Option<ElementType>),
    Truth(bool),
    Input(String),
    Unary(Unary, Id),
    Binary(Binary, Id, Id),
    Compare(Compare, Id, Id),
    Cast(Id, ElementType),
    Call(Function, Vec<Id>),
    Section(Id, Section),
    /// The elements at indices, or where a mask is true.
    Index(Id, Id),
    /// The element at a position that stands in the formula.
    Element(Id, i64),
    With(Id, Section, Id),
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
    /// The names that are not bound, in the order in which they occur.
    pub(crate) inputs: Vec<String>,
}

/// The deepest brackets that are read.
const DEEPEST: usize = 64;

/// The words that are no names.
const KEYWORDS: &[&str] = &[
    "let", "if", "else", "as", "true", "false", "mut", "fn", "for", "while",
];

/// The precedence of comparisons.
const COMPARISON: usize = 3;

/// Parses a formula.
pub(crate) fn parse(text: &str) -> Result<Parsed, FormulaError> {
    let mut parser = Parser {
        text,
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
        out: Parsed::default(),
    };
    parser.statements()?;
    let mut parsed = parser.out;
    parsed.places = places(text, &parsed.exprs);
    Ok(parsed)
}

/// The places of all expressions, in one pass through the text.
fn places(text: &str, exprs: &[(Expr, Span)]) -> Vec<Place> {
    let mut order: Vec<Id> = (0..exprs.len()).collect();
    order.sort_by_key(|id| exprs[*id].1.start);
    let mut places = vec![Place::Nowhere; order.len()];
    let mut chars = text.char_indices().peekable();
    let (mut line, mut column) = (1_u32, 1_u32);
    for id in order {
        let start = exprs[id].1.start;
        while let Some((_, next)) = chars.next_if(|(at, _)| *at < start) {
            (line, column) = match next {
                '\n' => (line + 1, 1),
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
        let (shown, open) = (self.shown(), self.word(opened));
        let error = self.error(span, format!("expected `{sign}`, but {shown}"));
        let place = FormulaError::new(self.text, opened, "");
        let (line, column) = (place.line(), place.column());
        Err(error.help(format!("`{open}` was opened at {line}:{column}")))
    }

    fn push(&mut self, expr: Expr, span: Span) -> Id {
        self.out.exprs.push((expr, span));
        self.out.exprs.len() - 1
    }

    fn span_of(&self, id: Id) -> Span {
        self.out.exprs[id].1
    }

    fn statements(&mut self) -> Result<()> {
        let mut last: Option<(Id, bool, Span)> = None;
        while self.at < self.tokens.len() {
            if self.peek() == Some(Token::End) {
                self.at += 1;
                continue;
            }
            if let Some((_, false, span)) = last {
                let error = self.error(span, "nothing uses the value of this line");
                return Err(error.help("only the last line is a result; `name = …` keeps a value"));
            }
            last = Some(self.statement()?);
            match self.peek() {
                None | Some(Token::End) => {}
                Some(_) => return Err(self.no_operator()),
            }
        }
        match last {
            Some((result, ..)) => {
                self.out.result = result;
                Ok(())
            }
            None => {
                let error = self.error(self.span(), "the formula is empty");
                Err(error.help("write an expression, such as `2 * x + 1`"))
            }
        }
    }

    /// The mistake that something stands behind a complete expression.
    fn no_operator(&self) -> FormulaError {
        let span = self.span();
        let found = self.word(span);
        let error = match self.peek() {
            Some(Token::Sign(")" | "]" | "}")) => {
                return self.error(span, format!("`{found}` closes nothing"));
            }
            Some(Token::Sign("=")) => {
                let error = self.error(span, "only a name can be bound");
                return error.help("`name = …` binds a name, and `==` compares");
            }
            Some(Token::Sign("**")) => {
                let error = self.error(span, "there is no operator `**`");
                return error.help("a power is `powf(x, y)`");
            }
            Some(Token::Sign("..")) => {
                let error = self.error(span, "a section stands in brackets behind an array");
                return error.help("write `x[1..-1]`");
            }
            _ => self.error(span, format!("expected an operator, but {}", self.shown())),
        };
        match self.peek() {
            Some(Token::Name | Token::Integer(_) | Token::Float(_)) => {
                error.help("a product is `a * b`; statements end with the line or with `;`")
            }
            _ => error,
        }
    }

    /// A binding or an expression: its value, and true for a binding.
    fn statement(&mut self) -> Result<(Id, bool, Span)> {
        let start = self.span();
        let is_let = self.takes_word("let");
        let name = self.span();
        let is_binding =
            self.peek() == Some(Token::Name) && self.peek_at(1) == Some(Token::Sign("="));
        if !is_binding {
            if is_let {
                let error = self.error(
                    name,
                    format!("expected a name and `=`, but {}", self.shown()),
                );
                return Err(error.help("write `let name = …`, or `name = …`"));
            }
            let value = self.expression()?;
            return Ok((value, false, start.to(self.span_of(value))));
        }
        let word = self.word(name);
        if KEYWORDS.contains(&word) {
            return Err(self.error(
                name,
                format!("`{word}` is a word of the language, and no name"),
            ));
        }
        self.at += 2;
        let value = self.expression()?;
        self.out.bindings.push((word.to_owned(), value));
        Ok((value, true, start.to(self.span_of(value))))
    }

    fn expression(&mut self) -> Result<Id> {
        self.binary(0)
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

    /// Operators of at least a precedence.
    fn binary(&mut self, least: usize) -> Result<Id> {
        let mut left = self.cast()?;
        let mut compared = false;
        while let Some(Token::Sign(sign)) = self.peek() {
            let Some(precedence) = precedence(sign).filter(|own| *own >= least) else {
                return Ok(left);
            };
            let span = self.span();
            if precedence == COMPARISON && compared {
                let error = self.error(span, "comparisons do not follow each other");
                return Err(error.help("write `a < b && b < c`"));
            }
            compared = precedence == COMPARISON;
            self.at += 1;
            let right = self.binary(precedence + 1)?;
            let whole = self.span_of(left).to(self.span_of(right));
            let expr = match sign {
                "<" => Expr::Compare(Compare::Less, left, right),
                "<=" => Expr::Compare(Compare::LessOrEqual, left, right),
                ">" => Expr::Compare(Compare::Less, right, left),
                ">=" => Expr::Compare(Compare::LessOrEqual, right, left),
                "==" => Expr::Compare(Compare::Equal, left, right),
                "!=" => Expr::Compare(Compare::NotEqual, left, right),
                sign => Expr::Binary(operation(sign), left, right),
            };
            left = self.push(expr, whole);
        }
        Ok(left)
    }

    fn cast(&mut self) -> Result<Id> {
        let mut value = self.prefix()?;
        while self.takes_word("as") {
            let span = self.span();
            if self.peek() != Some(Token::Name) {
                let error = self.error(
                    span,
                    format!("expected a type behind `as`, but {}", self.shown()),
                );
                return Err(error.help("types are `f64`, `i32`, `bool` and so on"));
            }
            let word = self.word(span);
            let Some(ty) = names::element_type(word) else {
                let like =
                    similar(word, names::types()).map(|like| format!("did you mean `{like}`?"));
                let error = self.error(span, format!("there is no type `{word}`"));
                let all = names::types().collect::<Vec<_>>().join(", ");
                return Err(error.maybe(like.or(Some(format!("types are {all}")))));
            };
            self.at += 1;
            let whole = self.span_of(value).to(span);
            value = self.push(Expr::Cast(value, ty), whole);
        }
        Ok(value)
    }

    fn prefix(&mut self) -> Result<Id> {
        let span = self.span();
        let unary = match self.peek() {
            Some(Token::Sign("-")) => Unary::Neg,
            Some(Token::Sign("!")) => Unary::Not,
            Some(Token::Sign("+")) => {
                let error = self.error(span, "there is no prefix `+`");
                return Err(error.help("leave it out"));
            }
            _ => return self.postfix(),
        };
        self.at += 1;
        let value = self.nested(Self::prefix)?;
        let whole = span.to(self.span_of(value));
        Ok(self.push(Expr::Unary(unary, value), whole))
    }

    fn postfix(&mut self) -> Result<Id> {
        let mut value = self.primary()?;
        loop {
            let span = self.span();
            if self.takes("[") {
                value = self.nested(|parser| parser.index(value, span))?;
            } else if self.takes(".") {
                let name = self.span();
                if self.peek() != Some(Token::Name) {
                    let shown = self.shown();
                    return Err(
                        self.error(name, format!("expected a function behind `.`, but {shown}"))
                    );
                }
                self.at += 1;
                let opened = self.span();
                if !self.takes("(") {
                    let word = self.word(name);
                    let error = self.error(name, format!("a value has no part `{word}`"));
                    return Err(
                        error.help(format!("a function is called with brackets: `.{word}()`"))
                    );
                }
                value = self.nested(|parser| parser.call(name, Some(value), opened))?;
            } else {
                return Ok(value);
            }
        }
    }

    /// The brackets behind an array.
    fn index(&mut self, array: Id, opened: Span) -> Result<Id> {
        if let Some(section) = self.section()? {
            let end = self.close("]", opened)?;
            let whole = self.span_of(array).to(end);
            return Ok(self.push(Expr::Section(array, section), whole));
        }
        let before = self.at;
        if let Some(position) = self.signed()?
            && self.takes("]")
        {
            let end = self.tokens[self.at - 1].span;
            let whole = self.span_of(array).to(end);
            return Ok(self.push(Expr::Element(array, position), whole));
        }
        self.at = before;
        let index = self.expression()?;
        let span = self.span();
        if self.takes("..") || self.takes("..=") {
            let error = self.error(
                span,
                "the bounds of a section are integers that stand in the formula",
            );
            return Err(error.help("write `x[1..-1]`; positions below zero count from the end"));
        }
        if self.takes(",") {
            let error = self.error(span, "arrays of formulas have one dimension");
            return Err(error.help("write one section, one mask or one array of indices"));
        }
        let end = self.close("]", opened)?;
        let whole = self.span_of(array).to(end);
        Ok(self.push(Expr::Index(array, index), whole))
    }

    /// A section, if there is one.
    fn section(&mut self) -> Result<Option<Section>> {
        let before = self.at;
        let start = self.signed()?;
        let is_inclusive = match self.peek() {
            Some(Token::Sign("..")) => false,
            Some(Token::Sign("..=")) => true,
            _ => {
                self.at = before;
                return Ok(None);
            }
        };
        let sign = self.span();
        self.at += 1;
        let end = self.signed()?;
        let mut section = Section::from(..);
        section.start = start;
        section.end = match (end, is_inclusive) {
            (Some(end), true) => Section::from(..=end).end,
            (None, true) => {
                let error = self.error(sign, "`..=` needs an end");
                return Err(error.help("`x[2..]` goes on to the last element"));
            }
            (end, false) => end,
        };
        if self.takes(";") {
            let span = self.span();
            let Some(step) = self.signed()? else {
                let shown = self.shown();
                return Err(self.error(span, format!("expected a step behind `;`, but {shown}")));
            };
            if step == 0 {
                let error = self.error(span, "the step of a section is zero");
                return Err(error.help("`; 2` takes every second element, `; -1` goes backwards"));
            }
            section.step = step;
        }
        Ok(Some(section))
    }

    /// An integer with a sign, if there is one.
    fn signed(&mut self) -> Result<Option<i64>> {
        let span = self.span();
        let before = self.at;
        let is_negative = self.takes("-");
        let Some(Token::Integer(size)) = self.peek() else {
            self.at = before;
            return Ok(None);
        };
        let whole = span.to(self.span());
        self.at += 1;
        let size = i64::try_from(size);
        let size = size.map_err(|_| self.error(whole, "the position is too large"))?;
        Ok(Some(if is_negative { -size } else { size }))
    }

    fn primary(&mut self) -> Result<Id> {
        let span = self.span();
        let suffix = self.tokens.get(self.at).and_then(|placed| placed.suffix);
        match self.peek() {
            Some(Token::Integer(number)) => {
                self.at += 1;
                Ok(self.push(Expr::Integer(number, suffix), span))
            }
            Some(Token::Float(number)) => {
                self.at += 1;
                Ok(self.push(Expr::Float(number, suffix), span))
            }
            Some(Token::Sign("(")) => {
                self.at += 1;
                let value = self.nested(Self::expression)?;
                if self.peek() == Some(Token::Sign(",")) {
                    let error = self.error(self.span(), "there are no tuples in a formula");
                    return Err(error.help("a function stands before its arguments: `max(x, y)`"));
                }
                self.close(")", span)?;
                Ok(value)
            }
            Some(Token::Name) => self.name(span),
            _ => {
                let error = self.error(span, format!("expected a value, but {}", self.shown()));
                Err(match self.peek() {
                    Some(Token::Sign("[")) => error.help("an array is an input with a name"),
                    Some(Token::Sign("|" | "||")) => {
                        error.help("formulas have no closures: write expressions over whole arrays")
                    }
                    _ => error,
                })
            }
        }
    }

    fn name(&mut self, span: Span) -> Result<Id> {
        let word = self.word(span);
        self.at += 1;
        match word {
            "true" | "false" => return Ok(self.push(Expr::Truth(word == "true"), span)),
            "if" => return self.nested(|parser| parser.choice(span)),
            word if KEYWORDS.contains(&word) => {
                let error = self.error(span, format!("expected a value, but there is `{word}`"));
                return Err(match word {
                    "for" | "while" => error.help("operations on arrays are done on all elements"),
                    "let" => error.help("a binding is a line of its own"),
                    _ => error,
                });
            }
            _ => {}
        }
        let opened = self.span();
        if self.takes("(") {
            return self.nested(|parser| parser.call(span, None, opened));
        }
        if let Some((_, bound)) = self
            .out
            .bindings
            .iter()
            .rev()
            .find(|(name, _)| name == word)
        {
            return Ok(*bound);
        }
        let is_known = self.out.inputs.iter().any(|input| input == word);
        if !is_known && names::constant(word).is_none() {
            self.out.inputs.push(word.to_owned());
        }
        Ok(self.push(Expr::Input(word.to_owned()), span))
    }

    /// `if condition { a } else { b }`, behind `if`.
    fn choice(&mut self, start: Span) -> Result<Id> {
        let condition = self.expression()?;
        let a = self.braces("`if condition { a } else { b }`")?;
        if !self.takes_word("else") {
            let error = self.error(
                self.span(),
                format!("expected `else`, but {}", self.shown()),
            );
            return Err(
                error.help("a choice has a value on either side: `if condition { a } else { b }`")
            );
        }
        let next = self.span();
        let b = match self.takes_word("if") {
            true => self.nested(|parser| parser.choice(next))?,
            false => self.braces("`else { b }`")?,
        };
        let end = self.tokens[self.at - 1].span;
        Ok(self.push(
            Expr::Call(Function::Select, vec![condition, a, b]),
            start.to(end),
        ))
    }

    fn braces(&mut self, usage: &str) -> Result<Id> {
        let opened = self.span();
        if !self.takes("{") {
            let error = self.error(opened, format!("expected `{{`, but {}", self.shown()));
            return Err(error.help(format!("write {usage}")));
        }
        let value = self.nested(Self::expression)?;
        self.close("}", opened)?;
        Ok(value)
    }

    /// The arguments of a function, behind its bracket.
    fn call(&mut self, name: Span, receiver: Option<Id>, opened: Span) -> Result<Id> {
        let word = self.word(name);
        let Some(function) = names::function(word) else {
            return Err(self.no_function(name));
        };
        let mut args: Vec<Id> = receiver.into_iter().collect();
        let mut section = None;
        while !matches!(self.peek(), Some(Token::Sign(")")) | None) {
            if function == Function::With && args.len() == 1 && section.is_none() {
                let at = self.span();
                section = self.section()?;
                if section.is_none() {
                    let error = self.error(at, "the second argument of `with` is a section");
                    return Err(error.help("write `with(x, 1..-1, new)`"));
                }
            } else {
                args.push(self.expression()?);
            }
            if !self.takes(",") {
                break;
            }
        }
        let end = self.close(")", opened)?;
        let whole = receiver
            .map_or(name, |receiver| self.span_of(receiver))
            .to(end);
        let given = args.len() + usize::from(section.is_some());
        let (arity, words) = function.arity();
        if !arity.contains(&given) {
            let message = format!("`{word}` takes {words}, and {given} are given");
            let message = message.replace("and 1 are", "and 1 is");
            let error = self.error(name, message);
            return Err(error.help(format!("write `{}`", function.usage(word))));
        }
        let expr = match (function, section) {
            (Function::With, Some(section)) => Expr::With(args[0], section, args[1]),
            (function, _) => Expr::Call(function, args),
        };
        Ok(self.push(expr, whole))
    }

    /// The mistake that there is no function of a name.
    fn no_function(&self, name: Span) -> FormulaError {
        let word = self.word(name);
        let is_bound = self.out.bindings.iter().any(|(bound, _)| bound == word);
        if is_bound || self.out.inputs.iter().any(|input| input == word) {
            let error = self.error(name, format!("`{word}` is a value and no function"));
            return error.help(format!(
                "a product is `{word} * (…)`, an element `{word}[i]`"
            ));
        }
        let error = self.error(name, format!("there is no function `{word}`"));
        let like = names::meant(word).or_else(|| similar(word, names::functions()));
        let like = like.map(|like| format!("did you mean `{like}`?"));
        let closures = ["map", "filter", "fold", "scan", "generate"];
        error.maybe(like.filter(|_| !closures.contains(&word)).or_else(|| {
            let is_closure = closures.contains(&word);
            is_closure.then(|| "formulas have no closures: write expressions over whole arrays, and `x[x > 0]` for a filter".to_owned())
        }))
    }
}

/// The precedence of an operator.
fn precedence(sign: &str) -> Option<usize> {
    Some(match sign {
        "||" => 1,
        "&&" => 2,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => COMPARISON,
        "|" => 4,
        "^" => 5,
        "&" => 6,
        "+" | "-" => 7,
        "*" | "/" | "%" => 8,
        _ => return None,
    })
}

fn operation(sign: &str) -> Binary {
    match sign {
        "+" => Binary::Add,
        "-" => Binary::Sub,
        "*" => Binary::Mul,
        "/" => Binary::Div,
        "%" => Binary::Rem,
        "&" | "&&" => Binary::And,
        "^" => Binary::Xor,
        _ => Binary::Or,
    }
}
