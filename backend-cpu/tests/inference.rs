//! The shapes of generated code, as the macro writes them: everything must be
//! inferred, and nothing may need `unsafe`.

#![forbid(unsafe_code)]

use std::ops::Add;

use fusus_cpu as __rt;

const BLOCK_EDGES: [usize; 12] = [
    0, 1, 2, 15, 16, 17, 1023, 1024, 1025, 16_384, 16_385, 600_007,
];

fn normalize2(xs: &[f64]) -> Result<(Vec<f64>, Vec<f64>), __rt::Fault> {
    let xs: &[f64] = __rt::Slice::slice(xs);
    let __run = __rt::Run::parallel(xs.len(), 4);
    let ((), __parts) = __run.blocks((), |__b, __out| {
        let mut sum1 = __rt::Fold::<_, _, 16>::new(__rt::op::Add);
        let mut sum2 = __rt::Fold::<_, _, 16>::new(__rt::op::Add);
        __b.lanes(
            __rt::Lanes::<16>::when(sum1.commutes() && sum2.commutes()),
            (xs, ()),
            __out,
            |_i, __lane, (xs_i, ()), ()| {
                sum1.push(__lane, xs_i, |a, b| a + b);
                if __rt::call1(xs_i, |x| x > 0.0) {
                    sum2.push(__lane, xs_i, |a, b| a + b);
                }
                Ok(())
            },
        )?;
        Ok((sum1.partial(|a, b| a + b), sum2.partial(|a, b| a + b)))
    })?;
    let mut sum1 = 0.0;
    let mut sum2 = 0.0;
    for (__p1, __p2) in __parts {
        sum1 = __p1.join(sum1, |a, b| a + b);
        sum2 = __p2.join(sum2, |a, b| a + b);
    }
    let __run = __rt::Run::parallel(xs.len(), 2);
    let ((ys1, (ys2, ())), _) = __run.blocks(
        (__rt::Fresh::named(""), (__rt::Fresh::named(""), ())),
        |__b, __out| {
            __b.each((xs, ()), __out, |_i, (xs_i, ()), ((), ((), ()))| {
                let ys1_i = __rt::call1(xs_i, |x| x / sum1);
                let ys2_i = __rt::call1(xs_i, |x| x / sum2);
                Ok((ys1_i, (ys2_i, ())))
            })?;
            Ok(())
        },
    )?;
    Ok((ys1, ys2))
}

fn scan(xs: &[i64]) -> Result<Vec<i64>, __rt::Fault> {
    let __run = __rt::Run::parallel(xs.len(), 3).ordered();
    let ((s, ()), _) = __run.chained(
        |__chain| {
            __run.blocks((__rt::Fresh::named(""), ()), |__b, __out| {
                let (s_in, ()) = __chain.exclusive_prefix(
                    __b,
                    || {
                        let mut s = __rt::Fold::<_, _, 16>::new(__rt::op::Add);
                        __b.lanes(
                            __rt::Lanes::<16>::when(s.commutes()),
                            (xs, ()),
                            &mut (),
                            |_i, __lane, (xs_i, ()), ()| {
                                s.push(__lane, __rt::call1(xs_i, |x| x + 10), |a, b| a + b);
                                Ok(())
                            },
                        )?;
                        Ok((s.partial(|a, b| a + b), ()))
                    },
                    |(p, ()), (t, ())| (t.join(p, |a, b| a + b), ()),
                )?;
                let mut s_state = s_in;
                let mut s_carry = __rt::BlockAggregate::<_, _, 16>::new(__rt::op::Add, __b);
                __b.lanes(
                    __rt::Lanes::<16>::in_order(s_carry.commutes()),
                    (xs, ()),
                    __out,
                    |_i, __lane, (xs_i, ()), ((), ())| {
                        let a_i = __rt::call1(xs_i, |x| x + 10);
                        s_carry.push(__lane, a_i, |a, b| a + b);
                        s_state = __rt::call2(s_state, a_i, |a, b| a + b);
                        Ok((s_state, ()))
                    },
                )?;
                __chain.publish(__b, || {
                    (s_carry.inclusive_prefix(s_in, s_state, |a, b| a + b), ())
                });
                Ok(())
            })
        },
        || (0, ()),
    )?;
    Ok(s)
}

