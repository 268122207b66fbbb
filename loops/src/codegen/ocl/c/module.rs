//! The structs, functions and error sites that all kernels of a program share.

use super::prelude;
use super::text::Lines;
use super::types;
use crate::ordered::OrderedSet;
use crate::scalar::{Env, HelperId, Prim, Type};
use std::collections::BTreeMap;

/// A place in a program that may fail, and how.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::codegen::ocl) struct Site {
    /// The binding.
    pub(in crate::codegen::ocl) binding: String,
    /// The error that may occur.
    pub(in crate::codegen::ocl) kind: SiteKind,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::codegen::ocl) enum SiteKind {
    /// An index that the array does not have.
    Index {
        /// Set if the index may be negative.
        signed: bool,
    },
    /// Arithmetic without a result.
    Arithmetic(&'static str),
}

/// The text before the kernels, as far as they need it.
#[cfg_attr(feature = "report", derive(Debug))]
pub(in crate::codegen::ocl) struct Module<'e> {
    pub(in crate::codegen::ocl) env: &'e Env,
    /// Structs, each after those in it.
    structs: Vec<String>,
    /// Functions, each after those that it calls.
    functions: Vec<String>,
    known: OrderedSet<String>,
    helpers: BTreeMap<HelperId, Helper>,
    sites: Vec<Site>,
    /// Set if anything is a `double`.
    fp64: bool,
}

/// A helper that has been printed.
#[derive(Clone, Debug)]
pub(in crate::codegen::ocl) struct Helper {
    /// Its name in C.
    pub(in crate::codegen::ocl) name: String,
    /// The errors that may occur in it, by the number of the site.
    pub(in crate::codegen::ocl) failures: Vec<&'static str>,
}

impl<'e> Module<'e> {
    pub(in crate::codegen::ocl) fn new(env: &'e Env) -> Self {
        Module {
            env,
            structs: Vec::new(),
            functions: Vec::new(),
            known: OrderedSet::new(),
            helpers: BTreeMap::new(),
            sites: Vec::new(),
            fp64: false,
        }
    }

    pub(in crate::codegen::ocl) fn sites(&self) -> &[Site] {
        &self.sites
    }

    pub(in crate::codegen::ocl) fn fp64(&self) -> bool {
        self.fp64
    }

    /// The C name of a type, whose definition will stand before its use.
    pub(in crate::codegen::ocl) fn ty(&mut self, ty: &Type) -> String {
        match ty {
            Type::Prim(prim) => self.fp64 |= *prim == Prim::F64,
            Type::Tuple(items) => {
                for item in items {
                    self.ty(item);
                }
                // Types of one name are one in C: `usize` and `u64`.
                if !items.is_empty() && self.known.insert(types::name(ty)) {
                    self.define(ty, items);
                }
            }
            Type::Variable(_) => {}
        }
        types::name(ty)
    }

    /// The C type of a member: like a variable's, but of a known size.
    pub(in crate::codegen::ocl) fn member(&mut self, ty: &Type) -> String {
        match ty {
            Type::Prim(prim) => {
                self.ty(ty);
                types::stored(*prim).to_owned()
            }
            _ => self.ty(ty),
        }
    }

    fn define(&mut self, ty: &Type, items: &[Type]) {
        let mut lines = Lines::default();
        lines.open("typedef struct {");
        for (index, item) in items.iter().enumerate() {
            let member = self.member(item);
            lines.line(format!("{member} _{index};"));
        }
        lines.close(format!("}} {};", types::name(ty)));
        self.structs.push(lines.into_string());
    }

    /// Adds a function of ours, once.
    pub(in crate::codegen::ocl) fn function(&mut self, name: &str, text: impl Into<String>) {
        if self.known.insert(name.to_owned()) {
            self.functions.push(text.into());
        }
    }

    /// Adds a function of the prelude, and those that it needs.
    pub(in crate::codegen::ocl) fn prelude(&mut self, prim: Prim, name: &str) -> String {
        let full = format!("{}_{name}", prim.name());
        if self.known.insert(full.clone()) {
            self.ty(&prim.into());
            let definition = prelude::definition(prim, name);
            for called in definition.calls {
                self.prelude(prim, called);
            }
            if definition.may_fail {
                self.fail();
            }
            if let Some(pair) = &definition.pair {
                self.ty(pair);
            }
            self.functions.push(definition.text);
        }
        full
    }

    /// The function that records a failure.
    pub(in crate::codegen::ocl) fn fail(&mut self) {
        self.function("fail", prelude::FAIL);
    }

    /// The number of the first of several sites of a binding.
    pub(in crate::codegen::ocl) fn site(&mut self, binding: &str, kinds: &[SiteKind]) -> usize {
        let wanted: Vec<Site> = kinds
            .iter()
            .map(|kind| Site {
                binding: binding.to_owned(),
                kind: kind.clone(),
            })
            .collect();
        self.fail();
        let known = self
            .sites
            .windows(wanted.len().max(1))
            .position(|sites| sites == &wanted[..]);
        // 0 says that nothing failed.
        1 + known.unwrap_or_else(|| {
            self.sites.extend(wanted);
            self.sites.len() - kinds.len()
        })
    }

    /// A helper function or constant of the user's, if it has been printed.
    pub(super) fn helper(&self, id: HelperId) -> Option<&Helper> {
        self.helpers.get(&id)
    }

    /// Adds the text of a helper.
    pub(super) fn add_helper(&mut self, id: HelperId, helper: Helper, text: String) {
        self.functions.push(text);
        self.helpers.insert(id, helper);
    }

    /// The name in C of a helper that has not been printed.
    pub(super) fn helper_name(&self, id: HelperId) -> String {
        let items = &self.env.items;
        let name = match items.functions.get(id) {
            Some(item) => &item.sig.ident,
            None => &items.constants[id - items.functions.len()].ident,
        };
        self.free_name(&name.to_string())
    }

    fn free_name(&self, wish: &str) -> String {
        let plain = super::c_name(wish);
        let taken = |name: &str| {
            self.known.contains(name) || self.helpers.values().any(|helper| helper.name == name)
        };
        if taken(&plain) {
            format!("{plain}_")
        } else {
            plain
        }
    }

    /// Everything that stands before the kernels.
    pub(in crate::codegen::ocl) fn head(&self) -> String {
        let mut text = String::from("#pragma OPENCL FP_CONTRACT OFF\n");
        if self.fp64 {
            text.push_str("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
        }
        for part in self.structs.iter().chain(&self.functions) {
            text.push('\n');
            text.push_str(part);
        }
        text
    }
}
