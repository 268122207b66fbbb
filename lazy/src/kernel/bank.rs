//! Registers: the elements of a piece of a block, for each result that stays in the cache.

use std::cell::RefCell;

use crate::element::sealed::Typed;
use crate::element::{Bank, ElementType, typed};

impl Bank {
    /// Sees to it that there are so many registers of a type, each of so many elements.
    pub(crate) fn provide(&mut self, ty: ElementType, count: usize, len: usize) {
        typed!(ty, T => {
            let registers = <T as Typed>::registers_mut(self);
            if registers.len() < count {
                registers.resize_with(count, Default::default);
            }
            for register in &mut registers[..count] {
                register.provide(len);
            }
        });
    }
}

/// Calls `job` with the registers of this thread: they are kept from block to block.
pub(crate) fn with_bank<R>(job: impl FnOnce(&mut Bank) -> R) -> R {
    thread_local! {
        static BANK: RefCell<Bank> = RefCell::default();
    }
    BANK.with(|bank| match bank.try_borrow_mut() {
        Ok(mut bank) => job(&mut bank),
        // A closure of the user evaluates an array while a block is done.
        Err(_) => job(&mut Bank::default()),
    })
}