/// A scan of a scan: two levels of look-back, the second total computed from
/// the first prefix; and the sum of the second scan next to it.
fn scan_of_scan(xs: &[i64]) -> Result<(Vec<i64>, Vec<i64>, i64), __rt::Fault> {
    let __run = __rt::Run::parallel(xs.len(), 6).ordered();
    let ((s, (t, ())), __parts) = __run.chained(
        |__chain1| {
            __run.chained(
                |__chain2| {
                    __run.blocks(
                        (__rt::Fresh::named(""), (__rt::Fresh::named(""), ())),
                        |__b, __out| {
                            let (s_in, ()) = __chain1.exclusive_prefix(
                                __b,
                                || {
                                    let mut s = __rt::Fold::<_, _, 16>::new(__rt::op::Add);
                                    __b.lanes(
                                        __rt::Lanes::<16>::when(s.commutes()),
                                        (xs, ()),
                                        &mut (),
                                        |_i, __lane, (xs_i, ()), ()| {
                                            s.push(__lane, xs_i, |a, b| a + b);
                                            Ok(())
                                        },
                                    )?;
                                    Ok((s.partial(|a, b| a + b), ()))
                                },
                                |(p, ()), (t, ())| (t.join(p, |a, b| a + b), ()),
                            )?;
                            let (t_in, ()) = __chain2.exclusive_prefix(
                                __b,
                                || {
                                    let mut s_state = s_in;
                                    let mut t = __rt::Fold::<_, _, 16>::new(__rt::op::Add);
                                    __b.lanes(
                                        __rt::Lanes::<16>::in_order(t.commutes()),
                                        (xs, ()),
                                        &mut (),
                                        |_i, __lane, (xs_i, ()), ()| {
                                            s_state = __rt::call2(s_state, xs_i, |a, b| a + b);
                                            t.push(__lane, s_state, |a, b| a + b);
                                            Ok(())
                                        },
                                    )?;
                                    Ok((t.partial(|a, b| a + b), ()))
                                },
                                |(p, ()), (t, ())| (t.join(p, |a, b| a + b), ()),
                            )?;
                            let mut s_state = s_in;
                            let mut t_state = t_in;
                            let mut sum = __rt::Fold::<_, _, 16>::new(__rt::op::Add);
                            __b.lanes(
                                __rt::Lanes::<16>::in_order(sum.commutes()),
                                (xs, ()),
                                __out,
                                |_i, __lane, (xs_i, ()), ((), ((), ()))| {
                                    s_state = __rt::call2(s_state, xs_i, |a, b| a + b);
                                    t_state = __rt::call2(t_state, s_state, |a, b| a + b);
                                    sum.push(__lane, t_state, |a: i64, b| a.wrapping_add(b));
                                    Ok((s_state, (t_state, ())))
                                },
                            )?;
                            __chain1.publish(__b, || (s_state, ()));
                            __chain2.publish(__b, || (t_state, ()));
                            Ok((sum.partial(|a: i64, b| a.wrapping_add(b)), ()))
                        },
                    )
                },
                || (2, ()),
            )
        },
        || (1, ()),
    )?;
    let mut sum = 0;
    for (__p, ()) in __parts {
        sum = __p.join(sum, |a: i64, b| a.wrapping_add(b));
    }
    Ok((s, t, sum))
}

fn filter(xs: &[i32]) -> Result<Vec<i32>, __rt::Fault> {
    let __run = __rt::Run::parallel(xs.len(), 3);
    let ((gts, ()), _) = __run.blocks((__rt::Compact::named(""), ()), |__b, __out| {
        __b.each((xs, ()), __out, |_i, (xs_i, ()), ((), ())| {
            let keep = __rt::call1(xs_i, |x| x % 3 == 0);
            Ok((__rt::Masked::when(keep, xs_i), ()))
        })?;
        Ok(())
    })?;
    Ok(gts)
}

fn axpy(a: f32, xs: &[f32], ys: &mut [f32]) -> Result<(), __rt::Fault> {
    let __run = __rt::Run::parallel(xs.len(), 2);
    let (((), ()), _) = __run.blocks((__rt::InPlace::new(ys), ()), |__b, __out| {
        __b.each((xs, ()), __out, |_i, (xs_i, ()), (ys_i, ())| {
            Ok((__rt::call2(xs_i, ys_i, |x, y| a * x + y), ()))
        })?;
        Ok(())
    })?;
    Ok(())
}

