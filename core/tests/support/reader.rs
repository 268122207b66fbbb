//! Reads the text form back: enough of a front end to test the printer without
//! the real one. One combinator a line is all that it understands.

use std::collections::BTreeMap;

use fusus_core::ir::{ArrayId, Host, Id, Op, Output, Program, Returned, ScanKind};
use quote::ToTokens;
use syn::{Expr, FnArg, Pat, Stmt};

use crate::program::Builder;

pub(crate) fn read(text: &str) -> Program {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    let [syn::Item::Fn(function)] = &file.items[..] else {
        panic!("one function:\n{text}")
    };
    let mut reader = Reader {
        b: Builder::new(&function.sig.ident.to_string()),
        arrays: BTreeMap::new(),
    };
    for parameter in &function.sig.inputs {
        let FnArg::Typed(typed) = parameter else {
            panic!("a parameter")
        };
        let name = name_of(&typed.pat);
        match &*typed.ty {
            syn::Type::Reference(reference) if reference.mutability.is_some() => {
                let id = reader.b.mutable(&name);
                reader.arrays.insert(name, id);
            }
            syn::Type::Reference(_) => {
                let id = reader.b.input(&name);
                reader.arrays.insert(name, id);
            }
            _ => {
                reader.b.param(&name);
            }
        }
    }
    for statement in &function.block.stmts {
        match statement {
            Stmt::Local(local) => {
                let init = &local.init.as_ref().expect("a value").expr;
                let targets = match &local.pat {
                    Pat::Tuple(tuple) => tuple.elems.iter().map(name_of).collect(),
                    pattern => vec![name_of(pattern)],
                };
                reader.bind(init, &targets, false);
            }
            Stmt::Expr(Expr::Assign(assign), Some(_)) => {
                let target = |target: &Expr| match target {
                    Expr::Unary(unary) => unary.expr.to_token_stream().to_string(),
                    other => panic!("{}", other.to_token_stream()),
                };
                let targets = match &*assign.left {
                    Expr::Tuple(tuple) => tuple.elems.iter().map(target).collect(),
                    single => vec![target(single)],
                };
                reader.bind(&assign.right, &targets, true);
            }
            Stmt::Expr(call, Some(_)) => reader.bind(call, &[], false),
            Stmt::Expr(result, None) => {
                let result = reader.returned(result);
                reader.b.program.result = result;
            }
            other => panic!("{}", other.to_token_stream()),
        }
    }
    reader.b.program
}

struct Reader {
    b: Builder,
    arrays: BTreeMap<String, ArrayId>,
}

fn name_of(pattern: &Pat) -> String {
    match pattern {
        Pat::Ident(name) => name.ident.to_string(),
        other => panic!("{}", other.to_token_stream()),
    }
}

impl Reader {
    fn host(&self, expr: &Expr) -> Host {
        let source = expr.to_token_stream().to_string();
        self.b.host(&source)
    }

    fn array(&self, expr: &Expr) -> ArrayId {
        self.arrays[&expr.to_token_stream().to_string()]
    }

