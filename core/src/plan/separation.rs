//! The reasons for which neighbours do not share a loop.

use super::{PATIENCE, SHORT, label, placement, sizes};
use crate::cluster::{self, Alternative, Cost, Fusible};
use crate::compile::Compiled;
use crate::graph::paths::{Paths, preventing_path};
use crate::graph::uses::{binding_of, node_of};
use crate::graph::{Edge, EdgeKind, NodeId, Prevents, Role};
use crate::ordered::OrderedSet;
use crate::statements::Statements;
use std::time::Instant;

/// Two bindings, one of which feeds the other or which read the same array,
/// that do not share a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// The earlier one.
    pub a: String,
    /// The later one.
    pub b: String,
    /// The reason, in a sentence without a full stop.
    pub why: String,
    /// The reason without names, as it may hold for other pairs too.
    pub(super) rule: String,
}

/// All of them, in program order; with a cost, those that could have shared a
/// loop come with the cost of that.
pub(super) fn all(compiled: &Compiled, cost: Option<&dyn Cost>) -> Vec<Separation> {
    let start = Instant::now();
    let explainer = Explainer {
        compiled,
        paths: Paths::of(&compiled.graph),
        fusible: Fusible::of(&compiled.graph),
        statements: Statements::of(compiled),
    };
    let of = compiled.solution.clustering.indices(&compiled.graph);
    let loops = placement::loops(compiled);
    let numbers = compiled.loop_numbers();
    // A binding without a loop could share none.
    let is_idle =
        |node: NodeId| compiled.graph.node(node).role.is_loop() && loops[node.0].is_empty();
    // Elements that are computed once more are kept apart for the reasons of their array.
    let is_again = |node: NodeId| {
        let statements = explainer.statements.with(binding_of(node)).iter();
        statements
            .copied()
            .all(|id| compiled.program.bindings[id].again)
    };
    let price = |a, b| {
        let cost = cost.filter(|_| start.elapsed() < PATIENCE)?;
        Some(cluster::together(&compiled.graph, cost, a, b, SHORT))
    };
    let separate = |(a, b): (NodeId, NodeId)| {
        let (why, rule) = match of[a.0] == of[b.0] {
            false => explainer.why(a, b, &price),
            true => {
                let home = numbers[of[a.0]];
                let is_earlier = |node: NodeId| loops[node.0].iter().any(|at| Some(*at) < home);
                let why = match is_earlier(a) || is_earlier(b) {
                    true => PACKED,
                    false => MOVED,
                };
                (why.to_owned(), None)
            }
        };
        Separation {
            a: explainer.name(a),
            b: explainer.name(b),
            rule: rule.unwrap_or_else(|| why.clone()),
            why,
        }
    };
    let mut all: Vec<Separation> = Vec::new();
    for (a, b) in explainer.pairs() {
        let share = loops[a.0].iter().any(|number| loops[b.0].contains(number));
        if is_idle(a) || is_idle(b) || share || is_again(a) || is_again(b) {
            continue;
        }
        // Two statements are told apart by several elements that they read.
        let found = separate((a, b));
        let is_known = |known: &Separation| (&known.a, &known.b) == (&found.a, &found.b);
        let is_named = !found.a.is_empty() && !found.b.is_empty();
        if is_named && found.a != found.b && !all.iter().any(is_known) {
            all.push(found);
        }
    }
    all
}

/// The reason for which two bindings of one cluster do not share a loop.
const MOVED: &str = "one of them runs in a later loop, so that less is in memory between the loops";

/// The rule for filters that compact the rows of a `cross`.
const PACKED: &str =
    "one of them runs in an earlier loop, so that the rows of the cross lie side by side";

/// The price of sharing a loop: not asked for, not possible, or so much.
type Price<'a> = dyn Fn(NodeId, NodeId) -> Option<Option<Alternative>> + 'a;

struct Explainer<'c> {
    compiled: &'c Compiled,
    paths: Paths,
    fusible: Fusible,
    statements: Statements,
}

