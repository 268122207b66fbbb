//! No input makes the macro panic, loop or exhaust the stack.
//!
//! Valid programs are mutated token by token, random token trees are strung
//! together, and what is merely large stays fast. The generator is a fixed
//! sequence, so that a failure is the same everywhere.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::quote;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How long each of the two random tests goes on.
const PATIENCE: Duration = Duration::from_secs(4);

const PROGRAMS: &[&str] = &[
    "pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let gts = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        let ys1 = map(|x| x / sum1, xs);
        let ys2 = map(|x| x / sum2, xs);
        (ys1, ys2)
    }",
    "#[backend(cpu, sequential)] #[cnf(loops = 3, strategy = \"greedy\")]
    fn write<'a, T: Copy + Send + Sync, const N: usize>(xs: &'a [T], ys: &mut [T], n: usize) -> Result<(), Error> where T: Into<f64> {
        let old = map(|y| y, ys);
        *ys = map(|x, y| if n > N { x } else { y }, xs, ys);
        *ys = scan(xs[0], |a, b| a, gather(xs, 0..len(xs)));
        Ok((old, ys))
    }",
    "let table: [u32] = external(sorted(&xs));
    let (a, (b, _)) = map(|x| (x, (x + offsets[0], 1)), xs);
    let n = len(a) as f64;
    let pairs = a.cross(generate(n as usize, |i| i)).map(|(p, q)| p + q);
    let r#type = scatter(b, conform(a, b), b);
    (pairs.filter(|p| p > 1).scan_exclusive(0, u32::max), fold(0, f64::max, b) / n, format!(\"{}\", len(a)), r#type)",
    "xs.iter().map(|x| x + 1).sum::<f64>()",
];

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(limit.max(1)).expect("small")).expect("small")
    }

    fn token(&mut self, depth: usize) -> TokenTree {
        const WORDS: &[&str] = &[
            "map",
            "filter",
            "fold",
            "scan",
            "scan_exclusive",
            "generate",
            "gather",
            "scatter",
            "cross",
            "conform",
            "external",
            "len",
            "let",
            "fn",
            "pub",
            "mut",
            "xs",
            "ys",
            "n",
            "if",
            "else",
            "match",
            "return",
            "for",
            "self",
            "zip",
            "sum",
            "iter",
            "Ok",
            "_",
            "T",
            "crate",
            "move",
            "async",
            "const",
            "unsafe",
            "where",
            "impl",
            "dyn",
            "XS",
        ];
        const MARKS: &[char] = &[
            ';', ',', '=', '*', '&', '|', '.', ':', '<', '>', '+', '-', '!', '?', '#', '$', '@',
            '\'', '/', '%', '^', '~',
        ];
        match self.below(10) {
            0..=3 => {
                let word = WORDS[self.below(WORDS.len())];
                TokenTree::Ident(Ident::new(word, Span::call_site()))
            }
            4..=6 => {
                let spacing = match self.below(2) {
                    0 => Spacing::Alone,
                    _ => Spacing::Joint,
                };
                let mark = match MARKS[self.below(MARKS.len())] {
                    // A lone quote is no token.
                    '\'' => return TokenTree::Literal(Literal::character('x')),
                    mark => mark,
                };
                TokenTree::Punct(Punct::new(mark, spacing))
            }
            7 => TokenTree::Literal(match self.below(4) {
                0 => Literal::usize_unsuffixed(self.below(5)),
                1 => Literal::f64_unsuffixed(1.5),
                2 => Literal::string("greedy"),
                _ => Literal::u128_unsuffixed(u128::MAX),
            }),
            _ if depth == 0 => TokenTree::Punct(Punct::new('|', Spacing::Alone)),
            _ => {
                let delimiter = match self.below(6) {
                    0 => Delimiter::Brace,
                    1 => Delimiter::Bracket,
                    2 => Delimiter::None,
                    _ => Delimiter::Parenthesis,
                };
                let length = self.below(6);
                let inside = (0..length).map(|_| self.token(depth - 1)).collect();
                TokenTree::Group(Group::new(delimiter, inside))
            }
        }
    }

    /// The same tokens with one change somewhere.
    fn mutated(&mut self, tokens: TokenStream) -> TokenStream {
        let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
        if tokens.is_empty() {
            return self.token(2).into();
        }
        let position = self.below(tokens.len());
        if let TokenTree::Group(group) = &tokens[position]
            && self.below(5) > 0
        {
            let inside = self.mutated(group.stream());
            tokens[position] = TokenTree::Group(Group::new(group.delimiter(), inside));
            return tokens.into_iter().collect();
        }
        match self.below(5) {
            0 => {
                tokens.remove(position);
            }
            1 => tokens.insert(position, tokens[position].clone()),
            2 => {
                let other = self.below(tokens.len());
                tokens.swap(position, other);
            }
            3 => tokens[position] = self.token(2),
            _ => tokens.insert(position, self.token(2)),
        }
        tokens.into_iter().collect()
    }
}

/// Expands, and says which input it was where that fails.
fn expand(tokens: TokenStream) -> String {
    let text = tokens.to_string();
    let krate = quote!(::fusus);
    let attribute = quote!(crate = fusus);
    let result = catch_unwind(AssertUnwindSafe(|| {
        fusus_core::expand_fused(attribute, tokens.clone());
        fusus_core::expand(tokens, &krate).to_string()
    }));
    match result {
        Ok(expanded) => expanded,
        Err(_) => panic!("expanding panicked on:\n{text}"),
    }
}

/// The compiler runs macros on a stack of eight megabytes.
fn with_the_compilers_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(test);
    thread.expect("a thread").join().expect("no panic");
}

#[test]
fn mutated_programs() {
    with_the_compilers_stack(|| {
        let start = Instant::now();
        let mut random = Random(0x5eed);
        let mut count = 0;
        while start.elapsed() < PATIENCE {
            let program = PROGRAMS[random.below(PROGRAMS.len())];
            let mut tokens: TokenStream = program.parse().expect("tokens");
            for _ in 0..=random.below(4) {
                tokens = random.mutated(tokens);
            }
            expand(tokens);
            count += 1;
        }
        assert!(count > 100, "only {count} programs in {PATIENCE:?}");
    });
}

#[test]
fn random_tokens() {
    with_the_compilers_stack(|| {
        let start = Instant::now();
        let mut random = Random(0xf0_0d);
        while start.elapsed() < PATIENCE {
            let length = random.below(30);
            expand((0..length).map(|_| random.token(3)).collect());
        }
    });
}

#[test]
fn valid_programs_have_no_errors() {
    for program in &PROGRAMS[..3] {
        let expanded = expand(program.parse().expect("tokens"));
        let valid = !expanded.contains("compile_error");
        // The second one returns a tuple of a name that was overwritten rightly.
        assert!(valid, "{program}\n{expanded}");
    }
}