    fn operation(&self, expr: &Expr) -> Op {
        let host = |value: &Expr| Op::Host {
            value: self.host(value),
        };
        let Expr::Call(call) = expr else {
            return match expr {
                Expr::Range(_) => Op::Range {
                    count: fusus_core::ir::Count::Anonymous,
                    range: self.host(expr),
                },
                other => host(other),
            };
        };
        let args: Vec<&Expr> = call.args.iter().collect();
        let scan = |kind| Op::Scan {
            kind,
            seed: self.host(args[0]),
            worker: self.host(args[1]),
            arg: self.array(args[2]),
            segments: None,
            along: None,
        };
        match call.func.to_token_stream().to_string().as_str() {
            "map" => Op::Map {
                worker: self.host(args[0]),
                args: args[1..].iter().map(|arg| self.array(arg)).collect(),
            },
            "filter" => Op::Filter {
                worker: self.host(args[0]),
                arg: self.array(args[1]),
            },
            "fold" => Op::Fold {
                seed: self.host(args[0]),
                step: (args.len() > 3).then(|| Box::new(self.host(args[1]))),
                worker: self.host(args[if args.len() > 3 { 2 } else { 1 }]),
                args: args[args.len().min(4) - 1..]
                    .iter()
                    .map(|arg| self.array(arg))
                    .collect(),
            },
            "scan" => scan(ScanKind::Inclusive),
            "scan_exclusive" => scan(ScanKind::Exclusive),
            "generate" => Op::Generate {
                count: fusus_core::ir::Count::Anonymous,
                length: self.host(args[0]),
                worker: self.host(args[1]),
            },
            "gather" => Op::Gather {
                data: self.array(args[0]),
                indices: self.array(args[1]),
            },
            "reverse" => Op::Reverse {
                arg: self.array(args[0]),
            },
            "scatter" => Op::Scatter {
                dest: self.array(args[0]),
                combine: None,
                indices: self.array(args[1]),
                values: self.array(args[2]),
            },
            "reduce_by_index" => Op::Scatter {
                dest: self.array(args[0]),
                combine: Some(Box::new(self.host(args[1]))),
                indices: self.array(args[2]),
                values: self.array(args[3]),
            },
            "cross" => Op::Cross {
                left: self.array(args[0]),
                right: self.array(args[1]),
            },
            "conform" => Op::Conform {
                arg: self.array(args[0]),
                like: self.array(args[1]),
            },
            "len" => Op::Length {
                arg: self.array(args[0]),
                axis: None,
            },
            "external" => {
                let text = args[0].to_token_stream().to_string();
                let named = |name: &str| {
                    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                        .any(|word| word == name)
                };
                let bound = |id: &ArrayId| self.b.program.producer(*id).is_some();
                let arrays = self
                    .arrays
                    .iter()
                    .filter(|(name, id)| named(name) && bound(id));
                let mut arrays: Vec<ArrayId> = arrays.map(|(_, id)| *id).collect();
                arrays.sort_unstable();
                Op::External {
                    call: self.host(args[0]),
                    arrays,
                }
            }
            _ => host(expr),
        }
    }

    fn bind(&mut self, expr: &Expr, targets: &[String], in_place: bool) {
        let op = self.operation(expr);
        match op {
            Op::External { call, arrays } => {
                // The text does not tell arrays from scalars; tests name them.
                let outputs: Vec<String> = targets
                    .iter()
                    .map(|name| match name.strip_prefix("n_") {
                        Some(_) => name.clone(),
                        None => format!("[{name}]"),
                    })
                    .collect();
                let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
                let source = call.expr.to_token_stream().to_string();
                let outputs = self.b.external(&outputs, &source, &arrays);
                for (output, name) in outputs.into_iter().zip(targets) {
                    if let Output::Array(array) = output {
                        self.arrays.insert(name.clone(), array);
                    }
                }
            }
            Op::Fold { .. } | Op::Length { .. } | Op::Host { .. } => {
                self.b.scalar(&targets[0], op);
            }
            op => {
                let home = |name: &String| {
                    let array = self.arrays[name];
                    self.b.program.arrays[array].home.unwrap_or(array)
                };
                let named: Vec<(&str, Option<ArrayId>)> = targets
                    .iter()
                    .map(|name| (name.as_str(), in_place.then(|| home(name))))
                    .collect();
                let arrays = self.b.arrays(&named, op);
                for (array, name) in arrays.into_iter().zip(targets) {
                    self.arrays.insert(name.clone(), array);
                }
            }
        }
    }

    fn returned(&self, expr: &Expr) -> Returned {
        match expr {
            Expr::Tuple(tuple) => {
                Returned::Tuple(tuple.elems.iter().map(|item| self.returned(item)).collect())
            }
            other => match self.arrays.get(&other.to_token_stream().to_string()) {
                Some(array) => Returned::Array(*array),
                None => Returned::Scalar(self.host(other)),
            },
        }
    }
}

#[test]
fn reader_reads() {
    let program = read("fn p(xs: &[_], n: _) -> _ { let ys = map(|x| x + n, xs); ys }");
    assert_eq!(program.bindings.len(), 1);
    assert_eq!(program.arrays[ArrayId::new(1)].name, "ys");
}
