//! Spaces between tokens.

use proc_macro2::Delimiter;

use super::lex::{Atom, fuse};

/// Words after which an operand follows, rather than an operator.
const KEYWORDS: &[&str] = &[
    "as", "async", "box", "break", "const", "continue", "dyn", "else", "enum", "extern", "fn",
    "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref",
    "return", "static", "struct", "trait", "type", "unsafe", "use", "where", "while", "yield",
];

/// On which sides a token stands close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sides {
    before: bool,
    after: bool,
}

const LOOSE: Sides = Sides {
    before: false,
    after: false,
};
const PREFIX: Sides = Sides {
    before: false,
    after: true,
};
const SUFFIX: Sides = Sides {
    before: true,
    after: false,
};
const CLOSE: Sides = Sides {
    before: true,
    after: true,
};

/// Writes the atoms of one group.
pub(super) fn write(out: &mut String, atoms: &[Atom]) {
    let mut line = Line {
        atoms,
        expects_operand: true,
        generics: 0,
        in_parameters: false,
    };
    let mut previous = LOOSE;
    for (index, atom) in atoms.iter().enumerate() {
        let sides = line.sides(index);
        let apart = !(previous.after || sides.before);
        if index > 0 && (apart || line.would_fuse(index)) {
            out.push(' ');
        }
        write_atom(out, atom);
        previous = sides;
    }
}

fn write_atom(out: &mut String, atom: &Atom) {
    match atom {
        Atom::Word(text) | Atom::Literal(text) | Atom::Lifetime(text) | Atom::Op(text) => {
            out.push_str(text);
        }
        Atom::Group(delimiter, inner) => {
            let (open, close) = match delimiter {
                Delimiter::Bracket => ("[", "]"),
                Delimiter::Brace if inner.is_empty() => ("{", "}"),
                Delimiter::Brace => ("{ ", " }"),
                Delimiter::Parenthesis | Delimiter::None => ("(", ")"),
            };
            out.push_str(open);
            write(out, inner);
            out.push_str(close);
        }
    }
}

/// The state at one place in a line of atoms.
struct Line<'a> {
    atoms: &'a [Atom],
    /// True if an operand starts here, so that `-`, `*`, `&`, `|` and `<` are not binary
    /// operators.
    expects_operand: bool,
    /// The number of open `<`.
    generics: usize,
    /// True if the parameters of a closure are open.
    in_parameters: bool,
}

impl Line<'_> {
    fn atom(&self, index: usize, offset: isize) -> Option<&Atom> {
        self.atoms.get(index.checked_add_signed(offset)?)
    }

    fn is_op(&self, index: usize, offset: isize, operator: &str) -> bool {
        matches!(self.atom(index, offset), Some(Atom::Op(found)) if found == operator)
    }

    /// The sides of an atom; what it changes for the next is noted.
    fn sides(&mut self, index: usize) -> Sides {
        let operand = self.expects_operand;
        match &self.atoms[index] {
            Atom::Word(word) => {
                self.expects_operand = KEYWORDS.contains(&word.as_str());
                LOOSE
            }
            Atom::Literal(_) => {
                self.expects_operand = false;
                LOOSE
            }
            Atom::Lifetime(_) => {
                self.expects_operand = true;
                LOOSE
            }
            Atom::Group(delimiter, _) => self.group(index, *delimiter, operand),
            Atom::Op(operator) => {
                let operator = operator.clone();
                self.expects_operand = true;
                self.operator(index, &operator, operand)
            }
        }
    }

    fn group(&mut self, index: usize, delimiter: Delimiter, operand: bool) -> Sides {
        match delimiter {
            Delimiter::Brace => {
                let of_struct = match self.atom(index, -1) {
                    Some(Atom::Word(word)) => word.starts_with(char::is_uppercase),
                    _ => false,
                };
                self.expects_operand = !of_struct;
                if self.is_op(index, -1, "::") {
                    SUFFIX
                } else {
                    LOOSE
                }
            }
            _ => {
                let attribute = self.is_op(index, -1, "#");
                let hugs = match self.atom(index, -1) {
                    Some(Atom::Word(word)) => matches!(word.as_str(), "fn" | "pub") || !operand,
                    _ => !operand,
                };
                self.expects_operand = attribute;
                if hugs { SUFFIX } else { LOOSE }
            }
        }
    }

    fn operator(&mut self, index: usize, operator: &str, operand: bool) -> Sides {
        match operator {
            "," | ";" | ":" => SUFFIX,
            "." => CLOSE,
            "::" | ".." | "..=" => {
                if operand {
                    PREFIX
                } else {
                    CLOSE
                }
            }
            "?" if operand => PREFIX,
            "?" => {
                self.expects_operand = false;
                SUFFIX
            }
            "#" | "$" | "~" => PREFIX,
            "!" if operand => PREFIX,
            "!" => CLOSE,
            "|" if self.in_parameters => {
                self.in_parameters = false;
                SUFFIX
            }
            "|" if operand => {
                self.in_parameters = true;
                PREFIX
            }
            "-" | "*" | "&" | "&&" if operand => PREFIX,
            "<" if operand => {
                self.generics += 1;
                match self.atom(index, -1) {
                    Some(Atom::Word(word)) if matches!(word.as_str(), "for" | "impl" | "fn") => {
                        CLOSE
                    }
                    Some(Atom::Op(before)) if before == "::" => CLOSE,
                    _ => PREFIX,
                }
            }
            "<" if self.opens_generics(index) => {
                self.generics += 1;
                CLOSE
            }
            ">" if self.generics > 0 => {
                self.generics -= 1;
                self.expects_operand = false;
                SUFFIX
            }
            ">>" if self.generics > 1 => {
                self.generics -= 2;
                self.expects_operand = false;
                SUFFIX
            }
            _ => LOOSE,
        }
    }

    /// Returns true if `<` after an operand opens generic arguments: after the name of a type or
    /// function definition, with nothing but types up to its `>`.
    fn opens_generics(&self, index: usize) -> bool {
        let of_type = match self.atom(index, -1) {
            Some(Atom::Word(word)) => word.starts_with(char::is_uppercase),
            _ => false,
        };
        let of_definition = matches!(self.atom(index, -2), Some(Atom::Word(word)) if word == "fn");
        if !of_type && !of_definition {
            return false;
        }
        let mut open = 1_usize;
        for atom in &self.atoms[index + 1..] {
            match atom {
                Atom::Op(operator) => match operator.as_str() {
                    "<" => open += 1,
                    ">" => open -= 1,
                    ">>" => open = open.saturating_sub(2),
                    "::" | "," | "&" | "->" | "+" | "=" | ":" | "?" | "*" => {}
                    _ => return false,
                },
                Atom::Word(_) | Atom::Literal(_) | Atom::Lifetime(_) | Atom::Group(..) => {}
            }
            if open == 0 {
                return true;
            }
        }
        false
    }

    /// Returns true if the atom would be read as part of the one before it if no space stood
    /// between them.
    fn would_fuse(&self, index: usize) -> bool {
        let Some(before) = self.atom(index, -1) else {
            return false;
        };
        match (before, &self.atoms[index]) {
            (Atom::Op(left), Atom::Op(right)) => fuse(left, right),
            // `1. ..x`; and a lone point after a number belongs to it unless
            // a name follows: `1.max(2)`, but `x.0 .1`, which is not `x . 0.1`.
            (Atom::Literal(number), Atom::Op(operator)) if operator.starts_with('.') => {
                let named = matches!(self.atom(index, 1), Some(Atom::Word(_)));
                number.ends_with('.') || (operator == "." && !named)
            }
            _ => false,
        }
    }
}
