//! Index notation in the text: reads stand in the binding that they are for.
//!
//! A read at an offset is a binding of its own in the program, and no statement of the language. So
//! a map over reads is written `map(f, at(xs, 1), ys)`, or `generate(|i| …)` where it names its index
//! or reads every so many elements. Reads that several bindings share, as recomputation makes them,
//! have no such form, and are lines for people.

use super::names::{Names, free_names};
use crate::ir::component::bare;
use crate::ir::{
    ArrayId, BindingId, Count, Host, Op, Output, Padding, Program, Section, SpaceId, tokens,
};
use crate::ordered::{OrderedMap, OrderedSet};
use crate::walk::{self, Node};
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprClosure, Pat};

/// An element that a map reads: of an array, at an offset from the index.
struct Read {
    array: ArrayId,
    padding: Option<Padding>,
    factor: usize,
    offset: isize,
}

/// A map over reads in words.
pub(super) struct MapText {
    /// The statements before it, which name padded arrays.
    pub(super) before: Vec<String>,
    /// The map.
    pub(super) map: String,
}

/// The bindings that are written in index notation, and those that stand inside them.
pub(super) struct Notation {
    maps: OrderedMap<BindingId, MapText>,
    inside: OrderedSet<BindingId>,
}

impl Notation {
    pub(super) fn of(program: &Program, names: &Names) -> Notation {
        let mut notation = Notation {
            maps: OrderedMap::new(),
            inside: OrderedSet::new(),
        };
        for (id, binding) in program.bindings.iter() {
            if let Op::Map { worker, args } = &binding.op
                && let Some(form) = Form::of(program, worker, args)
                && let Some(text) = form.text(program, names)
            {
                notation.inside.extend(form.inside);
                notation.maps.insert(id, text);
            }
        }
        notation
    }

    /// The text of a map over reads.
    pub(super) fn map(&self, binding: BindingId) -> Option<&MapText> {
        self.maps.get(&binding)
    }

    /// Returns true if a binding stands inside of another one.
    pub(super) fn is_inside(&self, binding: BindingId) -> bool {
        self.inside.contains(&binding)
    }
}

/// A map over reads of one index space.
struct Form<'p> {
    worker: &'p Host,
    reads: Vec<Read>,
    /// Set if its last argument is the index.
    has_index: bool,
    inside: Vec<BindingId>,
}