fn generic_sum<T: Copy + Send + Sync + Add<Output = T>>(
    xs: &[T],
    z: T,
) -> Result<(T, Vec<T>), __rt::Fault> {
    let __run = __rt::Run::parallel(xs.len(), 3).ordered();
    let __chain = __run.chain((z, ()))?;
    let ((s, ()), __parts) = __run.blocks((__rt::Fresh::named(""), ()), |__b, __out| {
        let (s_in, ()) = __chain.exclusive_prefix(
            __b,
            || {
                let mut s = __rt::Fold::<_, _, 8>::new(__rt::op::Add);
                __b.lanes(
                    __rt::Lanes::<8>::when(s.commutes()),
                    (xs, ()),
                    &mut (),
                    |_i, __lane, (xs_i, ()), ()| {
                        s.push(__lane, xs_i, |a, b| a + b);
                        Ok(())
                    },
                )?;
                Ok((s.partial(|a, b| a + b), ()))
            },
            |(p, ()), (t, ())| (t.join(p, |a, b| a + b), ()),
        )?;
        let mut sum = __rt::Fold::<_, _, 8>::new(__rt::op::Add);
        let mut s_carry = __rt::BlockAggregate::<_, _, 8>::new(__rt::op::Add, __b);
        let mut s_state = s_in;
        __b.lanes(
            __rt::Lanes::<8>::in_order(sum.commutes()),
            (xs, ()),
            __out,
            |_i, __lane, (xs_i, ()), ((), ())| {
                sum.push(__lane, xs_i, |a, b| a + b);
                s_state = __rt::call2(s_state, xs_i, |a, b| a + b);
                s_carry.push(__lane, xs_i, |a, b| a + b);
                Ok((s_state, ()))
            },
        )?;
        __chain.publish(__b, || {
            (s_carry.inclusive_prefix(s_in, s_state, |a, b| a + b), ())
        });
        Ok(sum.partial(|a, b| a + b))
    })?;
    let mut sum = z;
    for __p in __parts {
        sum = __p.join(sum, |a, b| a + b);
    }
    Ok((sum, s))
}

fn gathered(table: &[f64], indices: &[i32]) -> Result<Vec<f64>, __rt::Fault> {
    let __run = __rt::Run::parallel(indices.len(), 2);
    let ((ys, ()), _) = __run.blocks((__rt::Fresh::named("ys"), ()), |__b, __out| {
        __b.each((indices, ()), __out, |_i, (indices_i, ()), ((), ())| {
            let g_i = __rt::Data(table).gather(indices_i, "g")?;
            let ys_i = __rt::call1(g_i, |x| x * 2.0);
            Ok((ys_i, ()))
        })?;
        Ok(())
    })?;
    Ok(ys)
}

/// No source: `generate`, and many sinks.
#[allow(clippy::type_complexity)]
fn generated(n: usize) -> Result<(Vec<usize>, Vec<bool>, Vec<u8>), __rt::Fault> {
    let __run = __rt::Run::sequential(n, 2);
    let ((a, (b, (c, ()))), _) = __run.blocks(
        (
            __rt::Fresh::named(""),
            (__rt::Fresh::named(""), (__rt::Compact::named(""), ())),
        ),
        |__b, __out| {
            __b.each((), __out, |__i, (), ((), ((), ((), ())))| {
                let a_i = __rt::call1(__i, |i| i * i);
                let b_i = __rt::call1(a_i, |x| x % 2 == 0);
                Ok((a_i, (b_i, (__rt::Masked::when(b_i, b'x'), ()))))
            })?;
            Ok(())
        },
    )?;
    Ok((a, b, c))
}

fn integers(len: usize) -> Vec<i64> {
    (0..len as i64).map(|i| (i * 7919) % 1009 - 500).collect()
}

#[test]
fn normalize2_divides_by_both_sums() {
    for len in BLOCK_EDGES {
        let xs: Vec<f64> = integers(len).iter().map(|&x| x as f64).collect();
        let (ys1, ys2) = normalize2(&xs).unwrap();
        let sum1: f64 = xs.iter().sum();
        let sum2: f64 = xs.iter().filter(|x| **x > 0.0).sum();
        assert_eq!(ys1, xs.iter().map(|x| x / (sum1 + 0.0)).collect::<Vec<_>>());
        assert_eq!(ys2.len(), len);
        assert!(
            xs.iter()
                .zip(ys2)
                .all(|(x, y)| y == x / sum2 || sum2 == 0.0)
        );
    }
}

#[test]
fn scans_are_prefixes() {
    for len in BLOCK_EDGES {
        let xs = integers(len);
        let mut state = 0;
        let expected: Vec<i64> = xs
            .iter()
            .map(|x| {
                state += x + 10;
                state
            })
            .collect();
        assert_eq!(scan(&xs).unwrap(), expected);
    }
}

