//! One name for each array.
//!
//! In the IR arrays are ids, and their names may repeat through shadowing. In
//! the text each has a name of its own that nothing else goes by, so that a
//! line means the same wherever it stands.

use crate::ordered::{OrderedMap, OrderedSet};
use crate::walk::{self, Node, identifiers};

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

use crate::ir::{ArrayId, Count, Guard, Host, Op, Output, Program, over, tokens};

/// The names of the arrays of a program.
pub(super) struct Names {
    arrays: OrderedMap<ArrayId, String>,
    /// The arrays that are written `*ys = …`.
    in_place: OrderedSet<ArrayId>,
}

impl Names {
    pub(super) fn of(program: &Program) -> Self {
        let mut names = Names {
            arrays: OrderedMap::new(),
            in_place: OrderedSet::new(),
        };
        let mut taken: OrderedSet<String> = program
            .scalars
            .values()
            .map(|scalar| scalar.name.to_string())
            .collect();
        let hosts = hosts(program);
        // Names that host expressions have from outside of the program.
        let mut foreign = OrderedSet::new();
        // All names in them, which a new name must not be.
        let mut written = OrderedSet::new();
        for (host, external) in &hosts {
            let mut own = free_names(host);
            identifiers(host.expr.to_token_stream(), &mut written);
            for id in host.arrays.iter().chain(*external) {
                own.remove(&program.arrays[*id].name.to_string());
            }
            foreign.extend(own);
        }
        let fresh = |wanted: &Ident, taken: &OrderedSet<String>| {
            (2..)
                .map(|number| format!("{wanted}_{number}"))
                .find(|name| !taken.contains(name) && !written.contains(name))
                .expect("some number is free")
        };
        // Inputs come first: host expressions name them.
        for (id, _) in program.inputs() {
            let wanted = &program.arrays[id].name;
            let mut name = wanted.to_string();
            if taken.contains(&name) {
                name = fresh(wanted, &taken);
            }
            taken.insert(name.clone());
            names.arrays.insert(id, name);
        }
        for binding in program.bindings.values() {
            // A pattern can overwrite inputs only if all of it does.
            let in_place = binding.outputs.iter().all(|output| match output {
                Output::Array(array) => program.arrays[*array].home.is_some(),
                Output::Scalar(_) => false,
            });
            for id in binding.arrays() {
                let array = &program.arrays[id];
                if let (true, Some(home)) = (in_place, array.home) {
                    names.in_place.insert(id);
                    names.arrays.insert(id, names.array(home).to_owned());
                    continue;
                }
                let mut name = array.name.to_string();
                if taken.contains(&name) || foreign.contains(&name) {
                    name = fresh(&array.name, &taken);
                }
                taken.insert(name.clone());
                names.arrays.insert(id, name);
            }
        }
        names
    }

    /// The name of an array.
    pub(super) fn array(&self, id: ArrayId) -> &str {
        &self.arrays[&id]
    }

    /// Returns true if the array is written as the new contents of its home.
    pub(super) fn in_place(&self, id: ArrayId) -> bool {
        self.in_place.contains(&id)
    }

    /// A host expression, with the arrays that it names under their new names.
    pub(super) fn host(&self, program: &Program, host: &Host, external: &[ArrayId]) -> String {
        let mut renamed = OrderedMap::new();
        for id in host.arrays.iter().chain(external) {
            let old = program.arrays[*id].name.to_string();
            if old != self.array(*id) {
                renamed.insert(old, self.array(*id));
            }
        }
        let stream = over::shown(&host.expr).to_token_stream();
        tokens::text(if renamed.is_empty() {
            stream
        } else {
            rename(stream, &renamed, false)
        })
    }
}

/// All host expressions, each with the arrays that only an `external` names.
fn hosts(program: &Program) -> Vec<(&Host, &[ArrayId])> {
    let mut hosts = Vec::new();
    for binding in program.bindings.values() {
        let external: &[ArrayId] = match &binding.op {
            Op::External { arrays, .. } => arrays,
            _ => &[],
        };
        let hidden = usize::from(measured(&binding.op).is_some());
        let own = binding.op.hosts().into_iter().skip(hidden);
        hosts.extend(own.map(|host| (host, external)));
    }
    let guards = program.guards.iter().flat_map(Guard::hosts);
    let others = guards.chain(program.result.hosts());
    hosts.extend(others.map(|host| (host, &[] as &[ArrayId])));
    hosts
}

