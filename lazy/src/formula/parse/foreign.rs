//! Operators, calls and modules of other languages: mistakes that say what to write.

use super::{Expr, Id, Parser, Result};
use crate::formula::foreign::{self, is_tight};
use crate::formula::message::{FormulaError, Span, similar};
use crate::formula::names::{self, Function};
use crate::formula::token::{Placed, Token};
use crate::operation::Binary;

/// The longest part of a formula that is shown in a help, in characters.
const SHORT: usize = 24;

impl Parser<'_> {
    /// Checks that a sign behind a value is no operator of another language.
    pub(super) fn known_operator(&self, sign: &str, left: Id) -> Result<()> {
        let written = |id: Option<&str>, other: &str| id.unwrap_or(other).to_owned();
        let a = written(self.short(left), "a");
        let b = written(self.next_value(), "b");
        let help = match sign {
            "**" => format!("a power is `powf({a}, {b})`"),
            "<>" | "!==" => format!("write `{a} != {b}`"),
            "=>" => format!("write `{a} >= {b}`"),
            "=<" => format!("write `{a} <= {b}`"),
            "===" => format!("write `{a} == {b}`"),
            "<<" => format!("a product moves bits to the left: `{a} * {}`", power(&b)),
            ">>" => format!("a quotient moves bits to the right: `{a} / {}`", power(&b)),
            "|>" => format!("write `{b}({a})`, or `{a}.{b}()`"),
            "+=" | "-=" | "*=" | "/=" => format!("write `{a} = {a} {} {b}`", &sign[..1]),
            _ => return Ok(()),
        };
        let error = self.error(self.span(), format!("there is no operator `{sign}`"));
        Err(error.help(help))
    }

    /// The text of a value, if it is short enough for a help.
    fn short(&self, id: Id) -> Option<&str> {
        let text = self.word(self.span_of(id));
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        (text.len() <= 24 && text.chars().all(is_plain)).then_some(text)
    }

    /// The name or the number behind the next token.
    fn next_value(&self) -> Option<&str> {
        let placed = self.tokens.get(self.at + 1)?;
        let word = self.word(placed.span);
        let is_value = matches!(
            placed.token,
            Token::Name | Token::Integer(_) | Token::Float(_)
        );
        (is_value && word.len() <= 24).then_some(word)
    }

    /// The text of an expression, if it is short and in one line.
    fn part(&self, id: Id) -> Option<&str> {
        let text = self.word(self.span_of(id));
        (text.chars().count() <= SHORT && !text.contains('\n')).then_some(text)
    }

    /// The help for a call of a function with another number of arguments.
    pub(super) fn argued(
        &self,
        function: Function,
        word: &str,
        receiver: Option<Id>,
        args: &[Id],
    ) -> Option<String> {
        let parts: Vec<&str> = args
            .iter()
            .map(|id| self.part(*id))
            .collect::<Option<_>>()?;
        let module = receiver.filter(|receiver| self.is_module(*receiver));
        if let (Some(module), [_, rest @ ..]) = (module, &parts[..])
            && !rest.is_empty()
        {
            let (module, rest) = (self.word(self.span_of(module)), rest.join(", "));
            return Some(format!(
                "functions have no module `{module}`: write `{word}({rest})`"
            ));
        }
        match (function, &parts[..]) {
            (Function::Fold(_) | Function::Mean, [x, axis]) if is_axis(axis) => {
                Some(format!("write `{word}_axis({x}, {axis})`"))
            }
            (Function::Either(..), [a, b, c]) => {
                Some(format!("write `{word}({word}({a}, {b}), {c})`"))
            }
            (Function::Unary(_), [x, digits]) if word == "round" => {
                let digits: u32 = digits.parse().ok().filter(|digits| *digits < 16)?;
                let x = if is_tight(x) {
                    (*x).to_owned()
                } else {
                    format!("({x})")
                };
                Some(match 10_u64.pow(digits) {
                    1 => format!("write `round({x})`"),
                    scale => format!("write `round({x} * {scale}) / {scale}`"),
                })
            }
            (Function::Range, [a, b]) => Some(match (a.parse::<i64>(), b.parse::<i64>()) {
                (Ok(0), _) => format!("write `range({b})`"),
                (Ok(a), Ok(b)) if a < b => format!("write `{a} + range({})`", b - a),
                _ => format!("write `{a} + range({b} - {a})`"),
            }),
            (Function::Range, [a, b, step]) => {
                let [a, b, step] = [a, b, step].map(|part| part.parse::<i64>().ok());
                let (a, b, step) = (a?, b?, step.filter(|step| *step > 0)?);
                let count = u64::try_from(b.checked_sub(a)?)
                    .ok()?
                    .div_ceil(step.unsigned_abs());
                Some(format!("write `{a} + {step} * range({count})`"))
            }
            _ => None,
        }
    }

    /// The mistake that an argument has a name.
    pub(super) fn named(&self, function: Function, word: &str, args: &[Id]) -> FormulaError {
        let name = self.word(self.span());
        let error = self.error(self.span(), "arguments have no names");
        let value: String = self.tokens[self.at + 2..]
            .iter()
            .take_while(|placed| !matches!(placed.token, Token::End | Token::Sign("," | ")")))
            .map(|placed| self.word(placed.span))
            .collect();
        let first = args.first().and_then(|id| self.part(*id)).unwrap_or("x");
        error.help(match function {
            Function::Fold(_) | Function::Mean | Function::Either(..)
                if name == "axis" && is_axis(&value) =>
            {
                format!("write `{word}_axis({first}, {value})`")
            }
            Function::Scan(_) if name == "axis" => {
                format!("prefixes go through all elements: write `{word}(flatten({first}))`")
            }
            _ => format!("write `{}`", function.usage(word)),
        })
    }

    /// The mistake that a value has no part of a name.
    pub(super) fn no_part(&self, name: Span, value: Id) -> FormulaError {
        let word = self.word(name);
        let error = self.error(name, format!("a value has no part `{word}`"));
        let shown = self.part(value).unwrap_or("x");
        if names::constant(word).is_some() {
            return error.help(format!("the constant is called `{word}`"));
        }
        if let Some(help) = foreign::part(word, shown) {
            return error.help(help);
        }
        error.help(
            match names::function(word).is_some() || foreign::meant(word).is_some() {
                true => {
                    let word = foreign::meant(word).unwrap_or(word);
                    format!("a function is called with brackets: `{shown}.{word}()`")
                }
                false => format!("an input is named alone: write `{word}`"),
            },
        )
    }

    /// The mistake that there is no function of a name. Its arguments come next.
    pub(super) fn no_function(&self, name: Span, receiver: Option<Id>) -> FormulaError {
        let word = self.word(name);
        let args = self.arguments(receiver);
        let is_bound = self.out.bindings.iter().any(|(bound, _)| bound == word);
        if is_bound || self.out.inputs.iter().any(|input| input == word) {
            let error = self.error(name, format!("`{word}` is a value and no function"));
            return error.help(element(word, &args));
        }
        let error = self.error(name, format!("there is no function `{word}`"));
        if names::constant(&word.to_lowercase()).is_some() {
            let lower = word.to_lowercase();
            return error.help(format!("the constant is called `{lower}`"));
        }
        if let Some(help) = foreign::expression(word, &args) {
            return error.help(help);
        }
        let like = foreign::meant(word).or_else(|| similar(word, names::functions()));
        match (like, &args[..]) {
            (Some(like), [_, ..]) if receiver.is_some_and(|receiver| self.is_module(receiver)) => {
                error.help(format!("write `{like}({})`", args.join(", ")))
            }
            (Some(like), _) => error.help(format!("did you mean `{like}`?")),
            (None, [arg]) if arg.parse::<i64>().is_ok() => error.help(element(word, &args)),
            _ => error,
        }
    }

    /// Returns true for the name of a module in the place of a value.
    fn is_module(&self, receiver: Id) -> bool {
        match &self.out.exprs[receiver].0 {
            Expr::Input(name) => foreign::MODULES.contains(&&name[..]),
            _ => false,
        }
    }

    /// The arguments of a call as they are written, behind its bracket; long ones are empty.
    fn arguments(&self, receiver: Option<Id>) -> Vec<String> {
        let receiver = receiver.filter(|receiver| !self.is_module(*receiver));
        let receiver = receiver.map(|receiver| self.part(receiver).unwrap_or("").to_owned());
        let mut args: Vec<String> = receiver.into_iter().collect();
        let (mut depth, mut first) = (0_usize, None);
        for placed in &self.tokens[self.at..] {
            let ends = match placed.token {
                Token::Sign("(" | "[" | "{") => {
                    depth += 1;
                    false
                }
                Token::Sign("," | ")") if depth == 0 => true,
                Token::Sign(")" | "]" | "}") => {
                    depth = depth.saturating_sub(1);
                    false
                }
                _ => false,
            };
            let start: &mut Option<usize> = &mut first;
            if !ends {
                start.get_or_insert(placed.span.start);
                continue;
            }
            if let Some(start) = start.take() {
                let text = self.text[start..placed.span.start].trim();
                let is_short = text.chars().count() <= SHORT && !text.contains('\n');
                // A name before it, `window=3`.
                let value = text
                    .split_once('=')
                    .filter(|(_, value)| !value.starts_with('='));
                let text = value.map_or(text, |(_, value)| value.trim());
                args.push(if is_short {
                    text.to_owned()
                } else {
                    String::new()
                });
            }
            if placed.token == Token::Sign(")") {
                break;
            }
        }
        args
    }

    /// The help for two comparisons one after the other.
    pub(super) fn chained(&self, left: Id) -> String {
        let sides = match self.out.exprs[left].0 {
            Expr::Compare(_, a, b) => [a, b],
            _ => [left, left],
        };
        // In `x > 0 & y > 0` the right side of the first comparison is `0 & y`.
        let bits = sides
            .into_iter()
            .find_map(|side| match self.out.exprs[side].0 {
                Expr::Binary(Binary::And, ..) => Some("&"),
                Expr::Binary(Binary::Or, ..) => Some("|"),
                _ => None,
            });
        if let Some(bits) = bits {
            return format!(
                "`{bits}` binds tighter than a comparison: write `a > 0 {bits}{bits} b > 0`"
            );
        }
        // Of `a > b` the sides are exchanged.
        let middle = sides
            .into_iter()
            .max_by_key(|side| self.span_of(*side).start);
        let middle = middle.and_then(|side| self.part(side));
        match (self.part(left), middle, self.next_value()) {
            (Some(left), Some(middle), Some(next)) => {
                let sign = self.word(self.span());
                format!("write `{left} && {middle} {sign} {next}`")
            }
            _ => "write `a < b && b < c`".to_owned(),
        }
    }

    /// The help for a token that stands where an operator must.
    pub(super) fn expected(&self) -> Option<String> {
        let before = self.at.checked_sub(1).map(|at| self.tokens[at]);
        let found = self.word(self.span());
        let token = self.peek()?;
        if let Some(before) = before.filter(|before| before.token == Token::Name) {
            let word = self.word(before.span);
            let is_value = matches!(token, Token::Name | Token::Integer(_) | Token::Float(_));
            let goes_on = foreign::word(found).is_some() && word != "case";
            let prefix = foreign::prefix(word).filter(|_| is_value && !goes_on);
            if let Some(help) = prefix {
                return Some(help.to_owned());
            }
            if names::function(word).is_some() && is_value {
                return Some(format!("arguments stand in brackets: `{word}({found})`"));
            }
        }
        let integer =
            |token: Option<Token>| matches!(token, Some(Token::Integer(_) | Token::Float(_)));
        match token {
            Token::Name if found == "if" => Some(self.choice_behind()),
            Token::Name => foreign::word(found).map(str::to_owned),
            Token::Sign(",") if integer(before.map(|before| before.token)) && integer(self.peek_at(1)) => {
                Some("a number has a point before its fraction, and `_` between other digits: `1_000.5`".to_owned())
            }
            Token::Sign("(") => Some("a product is `a * (…)`".to_owned()),
            Token::Sign("!") => Some("the opposite of a mask is `!mask`".to_owned()),
            Token::Sign("=") => Some("`==` compares".to_owned()),
            Token::Sign("..") => Some("a section has its step behind `;`: `x[1..9; 2]`".to_owned()),
            _ => None,
        }
    }

    /// The help for `a if condition else b`, behind `a`.
    fn choice_behind(&self) -> String {
        let before = self.at.checked_sub(1).map(|at| self.tokens[at].span);
        let is_alone = self.at < 2
            || matches!(
                self.tokens[self.at - 2].token,
                Token::End | Token::Sign("(" | "[" | "=" | ",")
            );
        let found = self.around_else().map(|(condition, b)| {
            let a = before
                .filter(|_| is_alone)
                .map_or("a", |span| self.word(span));
            format!("write `if {condition} {{ {a} }} else {{ {b} }}`")
        });
        found.unwrap_or_else(|| {
            "a choice is `if condition { a } else { b }`, and a mask keeps elements: `x[x > 0]`"
                .to_owned()
        })
    }

    /// The help for `if condition then a else b`, at `then`.
    pub(super) fn choice_of_words(&self, condition: Id) -> String {
        match (self.part(condition), self.around_else()) {
            (Some(condition), Some((a, b))) => {
                format!("write `if {condition} {{ {a} }} else {{ {b} }}`")
            }
            _ => "write `if condition { a } else { b }`".to_owned(),
        }
    }

    /// The short texts before and behind the next `else`.
    fn around_else(&self) -> Option<(&str, &str)> {
        let rest = &self.tokens[self.at + 1..];
        let is_end = |placed: &&Placed| {
            !matches!(
                placed.token,
                Token::End | Token::Sign("," | ")" | "]" | "}")
            )
        };
        let mut parts: Vec<_> = rest.iter().take_while(is_end).collect();
        if parts
            .last()
            .is_some_and(|last| self.word(last.span) == "end")
        {
            parts.pop();
        }
        let mut words = parts.iter().map(|placed| self.word(placed.span));
        let at = words.position(|word| word == "else")?;
        let text = |part: &[&Placed]| -> Option<&str> {
            let (first, last) = (part.first()?, part.last()?);
            let text = &self.text[first.span.start..last.span.end];
            (text.chars().count() <= SHORT && !text.contains('\n')).then_some(text)
        };
        Some((text(&parts[..at])?, text(&parts[at + 1..])?))
    }

    /// The help for a token that stands where a value must.
    pub(super) fn no_value(&self) -> Option<&'static str> {
        let before = |back: usize| {
            let at = self.at.checked_sub(back)?;
            Some((self.tokens[at].token, self.word(self.tokens[at].span)))
        };
        match (before(1), self.peek()) {
            (None | Some((Token::End, _)), Some(Token::Sign("="))) => {
                Some("a formula begins without `=`")
            }
            (Some((Token::Sign("%"), _)), _) => {
                Some("`%` is the remainder of a division: ten percent are `0.1`")
            }
            (Some((Token::Sign("("), _)), Some(Token::Sign("*")))
                if before(2).is_some_and(|(_, word)| word == "count") =>
            {
                Some("the number of elements is `len(x)`")
            }
            (_, Some(Token::Sign("["))) => {
                Some("an array is an input with a name; `range(3)` has 0, 1 and 2")
            }
            (_, Some(Token::Sign("|")))
                if self.peek_at(1) == Some(Token::Name)
                    && self.peek_at(2) == Some(Token::Sign("|"))
                    && matches!(self.peek_at(3), None | Some(Token::End | Token::Sign(_))) =>
            {
                Some("the size of a number is `abs(x)`")
            }
            (_, Some(Token::Sign("|" | "||"))) => {
                Some("formulas have no closures: write expressions over whole arrays")
            }
            _ => None,
        }
    }
}

/// The help for a value in the place of a function.
fn element(word: &str, args: &[String]) -> String {
    match args {
        [arg] if !arg.is_empty() => {
            let factor = if is_tight(arg) {
                arg.clone()
            } else {
                format!("({arg})")
            };
            format!("an element is `{word}[{arg}]`, a product `{word} * {factor}`")
        }
        _ => format!("a product is `{word} * (…)`, an element `{word}[i]`"),
    }
}

/// The lengths of axes in a text, if they are numbers.
pub(super) fn lengths(text: &str) -> Option<String> {
    let plain = text.trim_matches(|c: char| "()[] ".contains(c));
    let is_number = |part: &str| part.trim().parse::<u64>().is_ok();
    plain.split(',').all(is_number).then(|| plain.to_owned())
}

/// Returns true for the number of an axis.
fn is_axis(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

/// The power of two by which a move by so many bits multiplies.
fn power(bits: &str) -> String {
    let power = bits.parse().ok().and_then(|bits| 1_u64.checked_shl(bits));
    power.map_or("4".to_owned(), |power| power.to_string())
}
