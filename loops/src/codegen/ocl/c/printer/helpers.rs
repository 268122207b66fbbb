//! Helper functions and constants of the user's, which workers call.

use super::{Failing, Given, Printer};
use crate::codegen::ocl::c::module::Helper;
use crate::codegen::ocl::c::text::{Lines, Text};
use crate::scalar::{Function, HelperId};

impl Printer<'_, '_> {
    /// A helper function or constant, which is printed when it is first asked for.
    pub(super) fn helper(&mut self, id: HelperId) -> Helper {
        if let Some(helper) = self.module.helper(id) {
            return helper.clone();
        }
        let function = self
            .module
            .env
            .helper(id)
            .expect("helpers are judged when types are found");
        let name = self.module.helper_name(id);
        let (text, failures) = self.definition(&name, &function);
        let helper = Helper { name, failures };
        self.module.add_helper(id, helper.clone(), text);
        helper
    }

    /// The text of a helper, and the failures that may happen in it.
    fn definition(&mut self, name: &str, function: &Function) -> (String, Vec<&'static str>) {
        let module = &mut *self.module;
        let result = module.ty(&function.body.ty);
        let mut printer = Printer::new(module, Given::default(), Failing::Caller(Vec::new()));
        let mut params = Vec::new();
        let mut args = Vec::new();
        for local in &function.locals[..function.params] {
            let ty = printer.module.ty(&local.ty);
            let name = printer.fresh(&local.name);
            params.push(format!("{ty} {name}"));
            args.push(Text::atom(name));
        }
        printer.lines = Lines::at_depth(1);
        let value = printer.function(function, &args);
        if result != "void" && !value.text.is_empty() {
            printer.lines.line(format!("return {value};"));
        }
        let Printer { lines, failing, .. } = printer;
        let failures = match failing {
            Failing::Caller(failures) => failures,
            Failing::Binding(_) => Vec::new(),
        };
        if !failures.is_empty() {
            self.module.fail();
            params.push("global ulong *record".to_owned());
            params.push("uint site".to_owned());
        }
        if params.is_empty() {
            params.push("void".to_owned());
        }
        let body = lines.into_string();
        let params = params.join(", ");
        (
            format!("static {result} {name}({params}) {{\n{body}}}\n"),
            failures,
        )
    }
}