impl<'p> Form<'p> {
    /// The form of a map, if the reads of its index space are its arguments, and nobody else's.
    fn of(program: &Program, worker: &'p Host, args: &[ArrayId]) -> Option<Form<'p>> {
        let spaces = args.iter().filter_map(|arg| match producer(program, *arg) {
            Some(Op::Read { space, .. }) => Some(*space),
            _ => None,
        });
        let spaces: OrderedSet<SpaceId> = spaces.collect();
        let [space] = spaces.into_iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let (has_index, elements) = match args {
            [first, .., last] if is_index(program, *last, *first) => {
                (true, &args[..args.len() - 1])
            }
            _ => (false, args),
        };
        let mut form = Form {
            worker,
            reads: Vec::new(),
            has_index,
            inside: Vec::new(),
        };
        let mut sections = Vec::new();
        for arg in elements {
            let (section, read) = element(program, *arg, space)?;
            sections.push(section);
            form.reads.push(read);
            if matches!(producer(program, *arg), Some(Op::Read { .. })) {
                form.inside.extend(program.producer(*arg));
            }
        }
        if has_index {
            form.inside.extend(program.producer(*args.last()?));
        }
        let alone = form.inside.iter().all(|id| {
            let uses = program.bindings[*id]
                .arrays()
                .map(|array| uses(program, array));
            // The index is as long as the first element.
            let measured = has_index && program.producer(args[0]) == Some(*id);
            uses.sum::<usize>() == 1 + usize::from(measured)
        });
        (alone && sections == program.spaces[space].reads).then_some(form)
    }

    fn text(&self, program: &Program, names: &Names) -> Option<MapText> {
        if !self.has_index && self.reads.iter().all(|read| read.factor == 1) {
            return Some(MapText {
                before: Vec::new(),
                map: self.of_map(program, names),
            });
        }
        self.of_index(program, names)
    }

    /// `map(f, at(xs, 1), ys)`
    fn of_map(&self, program: &Program, names: &Names) -> String {
        let reads = self.reads.iter().map(|read| {
            let array = names.array(read.array);
            match (read.padding, read.offset) {
                (None, 0) if !read.is_moved(program) => array.to_owned(),
                (None, offset) => format!("at({array}, {offset})"),
                (Some(padding), offset) => {
                    format!("at({}, {offset})", padded(program, padding, array))
                }
            }
        });
        let reads: Vec<String> = reads.collect();
        let worker = names.host(program, self.worker, &[]);
        format!("map({worker}, {})", reads.join(", "))
    }

    /// `generate(|i| …)`
    fn of_index(&self, program: &Program, names: &Names) -> Option<MapText> {
        let Expr::Closure(closure) = bare(&self.worker.expr) else {
            return None;
        };
        let mut closure: ExprClosure = closure.clone();
        let parameters: Option<Vec<Ident>> = closure.inputs.iter().map(name).collect();
        let mut parameters = parameters?;
        let is_renamed = |array: &ArrayId| program.arrays[*array].name != names.array(*array);
        if self.worker.arrays.iter().any(is_renamed) {
            return None;
        }
        let mut taken = inside(&closure.body);
        let arrays = program.arrays.iter();
        taken.extend(arrays.map(|(id, _)| names.array(id).to_owned()));
        let scalars = program.scalars.values();
        taken.extend(scalars.map(|scalar| scalar.name.to_string()));
        let index = match self.has_index {
            true => parameters.pop()?,
            false => fresh("i", &mut taken),
        };
        let mut before = Vec::new();
        let mut elements: OrderedMap<String, Expr> = OrderedMap::new();
        let mut arrays = Vec::new();
        for (name, read) in parameters.iter().zip(&self.reads) {
            let own = names.array(read.array);
            let array = match read.padding {
                None => Ident::new(own, Span::call_site()),
                Some(padding) => {
                    let array = fresh(&format!("{own}_padded"), &mut taken);
                    let padded = padded(program, padding, own);
                    before.push(format!("let {array} = {padded};"));
                    array
                }
            };
            let subscript = read.subscript(&index)?;
            elements.insert(name.to_string(), syn::parse_quote!(#array[#subscript]));
            arrays.push(array.to_string());
        }
        // A name that means something else inside would take the place of an array or element.
        let bound = bindings_of(&closure.body);
        if elements
            .keys()
            .chain(&arrays)
            .any(|name| bound.contains(name))
        {
            return None;
        }
        Elements(&elements).visit_expr_mut(&mut closure.body);
        let left = free_names(&Host::plain((*closure.body).clone()));
        if elements.keys().any(|name| left.contains(name)) {
            return None;
        }
        let parameter: Pat = syn::parse_quote!(#index);
        closure.inputs = std::iter::once(parameter).collect();
        Some(MapText {
            before,
            map: format!("generate({})", tokens::of(&Expr::Closure(closure))),
        })
    }
}

/// A name like this one that is not taken, which is from now on.
fn fresh(wish: &str, taken: &mut OrderedSet<String>) -> Ident {
    let mut wishes = (1..).map(|number| match number {
        1 => wish.to_owned(),
        number => format!("{wish}_{number}"),
    });
    let name = wishes.find(|name| !taken.contains(name));
    let name = name.expect("there are more numbers than names");
    taken.insert(name.clone());
    Ident::new(&name, Span::call_site())
}

impl Read {
    /// Returns true if the array does not begin where the index does, so that its elements are not
    /// in step although they have its coordinates.
    fn is_moved(&self, program: &Program) -> bool {
        program.axis(self.array).is_part()
    }

    /// `2 * i + 1`
    fn subscript(&self, index: &Ident) -> Option<Expr> {
        let by = match self.factor {
            1 => index.to_string(),
            factor => format!("{factor} * {index}"),
        };
        let text = match self.offset {
            0 => by,
            1.. => format!("{by} + {}", self.offset),
            _ => format!("{by} - {}", self.offset.unsigned_abs()),
        };
        syn::parse_str(&text).ok()
    }
}

/// The element that an argument is: the section that an index space lists for it, and how the
/// language says it.
fn element(program: &Program, arg: ArrayId, space: SpaceId) -> Option<(Section, Read)> {
    let space = &program.spaces[space];
    let (section, outside) = match producer(program, arg) {
        Some(Op::Read {
            section, outside, ..
        }) => (*section, *outside),
        _ => {
            let (start, factor) = (0, 1);
            let section = Section {
                array: arg,
                start,
                factor,
            };
            (section, None)
        }
    };
    let signed = |number: usize| isize::try_from(number).ok();
    let begins = signed(section.start)?.checked_add(signed(program.axis(section.array).first)?)?;
    let at = begins.checked_sub(signed(section.factor.checked_mul(space.first)?)?)?;
    let read = Read {
        array: section.array,
        padding: outside.map(|outside| outside.padding),
        factor: section.factor,
        offset: at.checked_add(outside.map_or(0, |outside| outside.offset))?,
    };
    Some((section, read))
}

/// `pad(edge, xs)`
pub(super) fn padded(program: &Program, padding: Padding, array: &str) -> String {
    let outside = match padding.value() {
        Some(scalar) => program.scalars[scalar].name.to_string(),
        None => padding.name().unwrap_or_default().to_owned(),
    };
    format!("pad({outside}, {array})")
}

/// Returns true if an array is the index at the positions of another one.
fn is_index(program: &Program, array: ArrayId, like: ArrayId) -> bool {
    let Some(Op::Generate {
        count: Count::Length(measured),
        worker,
        ..
    }) = producer(program, array)
    else {
        return false;
    };
    let text = tokens::of(&worker.expr);
    let text = text.strip_prefix("|index| index").unwrap_or("no index");
    let number = text
        .strip_prefix(" + ")
        .and_then(|text| text.strip_suffix("usize"));
    *measured == like && (text.is_empty() || number.is_some())
}

fn producer(program: &Program, array: ArrayId) -> Option<&Op> {
    let producer = program.producer(array)?;
    let binding = &program.bindings[producer];
    matches!(binding.outputs[..], [Output::Array(_)]).then_some(&binding.op)
}

/// The number of times that an array is used.
fn uses(program: &Program, array: ArrayId) -> usize {
    let in_bindings = program.bindings.values().map(|binding| {
        let op = &binding.op;
        let hosts = op.hosts().into_iter().flat_map(|host| &host.arrays);
        let measured = match op.count() {
            Some(Count::Length(measured)) => Some(*measured),
            _ => None,
        };
        let taken = match op {
            Op::External { arrays, .. } => arrays.clone(),
            _ => Vec::new(),
        };
        let all = op.args().into_iter().chain(hosts.copied());
        all.chain(measured)
            .chain(taken)
            .filter(|used| *used == array)
            .count()
    });
    let in_guards = program.guards.iter().flat_map(|guard| guard.arrays());
    let outside = in_guards.into_iter().chain(program.result.arrays());
    in_bindings.sum::<usize>() + outside.filter(|used| *used == array).count()
}

/// The name that a parameter is.
fn name(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            name.mutability.is_none().then(|| name.ident.clone())
        }
        Pat::Type(typed) => name(&typed.pat),
        _ => None,
    }
}

/// All names in an expression.
fn inside(expr: &Expr) -> OrderedSet<String> {
    let mut names = OrderedSet::new();
    walk::identifiers(quote::ToTokens::to_token_stream(expr), &mut names);
    names
}

/// The names that an expression binds.
fn bindings_of(expr: &Expr) -> OrderedSet<String> {
    let mut bound = OrderedSet::new();
    walk::expr(expr, &mut |node| {
        if let Node::Binding(binding) = node {
            bound.insert(binding.ident.to_string());
        }
        true
    });
    bound
}

/// Puts elements in the place of names.
struct Elements<'e>(&'e OrderedMap<String, Expr>);

impl VisitMut for Elements<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = &*expr
            && let Some(name) = path.path.get_ident()
            && let Some(element) = self.0.get(&name.to_string())
        {
            *expr = element.clone();
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
