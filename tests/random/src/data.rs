//! Inputs.

use crate::column::Column;
use crate::program::Data;
use crate::ty::Prim;
use fusus_rng::Rng;

/// A column of so many numbers. `lens` are the lengths of all classes, and
/// `special` says whether to take in what is rare: the least and greatest
/// numbers, infinities, numbers that are none.
pub fn column(
    prim: Prim,
    data: Data,
    len: usize,
    lens: &[usize],
    special: bool,
    rng: &mut Rng,
) -> Column {
    macro_rules! ints {
        ($variant:ident $ty:ident) => {
            Column::$variant(
                (0..len)
                    .map(|_| match data {
                        Data::Index(class, bad) => {
                            let bound = lens[class];
                            let wrong = bad && rng.below(len.max(4)) == 0;
                            match wrong {
                                true => bound.wrapping_add(rng.below(3)) as $ty,
                                false => rng.below(bound.max(1)) as $ty,
                            }
                        }
                        Data::Length(class) => lens[class] as $ty,
                        Data::Small => rng.below(40) as $ty,
                        Data::Grid { .. } | Data::Wild => match (rng.below(20), special) {
                            (0, _) | (1..=4, true) => {
                                *rng.pick(&[$ty::MIN, $ty::MAX, 0, 1, $ty::MAX - 1])
                            }
                            (1..=3, false) => rng.bits() as $ty,
                            _ => (rng.below(101) as $ty).wrapping_sub(match $ty::MIN {
                                0 => 0,
                                _ => 50,
                            }),
                        },
                    })
                    .collect(),
            )
        };
    }
    macro_rules! floats {
        ($variant:ident $ty:ident) => {
            Column::$variant((0..len).map(|_| float(data, special, rng) as $ty).collect())
        };
    }
    match prim {
        Prim::U8 => ints!(U8 u8),
        Prim::I16 => ints!(I16 i16),
        Prim::I32 => ints!(I32 i32),
        Prim::I64 => ints!(I64 i64),
        Prim::U32 => ints!(U32 u32),
        Prim::U64 => ints!(U64 u64),
        Prim::Usize => ints!(Usize usize),
        Prim::F32 if matches!(data, Data::Wild) && special => Column::F32(
            (0..len)
                .map(|_| match rng.below(12) {
                    0 => f32::MIN,
                    1 => f32::MAX,
                    2 => f32::MIN_POSITIVE,
                    3 => f32::from_bits(rng.below(1 << 23) as u32),
                    _ => float(data, special, rng) as f32,
                })
                .collect(),
        ),
        Prim::F32 => floats!(F32 f32),
        Prim::F64 => floats!(F64 f64),
        Prim::Bool => {
            let percent = *rng.pick(&[5, 50, 90]);
            Column::Bool((0..len).map(|_| rng.percent(percent)).collect())
        }
    }
}

fn float(data: Data, special: bool, rng: &mut Rng) -> f64 {
    if special {
        match rng.below(25) {
            0 => return f64::NAN,
            1 => return f64::INFINITY,
            2 => return f64::NEG_INFINITY,
            3 => return -0.0,
            _ => {}
        }
    }
    match data {
        Data::Grid { mag, scale } => match rng.below(40) {
            0 => 0.0,
            1 => -0.0,
            _ => {
                let most = 1_usize << (mag + scale);
                let steps = rng.within(0, 2 * most) as f64 - most as f64;
                steps * f64::powi(2.0, -scale)
            }
        },
        _ => {
            let unit = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64;
            let sign = if rng.percent(40) { -1.0 } else { 1.0 };
            match (rng.below(20), special) {
                (0, true) => sign * f64::MAX,
                (1, true) => sign * f64::MIN_POSITIVE,
                (2, true) => f64::from_bits(rng.bits() >> 12),
                (0..=4, _) => sign * unit * f64::powi(2.0, rng.below(41) as i32 - 20),
                _ => sign * unit,
            }
        }
    }
}
