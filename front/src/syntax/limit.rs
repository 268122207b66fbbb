//! A limit on nesting, so that no program can exhaust the compiler's stack.
//!
//! Macros run on the stack of the compiler that calls them, eight megabytes of
//! it, and an overflow ends the compiler without a word. Parsing is what takes
//! the most: `syn` recurses for every level of the tree, and procedural macros
//! are built without optimisation. The need of a level was measured for each
//! kind of syntax (`core/tests/deep.rs` measures it again), and is added up
//! here from the tokens alone, without recursion. Where tokens leave open what
//! they mean, the most expensive meaning counts.

use crate::diagnostic::{Diagnostics, catalog};
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

/// The stack that a program may take, in KiB.
const LIMIT: usize = 7100;

/// The stack of a pair of brackets; around a type, which takes the most.
const BRACKETS: usize = 35;
/// The stack of a pair of braces; around functions inside of functions.
const BRACES: usize = 45;
/// The stack of a reference: as much, if it is part of a type.
const REFERENCE: usize = 36;
/// The stack of `fn` and `dyn` in front of brackets.
const FUNCTION: usize = 12;
/// The stack of `A<`.
const GENERICS: usize = 56;
/// The stack of `->` behind `fn()`.
const ARROW: usize = 36;
/// The stack of `|x|`.
const CLOSURE: usize = 19;
/// The stack of `.`, in a chain of combinators.
const METHOD: usize = 12;
/// The stack of `=`.
const ASSIGNMENT: usize = 9;
/// The stack of every other operator, and of a call.
const OPERATOR: usize = 5;
/// The stack of a keyword that an expression follows.
const KEYWORD: usize = 13;

/// Reports code that is nested too deeply.
pub fn check(tokens: &TokenStream, found: &mut Diagnostics) -> bool {
    let deep = too_deep(tokens);
    if let Some(span) = deep {
        found.push(catalog::too_deep(span));
    }
    deep.is_some()
}

/// The first place that is nested too deeply.
pub(super) fn too_deep(tokens: &TokenStream) -> Option<Span> {
    let mut waiting = vec![(tokens.clone(), 0)];
    while let Some((tokens, around)) = waiting.pop() {
        let mut level = Level::default();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let mut deepest = 0;
            if let TokenTree::Group(group) = &token {
                let takes = match group.delimiter() {
                    Delimiter::Brace => BRACES,
                    _ => BRACKETS,
                };
                deepest = around + level.depth() + takes;
                waiting.push((group.stream(), deepest));
            }
            level.step(&token, tokens.peek());
            if deepest.max(around + level.depth()) > LIMIT {
                return Some(first_place(&token));
            }
        }
    }
    None
}

/// The greatest depth of a tree since the brackets around it.
#[derive(Default)]
struct Level {
    /// The sum since the last statement or comma, without `<`.
    sum: usize,
    /// The sum of the `<` that no `>` has closed.
    generics: usize,
    /// True if the parameters of a closure are open.
    parameters: bool,
    /// True if the last token may have ended an operand.
    after_operand: bool,
    /// The last token, where it is an operator that the next one may continue.
    open: Option<Open>,
}

/// An operator without a space behind it.
#[derive(Clone, Copy)]
struct Open {
    operator: char,
    after_operand: bool,
}

impl Level {
    fn depth(&self) -> usize {
        self.sum + self.generics
    }

    fn step(&mut self, token: &TokenTree, next: Option<&TokenTree>) {
        let open = match token {
            TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint => Some(Open {
                operator: punct.as_char(),
                after_operand: self.after_operand,
            }),
            _ => None,
        };
        self.after_operand = match token {
            TokenTree::Ident(word) => self.word(word),
            TokenTree::Literal(_) => true,
            TokenTree::Group(group) => self.group(group, next),
            TokenTree::Punct(punct) => {
                self.punct(punct);
                false
            }
        };
        self.open = open;
    }

    /// Returns true if the last token was this operator, without a space behind it.
    fn continues(&self, operator: char) -> bool {
        self.open.is_some_and(|open| open.operator == operator)
    }

    fn word(&mut self, word: &Ident) -> bool {
        // A lifetime.
        if self.continues('\'') {
            return false;
        }
        let takes = match word.to_string().as_str() {
            "const" | "mut" => REFERENCE,
            "async" | "become" | "box" | "break" | "do" | "for" | "gen" | "if" | "let" | "loop"
            | "match" | "return" | "static" | "unsafe" | "while" | "yield" => KEYWORD,
            "dyn" | "fn" | "impl" => FUNCTION,
            "as" | "else" | "extern" | "in" | "mod" | "move" | "ref" | "trait" | "where" => {
                OPERATOR
            }
            _ => 0,
        };
        self.sum += takes;
        takes == 0
    }

    fn group(&mut self, group: &Group, next: Option<&TokenTree>) -> bool {
        // A block ends a statement, unless something follows that belongs to it.
        let ends = group.delimiter() == Delimiter::Brace
            && match next {
                None => true,
                Some(TokenTree::Ident(word)) => word != "else" && word != "as",
                Some(TokenTree::Punct(punct)) => punct.as_char() == '#',
                Some(TokenTree::Group(_) | TokenTree::Literal(_)) => false,
            };
        if ends {
            *self = Level::default();
        } else {
            self.sum += OPERATOR;
        }
        !ends
    }

    fn punct(&mut self, punct: &Punct) {
        let infix = self.after_operand;
        match punct.as_char() {
            ';' => *self = Level::default(),
            // Between arguments of types and parameters it ends nothing.
            ',' if self.generics > 0 || self.parameters => {}
            ',' => self.sum = 0,
            '<' => self.generics += GENERICS,
            '>' if self.continues('-') => self.sum += ARROW,
            '>' if self.continues('=') => {}
            '>' => self.generics = self.generics.saturating_sub(GENERICS),
            '|' if self.parameters => self.parameters = false,
            '|' if !infix => {
                self.parameters = true;
                self.sum += CLOSURE;
            }
            // `&&` between operands is one operator.
            '&' if !infix && !self.continues_infix('&') => self.sum += REFERENCE,
            '.' => self.sum += METHOD,
            '=' => self.sum += ASSIGNMENT,
            '\'' => {}
            _ => self.sum += OPERATOR,
        }
    }

    fn continues_infix(&self, operator: char) -> bool {
        self.continues(operator) && self.open.is_some_and(|open| open.after_operand)
    }
}

fn first_place(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_open(),
        other => other.span(),
    }
}