impl Explainer<'_> {
    /// The names of the statements that a node stands in.
    fn name(&self, node: NodeId) -> String {
        let statements = self.statements.with(binding_of(node)).iter();
        let names = statements.map(|id| label(&self.compiled.program, node_of(*id)));
        names.collect::<Vec<_>>().join(", ")
    }

    fn role(&self, node: NodeId) -> Role {
        self.compiled.graph.node(node).role
    }

    /// Neighbours, also across host scalars, and readers of one array.
    fn pairs(&self) -> OrderedSet<(NodeId, NodeId)> {
        let graph = &self.compiled.graph;
        let mut pairs = OrderedSet::new();
        for array in &graph.arrays {
            for (index, b) in array.readers.iter().enumerate() {
                pairs.extend(array.readers[..index].iter().map(|a| (*a, *b)));
            }
        }
        for edge in &graph.edges {
            let mut ends = vec![edge.to];
            while let Some(end) = ends.pop() {
                if self.role(end) == Role::Host {
                    let next = graph.edges.iter().filter(|next| next.from == end);
                    ends.extend(next.map(|next| next.to));
                } else {
                    pairs.insert((edge.from, end));
                }
            }
        }
        pairs.retain(|(a, b)| a != b && self.role(*a) != Role::Host && self.role(*b) != Role::Host);
        pairs
    }

    /// The reason, and the rule behind it.
    fn why(&self, a: NodeId, b: NodeId, price: &Price<'_>) -> (String, Option<String>) {
        let graph = &self.compiled.graph;
        let direct = graph
            .edges
            .iter()
            .find(|edge| (edge.from, edge.to) == (a, b) && edge.kind != EdgeKind::Fusible);
        if let Some(edge) = direct {
            return (self.because(edge), self.rule(edge));
        }
        for node in [a, b] {
            match self.role(node) {
                Role::Barrier => {
                    let why = format!("`{}` is external and shares no loop", self.name(node));
                    return (why, None);
                }
                Role::Alone => {
                    let why = format!(
                        "`{}` runs alone by the rules of `{}`",
                        self.name(node),
                        self.compiled.strategy
                    );
                    return (why, None);
                }
                Role::Loop | Role::Host | Role::Anywhere => {}
            }
        }
        if self.paths.prevented(a, b)
            && let Some(path) = preventing_path(graph, a, b)
        {
            return (self.path(&path), self.between(&path));
        }
        if !self.fusible.fusible(a, b) {
            return self.sizes(a, b);
        }
        (self.cost(a, b, price), None)
    }

    /// The reason for which the ends of an edge do not share a loop, whatever their names.
    fn rule(&self, edge: &Edge) -> Option<String> {
        let EdgeKind::Preventing(prevents) = edge.kind else {
            return None;
        };
        let rule = match prevents {
            Prevents::FoldResult => "a total is complete only after its loop",
            Prevents::Operand(why) => why.rule,
            Prevents::ScatterResult => "a scatter is complete only after its loop",
            Prevents::ReducedByIndex => "a reduction by index is complete only after its loop",
            Prevents::External => match self.role(edge.to) {
                Role::Barrier => "an external takes complete values",
                _ => return Some(format!("`{}` is external", self.name(edge.from))),
            },
            Prevents::HostScalar => "a host scalar is computed between loops",
            Prevents::Length => "a length is known only after its loop",
            Prevents::Conform => "a run-time check needs a complete array",
            Prevents::Indexed => "what workers index must be complete",
            Prevents::InPlace => "what is read elsewhere must not be overwritten yet",
            Prevents::Overlap => "elements that are written are used in another view",
            Prevents::Shape => "a loop runs over one shape",
        };
        Some(rule.to_owned())
    }

    /// Describes the operators between the ends of a path.
    fn between(&self, path: &[Edge]) -> Option<String> {
        let (_, inner) = path.split_last()?;
        let names: Vec<String> = inner
            .iter()
            .map(|edge| format!("`{}`", self.name(edge.to)))
            .collect();
        let verb = if names.len() == 1 { "lies" } else { "lie" };
        (!names.is_empty()).then(|| format!("{} {verb} between", names.join(" → ")))
    }

    /// `ys` waits for `sum1`.
    fn because(&self, edge: &Edge) -> String {
        let (from, to) = (self.name(edge.from), self.name(edge.to));
        let EdgeKind::Preventing(prevents) = edge.kind else {
            let alone = match self.role(edge.from) {
                Role::Loop => &to,
                _ => &from,
            };
            return format!("`{alone}` shares no loop");
        };
        match prevents {
            Prevents::FoldResult => {
                format!("`{to}` uses the total of `{from}`, which is complete only after its loop")
            }
            Prevents::Operand(why) => why.because(&from, &to),
            Prevents::ScatterResult => {
                format!("`{to}` reads the scatter `{from}`, which is complete only after its loop")
            }
            Prevents::ReducedByIndex => {
                format!("`{to}` reads the bins `{from}`, which are complete only after their loop")
            }
            Prevents::External => match self.role(edge.to) {
                Role::Barrier => format!("the external `{to}` takes `{from}` complete"),
                _ => format!("`{to}` uses `{from}`, which is external"),
            },
            Prevents::HostScalar => {
                format!("`{to}` uses `{from}`, which is computed between loops")
            }
            Prevents::Length => {
                format!("`{to}` needs the length of `{from}`, known only after its loop")
            }
            Prevents::Conform => {
                format!("`{to}` is a run-time check of `{from}`, which must be complete")
            }
            Prevents::Indexed => {
                format!("the worker of `{to}` indexes `{from}`, which must be complete")
            }
            Prevents::InPlace => {
                format!("`{to}` overwrites what `{from}` reads at other positions")
            }
            Prevents::Overlap => {
                format!("`{from}` and `{to}` use elements in common at different positions")
            }
            Prevents::Shape => format!("`{from}` and `{to}` run over different shapes"),
        }
    }

    /// The path, and its first edge that prevents fusion.
    fn path(&self, path: &[Edge]) -> String {
        let mut names = vec![format!("`{}`", self.name(path[0].from))];
        names.extend(path.iter().map(|edge| format!("`{}`", self.name(edge.to))));
        let preventing = path
            .iter()
            .find(|edge| {
                edge.kind != EdgeKind::Fusible
                    || !self.role(edge.from).shares()
                    || !self.role(edge.to).shares()
            })
            .unwrap_or(&path[0]);
        format!("{}, and {}", names.join(" → "), self.because(preventing))
    }

    fn sizes(&self, a: NodeId, b: NodeId) -> (String, Option<String>) {
        let names = sizes::Names::of(&self.compiled.program, &self.compiled.sizes);
        let over = |node| {
            sizes::of_node(self.compiled, node).map_or("nothing".to_owned(), |s| names.words(&s))
        };
        let (over_a, over_b) = (over(a), over(b));
        let (a, b) = (self.name(a), self.name(b));
        if over_a == over_b {
            let why = format!("`{a}` and `{b}` run over different sizes");
            return (why, None);
        }
        let why = format!("their sizes differ: `{a}` runs over {over_a}, `{b}` over {over_b}");
        (
            why,
            Some(format!("their sizes differ: {over_a}, and {over_b}")),
        )
    }

    /// They could share a loop, and the strategy decided against it.
    fn cost(&self, a: NodeId, b: NodeId, price: &Price<'_>) -> String {
        let strategy = self.compiled.strategy;
        let content = match strategy {
            "unfused" => return "`unfused` fuses nothing".to_owned(),
            "stream" => Some("fuses a producer only into its single consumer"),
            "imperative" => Some("fuses only what runs over the same size"),
            "linear" => Some("goes through the program once and only adds to the last loop"),
            "greedy" => Some("merges what saves most, again and again"),
            _ => None,
        };
        let here = self.compiled.solution.objective;
        let price = match price(a, b) {
            None => None,
            Some(None) => {
                Some("no legal clustering was found that has them in one loop".to_owned())
            }
            Some(Some(other)) => {
                let at_best = if other.proven { "at best" } else { "or less" };
                Some(if other.objective == here && other.proven {
                    format!("one loop for both costs {here} too, no less than this plan")
                } else {
                    format!(
                        "one loop for both would cost {} {at_best}, this plan costs {here}",
                        other.objective
                    )
                })
            }
        };
        match (content, price) {
            (None, None) => "the best plan found keeps them apart".to_owned(),
            (None, Some(price)) => price,
            (Some(content), None) => format!("`{strategy}` {content}"),
            (Some(content), Some(price)) => format!("`{strategy}` {content}; {price}"),
        }
    }
}
