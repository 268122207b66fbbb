//! The main kernel of a loop with totals in tiles: a product of matrices, for example.
//!
//! The group has a rectangle of `ROWS` rows and `COLUMNS` columns. Lanes fetch `INNER` indices of its
//! rows and columns at a time, neighbours where an operand has them, and each lane combines the
//! terms of its rows and columns in registers, index by index, while it fetches the next ones. All
//! lanes meet at all barriers: those without a position of their own fetch the last row or column
//! once more, and store nothing.

mod fetch;
mod terms;

use self::terms::factors;
use super::super::body::{Here, KernelBody};
use super::super::c::{Text, types};
use super::Kernels;
use crate::nest::Host;
use crate::nest::over::{Kind, Over, View};
use crate::scalar::{Function, Type};
use crate::schedule::device::lane_tile::{LaneTile, PADDING, TiledFold};
use crate::schedule::policy::{LANES_ACROSS, LANES_OF_RECTANGLE};
use crate::walk::{self, Part};
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::{Expr, parse_quote};

/// The functions of a fold, each of the indices of the loop first.
struct Functions {
    from: Function,
    to: Function,
    seed: Option<Function>,
    /// The element of each view at an index, whether rows have it, and whether neighbours along the
    /// index are neighbours in memory.
    views: Vec<(Function, bool, bool)>,
    term: Function,
    operator: Function,
    /// The factors of a term that is a product, where terms are added up and both may be one
    /// operation.
    factors: Option<(Function, Function)>,
    /// The worker of the loop, with the total as the last parameter.
    worker: Host,
    total: Type,
}

/// The names in the text.
struct Names {
    row: String,
    column: String,
    corner: String,
    height: String,
    width: String,
}

