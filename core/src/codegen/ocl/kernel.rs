//! The kernels of one loop.
//!
//! Every lane (work item) owns a run of `ITEMS` neighbouring elements of each
//! tile, so that order is kept where it matters and memory is read and written
//! in vectors. A tile is what a group works on at a time. What lanes and tiles
//! know of each other travels in the states of `state`.

use super::body::{Body, Here};
use super::c::printer::{Failing, Printer};
use super::c::{Lines, Module, Text, types};
use super::parameters::{self, Parameters};
use super::state::State;
use super::{Planned, Program, Slots};
use crate::nest::{ArrayId, Entry, Loop, Region, Step, WriteMode};
use crate::scalar::{Prim, Type};
use std::collections::BTreeMap;

/// The kernels of a loop under construction.
pub(super) struct Kernels<'k, 'm, 'e> {
    program: &'k Program<'k>,
    module: &'m mut Module<'e>,
    nested: &'k Loop,
    /// The name of the main one.
    name: String,
    parameters: Parameters,
    /// The states of the look-back levels.
    levels: Vec<State>,
    folds: Option<State>,
    items: usize,
    /// Whether lanes help each other with the inner loop of a cross.
    tiled: bool,
    /// Whether the tiles may pass on their states while they run.
    single_pass: bool,
}

/// The kernels of a loop as text, and what the host must know.
pub(super) fn print(
    program: &Program<'_>,
    module: &mut Module<'_>,
    slots: &mut Slots,
    nested: &Loop,
) -> (String, Planned) {
    let name = format!("{}_{}", program.name, nested.number);
    let levels: Vec<State> = match program.strict {
        true => Vec::new(),
        false => (1..)
            .zip(&nested.levels)
            .map(|(number, level)| State::of_scans(program, module, &name, number, &level.scans))
            .collect(),
    };
    let folds =
        (!nested.folds.is_empty()).then(|| State::of_folds(program, module, &name, &nested.folds));
    let tiled = !program.strict
        && nested
            .body
            .inner
            .iter()
            .any(|inner| matches!(inner.entry, Entry::Cross { .. }));
    let crossed = nested.body.has_cross();
    let counted = nested.writes.iter().any(|write| {
        write.mode == WriteMode::Append && program.places.place(write.array).is_some()
    });
    let mut kernels = Kernels {
        program,
        module,
        nested,
        name,
        parameters: Parameters::default(),
        items: match crossed || program.strict {
            true => 1,
            false => items(program, nested, !levels.is_empty()),
        },
        tiled,
        single_pass: !counted,
        levels,
        folds,
    };
    kernels.collect();
    let mut text = Lines::default();
    text.line(format!(
        "\n// Loop {}: {}.\n",
        nested.number,
        nested.bindings.join(", ")
    ));
    let planned = if program.strict {
        kernels.strict(slots, &mut text)
    } else {
        kernels.parallel(slots, &mut text, counted)
    };
    (text.into_string(), planned)
}

/// How many elements a lane has at a time: a vector of 16 bytes of the widest
/// column, and two where tiles wait for each other.
fn items(program: &Program<'_>, nested: &Loop, levels: bool) -> usize {
    let columns = nested
        .body
        .reads
        .iter()
        .copied()
        .chain(nested.writes.iter().map(|write| write.array));
    let widest = columns
        .flat_map(|array| program.types.array(array).leaves())
        .map(|prim| prim.bits() as usize / 8)
        .max()
        .unwrap_or(4);
    match levels {
        true => (32 / widest).clamp(4, 16),
        false => (16 / widest).clamp(2, 16),
    }
}

