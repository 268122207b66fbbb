//! The instructions of the programs that race, written by hand.

use crate::executor::{List, Operation, Value};
use Operation::{
    Absolute, Add, Divide, Exponential, IfPositive, Logarithm, Multiply, MultiplyAdd, Root,
    Subtract,
};
use Value::{Input, Number};

/// `b + 3 c`
pub(crate) fn triad() -> List {
    let mut list = List::default();
    let sum = list.push(MultiplyAdd, &[Input(1, 0), Number(3.0), Input(0, 0)]);
    list.finish(&[sum])
}

/// A step of the heat equation in one dimension.
pub(crate) fn heat() -> List {
    let mut list = List::default();
    let sides = list.push(Add, &[Input(0, 0), Input(0, 2)]);
    let all = list.push(MultiplyAdd, &[Input(0, 1), Number(2.0), sides]);
    let mean = list.push(Multiply, &[all, Number(0.25)]);
    list.finish(&[mean])
}

/// Prices of calls and puts from spots, strikes and years.
pub(crate) fn black_scholes() -> List {
    const RATE: f64 = 0.02;
    const VOLATILITY: f64 = 0.3;
    let [spot, strike, years] = [0, 1, 2].map(|input| Input(input, 0));
    let mut list = List::default();
    let ratio = list.push(Divide, &[spot, strike]);
    let log = list.push(Logarithm, &[ratio]);
    let drift = Number(RATE + 0.5 * VOLATILITY * VOLATILITY);
    let grown = list.push(MultiplyAdd, &[years, drift, log]);
    let root = list.push(Root, &[years]);
    let deviation = list.push(Multiply, &[root, Number(VOLATILITY)]);
    let first = list.push(Divide, &[grown, deviation]);
    let second = list.push(Subtract, &[first, deviation]);
    let discount = list.push(Multiply, &[years, Number(-RATE)]);
    let discount = list.push(Exponential, &[discount]);
    let present = list.push(Multiply, &[strike, discount]);
    let n1 = cumulative(&mut list, first);
    let n2 = cumulative(&mut list, second);
    let gained = list.push(Multiply, &[spot, n1]);
    let paid = list.push(Multiply, &[present, n2]);
    let call = list.push(Subtract, &[gained, paid]);
    let sum = list.push(Add, &[call, present]);
    let put = list.push(Subtract, &[sum, spot]);
    list.finish(&[call, put])
}

/// The cumulative normal distribution, as the program has it.
fn cumulative(list: &mut List, x: Value) -> Value {
    let size = list.push(Absolute, &[x]);
    let below = list.push(MultiplyAdd, &[size, Number(0.231_641_9), Number(1.0)]);
    let t = list.push(Divide, &[Number(1.0), below]);
    let mut polynomial = list.push(
        MultiplyAdd,
        &[t, Number(1.330_274_429), Number(-1.821_255_978)],
    );
    for coefficient in [1.781_477_937, -0.356_563_782, 0.319_381_53] {
        polynomial = list.push(MultiplyAdd, &[t, polynomial, Number(coefficient)]);
    }
    let polynomial = list.push(Multiply, &[t, polynomial]);
    let half = list.push(Multiply, &[x, Number(-0.5)]);
    let square = list.push(Multiply, &[half, x]);
    let density = list.push(Exponential, &[square]);
    let density = list.push(Multiply, &[density, Number(0.398_942_280_401_432_7)]);
    let tail = list.push(Multiply, &[density, polynomial]);
    let rest = list.push(Subtract, &[Number(1.0), tail]);
    list.push(IfPositive, &[x, rest, tail])
}
