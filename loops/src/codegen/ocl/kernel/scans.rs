//! Scans: the exclusive prefix of a lane in its tile, and of a tile in the loop.

use super::super::body::KernelBody;
use super::super::parameters::Parameters;
use super::super::state::{Member, State};
use super::super::{HEAD, Program};
use super::Kernels;
use crate::nest::ArrayId;
use std::collections::BTreeMap;

impl Kernels<'_, '_, '_> {
    /// The function that puts the states of all lanes up to each in the place of its state, for the
    /// first lanes of a group. A step combines four states: it takes half as many steps, each with
    /// two barriers, as one that combines two.
    ///
    /// Functions with barriers are always inlined: where a compiler leaves that open, PoCL 3.1 makes
    /// kernels of two calls whose lanes do not wait.
    pub(super) fn prefixes(&self, number: usize, level: &State) -> String {
        let (name, state) = (&self.name, &level.name);
        let parameters = level.parameters();
        let combined = level.combined("scratch[lane - k * step]", "total");
        format!(
            "\
static inline __attribute__((always_inline)) void {name}_prefixes{number}(
    local {state} *scratch, const uint lanes{parameters}
) {{
    const uint lane = get_local_id(0);
    for (uint step = 1; step < lanes; step *= 4) {{
        {state} total;
        if (lane < lanes) {{
            total = scratch[lane];
            for (uint k = 1; k < 4 && k * step <= lane; k++) total = {combined};
        }}
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < lanes) scratch[lane] = total;
        barrier(CLK_LOCAL_MEM_FENCE);
    }}
}}
"
        )
    }

    /// The kernel that turns the totals of tiles into the exclusive prefix of each, a window of them
    /// at a time: they are combined as by tiles that wait for each other.
    pub(super) fn spine(
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
        let mut printer = self.program.printer(self.module, parameters);
        let nothing = level.nothing(printer.module);
        let seed = level.seed(parameters, &mut printer);
        let name = &level.name;
        let link = format!("link{number}");
        let mut lines = printer.lines;
        lines.line(format!("local {name} scratch[GROUP];"));
        lines.line("const uint lane = get_local_id(0);");
        lines.line(format!("{name} before = {seed};"));
        lines.open("for (ulong base = 0; base < tiles; base += WINDOW) {");
        lines.line("const ulong tile = lane < WINDOW ? base + lane : tiles;");
        lines.line(format!("{name} total = {nothing};"));
        lines.line(format!("if (tile < tiles) total = {link}[tile];"));
        lines.line("scratch[lane] = total;");
        lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        lines.line(format!(
            "{}_prefixes{number}(scratch, WINDOW{});",
            self.name,
            level.arguments()
        ));
        lines.line(format!(
            "if (lane > 0) before = {};",
            level.combined("before", "scratch[lane - 1]")
        ));
        lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        lines.line(format!("if (tile < tiles) {link}[tile] = before;"));
        lines.line(format!(
            "if (lane == min((ulong)WINDOW, tiles - base) - 1) scratch[0] = {};",
            level.combined("before", "total")
        ));
        lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        lines.line("before = scratch[0];");
        lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        lines.close("}");
        for (member, slot) in counted(self.program, level, counts) {
            lines.line(format!(
                "if (lane == 0) record[{}] = before.{member};",
                HEAD + slot
            ));
        }
        let lines = lines.into_string();
        format!("{head}\n{lines}}}\n")
    }
}

impl KernelBody<'_, '_, '_> {
    /// One look-back level: the exclusive prefix of the lane.
    pub(super) fn level(
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
            let now = format!("now{number}_{index}");
            self.line(format!("{} {now} = at{index};", state.name));
            self.run(index, state, &now, &format!("near{number}_{index}"));
        }
        self.taking = vec![(mine.clone(), level.clone())];
        self.working = false;
        let body = self.program.scheduled(self.nested).levels[number - 1]
            .level
            .body
            .clone();
        self.sweep(&body);
        self.taking.clear();
        self.line(format!("{scratch}[lane] = {mine};"));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        let further = level.arguments();
        self.line(format!(
            "{name}_prefixes{number}({scratch}, GROUP{further});"
        ));
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
                    HEAD + slot
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

    /// Leaves the elements of a lane to the one that does the loop again, if composed steps say too
    /// little about the state that enters it. It would go on from numbers that no state is.
    pub(super) fn lose(&mut self, number: usize, level: &State, slot: usize) {
        let lost = level.members.iter().filter_map(Member::lost);
        let lost: Vec<String> = lost.map(|lost| format!("at{number}.{lost}")).collect();
        if lost.is_empty() {
            return;
        }
        self.open(&format!("if ({}) {{", lost.join(" || ")));
        self.line("own = 0;");
        self.line(format!(
            "atomic_or((volatile global uint *)&record[{}], 1u);",
            HEAD + slot
        ));
        self.close("}");
    }
}

/// The members of a level that count compacted elements, and their slots.
pub(super) fn counted(
    program: &Program<'_>,
    level: &State,
    counts: &BTreeMap<ArrayId, usize>,
) -> Vec<(String, usize)> {
    let mut members: Vec<(String, usize)> = Vec::new();
    for (array, slot) in counts {
        if let Some(member) = program
            .schedule
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
