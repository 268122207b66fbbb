//! The states of folds and scans: the fold of a run of elements, and how
//! two such runs become one.

mod composition;

use super::Program;
use super::c::printer::Failing;
use super::c::{Lines, Module, Printer, Text};
use super::parameters::{Named, Parameters};
use crate::nest::{Element, Fold, Host, Intake, Scan, zero_of};
use crate::ordered::OrderedMap;
use crate::scalar::{Function, Type};
use crate::schedule::device::states;
use crate::schedule::device::{Composed, compacted};
use crate::walk::{self, Part};
use composition::{Composition, literal};
use syn::Expr;

/// The states of several folds or scans, which travel together.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub(super) struct State {
    /// The name of the struct.
    pub(super) name: String,
    /// The name of the function that makes two into one.
    pub(super) combine: String,
    pub(super) members: Vec<Member>,
    /// The parameters that the operators use, which are also those of the
    /// functions over the state, and their names as arguments.
    pub(super) captured: Parameters,
    /// Set if an operator may fail, so that functions get the record.
    pub(super) fails: bool,
}

/// The state of one fold or scan.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub(super) struct Member {
    /// The number of the fold or scan in its loop.
    pub(super) id: usize,
    /// Its name in Rust.
    pub(super) binding: String,
    /// The combinator in Rust.
    combinator: &'static str,
    /// The member of the struct.
    pub(super) field: String,
    pub(super) ty: Type,
    operator: Function,
    seed: Host,
    /// The neutral element with which it begins, if there is one: else another member says whether
    /// there is a state yet.
    neutral: Option<Text>,
    /// Set if the order of the elements does not matter.
    commutes: bool,
    /// The function by which elements enter, if they are no operands of the operator. It begins
    /// with the seed.
    step: Option<Function>,
    /// Its composed steps, if it is a recurrence that has them.
    composition: Option<Composition>,
}

impl Member {
    /// Returns true if the order of the elements does not matter.
    pub(super) fn commutes(&self) -> bool {
        self.commutes
    }

    /// Returns true if elements enter by a step, which begins with the seed.
    pub(super) fn has_step(&self) -> bool {
        self.step.is_some()
    }
}

impl State {
    /// The state of the folds of a loop.
    pub(super) fn of_folds(
        program: &Program<'_>,
        module: &mut Module<'_>,
        name: &str,
        folds: &[Fold],
    ) -> State {
        let members = folds
            .iter()
            .map(|fold| {
                let ty = states::entered(program.types, &fold.intake).clone();
                let name = fold.name.to_string();
                let neutral = states::neutral(fold.known.as_ref(), &ty);
                let neutral = neutral.map(|neutral| literal(&neutral, &ty));
                let step = program.step(&fold.intake, &ty);
                Member {
                    id: fold.id,
                    field: super::c::c_name(&name),
                    binding: name,
                    combinator: "fold",
                    operator: program.operator(&fold.operator, &ty),
                    seed: fold.seed.clone(),
                    commutes: neutral.is_some(),
                    neutral: neutral.filter(|_| step.is_none()),
                    step,
                    composition: None,
                    ty,
                }
            })
            .collect();
        let mut named = Named::default();
        for fold in folds {
            named.add(&fold.operator);
        }
        State::new(
            program,
            module,
            format!("{name}_folds"),
            format!("{name}_combine"),
            members,
            &named,
        )
    }

    /// The state of the scans of a look-back level.
    pub(super) fn of_scans(
        program: &Program<'_>,
        module: &mut Module<'_>,
        name: &str,
        level: usize,
        scans: &[Scan],
        composed: &OrderedMap<usize, Composed>,
    ) -> State {
        let members = scans
            .iter()
            .map(|scan| {
                let ty = states::entered(program.types, &scan.intake).clone();
                let name = scan.name.to_string();
                let (binding, combinator) = match scan.intake {
                    Intake::Operand(Element::Array(_)) => (name.clone(), "scan"),
                    Intake::Operand(Element::One) => (compacted(&name), "filter"),
                    Intake::Step { .. } => (name.clone(), "recurrence"),
                };
                let neutral = states::neutral(scan.known.as_ref(), &ty);
                let neutral = neutral.map(|neutral| literal(&neutral, &ty));
                let step = program.step(&scan.intake, &ty);
                let composition = composed
                    .get(&scan.id)
                    .and_then(|composed| program.composition(scan, *composed, &ty));
                let zero = composition.as_ref().map(Composition::zero);
                Member {
                    id: scan.id,
                    field: super::c::c_name(&name),
                    binding,
                    combinator,
                    operator: step.unwrap_or_else(|| program.operator(&scan.operator, &ty)),
                    seed: scan.seed.clone(),
                    commutes: neutral.is_some(),
                    neutral: zero.or(neutral),
                    step: None,
                    composition,
                    ty,
                }
            })
            .collect();
        let mut named = Named::default();
        for scan in scans {
            named.add(&scan.operator);
        }
        State::new(
            program,
            module,
            format!("{name}_state{level}"),
            format!("{name}_combine{level}"),
            members,
            &named,
        )
    }

