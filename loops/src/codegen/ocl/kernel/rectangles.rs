//! The main kernel of a loop over rectangles of its last two axes.
//!
//! A function computes the elements at a row and a column; the kernel calls it for the positions of a
//! lane. On a device with many lanes these are some rows of a column, unrolled: all elements are read
//! before one is stored, so that rows share what they read. On one with few they are neighbours in a
//! row. Only rectangles at the lower edge ask of each row whether there is one.

use super::super::body::{Cell, Here, KernelBody, turned};
use super::super::c::{Lines, types};
use super::Kernels;
use super::wrapped;

/// The positions of a lane: below each other on a device with many lanes, where `RUNS` is 1, and
/// neighbours in a row on one with few.
pub(super) const WORDS: &str = "\
// A lane has ITEMS rows of RIGHT neighbours each.
#if RUNS == 1
#define BELOW(rows) rows
#define RIGHT 1
// Elements that are read the other way round are fetched together.
#define TURNED(near, far) near
#else
#define BELOW(rows) 1
#define RIGHT (4 * RUNS)
#define TURNED(near, far) far
#endif
";

impl Kernels<'_, '_, '_> {
    /// The function of an element, and the main kernel.
    pub(super) fn rectangles(&mut self) -> String {
        let parameters: Vec<String> = self
            .parameters
            .all
            .iter()
            .map(|p| p.declaration())
            .collect();
        let printer = self.program.printer(self.module, &self.parameters);
        let mut body = KernelBody::new(
            self.program,
            self.nested,
            printer,
            &self.parameters,
            1,
            &self.levels,
        );
        let mut fresh = |wish: &str| body.printer.fresh(wish);
        let cell = Cell {
            outer: fresh("outer"),
            row: fresh("row"),
            column: fresh("column"),
            turned: fresh("turned"),
        };
        let [
            position,
            across,
            right,
            below,
            wide,
            high,
            top,
            left,
            first,
            r,
            c,
        ] = [
            "position", "across", "right", "below", "wide", "high", "top", "left", "first", "r",
            "c",
        ]
        .map(&mut fresh);
        let (tiles_across, tiles_down) = (fresh("tiles_across"), fresh("tiles_down"));
        let height = body.size_from_behind(2);
        let width = body.size_from_behind(1);
        let columns = body.one_each();
        // The element is a function: its text stands once, and is used for whole rectangles and others.
        body.working = true;
        let region = self.nested.body.clone();
        let here = Here {
            index: position.clone(),
            mask: None,
            item: None,
            row: None,
            cell: Some(cell.clone()),
        };
        body.region(&region, &here);
        let lines = std::mem::take(&mut body.printer.lines).into_string();
        let near = body.turned_reads();
        let fetches = body.fetch_turned(&cell, [&top, &left, &high]);
        drop(body);
        let Cell {
            outer,
            row,
            column,
            turned,
        } = cell;
        let mut all = vec!["global ulong *record".to_owned()];
        all.extend(parameters);
        for name in [&outer, &row, &column, &position] {
            all.push(format!("const ulong {name}"));
        }
        if !near.is_empty() {
            all.push(format!("const uint {turned}"));
            all.extend(
                near.iter()
                    .map(|(name, ty)| format!("local const {ty} *{name}")),
            );
        }
        for (buffer, prim) in &columns {
            all.push(format!("{} *{buffer}_out", types::stored(*prim)));
        }
        let element = format!(
            "static inline __attribute__((always_inline)) void {}_element(\n    {}\n) {{\n{lines}}}\n",
            self.name,
            wrapped(&all)
        );
        let names = self
            .parameters
            .all
            .iter()
            .flat_map(|parameter| parameter.leaves.clone());
        let names: Vec<String> = ["record".to_owned()].into_iter().chain(names).collect();
        let call = |row: &str, column: &str, position: &str, near_at: Option<&str>, out: &str| {
            let outs = columns
                .iter()
                .map(|(buffer, _)| format!("&{buffer}_out{out}"));
            let mut all = names.clone();
            all.extend([outer.as_str(), row, column, position].map(str::to_owned));
            if !near.is_empty() {
                all.push(near_at.unwrap_or("0").to_owned());
                all.extend(near.iter().map(|(name, _)| match near_at {
                    Some(_) => name.clone(),
                    None => "0".to_owned(),
                }));
            }
            all.extend(outs);
            format!("{}_element({});", self.name, all.join(", "))
        };
        let mut text = Lines::at_depth(1);
        let lead = ["const ulong n".to_owned(), format!("const uint {across}")];
        let head = self.head(&self.name, &lead, &self.parameters);
        text.line("const uint lane = get_local_id(0);");
        text.line("const ulong tile = get_group_id(0);");
        text.line(format!(
            "const uint {right} = lane & ((1u << {across}) - 1), {below} = lane >> {across};"
        ));
        text.line(format!(
            "const ulong {wide} = (ulong)RIGHT << {across}, {high} = (GROUP >> {across}) * ITEMS;"
        ));
        text.line(format!(
            "const ulong {tiles_across} = ({width} + {wide} - 1) / {wide};"
        ));
        text.line(format!(
            "const ulong {tiles_down} = ({height} + {high} - 1) / {high};"
        ));
        text.line(format!(
            "const ulong {outer} = tile / {tiles_across} / {tiles_down};"
        ));
        text.line(format!(
            "const ulong {top} = tile / {tiles_across} % {tiles_down} * {high}, {left} = tile % {tiles_across} * {wide};"
        ));
        text.line(format!("const ulong {row} = {top} + {below} * ITEMS;"));
        text.line(format!("const ulong {column} = {left} + {right} * RIGHT;"));
        text.line(format!(
            "const ulong {first} = ({outer} * {height} + {row}) * {width} + {column};"
        ));
        let declare = |text: &mut Lines, size: &str| {
            for (buffer, prim) in &columns {
                text.line(format!("{} {buffer}_out{size};", types::stored(*prim)));
            }
        };
        let store = |text: &mut Lines, at: &str, out: &str| {
            for (buffer, _) in &columns {
                text.line(format!("{buffer}[{at}] = {buffer}_out{out};"));
            }
        };
        let below_it = format!("{row} + {r}");
        let at = format!("{first} + {r} * {width}");
        text.line("#if RIGHT == 1");
        text.append(&fetches);
        let near_at = format!("{right} * ({high} + 1) + {below} * ITEMS + {r}");
        let near_at = Some(near_at.as_str());
        text.line(format!("if ({column} >= {width}) return;"));
        text.open(format!("if ({row} + ITEMS <= {height}) {{"));
        declare(&mut text, "[ITEMS]");
        text.line("#pragma unroll");
        text.line(format!(
            "for (uint {r} = 0; {r} < ITEMS; {r}++) {}",
            call(&below_it, &column, &at, near_at, &format!("[{r}]"))
        ));
        text.line("#pragma unroll");
        text.open(format!("for (uint {r} = 0; {r} < ITEMS; {r}++) {{"));
        store(&mut text, &at, &format!("[{r}]"));
        text.close("}");
        text.between("} else {");
        text.open(format!(
            "for (uint {r} = 0; {r} < ITEMS && {below_it} < {height}; {r}++) {{"
        ));
        declare(&mut text, "");
        text.line(call(&below_it, &column, &at, near_at, ""));
        store(&mut text, &at, "");
        text.close("}");
        text.close("}");
        text.line("#else");
        text.line(format!("if ({row} >= {height}) return;"));
        text.open(format!(
            "for (uint {c} = 0; {c} < RIGHT && {column} + {c} < {width}; {c}++) {{"
        ));
        declare(&mut text, "");
        let at = format!("{first} + {c}");
        text.line(call(&row, &format!("{column} + {c}"), &at, None, ""));
        store(&mut text, &at, "");
        text.close("}");
        text.line("#endif");
        let lines = text.into_string();
        format!("{element}\n{head}\n{lines}}}\n")
    }
}