/// The array whose length `generate(len(xs), …)` says. It is no array of the host expression.
pub(super) fn measured(op: &Op) -> Option<ArrayId> {
    match op {
        Op::Generate {
            count: Count::Length(array),
            length,
            ..
        } if length.scalars.is_empty() => Some(*array),
        _ => None,
    }
}

/// The name of the function, for programs that have none: an expression is
/// called after its file and line.
pub(super) fn function(name: &str) -> String {
    if syn::parse_str::<Ident>(name).is_ok() {
        return name.to_owned();
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(plain).collect();
    if name.starts_with(|first: char| first.is_ascii_digit()) || name.is_empty() {
        format!("_{name}")
    } else {
        name
    }
}

/// The names in an expression that it does not bind itself. A name that it
/// binds somewhere counts as bound everywhere: it would not be used for two
/// things in one worker.
pub(super) fn free_names(host: &Host) -> OrderedSet<String> {
    let mut bound = OrderedSet::new();
    let mut used = OrderedSet::new();
    walk::expr(&host.expr, &mut |node| {
        match node {
            Node::Binding(binding) => {
                bound.insert(binding.ident.to_string());
            }
            Node::Expr(syn::Expr::Path(path)) => {
                used.extend(path.path.get_ident().map(ToString::to_string));
            }
            Node::Macro(call) => {
                identifiers(call.tokens.clone(), &mut used);
                return false;
            }
            _ => {}
        }
        true
    });
    used.retain(|name| !bound.contains(name));
    used
}

/// Replaces names of variables. Tokens rather than syntax, so that arguments
/// of macros are reached; where the expression binds the name anew, its own
/// variable is renamed along, which changes nothing.
fn rename(stream: TokenStream, names: &OrderedMap<String, &str>, of_struct: bool) -> TokenStream {
    let mut renamed: Vec<TokenTree> = Vec::new();
    let mut tokens = stream.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) => {
                let new = names
                    .get(&ident.to_string())
                    .filter(|_| !is_path_or_member(&renamed, tokens.peek()))
                    .map(|new| Ident::new(new, ident.span()));
                let starts_field =
                    of_struct && renamed.last().is_none_or(|before| is_punct(before, ','));
                match new {
                    // The field `a` of `S { a: 1 }` keeps its name, and so
                    // does that of `S { a }`.
                    Some(new) if starts_field => {
                        renamed.push(ident.into());
                        if !tokens.peek().is_some_and(|next| is_punct(next, ':')) {
                            renamed.push(Punct::new(':', Spacing::Alone).into());
                            renamed.push(new.into());
                        }
                    }
                    Some(new) => renamed.push(new.into()),
                    None => renamed.push(ident.into()),
                }
            }
            TokenTree::Group(group) => {
                let of_struct = group.delimiter() == Delimiter::Brace
                    && matches!(renamed.last(), Some(TokenTree::Ident(before))
                        if before.to_string().starts_with(char::is_uppercase));
                let inner = rename(group.stream(), names, of_struct);
                let mut new = Group::new(group.delimiter(), inner);
                new.set_span(group.span());
                renamed.push(new.into());
            }
            other => renamed.push(other),
        }
    }
    renamed.into_iter().collect()
}

fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

/// Returns true if a name between these tokens is that of a field, method, lifetime, macro, or part
/// of a path, and so not that of a variable.
fn is_path_or_member(before: &[TokenTree], next: Option<&TokenTree>) -> bool {
    let joint = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint);
    let after = match before {
        [.., first, second] if is_punct(first, '.') && is_punct(second, '.') => false,
        [.., first, second] if is_punct(first, ':') && is_punct(second, ':') => true,
        [.., last] => is_punct(last, '.') || is_punct(last, '\''),
        [] => false,
    };
    let leads = next.is_some_and(|next| {
        (is_punct(next, ':') && joint(next)) || (is_punct(next, '!') && !joint(next))
    });
    after || leads
}
