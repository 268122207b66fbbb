//! Folds over an index of which the totals of neighbouring positions are computed together.
//!
//! `generate(|i, j| bias[j] + sum(|k| a[[i, k]] * b[[k, j]]))` reads neighbours of `b` for
//! neighbouring `j`. Its sum becomes a source of the loop, which computes the totals of a piece of
//! a row at once, index by index.

use super::body::BodyPrinter;
use super::context::{Cpu, list};
use super::summed::Summed;
use crate::codegen::host::HostCode;
use crate::codegen::names::{inner, placed};
use crate::nest::over::{Factors, Kind, Over, View, factors, is_conditional};
use crate::nest::{ArrayId, Host, Id, Loop, Region, Step};
use crate::ordered::{OrderedSet, ToList, flat};
use crate::schedule::{Action, Cut, LoopSchedule, Pass, tiles};
use crate::walk::{self, Node, Part};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprClosure, Pat, parse_quote};

/// A worker with variables in the place of such folds, and these.
pub(super) struct Hoisted {
    pub(super) worker: Host,
    /// The name of each fold.
    pub(super) folds: Vec<(Ident, Expr)>,
    /// The indices of the loop that are parameters of the worker.
    indices: Vec<Option<Index>>,
}

impl Hoisted {
    /// The names of the indices of the loop, those that the worker has.
    pub(super) fn names(&self) -> Vec<Option<&Ident>> {
        names(&self.indices)
    }

    /// The indices of the loop that the worker has, with the coordinate of the first position.
    pub(super) fn firsts(&self) -> impl Iterator<Item = (usize, TokenStream)> + '_ {
        let indices = self.indices.iter().enumerate();
        indices.filter_map(|(number, index)| Some((number, index.as_ref()?.first.clone())))
    }
}

/// A parameter of a worker that is an index of the loop: its name, and its first coordinate.
struct Index {
    name: Ident,
    first: TokenStream,
}