    fn new(
        program: &Program<'_>,
        module: &mut Module<'_>,
        name: String,
        combine: String,
        mut members: Vec<Member>,
        named: &Named,
    ) -> State {
        // Two bindings of one name have two members.
        for index in 1..members.len() {
            let (before, here) = members.split_at_mut(index);
            if before.iter().any(|other| other.field == here[0].field) {
                here[0].field = format!("{}_{}", here[0].field, here[0].id);
            }
        }
        let mut captured = Parameters::default();
        captured.named(program, named);
        let mut state = State {
            name,
            combine,
            members,
            captured,
            fails: false,
        };
        state.define(module);
        let text = state.combination(program, module);
        module.function(&state.combine, text);
        state
    }

    fn define(&self, module: &mut Module<'_>) {
        let mut lines = Lines::default();
        lines.open("typedef struct {");
        for member in &self.members {
            let ty = module.member(&member.ty);
            lines.line(format!("{ty} {};", member.field));
            if member.neutral.is_none() {
                lines.line(format!("uchar {}_some;", member.field));
            }
            if let Some(composition) = &member.composition {
                composition.define(&mut lines, &ty, &member.field);
            }
        }
        lines.close(format!("}} {};", self.name));
        module.function(&self.name, lines.into_string());
    }

    /// The parameters of functions over the state, behind the others.
    pub(super) fn parameters(&self) -> String {
        let mut text = String::new();
        for parameter in &self.captured.all {
            text.push_str(", ");
            text.push_str(&parameter.declaration());
        }
        if self.fails {
            text.push_str(", global ulong *record");
        }
        text
    }

    /// The arguments for these, which have the same names everywhere.
    pub(super) fn arguments(&self) -> String {
        let mut text = String::new();
        for leaf in self
            .captured
            .all
            .iter()
            .flat_map(|parameter| &parameter.leaves)
        {
            text.push_str(", ");
            text.push_str(leaf);
        }
        if self.fails {
            text.push_str(", record");
        }
        text
    }

    /// A call of the function that combines.
    pub(super) fn combined(&self, a: &str, b: &str) -> String {
        format!("{}({a}, {b}{})", self.combine, self.arguments())
    }

    /// The function that makes two states into one.
    fn combination(&mut self, program: &Program<'_>, module: &mut Module<'_>) -> String {
        let mut printer = program.printer(module, &self.captured);
        // Other steps of recurrences are taken one by one.
        let combined = |member: &&Member| !member.is_recurrence() || member.composition.is_some();
        for member in self.members.iter().filter(combined) {
            let field = &member.field;
            printer
                .lines
                .line(format!("// {} = {}", member.binding, member.combinator));
            let value = [Text::atom(format!("right.{field}"))];
            if let Some(composition) = &member.composition {
                composition.combine(&mut printer, field);
                continue;
            }
            match member.neutral {
                Some(_) => member.push(&mut printer, "left", &value),
                None => {
                    printer.lines.open(format!("if (right.{field}_some) {{"));
                    member.push(&mut printer, "left", &value);
                    printer.lines.close("}");
                }
            }
        }
        printer.lines.line("return left;");
        let body = printer.lines.into_string();
        self.fails = body.contains("record");
        let parameters = self.parameters();
        let State { name, combine, .. } = self;
        format!("static {name} {combine}({name} left, {name} right{parameters}) {{\n{body}}}\n")
    }

    /// The state of no elements, as an initialiser.
    pub(super) fn nothing(&self, module: &mut Module<'_>) -> String {
        let mut parts = Vec::new();
        for member in &self.members {
            match &member.neutral {
                Some(neutral) => {
                    module.ty(&member.ty);
                    parts.push(neutral.text.clone());
                    parts.extend(member.composed(false));
                }
                None => {
                    parts.push(match &member.ty {
                        Type::Tuple(_) => {
                            module.ty(&member.ty);
                            "{0}".to_owned()
                        }
                        _ => "0".to_owned(),
                    });
                    parts.push("0".to_owned());
                }
            }
        }
        format!("{{{}}}", parts.join(", "))
    }

    /// The state that enters from the left, as an initialiser.
    pub(super) fn seed(&self, parameters: &Parameters, printer: &mut Printer<'_, '_>) -> String {
        let mut parts = Vec::new();
        for member in &self.members {
            let parameter = &parameters.all[parameters.seeds[&member.id]];
            let value = Program::value(parameter, printer);
            parts.push(value.text);
            if member.neutral.is_none() {
                parts.push("1".to_owned());
            }
            parts.extend(member.composed(true));
        }
        format!("{{{}}}", parts.join(", "))
    }

    /// Adds the parameters for the seeds.
    pub(super) fn seeds(&self, parameters: &mut Parameters) {
        for member in &self.members {
            member.seed(parameters);
        }
    }

    pub(super) fn member(&self, id: usize) -> Option<&Member> {
        self.members.iter().find(|member| member.id == id)
    }
}