impl Kernels<'_, '_, '_> {
    /// The main kernel of a loop with totals in tiles; `None` if a type of the fold is not known from
    /// its own text.
    pub(super) fn tiled(&mut self, tile: LaneTile) -> Option<String> {
        let fold = TiledFold::of(self.nested)?;
        let functions = self.functions(&fold)?;
        let head = self.head(&self.name, &["const ulong n".to_owned()], &self.parameters);
        let mut body = self.body();
        body.tile(&fold, &functions);
        let lines = body.printer.lines.into_string();
        let LaneTile {
            rows,
            columns,
            inner,
        } = tile;
        let across = format!("(GROUP < {LANES_ACROSS} ? GROUP : {LANES_ACROSS})");
        Some(format!(
            "#undef GROUP\n#undef ACROSS\n#undef OWN_ROWS\n#undef OWN_COLUMNS\n\
             #undef INNER\n#undef ROWS\n#undef COLUMNS\n\
             #define GROUP (LANES < {LANES_OF_RECTANGLE} ? LANES : {LANES_OF_RECTANGLE})\n#define ACROSS {across}\n#define OWN_ROWS {rows}\n#define OWN_COLUMNS {columns}\n\
             #define INNER {inner}\n#define ROWS (GROUP / ACROSS * OWN_ROWS)\n\
             #define COLUMNS (ACROSS * OWN_COLUMNS)\n\n{head}\n{lines}}}\n"
        ))
    }

    /// The functions of a fold, with their types.
    fn functions(&self, fold: &TiledFold<'_>) -> Option<Functions> {
        let names: Vec<&Ident> = fold.indices.iter().map(|index| index.1).collect();
        let host = |expr: Expr| Host {
            expr,
            ..fold.worker.clone()
        };
        let typed = |expr: Expr, params: &[Type], result: Option<&Type>| {
            let env = self.program.env;
            env.worker(&host(expr), params, result).ok()
        };
        let indices = vec![Type::USIZE; names.len()];
        let of_indices = |expr: &Expr, result: &Type| {
            typed(parse_quote!(|#(#names),*| #expr), &indices, Some(result))
        };
        let Over {
            from, to, closure, ..
        } = &fold.over;
        let (_, index, elements) = fold.over.parameters();
        let row = self.nested.axes.len() - 2;
        let row = fold.indices.iter().find(|index| index.0 == row)?.1;
        let with_index: Vec<Type> = vec![Type::USIZE; names.len() + 1];
        let views = fold.over.views.iter().map(|view: &View<'_>| {
            let element = view.plain(index);
            let load = typed(
                parse_quote!(|#(#names,)* #index| #element),
                &with_index,
                None,
            )?;
            load.body.ty.prim()?;
            Some((load, view.down(Some(row)) != 0, view.is_contiguous()))
        });
        let views = views.collect::<Option<Vec<_>>>()?;
        let mut params = with_index;
        params.extend(views.iter().map(|(load, ..)| load.body.ty.clone()));
        let body = &closure.body;
        let term = quote!(|#(#names,)* #index #(, #elements)*| #body);
        let term = typed(parse_quote!(#term), &params, None)?;
        let total = term.body.ty.clone();
        total.prim()?;
        let both = [total.clone(), total.clone()];
        let (seed, operator) = match fold.over.kind {
            Kind::Fold(seed, operator) => (Some(of_indices(seed, &total)?), (*operator).clone()),
            _ => (None, parse_quote!(|a, b| a + b)),
        };
        let operator = typed(operator, &both, Some(&total))?;
        let name = Ident::new("fusus_total", Span::mixed_site());
        let mut closure = fold.closure.clone();
        let mut found = false;
        walk::change(&mut closure.body, &mut |part| {
            let Part::Before(expr) = part else {
                return true;
            };
            let is_it = |over: Over<'_>| {
                over.views.len() == fold.over.views.len()
                    && quote!(#expr).to_string() == fold.over.text()
            };
            if !found && Over::of(expr).is_some_and(is_it) {
                found = true;
                *expr = parse_quote!(#name);
                return false;
            }
            Over::of(expr).is_none()
        });
        closure.inputs.push(parse_quote!(#name));
        let worker = host(Expr::Closure(closure));
        // The loop's own types must be those that the fold has by itself.
        let step = self.nested.body.steps().find_map(|step| match step {
            crate::nest::Step::Map { args, into, .. }
                if into.names().first() == Some(&fold.into) =>
            {
                Some((args, into))
            }
            _ => None,
        });
        let (args, into) = step?;
        let [result] = into.names()[..] else {
            return None;
        };
        let types = self.program.types;
        let mut params: Vec<Type> = args.iter().map(|arg| types.array(*arg).clone()).collect();
        params.push(total.clone());
        let result = types.array(result);
        (found
            && self
                .program
                .env
                .worker(&worker, &params, Some(result))
                .is_ok())
        .then_some(Functions {
            from: of_indices(from, &Type::USIZE)?,
            to: of_indices(to, &Type::USIZE)?,
            seed,
            views,
            factors: factors(&term, &operator),
            term,
            operator,
            worker,
            total,
        })
    }
}

impl KernelBody<'_, '_, '_> {
    /// The whole body.
    fn tile(&mut self, fold: &TiledFold<'_>, functions: &Functions) {
        let copies: Vec<String> = (functions.views.iter())
            .map(|(load, is_row, _)| {
                let name = self
                    .printer
                    .fresh(if *is_row { "of_rows" } else { "of_columns" });
                let ty = types::stored(load.body.ty.prim().expect("a number"));
                let size = size_of(*is_row);
                self.line(format!("local {ty} {name}[INNER * ({size} + {PADDING})];"));
                name
            })
            .collect();
        let (height, width) = (self.size_from_behind(2), self.size_from_behind(1));
        let mut fresh = |wish: &str| self.printer.fresh(wish);
        let (across, down) = (fresh("across"), fresh("down"));
        let (tile, tiles_across, tiles_down) = (
            fresh("rectangle"),
            fresh("tiles_across"),
            fresh("tiles_down"),
        );
        let names = Names {
            row: fresh("first_row"),
            column: fresh("first_column"),
            corner: fresh("corner"),
            height,
            width,
        };
        let (from, to, base, some) = (fresh("from"), fresh("to"), fresh("base"), fresh("some"));
        let (step, steps) = (fresh("step"), fresh("steps"));
        let sums = fresh("totals");
        let Names {
            row,
            column,
            corner,
            height,
            width,
        } = &names;
        self.line("const uint lane = get_local_id(0);");
        self.line(format!(
            "const uint {across} = lane % ACROSS, {down} = lane / ACROSS;"
        ));
        self.line(format!("const ulong {tile} = get_group_id(0);"));
        self.line(format!(
            "const ulong {tiles_across} = ({width} + COLUMNS - 1) / COLUMNS;"
        ));
        self.line(format!(
            "const ulong {tiles_down} = ({height} + ROWS - 1) / ROWS;"
        ));
        self.line(format!(
            "const ulong {column} = {tile} % {tiles_across} * COLUMNS;"
        ));
        self.line(format!(
            "const ulong {row} = {tile} / {tiles_across} % {tiles_down} * ROWS;"
        ));
        self.line(format!(
            "const ulong {corner} = ({tile} / {tiles_across} / {tiles_down} * {height} + {row}) * {width} + {column};"
        ));
        let at_corner = self.coordinates(fold, &names, row, column);
        for (name, function) in [(&from, &functions.from), (&to, &functions.to)] {
            let value = self.printer.function(function, &at_corner);
            self.line(format!("const ulong {name} = {value};"));
        }
        let seed = match &functions.seed {
            Some(seed) => self.printer.function(seed, &at_corner).text,
            None => self.printer.zero(&functions.total),
        };
        let ty = self.printer.module.ty(&functions.total);
        self.line(format!("{ty} {sums}[OWN_ROWS * OWN_COLUMNS];"));
        self.each_own(|this, r, c| {
            this.line(format!("{sums}[{r} * OWN_COLUMNS + {c}] = {seed};"));
        });
        let next: Vec<String> = (functions.views.iter().zip(&copies))
            .map(|((load, is_row, _), copy)| {
                let name = self.printer.fresh(&format!("next_{copy}"));
                let ty = types::stored(load.body.ty.prim().expect("a number"));
                let size = size_of(*is_row);
                self.line(format!("{ty} {name}[INNER * {size} / GROUP];"));
                name
            })
            .collect();
        self.line(format!(
            "const ulong {steps} = {from} < {to} ? ({to} - {from} + INNER - 1) / INNER : 0;"
        ));
        self.line("// Lanes fetch the next indices, and combine the terms of those before.");
        self.open(&format!(
            "for (ulong {step} = 0; {step} <= {steps}; {step}++) {{"
        ));
        self.open(&format!("if ({step} < {steps}) {{"));
        self.line(format!("const ulong {base} = {from} + {step} * INNER;"));
        self.line(format!(
            "const uint {some} = (uint)min((ulong)INNER, {to} - {base});"
        ));
        for (view, next) in functions.views.iter().zip(&next) {
            self.fetch_tile(fold, &names, view, next, (&base, &some));
        }
        self.close("}");
        self.open(&format!("if ({step} > 0) {{"));
        self.line(format!(
            "const ulong {base} = {from} + ({step} - 1) * INNER;"
        ));
        self.line(format!(
            "const uint {some} = (uint)min((ulong)INNER, {to} - {base});"
        ));
        self.open(&format!("if ({some} == INNER) {{"));
        self.line("#pragma unroll");
        for count in ["INNER", &some] {
            self.terms(
                fold,
                functions,
                &names,
                &copies,
                (&across, &down),
                (&base, count),
                &sums,
            );
            if count == "INNER" {
                self.printer.lines.between("} else {");
            }
        }
        self.close("}");
        self.close("}");
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        self.open(&format!("if ({step} < {steps}) {{"));
        for ((view, next), copy) in functions.views.iter().zip(&next).zip(&copies) {
            self.keep_tile(view, next, copy);
        }
        self.close("}");
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        self.close("}");
        self.working = true;
        let region = self.nested.body.clone();
        self.each_own(|this, r, c| {
            let names_before = this.printer.given.names.clone();
            let (own_row, own_column) = (this.printer.fresh("row"), this.printer.fresh("column"));
            let (below, beside) = (row_of(&down, r), column_of(&across, c));
            this.line(format!("const ulong {own_row} = {row} + {below};"));
            this.line(format!("const ulong {own_column} = {column} + {beside};"));
            this.open(&format!("if ({own_row} < {height} && {own_column} < {width}) {{"));
            let index = this.printer.fresh("i");
            this.line(format!(
                "const ulong {index} = {corner} + ({own_row} - {row}) * {width} + ({own_column} - {column});"
            ));
            let total = Text::atom(format!("{sums}[{r} * OWN_COLUMNS + {c}]"));
            this.total = Some((
                fold.into,
                functions.worker.clone(),
                total,
                functions.total.clone(),
            ));
            let here = Here {
                index,
                mask: None,
                item: None,
                row: None,
                cell: None,
            };
            this.region(&region, &here);
            this.close("}");
            this.elements.clear();
            this.printer.given.names = names_before;
        });
    }

    /// A loop over the rows and columns of a lane.
    fn each_own(&mut self, inside: impl FnOnce(&mut Self, &str, &str)) {
        let (r, c) = (self.printer.fresh("r"), self.printer.fresh("c"));
        self.line("#pragma unroll");
        self.open(&format!("for (uint {r} = 0; {r} < OWN_ROWS; {r}++) {{"));
        self.line("#pragma unroll");
        self.open(&format!("for (uint {c} = 0; {c} < OWN_COLUMNS; {c}++) {{"));
        inside(self, &r, &c);
        self.close("}");
        self.close("}");
    }

    /// The coordinates of a position in a row and a column, for the indices that a fold has.
    fn coordinates(
        &mut self,
        fold: &TiledFold<'_>,
        names: &Names,
        row: &str,
        column: &str,
    ) -> Vec<Text> {
        let last = self.nested.axes.len() - 1;
        let here = Here {
            index: names.corner.clone(),
            mask: None,
            item: None,
            row: None,
            cell: None,
        };
        let coordinates = fold.indices.iter().map(|(digit, _, coordinate)| {
            let at = match *digit {
                digit if digit == last => format!("({column})"),
                digit if digit + 1 == last => format!("({row})"),
                digit => self.digit(digit, &here),
            };
            let function = self
                .program
                .worker(coordinate, &[Type::USIZE], Some(&Type::USIZE));
            self.printer.function(&function, &[Text::atom(at)])
        });
        coordinates.collect()
    }
}

/// The number of rows or columns of a tile.
pub(super) fn size_of(is_row: bool) -> &'static str {
    match is_row {
        true => "ROWS",
        false => "COLUMNS",
    }
}

/// The place of a row of a lane in a tile: vectors of four, as of columns.
pub(super) fn row_of(down: &str, own: &str) -> String {
    format!("{own} / 4 * (GROUP / ACROSS * 4) + {down} * 4 + {own} % 4")
}

/// The place of a column of a lane in a tile: neighbouring lanes have neighbouring vectors of four.
pub(super) fn column_of(across: &str, own: &str) -> String {
    format!("{own} / 4 * (4 * ACROSS) + {across} * 4 + {own} % 4")
}
