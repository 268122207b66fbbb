//! Reductions: folds, and the aggregates of scans, and how a pass runs each of them.

use super::operator::Tag;
use crate::nest::{Choice, Element, Entry, Fold, Host, Intake, Law, Pattern, Region, Scan, Step};
use crate::ordered::flat;
use proc_macro2::Ident;

/// A fold, or the aggregate of a scan, in a pass.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Reduction {
    /// The fold or scan that it belongs to.
    pub kind: Kind,
    /// The number that names its state: that of the fold or scan.
    pub id: usize,
    /// The name of the binding.
    pub name: Ident,
    /// The associative operator.
    pub operator: Host,
    /// The operator tag.
    pub tag: Tag,
    /// The strategy.
    pub strategy: Strategy,
}

/// The fold or scan of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A fold.
    Fold,
    /// The aggregate of a scan, in a pass of its own.
    Aggregate,
    /// The aggregate of the last segment of a scan.
    LastSegment,
    /// The aggregate of a scan, in the pass that makes the elements.
    Carry,
    /// The composed transitions of a recurrence.
    Transition(Law),
    /// The transitions of a recurrence with constant coefficients that takes a step at each
    /// position: the steps of several positions are a power of one.
    Power(Law),
}

impl Kind {
    /// Returns true for a state that a pass finds of a scan before the elements are made.
    pub(super) fn is_before(self) -> bool {
        !matches!(self, Kind::Fold | Kind::Carry)
    }

    /// The kind of that state, where the scan has no segments.
    fn before(scan: &Scan) -> Kind {
        match &scan.transition {
            Some(transition) => Kind::Transition(transition.law),
            None => Kind::Aggregate,
        }
    }
}

/// The strategy of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// From left to right, from its seed.
    Serial,
    /// Each element into a lane, one after the other.
    Lanes,
    /// Each element into the accumulator of a lane, by the step of a fold.
    Stepped,
    /// An element for each lane, which are combined in one straight piece of code.
    Batched {
        /// The way in which lanes are combined.
        by: Combine,
        /// Set if some lanes may get nothing, so that they are flushed one by one.
        partial: bool,
    },
    /// Kept elements wait in a buffer, which is flushed from left to right.
    Buffered {
        /// The way in which the buffer is combined.
        by: Combine,
    },
}

/// The way in which several elements are combined at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// By the operator.
    Apply,
    /// By selection: the operator chooses between its arguments.
    Select,
    /// By selection, where lanes keep the keys that the operator compares.
    SelectByKey,
}

/// A reduction that takes in its elements outside of the filters around it.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Leaving<'p> {
    /// The reduction.
    pub reduction: &'p Reduction,
    /// The elements that it takes in.
    pub arg: Element,
    /// Set if they go through a buffer.
    pub buffered: bool,
}

impl Reduction {
    /// A fold.
    pub(super) fn fold(fold: &Fold) -> Reduction {
        Reduction {
            kind: Kind::Fold,
            id: fold.id,
            name: fold.name.clone(),
            operator: fold.operator.clone(),
            tag: match fold.intake {
                Intake::Operand(_) => Tag::of(fold.known.as_ref(), &fold.seed.expr),
                Intake::Step { .. } => Tag::of_any(fold.known.as_ref()),
            },
            strategy: match fold.intake {
                Intake::Operand(_) => Strategy::Lanes,
                Intake::Step { .. } => Strategy::Stepped,
            },
        }
    }

    /// Returns true if it selects elements by keys that lanes keep.
    pub fn selects_by_key(&self) -> bool {
        matches!(
            self.strategy,
            Strategy::Batched {
                by: Combine::SelectByKey,
                ..
            } | Strategy::Buffered {
                by: Combine::SelectByKey
            }
        )
    }

    /// The aggregate of a scan, or the transitions of a recurrence, in a pass of its own.
    pub(super) fn aggregate(scan: &Scan) -> Reduction {
        Reduction {
            kind: Kind::before(scan),
            id: scan.id,
            name: scan.name.clone(),
            operator: scan.operator.clone(),
            tag: Tag::of(scan.known.as_ref(), &scan.seed.expr),
            strategy: Strategy::Lanes,
        }
    }

    /// A reduction of a scan, in a region where it may be a power.
    pub(super) fn within(self, scan: &Scan, region: &Region) -> Reduction {
        let kind = match self.kind {
            Kind::Transition(law) if is_power(scan, region) => Kind::Power(law),
            kind => kind,
        };
        Reduction { kind, ..self }
    }