impl Member {
    /// Returns true if elements enter it by the step of a recurrence.
    fn is_recurrence(&self) -> bool {
        self.combinator == "recurrence"
    }

    /// The initialisers of its composed steps: of none, or of those that lead to a known state.
    fn composed(&self, is_known: bool) -> Vec<String> {
        let composition = self.composition.iter();
        composition
            .flat_map(|composition| composition.initial(is_known))
            .collect()
    }

    /// The member of the struct that is set if its composed steps say too little.
    pub(super) fn lost(&self) -> Option<String> {
        self.composition.as_ref()?.lost(&self.field)
    }

    /// Adds the parameter for the seed.
    pub(super) fn seed(&self, parameters: &mut Parameters) {
        parameters.seed(self.id, &self.field, &self.seed, &self.ty);
    }

    /// Takes elements into the accumulator that lies in a variable, by the step.
    pub(super) fn step(
        &self,
        printer: &mut Printer<'_, '_>,
        variable: &str,
        seed: &Text,
        elements: &[Text],
    ) {
        let Some(step) = &self.step else { return };
        let field = format!("{variable}.{}", self.field);
        let outer = std::mem::replace(&mut printer.failing, Failing::Binding(self.binding.clone()));
        printer.lines.open(format!("if (!{field}_some) {{"));
        printer.lines.line(format!("{field} = {seed};"));
        printer.lines.line(format!("{field}_some = 1;"));
        printer.lines.close("}");
        let state = [Text::atom(field.clone())].into_iter();
        let arguments: Vec<Text> = state.chain(elements.iter().cloned()).collect();
        let next = printer.function(step, &arguments);
        printer.lines.line(format!("{field} = {next};"));
        printer.failing = outer;
    }

    /// Takes elements into the state that lies in a variable.
    pub(super) fn push(&self, printer: &mut Printer<'_, '_>, variable: &str, values: &[Text]) {
        let field = format!("{variable}.{}", self.field);
        let outer = std::mem::replace(&mut printer.failing, Failing::Binding(self.binding.clone()));
        if self.neutral.is_none() {
            printer.lines.open(format!("if ({field}_some) {{"));
        }
        if let Some(composition) = &self.composition {
            composition.push(printer, &field, values);
        }
        self.advance(printer, &field, values);
        if self.neutral.is_none() {
            printer.lines.between("} else {");
            printer.lines.line(format!("{field} = {};", values[0]));
            printer.lines.line(format!("{field}_some = 1;"));
            printer.lines.close("}");
        }
        printer.failing = outer;
    }

    /// `state = state op value;`, where there is a state.
    pub(super) fn advance(&self, printer: &mut Printer<'_, '_>, state: &str, values: &[Text]) {
        let next = self.applied(printer, state, values);
        printer.lines.line(format!("{state} = {next};"));
    }

    /// `state op value`
    pub(super) fn applied(
        &self,
        printer: &mut Printer<'_, '_>,
        state: &str,
        values: &[Text],
    ) -> Text {
        let state = [Text::atom(state)].into_iter();
        let arguments: Vec<Text> = state.chain(values.iter().cloned()).collect();
        printer.function(&self.operator, &arguments)
    }
}

impl Program<'_> {
    /// The function by which elements enter the accumulator of a fold or the state of a recurrence.
    fn step(&self, intake: &Intake, ty: &Type) -> Option<Function> {
        let elements = intake.arrays().into_iter();
        let elements = elements.map(|array| self.types.array(array).clone());
        let params: Vec<Type> = [ty.clone()].into_iter().chain(elements).collect();
        Some(self.worker(intake.step()?, &params, Some(ty)))
    }

    /// The composed steps of a recurrence with states of a type.
    fn composition(&self, scan: &Scan, composed: Composed, ty: &Type) -> Option<Composition> {
        let mut linear = scan.transition.as_ref()?.linear.clone();
        let name = zero_of();
        walk::change(&mut linear.body, &mut |part| {
            if let Part::Before(expr) = part
                && let Expr::Call(call) = &*expr
                && matches!(&*call.func, Expr::Path(path) if path.path.is_ident(&name))
            {
                *expr = match composed.prim.is_float() {
                    true => syn::parse_quote!(0.0),
                    false => syn::parse_quote!(0),
                };
            }
            true
        });
        let linear = Host {
            expr: Expr::Closure(linear),
            ..scan.operator.clone()
        };
        let elements = scan.intake.arrays().into_iter();
        let elements = elements.map(|array| self.types.array(array).clone());
        let params: Vec<Type> = [ty.clone()].into_iter().chain(elements).collect();
        Some(Composition {
            composed,
            linear: self.worker(&linear, &params, Some(ty)),
            ty: ty.clone(),
        })
    }

    /// The operator of a fold or scan over elements of a type.
    fn operator(&self, operator: &Host, ty: &Type) -> Function {
        self.worker(operator, &[ty.clone(), ty.clone()], Some(ty))
    }
}
