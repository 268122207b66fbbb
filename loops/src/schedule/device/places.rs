//! The positions of compacted elements: a scan of ones.
//!
//! On a device the work items that compact an array must know their places before they write. The
//! place of an element is the number of elements before it: the exclusive scan, with `+`, of a 1
//! for each of them. So it is written as that scan, which falls into look-back levels like any
//! other.

use crate::nest::{
    ArrayId, Element, FoldTarget, Host, InputPart, Intake, Item, Known, Loop, Nest, NestArray,
    Pattern, Region, Scan, ScanKind, Stage, Step, Storage, WriteMode,
};
use crate::scalar::{Type, Types};
use proc_macro2::Ident;
use std::collections::BTreeMap;

/// The nest with the places of compacted elements as scans.
pub(super) fn explicit(nest: &Nest, types: &Types) -> (Nest, Types, Places) {
    let mut nest = nest.clone();
    let mut types = types.clone();
    for array in nest.arrays.values() {
        if let Storage::Element(of) = array.storage {
            types.push_array(types.array(of).clone());
        }
    }
    let mut places = Places::default();
    let mut stages = std::mem::take(&mut nest.stages);
    for stage in &mut stages {
        if let Stage::Loop(nested) = stage {
            let mut states = 0;
            nested.body.visit(&mut |region| {
                for step in region.steps() {
                    if let Step::Scan(Scan { id, .. }) = step {
                        states = states.max(id + 1);
                    }
                }
            });
            states = nested
                .folds
                .iter()
                .map(|fold| fold.id + 1)
                .fold(states, usize::max);
            let mut body = nested.body.clone();
            Placing {
                nest: &mut nest,
                types: &mut types,
                places: &mut places,
                nested,
                states,
            }
            .region(&mut body);
            nested.body = body;
        }
    }
    nest.stages = stages;
    (nest, types, places)
}

/// The end of the names of positions.
const SUFFIX: &str = "_place";

/// The array whose places these are.
pub fn compacted(place: &str) -> String {
    place.strip_suffix(SUFFIX).unwrap_or(place).to_owned()
}

/// The places of compacted arrays.
#[derive(Clone, Default)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Places {
    /// For each compacted array, the array of places and the number of the scan.
    pub of: BTreeMap<ArrayId, (ArrayId, usize)>,
}

struct Placing<'a> {
    nest: &'a mut Nest,
    types: &'a mut Types,
    places: &'a mut Places,
    nested: &'a Loop,
    states: usize,
}

impl Placing<'_> {
    fn region(&mut self, region: &mut Region) {
        let names = region.names();
        let compacted: Vec<ArrayId> = self
            .nested
            .writes
            .iter()
            .filter(|write| matches!(write.mode, WriteMode::Compact | WriteMode::Append))
            .map(|write| write.array)
            .filter(|array| names.contains(array))
            .collect();
        if let Some(first) = compacted.first() {
            let step = self.place(*first, &compacted);
            region.items.insert(0, Item::Step(step));
        }
        for inner in region.inner_mut() {
            self.region(inner);
        }
    }

    fn place(&mut self, first: ArrayId, compacted: &[ArrayId]) -> Step {
        let name = &self.nest.arrays[first].name;
        let text = name.to_string();
        let text = format!("{}{SUFFIX}", text.trim_start_matches("r#"));
        let name = Ident::new(&text, name.span());
        let place = self.nest.arrays.push(NestArray {
            name: name.clone(),
            user_name: None,
            ty: None,
            storage: Storage::Contracted,
            given_away: false,
            used: true,
            axes: Vec::new(),
            inset: None,
            part: InputPart::Elements,
            starts: Vec::new(),
        });
        self.types.push_array(Type::USIZE);
        let id = self.states;
        self.states += 1;
        for array in compacted {
            self.places.of.insert(*array, (place, id));
        }
        Step::Scan(Scan {
            id,
            name,
            kind: ScanKind::Exclusive,
            seed: Host::plain(syn::parse_quote!(0usize)),
            operator: Host::plain(syn::parse_quote!(|a, b| a + b)),
            known: Some(Known::Add),
            untested: false,
            segments: None,
            rows: None,
            intake: Intake::Operand(Element::One),
            transition: None,
            neighbours: Vec::new(),
            into: Pattern::Name(place),
        })
    }
}

impl Places {
    /// The number of the scan of an array's places.
    pub fn scan(&self, array: ArrayId) -> Option<usize> {
        self.of.get(&array).map(|(_, scan)| *scan)
    }

    /// The array with whose count the number of kept elements is known, if
    /// one is compacted.
    pub fn place(&self, array: ArrayId) -> Option<ArrayId> {
        self.of.get(&array).map(|(place, _)| *place)
    }
}

/// Returns true if a fold of a loop only counts kept elements.
pub fn counts(target: &FoldTarget) -> bool {
    matches!(target, FoldTarget::Kept(_))
}
