//! Random programs over arrays of one axis and of two. Each statement is written twice: as one of
//! `cnf!`, and as one of a formula.

mod expression;
mod statement;

use fusus_rng::Rng;

/// The type of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Float,
    Integer,
    Mask,
}

impl Type {
    fn name(self) -> &'static str {
        match self {
            Type::Float => "f64",
            Type::Integer => "i64",
            Type::Mask => "bool",
        }
    }
}

/// An array or a number of a program.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// True for elements that are integers of a few digits: their sums are the same in any order.
    pub(crate) is_exact: bool,
    /// The arrays that have the same shape; `None` for a number.
    pub(crate) group: Option<usize>,
}

/// The arrays of one shape.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) axes: usize,
    /// The least length of each axis, where masks do not decide.
    pub(crate) least: Option<usize>,
    /// The group that it was made of, and how.
    pub(crate) origin: Option<(usize, Origin)>,
}

/// A way to make arrays of another shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The elements that have neighbours on all sides.
    Inner,
    /// Folds along an axis.
    Folded(usize),
    Transposed,
    Flat,
    Kept,
}

/// A program in both languages.
pub(crate) struct Program {
    pub(crate) rng: Rng,
    seed: u64,
    pub(crate) arrays: Vec<Named>,
    pub(crate) numbers: Vec<Named>,
    pub(crate) groups: Vec<Group>,
    /// The statements of `cnf!`.
    pub(crate) compiled: Vec<String>,
    /// The statements of the formula.
    pub(crate) typed: Vec<String>,
    names: usize,
}

/// The least length of the axes of inputs, so that sections of sections have elements.
const LEAST: usize = 7;

impl Program {
    /// The program of a seed.
    pub(crate) fn random(seed: u64) -> Program {
        let mut rng = Rng::of(0x27, seed);
        let axes = if rng.percent(35) { 2 } else { 1 };
        let input = |name: &str, ty, is_exact| Named {
            name: name.to_owned(),
            ty,
            is_exact,
            group: Some(0),
        };
        let mut program = Program {
            rng,
            seed,
            arrays: vec![
                input("x", Type::Float, true),
                input("y", Type::Float, false),
                input("k", Type::Integer, true),
            ],
            numbers: Vec::new(),
            groups: vec![Group {
                axes,
                least: Some(LEAST),
                origin: None,
            }],
            compiled: Vec::new(),
            typed: Vec::new(),
            names: 0,
        };
        let statements = program.rng.within(4, 12);
        for _ in 0..statements {
            program.statement();
        }
        // A statement that fits no array is none.
        while program.typed.is_empty() {
            program.statement();
        }
        program
    }

    /// A name that is new.
    pub(crate) fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// The group of what is made of another one, and whether it is new.
    pub(crate) fn group(&mut self, of: usize, origin: Origin, group: Group) -> usize {
        let mut known = self.groups.iter();
        let known = known.position(|own| own.origin == Some((of, origin)));
        match known {
            Some(known) if origin != Origin::Kept => known,
            _ => {
                let origin = Some((of, origin));
                self.groups.push(Group { origin, ..group });
                self.groups.len() - 1
            }
        }
    }

    /// The last few values, which are what the program returns.
    fn results(&self) -> Vec<&Named> {
        let own = |named: &&Named| named.name.starts_with('v');
        let arrays = self.arrays.iter().filter(own).rev().take(5);
        arrays.chain(self.numbers.iter().rev().take(3)).collect()
    }

    /// The module of the program: the function of `cnf!`, the text of the formula, and a case.
    pub(crate) fn module(&self) -> String {
        let results = self.results();
        let types = results.iter().map(|own| match own.group {
            Some(_) => format!("Vec<{}>", own.ty.name()),
            None => own.ty.name().to_owned(),
        });
        let types: Vec<String> = types.collect();
        let names: Vec<&str> = results.iter().map(|own| &own.name[..]).collect();
        let one = |parts: String| match results.len() {
            1 => parts,
            _ => format!("({parts})"),
        };
        let (sizes, shapes) = match self.groups[0].axes {
            1 => ("", String::new()),
            _ => {
                let of = |name| format!("            let {name} = reshape({name}, [h, w]);\n");
                ("h: usize, w: usize, ", ["x", "y", "k"].map(of).concat())
            }
        };
        let statements: String = self
            .compiled
            .iter()
            .map(|line| format!("            {line}\n"))
            .collect();
        let given = if sizes.is_empty() { "" } else { "i.h, i.w, " };
        format!(
            "mod p{seed} {{
    use super::*;
    fusus::cnf! {{
        fn run({sizes}x: &[f64], y: &[f64], k: &[i64]) -> {types} {{
{shapes}{statements}            {result}
        }}
    }}
    fn compiled(i: &Inputs) -> Vec<Found> {{
        let {pattern} = run({given}&i.x, &i.y, &i.k);
        vec![{found}]
    }}
    pub(super) const CASE: Case = Case {{
        seed: {seed},
        axes: {axes},
        text: {text:?},
        names: &{names:?},
        compiled,
    }};
}}
",
            seed = self.seed,
            types = one(types.join(", ")),
            result = one(names.join(", ")),
            pattern = one(names.join(", ")),
            found = names
                .iter()
                .map(|name| format!("{name}.into()"))
                .collect::<Vec<_>>()
                .join(", "),
            axes = self.groups[0].axes,
            text = self.typed.join("\n"),
        )
    }
}