impl KernelBody<'_, '_, '_> {
    /// The parts of columns that a group fetches, with their types.
    fn turned_reads(&self) -> Vec<(String, &'static str)> {
        let reads = self.program.scheduled(self.nested).turned.iter();
        let reads = reads.map(|number| (*number, &self.nested.body.reads[*number]));
        let parts = reads.flat_map(|(number, read)| {
            let leaves = self.program.types.array(read.array).leaves();
            let types = leaves.into_iter().map(types::stored);
            turned(&self.buffers(read.array), number)
                .into_iter()
                .zip(types)
        });
        parts.collect()
    }

    /// Fetches them: neighbouring lanes have neighbours in memory.
    fn fetch_turned(&mut self, cell: &Cell, [top, left, high]: [&str; 3]) -> Lines {
        let mut text = Lines::at_depth(1);
        let parts = self.turned_reads();
        if parts.is_empty() {
            return text;
        }
        for (name, ty) in parts {
            text.line(format!("local {ty} {name}[GROUP * (ITEMS + 1)];"));
        }
        let [k, at, r, c] = ["f", "at", "down", "beside"].map(|wish| self.printer.fresh(wish));
        text.line("#pragma unroll");
        text.open(format!("for (uint {k} = 0; {k} < ITEMS; {k}++) {{"));
        text.line(format!(
            "const uint {at} = lane + {k} * GROUP, {r} = {at} % (uint){high}, {c} = {at} / (uint){high};"
        ));
        let (height, width) = (self.size_from_behind(2), self.size_from_behind(1));
        let here = Here {
            index: String::new(),
            mask: None,
            item: None,
            row: None,
            cell: Some(Cell {
                row: format!("min({top} + {r}, (ulong){height} - 1)"),
                column: format!("min({left} + {c}, (ulong){width} - 1)"),
                ..cell.clone()
            }),
        };
        let reads = &self.nested.body.reads;
        for number in &self.program.scheduled(self.nested).turned {
            let (number, read) = (*number, &reads[*number]);
            let from = self.cell(read.array, &read.digits().unwrap_or_default(), &here);
            let buffers = self.buffers(read.array);
            for (buffer, near) in buffers.iter().zip(turned(&buffers, number)) {
                text.line(format!(
                    "{near}[{c} * ({high} + 1) + {r}] = {buffer}[{from}];"
                ));
            }
        }
        text.close("}");
        text.line("barrier(CLK_LOCAL_MEM_FENCE);");
        text
    }
}