    /// The aggregate of a scan, found from the right: that of its last segment, if the runtime knows
    /// the operator within one.
    pub(super) fn from_right(scan: &Scan) -> Reduction {
        let within = scan.segments.as_ref();
        match within.and_then(|segments| segments.known.as_ref()) {
            Some(known) => Reduction {
                kind: Kind::LastSegment,
                tag: Tag::of_any(Some(known)),
                ..Reduction::aggregate(scan)
            },
            None => Reduction::aggregate(scan),
        }
    }

    /// The aggregate of a scan, in the pass that makes the elements.
    pub(super) fn carry(scan: &Scan) -> Reduction {
        Reduction {
            kind: Kind::Carry,
            ..Reduction::aggregate(scan)
        }
    }

    /// Returns true if the runtime knows its operator.
    pub fn is_known(&self) -> bool {
        self.tag != Tag::Other
    }

    /// Returns true if it may have nothing to do: every order may give the same bits, so that the
    /// last element is the aggregate.
    pub(super) fn may_be_idle(&self) -> bool {
        self.kind == Kind::Carry && self.is_known()
    }

    /// Returns true if it composes the transitions of a recurrence.
    pub(super) fn is_transition(&self) -> bool {
        matches!(self.kind, Kind::Transition(_) | Kind::Power(_))
    }

    /// Returns true if it has lanes.
    pub fn has_lanes(&self) -> bool {
        matches!(
            self.strategy,
            Strategy::Lanes | Strategy::Stepped | Strategy::Batched { .. }
        )
    }

    /// Returns true if elements enter it by the step of a fold.
    pub fn is_stepped(&self) -> bool {
        self.strategy == Strategy::Stepped
    }

    /// Returns true if it is batched.
    pub fn is_batched(&self) -> bool {
        matches!(self.strategy, Strategy::Batched { .. })
    }

    /// Returns true if it is buffered.
    pub fn is_buffered(&self) -> bool {
        matches!(self.strategy, Strategy::Buffered { .. })
    }
}

impl Combine {
    /// The way in which a buffer is combined by an operator.
    pub(super) fn of_buffer(operator: &Host) -> Combine {
        match Choice::of(&operator.expr) {
            Some(_) => Combine::Select,
            None => Combine::Apply,
        }
    }

    /// The way in which lanes are combined by an operator. All of them get an element unless they
    /// are `partial`.
    pub(super) fn of_lanes(operator: &Host, partial: bool) -> Combine {
        match Choice::of(&operator.expr) {
            Some(choice) if !partial && choice.by_key().is_some() => Combine::SelectByKey,
            Some(_) => Combine::Select,
            None => Combine::Apply,
        }
    }
}

/// Returns true if the transitions of a recurrence are powers of one: its coefficients are the
/// same for all elements, and no filter of the region stands before it.
pub(super) fn is_power(scan: &Scan, region: &Region) -> bool {
    let transition = scan.transition.as_ref();
    transition.is_some_and(|transition| transition.is_constant) && !region.guards(scan.id)
}

/// The reductions that no filter stands before. The others are folded behind their filter's branch:
/// batched, each lane would have to be asked for a second time whether it got anything.
pub(super) fn unguarded(mut ids: Vec<usize>, region: &Region) -> Vec<usize> {
    ids.retain(|id| !region.guards(*id));
    ids
}

/// The folds of unknown operators that are buffered, and emptied from left to right: those that
/// take in just the elements that a filter keeps.
///
/// If nothing else asks for that order, it pays for selection operators only: most elements that
/// wait are compared and forgotten. With other operators, lanes need not wait for each other.
pub(super) fn buffered(region: &Region, reductions: &[Reduction], ordered: bool) -> Vec<usize> {
    let buffered = flat(region.inner().map(can_wait));
    let mut unknown = reductions.iter().filter(|one| !one.is_known());
    let pays =
        |one: &Reduction| buffered.contains(&one.id) && Choice::of(&one.operator.expr).is_some();
    match ordered || unknown.all(pays) {
        true => buffered,
        false => Vec::new(),
    }
}

/// The folds of unknown operators that take in just the elements that the filter of a region keeps.
pub(super) fn can_wait(region: &Region) -> impl Iterator<Item = usize> {
    let kept = match &region.entry {
        Entry::Guard {
            into: Pattern::Name(kept),
            ..
        } => Some(Element::Array(*kept)),
        _ => None,
    };
    region.steps().filter_map(move |step| match step {
        Step::Fold(fold) if fold.known.is_none() => {
            let operand = fold.intake.operand();
            (operand.is_some() && operand == kept).then_some(fold.id)
        }
        _ => None,
    })
}