#[test]
fn scans_of_scans() {
    for len in BLOCK_EDGES {
        let xs = integers(len);
        let (mut s, mut t, mut sum) = (1, 2, 0_i64);
        let (mut ss, mut ts) = (vec![], vec![]);
        for x in &xs {
            s += x;
            t += s;
            sum = sum.wrapping_add(t);
            ss.push(s);
            ts.push(t);
        }
        assert_eq!(scan_of_scan(&xs).unwrap(), (ss, ts, sum));
    }
}

#[test]
fn filters_keep_order() {
    for len in BLOCK_EDGES {
        let xs: Vec<i32> = integers(len).iter().map(|&x| x as i32).collect();
        assert_eq!(
            filter(&xs).unwrap(),
            xs.iter()
                .copied()
                .filter(|x| x % 3 == 0)
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn in_place_reads_the_old_elements() {
    for len in BLOCK_EDGES {
        let xs: Vec<f32> = integers(len).iter().map(|&x| x as f32).collect();
        let mut ys = xs.clone();
        axpy(2.0, &xs, &mut ys).unwrap();
        assert!(xs.iter().zip(&ys).all(|(x, y)| *y == 3.0 * x));
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Money(i64);

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        Money(self.0 + other.0)
    }
}

#[test]
fn generic_elements() {
    for len in BLOCK_EDGES {
        let xs = integers(len);
        let (sum, s) = generic_sum(&xs, 5).unwrap();
        let (money, m) =
            generic_sum(&xs.iter().copied().map(Money).collect::<Vec<_>>(), Money(5)).unwrap();
        assert_eq!(sum, 5 + xs.iter().sum::<i64>());
        assert_eq!(money, Money(sum));
        assert_eq!(s.last().copied().unwrap_or(5), sum);
        assert_eq!(m, s.into_iter().map(Money).collect::<Vec<_>>());
    }
}

#[test]
fn gather_checks() {
    assert_eq!(gathered(&[1.0, 2.0], &[1, 0, 1]).unwrap(), [4.0, 2.0, 4.0]);
    let error = gathered(&[1.0, 2.0], &[1, -3]).unwrap_err().at("lookup");
    assert_eq!(
        error.to_string(),
        "`lookup`: in `g`: index -3 is out of bounds of an array of length 2"
    );
    assert_eq!((error.program(), error.binding()), ("lookup", "g"));
}

#[test]
fn generate_has_no_source() {
    let (a, b, c) = generated(40_000).unwrap();
    assert!((0..40_000).all(|i| a[i] == i * i && b[i] == (i % 2 == 0)));
    assert_eq!(c, vec![b'x'; 20_000]);
}

/// Tuples, nested to the right.
macro_rules! nested {
    (@) => { () };
    (#) => { () };
    (@ $first:ident $($rest:ident)*) => { ($first, nested!(@ $($rest)*)) };
    (# $first:ident $($rest:ident)*) => { (__rt::Fresh::named(""), nested!(# $($rest)*)) };
}

/// Thirty-two sources and eight sinks.
macro_rules! wide_program {
    ($xs:expr, $($source:ident)*; $($sink:ident)*) => {{
        let xs: &[u64] = $xs;
        $(let $source = xs;)*
        let __run = __rt::Run::parallel(xs.len(), 40);
        let (nested!(@ $($sink)*), _) = __run.blocks(nested!(# $($sink)*), |__b, __out| {
            __b.each(nested!(@ $($source)*), __out, |_i, nested!(@ $($source)*), _| {
                let sum = 0 $(+ $source)*;
                $(let $sink = __rt::call1(sum, |x| x + stringify!($sink).len() as u64);)*
                Ok(nested!(@ $($sink)*))
            })?;
            Ok(())
        })?;
        Ok::<_, __rt::Fault>([$($sink),*])
    }};
}

#[test]
fn many_sources_and_sinks() {
    fn program(xs: &[u64]) -> Result<[Vec<u64>; 8], __rt::Fault> {
        wide_program!(xs,
            a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7
            c0 c1 c2 c3 c4 c5 c6 c7 d0 d1 d2 d3 d4 d5 d6 d7;
            y yy yyy yyyy yyyyy yyyyyy yyyyyyy yyyyyyyy)
    }
    let xs: Vec<u64> = (0..5000).collect();
    for (k, ys) in program(&xs).unwrap().iter().enumerate() {
        assert!(xs.iter().zip(ys).all(|(x, y)| *y == 32 * x + k as u64 + 1));
    }
}
