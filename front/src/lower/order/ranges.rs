//! The sizes of the indices of a product, as far as the program says them.

use super::super::Lowering;
use super::super::index_scope::IndexScope;
use super::super::subscript::{Subscript, subscripts};
use crate::ir::{ArrayId, Count, EntrySize, InputPart, Op, Origin, ScalarId};
use crate::ordered::{OrderedSet, ToList, sort_by_key};
use crate::syntax::{names, strip};
use fusus_sums::order::{Polynomial, Size, Sizes, Symbol};
use fusus_sums::{Index, IndexSet};
use proc_macro2::Ident;
use syn::{Expr, Lit, Type};

/// A fact from which the size of an index follows; indices that share one have one size.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fact {
    Number(u64),
    Scalar(ScalarId),
    Length(ArrayId),
    Axis(ArrayId, usize),
}

/// The sizes of indices.
pub(super) struct Ranges {
    sizes: Vec<Size>,
    /// The name of each symbol, which is the first one of the indices that have it.
    symbols: Vec<String>,
    /// The size of each symbol when the program begins, where it is known then.
    entries: Vec<Option<EntrySize>>,
    /// The names that a hint may have.
    names: OrderedSet<String>,
    /// The sizes that are known or hinted at, in words.
    assumed: Vec<String>,
}

impl Lowering {
    /// The sizes of indices, and of each factor the indices that it leads along an axis; `None` if an
    /// index goes along no axis, or a factor is wrong.
    pub(super) fn ranges(
        &mut self,
        factors: &[Expr],
        indices: &[Ident],
        scope: &IndexScope,
    ) -> Option<(Ranges, Vec<IndexSet>)> {
        let mut facts: Vec<Vec<Fact>> = vec![Vec::new(); indices.len()];
        let mut bounded = Vec::new();
        let mut is_clear = true;
        for factor in factors {
            let mut bounds = IndexSet::EMPTY;
            names::visit_subscripts(&mut factor.clone(), &mut |expr, enclosing| {
                let Expr::Index(subscripted) = &*expr else {
                    return;
                };
                if self.padded_at(subscripted, enclosing).is_some() {
                    return;
                }
                let Some((_, array)) = self.subscripted(subscripted, enclosing) else {
                    return;
                };
                let given = subscripts(subscripted);
                if given.len() != self.program.rank(array) {
                    is_clear = false;
                    return;
                }
                for (axis, at) in given.into_iter().enumerate() {
                    let Some(index) = self.index_along(at, indices) else {
                        continue;
                    };
                    if enclosing.binds(&indices[index]) {
                        continue;
                    }
                    bounds |= Index::new(index).into();
                    let fact = self.size_fact((array, axis));
                    if !facts[index].contains(&fact) {
                        facts[index].push(fact);
                    }
                }
            });
            bounded.push(bounds);
        }
        for (index, facts) in indices.iter().zip(&mut facts) {
            if let Some(Expr::Lit(literal)) = scope.given(index).map(strip)
                && let Lit::Int(number) = &literal.lit
                && let Ok(number) = number.base10_parse()
            {
                facts.push(Fact::Number(number));
            }
        }
        is_clear.then(|| (self.sizes_by(indices, facts), bounded))
    }

    /// The index that a subscript leads along an axis.
    fn index_along(&self, at: &Expr, indices: &[Ident]) -> Option<usize> {
        let free = names::free(at);
        let constants = &self.program.items.constants;
        let mut numbers = (0..indices.len()).filter(|number| free.contains(&indices[*number]));
        let number = numbers.next()?;
        let subscript = Subscript::of(at, &indices[number], constants);
        let is_affine = matches!(subscript, Subscript::Affine { .. });
        (numbers.next().is_none() && is_affine).then_some(number)
    }

    /// The fact from which the size of an axis follows.
    fn size_fact(&self, (array, axis): (ArrayId, usize)) -> Fact {
        let (array, axis) = self.program.side(array, axis).of;
        let producer = self.program.producer(array);
        let count = match producer.map(|id| &self.program.bindings[id].op) {
            Some(Op::Generate { count, .. } | Op::Range { count, .. }) => Some(count.clone()),
            _ => self.program.axis_count(array, axis),
        };
        match count {
            Some(Count::Literal(number)) => Fact::Number(number as u64),
            Some(Count::Scalar(scalar)) => Fact::Scalar(scalar),
            Some(Count::Length(array)) => Fact::Length(array),
            Some(Count::Anonymous) | None => Fact::Axis(array, axis),
        }
    }