impl Cpu<'_> {
    /// The totals that are computed before a loop.
    pub(super) fn totals_ahead(&self, nested: &Loop, schedule: &LoopSchedule) -> TokenStream {
        let is_ahead = self.has_totals_ahead(nested, schedule);
        let (true, [sub_loop]) = (is_ahead, &schedule.sub_loops[..]) else {
            return TokenStream::new();
        };
        let (rt, ahead) = (&self.rt, inner("ahead"));
        let inside = self.inside(true);
        let within = match self.catches(nested) {
            true => &inside,
            false => self,
        };
        let printer = BodyPrinter::new(within, sub_loop);
        let totals = sub_loop.passes.iter();
        let totals = flat(totals.map(|pass| printer.hoisted_totals(pass)));
        let totals = list(totals.into_iter().map(|(_, source)| source));
        let extent = within.extent(&nested.extent);
        let kind = match schedule.cut {
            Cut::Blocks { parallel: true, .. } => quote!(parallel),
            _ => quote!(sequential),
        };
        let run = quote!(#rt::Run::#kind(#extent, 1));
        let Some(summed) = self.summed(nested) else {
            let done = self.attempt(&self.caught(nested, quote!(#run.totals_ahead(#totals))));
            return quote!(let #ahead = #done;);
        };
        let (of_totals, rows) = (inner("run_of_totals"), self.rows_of_summed(&summed));
        let done = self.totals_of_summed(&summed, &of_totals, &totals);
        let done = self.attempt(&self.caught(nested, done));
        // Outside of what each process does: an extent that is too large is an error of the program.
        quote!(let #of_totals = #run; let #ahead = #done; #rows)
    }

    /// Returns true if totals are computed before a loop. Of one over several indices each process would
    /// compute those of all rows, if they share nothing.
    fn has_totals_ahead(&self, nested: &Loop, schedule: &LoopSchedule) -> bool {
        let is_own = self.is_spread && nested.axes.len() > 1;
        schedule.totals_ahead && (!is_own || self.summed(nested).is_some())
    }
}

impl BodyPrinter<'_> {
    /// The sources of the totals that the steps of a pass use, and their names.
    pub(super) fn totals(&self, pass: &Pass) -> Vec<(TokenStream, Ident)> {
        let rt = &self.cpu.rt;
        // A loop that counts first has no schedule of its own.
        let schedule = self.cpu.schedule.loops.get(&self.sub_loop.nested.number);
        let nested = &self.sub_loop.nested;
        let has_ahead = |schedule| self.cpu.has_totals_ahead(nested, schedule);
        let is_ahead = schedule.is_some_and(has_ahead);
        let mut done = inner("ahead").to_token_stream();
        let mut totals = self.hoisted_totals(pass);
        let positions = inner("positions");
        // Processes that share them have those of their own positions.
        let is_shared = is_ahead && self.cpu.summed(nested).is_some();
        for (_, source) in &mut totals {
            let own = match self.cpu.is_spread {
                true => quote!(#source.within(#positions)),
                false => source.clone(),
            };
            *source = match (is_ahead, self.cpu.is_spread && !is_shared) {
                (false, _) => own,
                (true, false) => quote!(#rt::Ahead::of(#own, &#done.0)),
                (true, true) => quote!(#rt::Ahead::within(#own, &#done.0, #positions)),
            };
            done = quote!(#done.1);
        }
        let totals = totals.into_iter();
        totals.map(|(name, source)| (source, name)).list()
    }

    /// The names and sources of the totals of a pass.
    fn hoisted_totals(&self, pass: &Pass) -> Vec<(Ident, TokenStream)> {
        let summed = self.cpu.summed(&self.sub_loop.nested);
        let has_rows = self.sub_loop.nested.axes.len() > 1;
        let steps = pass.region.steps();
        let hoisted = steps.filter_map(|step| self.folds_ahead(pass, step));
        flat(hoisted.map(|hoisted| {
            let Hoisted { folds, indices, .. } = hoisted;
            let totals = folds.into_iter().filter_map(|(name, fold)| {
                let over = Over::of(&fold)?;
                let last = indices.last()?.as_ref()?;
                let within = match has_rows {
                    true => over.inner_across(&last.name),
                    false => None,
                };
                let source = self.total(&over, within.as_ref(), &indices, summed.as_ref());
                Some((name, source))
            });
            totals.list()
        }))
    }

    /// A step of a pass without the folds whose totals are sources, and these.
    pub(super) fn folds_ahead(&self, pass: &Pass, step: &Step) -> Option<Hoisted> {
        match is_made(pass, step) {
            true => self.hoisted(&pass.region, step, true),
            false => None,
        }
    }

    /// A step of a pass with folds whose totals are sources, or which take their terms in the same
    /// order.
    pub(super) fn with_totals(&self, pass: &Pass, step: &Step) -> Option<Host> {
        let hoisted = self.hoisted(&pass.region, step, is_made(pass, step))?;
        Some(hoisted.worker)
    }

    /// A step without the folds that go across the last index of its loop, or whose totals may be
    /// computed in tiles: these are variables, if they are sources, and otherwise steps one after the
    /// other.
    fn hoisted(&self, region: &Region, step: &Step, as_sources: bool) -> Option<Hoisted> {
        let Step::Map { worker, args, into } = step else {
            return None;
        };
        let Expr::Closure(closure) = crate::nest::bare(&worker.expr) else {
            return None;
        };
        if !crate::nest::over::is_in(&closure.body) {
            return None;
        }
        let indices = self.indices(region, closure, args);
        let last = indices.last()?.as_ref()?.name.clone();
        let has_rows = indices.len() > 1;
        let row = indices.iter().rev().nth(1).and_then(Option::as_ref);
        let row = row.map(|row| &row.name);
        let others = others(closure, &indices);
        let number = into.names().first().map_or(0, |array| array.index());
        let mut folds = Vec::new();
        let mut worker = worker.clone();
        let mut place = 0;
        walk::change(&mut worker.expr, &mut |part| {
            let Part::Before(expr) = part else {
                return true;
            };
            if matches!(expr, Expr::Closure(_)) && place == 0 {
                place = 1;
                return true;
            }
            let Some(over) = Over::of(expr) else {
                return !is_conditional(expr);
            };
            let mut named = OrderedSet::new();
            walk::identifiers(expr.to_token_stream(), &mut named);
            let is_alone = !others.iter().any(|other| named.contains(other));
            // Totals ahead of a loop have no folds in their terms.
            let within = match has_rows {
                true => over.inner_across(&last),
                false => None,
            };
            let is_across = || over.goes_across(&last) || has_rows && over.is_tiled(row, &last);
            if !is_alone || within.is_none() && !is_across() {
                return false;
            }
            let changed = match as_sources {
                true => {
                    let name = inner(&format!("total{number}_{}", folds.len()));
                    folds.push((name.clone(), over.whole.clone()));
                    parse_quote!(#name)
                }
                false if within.is_some() => over.all_in_order(),
                false => over.in_order(),
            };
            *expr = changed;
            false
        });
        if let Expr::Closure(closure) = &mut worker.expr {
            let named = identifiers(&closure.body);
            for input in &mut closure.inputs {
                if let Pat::Ident(name) = &*input
                    && !others.contains(&name.ident.to_string())
                    && !named.contains(&name.ident.to_string())
                {
                    *input = parse_quote!(_);
                }
            }
        }
        Some(Hoisted {
            worker,
            folds,
            indices,
        })
    }

    /// The indices of the loop as the parameters of a worker, those that it has.
    fn indices(
        &self,
        region: &Region,
        closure: &ExprClosure,
        args: &[ArrayId],
    ) -> Vec<Option<Index>> {
        let digits = 0..self.sub_loop.nested.axes.len();
        let indices = digits.map(|digit| {
            let (name, worker) = tiles::parameter(region, closure, args, digit)?;
            let first = self.cpu.call(worker, &[quote!(0usize)]);
            Some(Index {
                name: name.clone(),
                first,
            })
        });
        indices.list()
    }

    /// The source of the totals of a fold, and of one in each of its terms.
    fn total(
        &self,
        over: &Over<'_>,
        within: Option<&Over<'_>>,
        indices: &[Option<Index>],
        summed: Option<&Summed>,
    ) -> TokenStream {
        let rt = &self.cpu.rt;
        let firsts = indices.iter().map(|index| match index {
            Some(index) => index.first.clone(),
            None => quote!(0usize),
        });
        let (sizes, count) = (self.sizes(), indices.len());
        let (_, index, parameters) = over.parameters();
        let parameters = list(parameters.iter().map(|parameter| quote!(#parameter)));
        let (opened, operator) = self.opened(over, within, indices, summed);
        let Some(within) = within else {
            let body = self.term(over, &over.closure.body);
            let (at_start, at_term) = (coordinates(indices, &opened), coordinates(indices, &body));
            let index = used(index, &identifiers(&body));
            let even = self.is_even(over, indices).then(|| quote!(.even()));
            return quote! {
                #rt::Totals::of(
                    #sizes,
                    [#(#firsts),*],
                    |#at_start: [usize; #count]| #opened,
                    |#at_term: [usize; #count], #index: usize, #parameters| #body,
                    #operator,
                )#even
            };
        };
        let total = inner("inner");
        let body = over.without_inner(&total);
        let body = self.term(over, &body);
        let (at_start, at_term) = (coordinates(indices, &opened), coordinates(indices, &body));
        let outer_index = used(index, &identifiers(&body));
        let (inner_opened, inner_operator) = self.opened(within, None, indices, summed);
        let (_, inner_index, inner_parameters) = within.parameters();
        let inner_parameters = list(inner_parameters.iter().map(|it| quote!(#it)));
        let inner_body = self.term(within, &within.closure.body);
        let inner_start = coordinates(indices, &inner_opened);
        let index_at_start = used(index, &identifiers(&inner_opened));
        let inner_term = coordinates(indices, &inner_body);
        let named = identifiers(&inner_body);
        let (index_at_term, inner_index) = (used(index, &named), used(inner_index, &named));
        quote! {
            #rt::Totals::nested(
                #sizes,
                [#(#firsts),*],
                #rt::Inner::of(
                    |#inner_start: [usize; #count], #index_at_start: usize| #inner_opened,
                    |#inner_term: [usize; #count], [#index_at_term, #inner_index]: [usize; 2],
                        #inner_parameters| #inner_body,
                    #inner_operator,
                ),
                |#at_start: [usize; #count]| #opened,
                |#at_term: [usize; #count], #outer_index: usize, #parameters, #total| #body,
                #operator,
            )
        }
    }

    /// The term of a fold whose closure has this body.
    fn term(&self, over: &Over<'_>, body: &Expr) -> TokenStream {
        match (over.kind, factors(body)) {
            (Kind::Products(_), Some(Factors { left, right, sign })) => {
                let (left, right) = (self.cpu.own(left), self.cpu.own(right));
                self.cpu.product(left, right, sign)
            }
            _ => self.cpu.own(body).to_token_stream(),
        }
    }

    /// Returns true if a fold has the same range and start at all positions of a loop over several
    /// indices, and what it reads is evenly apart along each of them. A process may have some rows of
    /// an array alone.
    fn is_even(&self, over: &Over<'_>, indices: &[Option<Index>]) -> bool {
        let is_even = |index: &Index| {
            let along = |view: &View<'_>| view.along(&index.name).is_some();
            over.is_same(&index.name) && over.views.iter().all(along)
        };
        indices.len() > 1 && !self.cpu.is_spread && indices.iter().flatten().all(is_even)
    }

    /// The beginning of a fold: its indices, its start and its views, as one of a loop or of the
    /// terms of another one; and its operator.
    fn opened(
        &self,
        over: &Over<'_>,
        within: Option<&Over<'_>>,
        indices: &[Option<Index>],
        summed: Option<&Summed>,
    ) -> (TokenStream, TokenStream) {
        let rt = &self.cpu.rt;
        let last = indices.last().and_then(Option::as_ref);
        let last = &last.expect("it goes across the last one").name;
        let row = indices.len().checked_sub(2);
        let has_rows = row.is_some();
        let row = row
            .and_then(|row| indices[row].as_ref())
            .map(|row| &row.name);
        let is_same = |over: &Over<'_>| row.is_none_or(|row| over.is_same(row));
        let is_same = has_rows && is_same(over) && within.is_none_or(is_same);
        let names = names(indices);
        let view = |view: &View<'_>| {
            let is_summed = |summed: &Summed| summed.has(self.cpu.nest, view, &names);
            let (slice, axes) = match summed.is_some_and(is_summed) {
                true => self.cpu.view_of_summed(view),
                false => (self.cpu.whole_of(view.array), self.cpu.axes_of_view(view)),
            };
            let along = view.along(last).unwrap_or(2);
            let along = Literal::usize_unsuffixed(along);
            let down = if is_same { view.down(row) } else { 2 };
            let down = Literal::usize_unsuffixed(down);
            quote!(#rt::over::Across::<_, #along, #down, _>::of(#slice, [#(#axes),*]))
        };
        let views = list(over.views.iter().map(view));
        let (seed, operator) = match over.kind {
            Kind::Fold(seed, operator) => (quote!(#seed), self.cpu.taking(operator, seed)),
            Kind::Products(_) => {
                let sign = over.factors().map_or(over.span, |factors| factors.sign);
                let add = placed(quote!(#rt::over::add_product), sign);
                let operator = quote_spanned!(sign=> |total, product| #add(total, product));
                (quote!(#rt::over::zero()), operator)
            }
            _ => (quote!(#rt::over::zero()), quote!(|a, b| a + b)),
        };
        let Over { from, to, .. } = over;
        (quote!((#from, #to, #seed, #views)), operator)
    }
}

/// The number of terms of a position of a loop with tiles, of the first fold of which it is known
/// before the loop, with those of the folds in its terms.
pub(super) fn terms_of_tiles(nested: &Loop) -> TokenStream {
    let folds = nested.body.steps().filter_map(|step| {
        let Step::Map { worker, .. } = step else {
            return None;
        };
        let Expr::Closure(closure) = crate::nest::bare(&worker.expr) else {
            return None;
        };
        let own = others(closure, &[]);
        let mut terms = None;
        walk::expr(&closure.body, &mut |node| {
            let Node::Expr(expr) = node else { return true };
            let Some(over) = Over::of(expr) else {
                return true;
            };
            let counts = [Some(&over), over.inner().as_ref()].map(|over| over.map(count_of));
            let counts: TokenStream = counts.into_iter().flatten().collect();
            if !identifiers(&counts).iter().any(|name| own.contains(name)) {
                terms.get_or_insert(counts);
            }
            false
        });
        terms
    });
    let mut folds = folds;
    match folds.next() {
        Some(counts) => quote!(1usize #counts),
        None => quote!(1usize),
    }
}

/// A factor of a number of terms: the indices of a fold.
fn count_of(over: &Over<'_>) -> TokenStream {
    let Over { from, to, .. } = over;
    quote!(.saturating_mul(usize::saturating_sub(#to, #from)))
}

/// The pattern of the coordinates that some code uses: rustc warns of a name that nothing uses.
fn coordinates(indices: &[Option<Index>], code: &impl ToTokens) -> TokenStream {
    let named = identifiers(code);
    let names = indices.iter().map(|index| match index {
        Some(Index { name, .. }) => used(name, &named),
        None => quote!(_),
    });
    quote!([#(#names),*])
}

fn identifiers(code: &impl ToTokens) -> OrderedSet<String> {
    let mut named = OrderedSet::new();
    walk::identifiers(code.to_token_stream(), &mut named);
    named
}

/// A name, if it is among these.
fn used(name: &Ident, named: &OrderedSet<String>) -> TokenStream {
    match named.contains(&name.to_string()) {
        true => quote!(#name),
        false => quote!(_),
    }
}

/// Returns true if a pass makes the elements of a step once, and holds none of them from before.
fn is_made(pass: &Pass, step: &Step) -> bool {
    let mut made = pass.actions.iter();
    made.any(|action| match action {
        Action::Item(item) => {
            let own = pass.region.items[*item].step();
            own.is_some_and(|own| std::ptr::eq(own, step))
        }
        Action::Reload { .. } => false,
    })
}

/// The names of indices.
fn names(indices: &[Option<Index>]) -> Vec<Option<&Ident>> {
    let names = indices.iter();
    names
        .map(|index| index.as_ref().map(|index| &index.name))
        .list()
}

/// The names that a worker binds outside of folds, without those of indices.
fn others(closure: &ExprClosure, indices: &[Option<Index>]) -> OrderedSet<String> {
    let mut names = OrderedSet::new();
    for input in &closure.inputs {
        walk::pattern(input, &mut |node| {
            if let Node::Binding(binding) = node {
                names.insert(binding.ident.to_string());
            }
            true
        });
    }
    walk::expr(&closure.body, &mut |node| match node {
        Node::Expr(expr) => Over::of(expr).is_none(),
        Node::Binding(binding) => {
            names.insert(binding.ident.to_string());
            true
        }
        _ => true,
    });
    for index in indices.iter().flatten() {
        names.remove(&index.name.to_string());
    }
    names
}