impl Kernels<'_, '_, '_> {
    /// All parameters of the main kernel.
    fn collect(&mut self) {
        let program = self.program;
        let (read, measured) = parameters::read(&self.nested.body);
        for array in read {
            self.parameters.memory(program, array, false);
        }
        for array in measured {
            self.parameters.length(program, array);
        }
        self.parameters
            .named(program, &parameters::named(self.nested));
        let mut ranges: Vec<ArrayId> = Vec::new();
        self.nested.body.visit(&mut |region| {
            for step in &region.steps {
                if let Step::Range { into, .. } = step {
                    ranges.extend(into.names().first());
                }
            }
        });
        for array in ranges {
            self.parameters.start(program, array);
        }
        for level in &self.levels {
            level.seeds(&mut self.parameters);
        }
        if program.strict {
            let mut seeds: Vec<State> = Vec::new();
            for (number, level) in (1..).zip(&self.nested.levels) {
                seeds.push(State::of_scans(
                    program,
                    self.module,
                    &self.name,
                    number,
                    &level.scans,
                ));
            }
            seeds.extend(self.folds.clone());
            for state in &seeds {
                state.seeds(&mut self.parameters);
            }
        }
        for write in &self.nested.writes {
            self.parameters.memory(program, write.array, true);
            if matches!(
                write.mode,
                WriteMode::Scatter(_) | WriteMode::ScatterInPlace(_)
            ) {
                self.parameters.length(program, write.array);
                if program.types.array(write.array).leaves().len() > 1 {
                    self.parameters.claims(program, write.array);
                }
            }
        }
    }

    /// Where what enters the extents of arrays is counted.
    fn slots(&self, slots: &mut Slots) -> BTreeMap<ArrayId, usize> {
        let mut counts = BTreeMap::new();
        let mut of_places: BTreeMap<ArrayId, usize> = BTreeMap::new();
        for write in &self.nested.writes {
            if let Some(place) = self.program.places.place(write.array) {
                let slot = *of_places.entry(place).or_insert_with(|| slots.take(1));
                counts.insert(write.array, slot);
            }
        }
        counts
    }

    fn totals(&self, slots: &mut Slots) -> BTreeMap<usize, usize> {
        self.nested
            .folds
            .iter()
            .map(|fold| {
                let ty = self.program.element_type(fold.arg);
                (fold.id, slots.take(ty.leaves().len()))
            })
            .collect()
    }

    fn planned(&self, counts: BTreeMap<ArrayId, usize>, totals: BTreeMap<usize, usize>) -> Planned {
        Planned {
            number: self.nested.number,
            kernel: self.name.clone(),
            items: self.items,
            levels: self.levels.iter().map(State::size).collect(),
            partial: self.folds.as_ref().map_or(0, State::size),
            single_pass: self.single_pass,
            parameters: self.parameters.all.clone(),
            totals: Vec::new(),
            spines: Vec::new(),
            counts,
            slots: totals,
            local: self.local_bytes(),
        }
    }

    /// The local memory of a lane.
    fn local_bytes(&self) -> usize {
        let states = self.levels.iter().chain(&self.folds).map(State::size);
        let tiles = match self.tiled {
            false => 0,
            true => tiles(self.program, self.nested, &self.parameters)
                .iter()
                .map(|(_, prim)| prim.bits() as usize / 8)
                .sum(),
        };
        states.sum::<usize>() + tiles
    }

    fn head(&self, name: &str, leading: &[String], parameters: &Parameters) -> String {
        let mut all: Vec<String> = vec!["global ulong *record".to_owned()];
        all.extend_from_slice(leading);
        all.extend(
            parameters
                .all
                .iter()
                .map(super::parameters::Parameter::declaration),
        );
        format!(
            "kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))\nvoid {name}(\n    {}\n) {{",
            wrapped(&all)
        )
    }

    /// The kernels for a device with many lanes.
    fn parallel(mut self, slots: &mut Slots, text: &mut Lines, counted: bool) -> Planned {
        let counts = self.slots(slots);
        let totals = self.totals(slots);
        let mut planned = self.planned(counts.clone(), totals.clone());
        let items = match self.items > 1 && !self.levels.is_empty() {
            true => format!("({} * RUNS)", self.items),
            false => self.items.to_string(),
        };
        text.line(format!("#undef ITEMS\n#define ITEMS {items}"));

        // What tiles pass on.
        for (index, level) in self.levels.clone().iter().enumerate() {
            let number = index + 1;
            let mut spine = level.captured.clone();
            level.seeds(&mut spine);
            text.line("");
            if counted {
                text.line(format!(
                    "typedef {} {}_link{number};",
                    level.name, self.name
                ));
            } else {
                text.line("#if LOOK_BACK");
                text.line("");
                text.line(self.look_back(number, level));
                text.line("#else");
                text.line("");
                text.line(format!(
                    "typedef {} {}_link{number};",
                    level.name, self.name
                ));
            }
            text.line("");
            text.line(self.spine(number, level, &spine, &counts));
            if !counted {
                text.line("");
                text.line("#endif");
            }
            planned.spines.push(spine.all);
        }

        let main = self.main(&counts);
        text.line("");
        text.line(main);

        if let Some(folds) = self.folds.clone() {
            let mut parameters = folds.captured.clone();
            folds.seeds(&mut parameters);
            text.line("");
            text.line(self.total(&folds, &parameters, &totals));
            planned.totals = parameters.all;
        }
        for write in &self.nested.writes {
            if self.parameters.owners.contains_key(&write.array) {
                text.line("");
                text.line(self.settle(write.array));
            }
        }
        planned
    }

    /// The main kernel.
    fn main(&mut self, counts: &BTreeMap<ArrayId, usize>) -> String {
        let commutes = self
            .folds
            .as_ref()
            .is_none_or(|folds| folds.members.iter().all(super::state::Member::commutes));
        let chunked = self.levels.is_empty() && self.folds.is_some();
        let mut leading = vec!["const ulong n".to_owned()];
        if !self.levels.is_empty() {
            leading.push("const uint stage".to_owned());
            leading.push("global uint *ticket".to_owned());
            for number in 1..=self.levels.len() {
                leading.push(format!("global {}_link{number} *link{number}", self.name));
            }
        } else if chunked {
            leading.push("const ulong chunk".to_owned());
        }
        if let Some(folds) = &self.folds {
            leading.push(format!("global {} *partials", folds.name));
        }
        let head = self.head(&self.name, &leading, &self.parameters);

        let levels = self.levels.clone();
        let folds = self.folds.clone();
        let given = self.program.given(&self.parameters);
        let mut printer = Printer::new(self.module, given, Failing::Binding(String::new()));
        printer.lines = Lines::at_depth(1);
        let mut body = Body {
            program: self.program,
            nested: self.nested,
            printer,
            parameters: &self.parameters,
            items: self.items,
            elements: BTreeMap::new(),
            running: BTreeMap::new(),
            taking: Vec::new(),
            working: false,
            states: &levels,
        };
        self.program.unpack(&self.parameters, &mut body.printer);
        for (index, level) in levels.iter().enumerate() {
            body.line(format!("local {} scratch{}[GROUP];", level.name, index + 1));
        }
        if let Some(folds) = &folds {
            body.line(format!("local {} scratch[GROUP];", folds.name));
        }
        if self.tiled {
            for (name, prim) in tiles(self.program, self.nested, &self.parameters) {
                body.line(format!("local {} {name}_tile[GROUP];", types::stored(prim)));
            }
        }
        body.line("const uint lane = get_local_id(0);");
        if let Some(folds) = folds.as_ref().filter(|_| chunked) {
            let nothing = folds.nothing(body.printer.module);
            let name = if commutes { "folds" } else { "carry" };
            if !commutes {
                body.line("// What stands to the left in this group; lane 0 keeps it.");
            }
            body.line(format!("{} {name} = {nothing};", folds.name));
            body.line("const ulong first = get_group_id(0) * chunk;");
            body.open("for (ulong tile = first; tile < first + chunk; tile++) {");
        } else if levels.is_empty() {
            body.line("const ulong tile = get_group_id(0);");
        } else if self.single_pass {
            body.line("#if LOOK_BACK");
            body.line("local uint claimed;");
            body.line("if (lane == 0) claimed = atomic_inc(ticket);");
            body.line("barrier(CLK_LOCAL_MEM_FENCE);");
            body.line("const uint tile = claimed;");
            body.line("#else");
            body.line("const uint tile = get_group_id(0);");
            body.line("#endif");
        } else {
            body.line("const uint tile = get_group_id(0);");
        }
        body.start(self.tiled);
        body.loads(&self.nested.body);

        for (index, level) in levels.iter().enumerate() {
            body.level(index + 1, level, &self.name, self.single_pass, counts);
        }
        body.work(&levels, folds.as_ref(), chunked && commutes);
        if let Some(folds) = &folds {
            match (chunked, commutes) {
                (true, true) => {
                    body.close("}");
                    body.line("");
                    body.tree(folds);
                    body.line("if (lane == 0) partials[get_group_id(0)] = scratch[0];");
                }
                (true, false) => {
                    body.line("");
                    body.tree(folds);
                    body.line(format!(
                        "if (lane == 0) carry = {};",
                        folds.combined("carry", "scratch[0]")
                    ));
                    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
                    body.close("}");
                    body.line("if (lane == 0) partials[get_group_id(0)] = carry;");
                }
                (false, _) => {
                    body.line("");
                    body.tree(folds);
                    body.line("if (lane == 0) partials[tile] = scratch[0];");
                }
            }
        }
        let lines = body.printer.lines.into_string();
        format!("{head}\n{lines}}}\n")
    }

    /// The kernel that folds the parts of all groups.
    fn total(
        &mut self,
        folds: &State,
        parameters: &Parameters,
        totals: &BTreeMap<usize, usize>,
    ) -> String {
        let leading = [
            "const ulong parts".to_owned(),
            format!("global const {} *partials", folds.name),
        ];
        let head = self.head(&format!("{}_total", self.name), &leading, parameters);
        let given = self.program.given(parameters);
        let mut printer = Printer::new(self.module, given, Failing::Binding(String::new()));
        printer.lines = Lines::at_depth(1);
        self.program.unpack(parameters, &mut printer);
        let nothing = folds.nothing(printer.module);
        let name = &folds.name;
        printer.lines.line(format!("local {name} scratch[GROUP];"));
        printer.lines.line("const uint lane = get_local_id(0);");
        printer.lines.line(format!("{name} folds = {nothing};"));
        printer
            .lines
            .line("const ulong run = (parts + GROUP - 1) / GROUP;");
        printer
            .lines
            .open("for (ulong k = lane * run; k < min(parts, (lane + 1) * run); k++) {");
        printer.lines.line(format!(
            "folds = {};",
            folds.combined("folds", "partials[k]")
        ));
        printer.lines.close("}");
        tree(&mut printer.lines, folds);
        printer.lines.open("if (lane == 0) {");
        let seed = folds.seed(parameters, &mut printer);
        printer.lines.line(format!("const {name} seed = {seed};"));
        printer
            .lines
            .line(format!("folds = {};", folds.combined("seed", "scratch[0]")));
        for member in &folds.members {
            record(
                &mut printer.lines,
                totals[&member.id],
                &member.ty,
                &Text::atom(format!("folds.{}", member.field)),
            );
        }
        printer.lines.close("}");
        let lines = printer.lines.into_string();
        format!("{head}\n{lines}}}\n")
    }

    /// The kernel that turns the totals of tiles into what stands before each.
    fn spine(
        &mut self,
        number: usize,
        level: &State,
        parameters: &Parameters,
        counts: &BTreeMap<ArrayId, usize>,
    ) -> String {
        let leading = [
            "const ulong tiles".to_owned(),
            format!("global {}_link{number} *link{number}", self.name),
        ];
        let head = self.head(
            &format!("{}_spine{number}", self.name),
            &leading,
            parameters,
        );
        let given = self.program.given(parameters);
        let mut printer = Printer::new(self.module, given, Failing::Binding(String::new()));
        printer.lines = Lines::at_depth(1);
        self.program.unpack(parameters, &mut printer);
        let nothing = level.nothing(printer.module);
        let seed = level.seed(parameters, &mut printer);
        let name = &level.name;
        let link = format!("link{number}");
        let mut lines = printer.lines;
        lines.line(format!("local {name} scratch[GROUP];"));
        lines.line("const uint lane = get_local_id(0);");
        lines.line(format!("{name} before = {seed};"));
        lines.open("for (ulong base = 0; base < tiles; base += GROUP) {");
        lines.line("const ulong tile = base + lane;");
        lines.line(format!("{name} total = {nothing};"));
        lines.line(format!("if (tile < tiles) total = {link}[tile];"));
        prefixes(&mut lines, level, "scratch", "total");
        lines.line(format!(
            "if (lane > 0) before = {};",
            level.combined("before", "scratch[lane - 1]")
        ));
        lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        lines.line(format!("if (tile < tiles) {link}[tile] = before;"));
        lines.line(format!(
            "if (lane == min((ulong)GROUP, tiles - base) - 1) scratch[0] = {};",
            level.combined("before", "total")
        ));
        lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        lines.line("before = scratch[0];");
        lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        lines.close("}");
        for (member, slot) in counted(self.program, level, counts) {
            lines.line(format!(
                "if (lane == 0) record[{}] = before.{member};",
                super::HEAD + slot
            ));
        }
        let lines = lines.into_string();
        format!("{head}\n{lines}}}\n")
    }

    /// The functions by which tiles that run at the same time wait for each
    /// other.
    fn look_back(&mut self, number: usize, level: &State) -> String {
        let (name, state) = (&self.name, &level.name);
        let parameters = level.parameters();
        let arguments = format!("{name}_{{}}{number}");
        let called = |function: &str| arguments.replace("{}", function);
        let (halves, words, publish, peek, before) = (
            called("halves"),
            called("words"),
            called("publish"),
            called("peek"),
            called("before"),
        );
        let window = level.combined("left", "window[lane]");
        let all = level.combined("before", "window[place - 1]");
        let inclusive = level.combined("before", "total");
        format!(
            "\
#define {halves} ((sizeof({state}) + 1) / 2)

typedef uint {name}_link{number};

typedef union {{
    {state} state;
    ushort halves[{halves}];
}} {words};

static void {publish}(volatile global uint *link, {state} state) {{
    {words} words;
    words.state = state;
    for (uint k = 0; k < {halves}; k++) {{
        atomic_xchg(&link[k], 0x10000u | words.halves[k]);
    }}
}}

static bool {peek}(volatile global uint *link, {state} *state) {{
    {words} words;
    for (uint k = 0; k < {halves}; k++) {{
        const uint word = atomic_or(&link[k], 0u);
        if (word < 0x10000u) return false;
        words.halves[k] = (ushort)word;
    }}
    *state = words.state;
    return true;
}}

static {state} {before}(
    volatile global uint *link, const uint tile, const {state} total,
    const {state} seed, local {state} *window{parameters}
) {{
    const uint lane = get_local_id(0);
    const uint place = tile % WINDOW;
    volatile global uint *own = link + (ulong)tile * 2 * {halves};
    // The total, for the tiles to the right in this window.
    if (lane == 0 && place < WINDOW - 1) {publish}(own, total);
    // The totals of the tiles to the left in this window.
    if (lane < place) {{
        {state} other;
        while (!{peek}(own - (ulong)(place - lane) * 2 * {halves}, &other)) {{}}
        window[lane] = other;
    }}
    // The prefix of the window to the left.
    if (lane == WINDOW - 1) {{
        {state} start = seed;
        if (tile > place) {{
            while (!{peek}(own - (ulong)(place + 1) * 2 * {halves} + {halves}, &start)) {{}}
        }}
        window[lane] = start;
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    {state} before = window[WINDOW - 1];
    for (uint step = 1; step < place; step *= 2) {{
        {state} left;
        if (lane >= step && lane < place) left = window[lane - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step && lane < place) window[lane] = {window};
        barrier(CLK_LOCAL_MEM_FENCE);
    }}
    if (place > 0) before = {all};
    // The prefix, for the tiles of the next window.
    if (lane == 0 && place == WINDOW - 1) {{
        {publish}(own + {halves}, {inclusive});
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}}
"
        )
    }

    /// The kernel that writes what won the slots of a scatter.
    fn settle(&mut self, array: ArrayId) -> String {
        let owners = &self.parameters.all[self.parameters.owners[&array]];
        let claims = &self.parameters.all[self.parameters.claims[&array]];
        let owner = self.program.owner(array);
        let memory = &self.parameters.all[self.parameters.memory[&owner]];
        let name = self.program.nest.arrays[array].name.to_string();
        let mut lines = Lines::at_depth(1);
        lines.line(format!("// {name} = scatter"));
        lines.line("const ulong slot = get_global_id(0);");
        lines.open(format!("if (slot < n && {}[slot] != 0) {{", owners.name));
        for (to, from) in memory.leaves.iter().zip(&claims.leaves) {
            lines.line(format!("{to}[slot] = {from}[{}[slot] - 1];", owners.name));
        }
        lines.close("}");
        let parameters = [owners, claims, memory].map(super::parameters::Parameter::declaration);
        let mut all = vec![
            "global ulong *record".to_owned(),
            "const ulong n".to_owned(),
        ];
        all.extend(parameters);
        format!(
            "kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))\nvoid {}_{}(\n    {}\n) {{\n{}}}\n",
            self.name,
            super::c::printer::c_name(&name),
            wrapped(&all),
            lines.into_string()
        )
    }

    /// The kernel for one lane that does everything in order.
    fn strict(mut self, slots: &mut Slots, text: &mut Lines) -> Planned {
        let counts = self.slots(slots);
        let totals = self.totals(slots);
        let planned = self.planned(counts.clone(), totals.clone());
        let head = self
            .head(&self.name, &["const ulong n".to_owned()], &self.parameters)
            .replace("GROUP, 1, 1", "1, 1, 1");
        let mut states: Vec<State> = Vec::new();
        for (number, level) in (1..).zip(&self.nested.levels) {
            states.push(State::of_scans(
                self.program,
                self.module,
                &self.name,
                number,
                &level.scans,
            ));
        }
        let folds = self.folds.clone();
        let given = self.program.given(&self.parameters);
        let mut printer = Printer::new(self.module, given, Failing::Binding(String::new()));
        printer.lines = Lines::at_depth(1);
        let mut body = Body {
            program: self.program,
            nested: self.nested,
            printer,
            parameters: &self.parameters,
            items: 1,
            elements: BTreeMap::new(),
            running: BTreeMap::new(),
            taking: Vec::new(),
            working: true,
            states: &states,
        };
        self.program.unpack(&self.parameters, &mut body.printer);
        for (index, state) in states.iter().enumerate() {
            let seed = state.seed(&self.parameters, &mut body.printer);
            body.line(format!("{} at{} = {seed};", state.name, index + 1));
            for member in &state.members {
                body.running.insert(member.id, format!("at{}", index + 1));
            }
        }
        if let Some(folds) = &folds {
            let seed = folds.seed(&self.parameters, &mut body.printer);
            body.line(format!("{} folds = {seed};", folds.name));
            body.taking.push(("folds".to_owned(), folds.clone()));
        }
        body.open("for (ulong i = 0; i < n; i++) {");
        let region = self.nested.body.clone();
        body.region(
            &region,
            &Here {
                index: "i".to_owned(),
                mask: None,
                item: None,
            },
        );
        body.close("}");
        if let Some(folds) = &folds {
            for member in &folds.members {
                let value = Text::atom(format!("folds.{}", member.field));
                record(
                    &mut body.printer.lines,
                    totals[&member.id],
                    &member.ty,
                    &value,
                );
            }
        }
        for (index, state) in states.iter().enumerate() {
            for (member, slot) in counted(self.program, state, &counts) {
                body.line(format!(
                    "record[{}] = at{}.{member};",
                    super::HEAD + slot,
                    index + 1
                ));
            }
        }
        let lines = body.printer.lines.into_string();
        text.line("");
        text.line(format!("{head}\n{lines}}}\n"));
        for write in &self.nested.writes {
            if self.parameters.owners.contains_key(&write.array) {
                text.line("");
                text.line(self.settle(write.array));
            }
        }
        planned
    }
}

/// The members of a level that count packed elements, and their slots.
fn counted(
    program: &Program<'_>,
    level: &State,
    counts: &BTreeMap<ArrayId, usize>,
) -> Vec<(String, usize)> {
    let mut members: Vec<(String, usize)> = Vec::new();
    for (array, slot) in counts {
        if let Some(member) = program
            .places
            .scan(*array)
            .and_then(|scan| level.member(scan))
            && !members.iter().any(|(_, known)| known == slot)
        {
            members.push((member.field.clone(), *slot));
        }
    }
    members
}

/// The columns that the group fetches for a cross.
fn tiles(program: &Program<'_>, nested: &Loop, parameters: &Parameters) -> Vec<(String, Prim)> {
    let mut tiles: Vec<(String, Prim)> = Vec::new();
    for inner in &nested.body.inner {
        let Entry::Cross { pairs } = &inner.entry else {
            continue;
        };
        for pair in pairs {
            let parameter = &parameters.all[parameters.memory[&program.owner(pair.right)]];
            for (name, prim) in parameter.leaves.iter().zip(parameter.ty.leaves()) {
                if !tiles.iter().any(|(known, _)| known == name) {
                    tiles.push((name.clone(), prim));
                }
            }
        }
    }
    tiles
}

/// Stores the leaves of a value in slots of the record.
fn record(lines: &mut Lines, slot: usize, ty: &Type, value: &Text) {
    for (index, (prim, part)) in ty
        .leaves()
        .iter()
        .zip(super::body::leaves(ty, value))
        .enumerate()
    {
        let c = types::stored(*prim);
        let word = super::HEAD + slot + index;
        match c {
            "ulong" => lines.line(format!("record[{word}] = {part};")),
            c => lines.line(format!("*(global {c} *)&record[{word}] = {part};")),
        }
    }
}

/// The state of all lanes in order, in the first place of `scratch`.
fn tree(lines: &mut Lines, folds: &State) {
    lines.line("scratch[lane] = folds;");
    lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
    lines.open("for (uint step = 1; step < GROUP; step *= 2) {");
    lines.open("if (lane % (2 * step) == 0) {");
    lines.line(format!(
        "scratch[lane] = {};",
        folds.combined("scratch[lane]", "scratch[lane + step]")
    ));
    lines.close("}");
    lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
    lines.close("}");
}

/// The states of all lanes up to each, in its place of `scratch`.
fn prefixes(lines: &mut Lines, level: &State, scratch: &str, mine: &str) {
    let name = &level.name;
    lines.line(format!("{scratch}[lane] = {mine};"));
    lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
    lines.open("for (uint step = 1; step < GROUP; step *= 2) {");
    lines.line(format!("{name} left;"));
    lines.line(format!("if (lane >= step) left = {scratch}[lane - step];"));
    lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
    lines.line(format!(
        "if (lane >= step) {scratch}[lane] = {};",
        level.combined("left", &format!("{scratch}[lane]"))
    ));
    lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
    lines.close("}");
}

/// A list of parameters over lines.
fn wrapped(parts: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.push(',');
            if width + part.len() > 100 {
                text.push_str("\n    ");
                width = 0;
            } else {
                text.push(' ');
            }
        }
        text.push_str(part);
        width += part.len() + 2;
    }
    text
}

/// What the main kernel is made of.
impl Body<'_, '_, '_> {
    fn line(&mut self, line: impl std::fmt::Display) {
        self.printer.lines.line(line);
    }

    fn open(&mut self, line: &str) {
        self.printer.lines.open(line);
    }

    fn close(&mut self, line: &str) {
        self.printer.lines.close(line);
    }

    fn tree(&mut self, folds: &State) {
        tree(&mut self.printer.lines, folds);
    }

    /// Where the lane's elements begin.
    fn start(&mut self, tiled: bool) {
        match (self.items, tiled) {
            (1, true) => {
                self.line("const ulong begin = (ulong)tile * GROUP + lane;");
                self.line("// A lane without an element helps with those of others.");
                self.line("const bool inside = begin < n;");
                self.line("const ulong i = min(begin, n - 1);");
            }
            (1, false) => self.line("const ulong i = (ulong)tile * GROUP + lane;"),
            _ => {
                self.line("const ulong begin = ((ulong)tile * GROUP + lane) * ITEMS;");
                self.line("const bool whole = begin + ITEMS <= n;");
            }
        }
    }

    /// Whether a lane has several vectors of elements where the device has few
    /// lanes: what tiles pass on costs the same for any number of elements.
    fn in_runs(&self) -> bool {
        self.items > 1 && !self.states.is_empty()
    }

    /// Fetches what is walked over.
    fn loads(&mut self, region: &Region) {
        if self.items == 1 {
            return;
        }
        for array in &region.reads {
            let name = self.program.nest.arrays[*array].name.to_string();
            self.line(format!("// {name} = the items of this lane"));
            let prims = self.program.types.array(*array).leaves();
            for (buffer, prim) in self.buffers(*array).into_iter().zip(prims) {
                let (c, items) = (types::stored(prim), self.items);
                self.line(format!("{c} {buffer}_items[ITEMS];"));
                self.open("if (whole) {");
                let source = format!("((global const {c}{items} *){buffer})");
                self.line(match self.in_runs() {
                    true => format!(
                        "for (uint r = 0; r < RUNS; r++) vstore{items}({source}[begin / {items} + r], r, {buffer}_items);"
                    ),
                    false => format!("vstore{items}({source}[begin / ITEMS], 0, {buffer}_items);"),
                });
                self.printer.lines.between("} else {");
                self.line(format!(
                    "for (uint k = 0; k < ITEMS; k++) {buffer}_items[k] = begin + k < n ? {buffer}[begin + k] : 0;"
                ));
                self.close("}");
            }
        }
    }

    /// A sweep over the lane's elements.
    fn sweep(&mut self, region: &Region) {
        let names = self.printer.given.names.clone();
        let here = match (self.items, self.program.has_direct_cross(self.nested)) {
            (1, true) => Here {
                index: "i".to_owned(),
                mask: Some("inside".to_owned()),
                item: None,
            },
            (1, false) => Here {
                index: "i".to_owned(),
                mask: None,
                item: None,
            },
            _ => Here {
                index: "(begin + k)".to_owned(),
                mask: None,
                item: Some("k".to_owned()),
            },
        };
        let masked = here.mask.is_some();
        if here.item.is_some() {
            self.open("for (uint k = 0; k < ITEMS; k++) {");
            self.open("if (begin + k < n) {");
        } else if !masked {
            self.open("if (i < n) {");
        } else {
            self.open("{");
        }
        self.region(region, &here);
        self.close("}");
        if here.item.is_some() {
            self.close("}");
        }
        self.printer.given.names = names;
        self.elements.clear();
    }

    /// One look-back level: what stands before the lane.
    fn level(
        &mut self,
        number: usize,
        level: &State,
        name: &str,
        single_pass: bool,
        counts: &BTreeMap<ArrayId, usize>,
    ) {
        let names: Vec<&str> = level
            .members
            .iter()
            .map(|member| member.binding.as_str())
            .collect();
        self.line("");
        self.line(format!("// Level {number}: {}.", names.join(", ")));
        let state = &level.name;
        let (mine, at, total, before, scratch, link) = (
            format!("mine{number}"),
            format!("at{number}"),
            format!("total{number}"),
            format!("before{number}"),
            format!("scratch{number}"),
            format!("link{number}"),
        );
        let nothing = level.nothing(self.printer.module);
        self.line(format!("{state} {mine} = {nothing};"));
        // Scans of earlier levels go on from where they stand.
        let earlier: Vec<State> = self.states[..number - 1].to_vec();
        for (index, state) in earlier.iter().enumerate() {
            let index = index + 1;
            self.line(format!("{} now{number}_{index} = at{index};", state.name));
            for member in &state.members {
                self.running
                    .insert(member.id, format!("now{number}_{index}"));
            }
        }
        self.taking = vec![(mine.clone(), level.clone())];
        self.working = false;
        let sweep = self.nested.levels[number - 1].sweep.clone();
        self.sweep(&sweep);
        self.taking.clear();
        prefixes(&mut self.printer.lines, level, &scratch, &mine);
        self.line(format!("{state} {at};"));
        self.line(format!("if (lane > 0) {at} = {scratch}[lane - 1];"));
        self.line(format!("const {state} {total} = {scratch}[GROUP - 1];"));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        if single_pass {
            let parameters = self.parameters;
            let seed = level.seed(parameters, &mut self.printer);
            self.line("#if LOOK_BACK");
            self.line(format!("const {state} seed{number} = {seed};"));
            self.line(format!(
                "const {state} {before} = {name}_before{number}({link}, tile, {total}, seed{number}, {scratch}{});",
                level.arguments()
            ));
            for (member, slot) in counted(self.program, level, counts) {
                self.line(format!(
                    "if (lane == 0 && (ulong)(tile + 1) * GROUP * ITEMS >= n) record[{}] = {before}.{member} + {total}.{member};",
                    super::HEAD + slot
                ));
            }
            self.line("#else");
        }
        self.open(&format!("if (stage == {number}) {{"));
        self.line(format!("if (lane == 0) {link}[tile] = {total};"));
        self.line("return;");
        self.close("}");
        self.line(format!("const {state} {before} = {link}[tile];"));
        if single_pass {
            self.line("#endif");
        }
        let combined = level.combined(&before, &at);
        self.line(format!("if (lane > 0) {at} = {combined};"));
        self.line(format!("else {at} = {before};"));
    }

    /// The real work, and what comes out of it.
    fn work(&mut self, levels: &[State], folds: Option<&State>, accumulated: bool) {
        if !levels.is_empty() {
            self.line("");
            self.line("// The work.");
        }
        for (index, level) in levels.iter().enumerate() {
            for member in &level.members {
                self.running.insert(member.id, format!("at{}", index + 1));
            }
        }
        if let Some(folds) = folds {
            if !accumulated {
                let nothing = folds.nothing(self.printer.module);
                self.line(format!("{} folds = {nothing};", folds.name));
            }
            self.taking = vec![("folds".to_owned(), folds.clone())];
        }
        let dense = self.dense();
        if self.items > 1 {
            for (buffer, prim) in &dense {
                self.line(format!("{} {buffer}_out[ITEMS];", types::stored(*prim)));
            }
        }
        self.working = true;
        let body = self.nested.body.clone();
        self.sweep(&body);
        if self.items > 1 && !dense.is_empty() {
            self.open("if (whole) {");
            for (buffer, prim) in &dense {
                let (c, items) = (types::stored(*prim), self.items);
                let target = format!("((global {c}{items} *){buffer})");
                self.line(match self.in_runs() {
                    true => format!(
                        "for (uint r = 0; r < RUNS; r++) {target}[begin / {items} + r] = vload{items}(r, {buffer}_out);"
                    ),
                    false => format!("{target}[begin / ITEMS] = vload{items}(0, {buffer}_out);"),
                });
            }
            self.printer.lines.between("} else {");
            for (buffer, _) in &dense {
                self.line(format!(
                    "for (uint k = 0; k < ITEMS; k++) if (begin + k < n) {buffer}[begin + k] = {buffer}_out[k];"
                ));
            }
            self.close("}");
        }
    }

    /// The columns that get one element for each iteration.
    fn dense(&self) -> Vec<(String, Prim)> {
        let mut dense: Vec<(String, Prim)> = Vec::new();
        for write in &self.nested.writes {
            if matches!(write.mode, WriteMode::Fresh | WriteMode::InPlace(_)) {
                let prims = self.program.types.array(write.array).leaves();
                for column in self.buffers(write.array).into_iter().zip(prims) {
                    if !dense.contains(&column) {
                        dense.push(column);
                    }
                }
            }
        }
        dense
    }
}