    /// The size that follows from a fact when the program begins: of a parameter, or of an input.
    fn on_entry(&self, fact: Fact) -> Option<EntrySize> {
        match fact {
            Fact::Number(_) => None,
            Fact::Scalar(id) => {
                let scalar = &self.program.scalars[id];
                match scalar
                    .origin
                    .map(|binding| &self.program.bindings[binding].op)
                {
                    None => {
                        let is_size = scalar.ty.as_ref().is_none_or(is_usize);
                        is_size.then(|| EntrySize::Scalar(scalar.name.clone()))
                    }
                    Some(Op::Length { arg, axis }) => {
                        self.on_entry(self.size_fact((*arg, axis.unwrap_or(0))))
                    }
                    Some(_) => None,
                }
            }
            Fact::Length(array) | Fact::Axis(array, 0) => {
                let Origin::Input(input) = &self.program.arrays[array].origin else {
                    return None;
                };
                let is_named = matches!(input.host, Expr::Path(_));
                let has_length = input.part != InputPart::Strided;
                (is_named && has_length).then(|| EntrySize::Input(input.host.clone(), input.part))
            }
            Fact::Axis(..) => None,
        }
    }

    /// The sizes that follow from facts.
    fn sizes_by(&self, indices: &[Ident], facts: Vec<Vec<Fact>>) -> Ranges {
        let mut groups: Vec<(Vec<usize>, Vec<Fact>)> = Vec::new();
        for (number, facts) in facts.into_iter().enumerate() {
            let (mut members, mut all) = (vec![number], facts);
            groups.retain(|(others, known)| {
                let is_same = known.iter().any(|fact| all.contains(fact));
                if is_same {
                    members.extend(others);
                    all.extend(known);
                }
                !is_same
            });
            sort_by_key(&mut members, |member| &indices[*member]);
            groups.push((members, all));
        }
        let mut ranges = Ranges {
            sizes: vec![Size::Known(1); indices.len()],
            symbols: Vec::new(),
            entries: Vec::new(),
            names: OrderedSet::new(),
            assumed: Vec::new(),
        };
        sort_by_key(&mut groups, |(members, _)| &indices[members[0]]);
        for (members, facts) in groups {
            let mut names: Vec<String> = members.iter().map(|it| indices[*it].to_string()).list();
            names.extend(facts.iter().filter_map(|fact| match fact {
                Fact::Scalar(scalar) => Some(self.program.scalars[*scalar].name.to_string()),
                _ => None,
            }));
            let known = facts.iter().find_map(|fact| match fact {
                Fact::Number(number) => Some(*number),
                _ => None,
            });
            let hint = names.iter().find_map(|name| self.order.hint(name));
            let symbol = Symbol(ranges.symbols.len() as u16);
            let size = match (known, hint) {
                (Some(number), _) => Size::Known(number),
                (None, Some(number)) => Size::Hinted(symbol, number),
                (None, None) => Size::Unknown(symbol),
            };
            if let Some(number) = known.or(hint) {
                ranges.assumed.push(format!("{} = {number}", names[0]));
            }
            ranges.symbols.push(names[0].clone());
            let mut entries = facts.iter().filter_map(|fact| self.on_entry(*fact));
            ranges.entries.push(entries.next());
            for member in members {
                ranges.sizes[member] = size;
            }
            for name in names {
                ranges.names.insert(name);
            }
        }
        ranges
    }
}

impl Ranges {
    /// The size of each index.
    pub(super) fn sizes(&self) -> Sizes {
        Sizes(self.sizes.clone())
    }

    /// The sizes with hints in the place of what they hint at.
    pub(super) fn decided(&self) -> Sizes {
        let decided = self.sizes.iter().map(|size| match *size {
            Size::Hinted(_, hint) => Size::Known(hint),
            size => size,
        });
        Sizes(decided.list())
    }

    /// The size of each index in numbers; `None` if one is neither known nor hinted at.
    pub(super) fn numbers(&self) -> Option<Vec<u64>> {
        let numbers = self.sizes.iter().map(|size| match *size {
            Size::Known(number) | Size::Hinted(_, number) => Some(number),
            Size::Unknown(_) => None,
        });
        numbers.collect()
    }

    /// The sizes that some comparisons need, by the numbers of their symbols; `None` if one of them
    /// is not known when the program begins.
    pub(super) fn on_entry<'p>(
        &self,
        pairs: impl Iterator<Item = &'p (Polynomial, Polynomial)>,
    ) -> Option<Vec<EntrySize>> {
        let mut sizes = vec![EntrySize::Unused; self.symbols.len()];
        for polynomial in pairs.flat_map(|(own, other)| [own, other]) {
            for symbol in polynomial.monomials().iter().flat_map(|it| &it.symbols) {
                let number = usize::from(symbol.0);
                sizes[number] = self.entries[number].clone()?;
            }
        }
        Some(sizes)
    }

    /// The name of a symbol.
    pub(super) fn symbol(&self, symbol: Symbol) -> &str {
        &self.symbols[usize::from(symbol.0)]
    }

    /// The names that a hint may have.
    pub(super) fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.names.iter().cloned()
    }

    /// The sizes that decided, in words.
    pub(super) fn assumed(&self) -> Vec<String> {
        self.assumed.clone()
    }
}

/// Returns true for the type of sizes.
fn is_usize(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("usize"))
}
