"""Writes src/coefficients.rs: polynomials and constants, computed with mpmath.

Each polynomial is the minimax approximation (Remez's exchange algorithm) of a function that is
defined here by mpmath's own functions, with a weight that makes the error that of the final result.
Coefficients are rounded to f64 one after the other, from the constant on; after each rounding, those
that are left are computed anew, so that they make up for the error of the rounding (on an interval
with zero within, all are rounded at once).
"""

import struct
import sys

from mpmath import mp, mpf

mp.prec = 200


def chebyshev_points(low, high, count):
    return [
        (low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * i / (count - 1))
        for i in range(count)
    ]


def remez(values, weights, grid, powers):
    """Coefficients of the given powers that minimise the greatest weighted error on a grid."""
    count = len(powers) + 1
    last = len(grid) - 1
    reference = [round((1 - mp.cos(mp.pi * i / (count - 1))) / 2 * last) for i in range(count)]
    reference = [int(i) for i in reference]
    for _ in range(40):
        rows = mp.matrix(count, count)
        right = mp.matrix(count, 1)
        for row, i in enumerate(reference):
            for column, power in enumerate(powers):
                rows[row, column] = grid[i] ** power
            rows[row, count - 1] = (-1) ** row / weights[i]
            right[row] = values[i]
        solution = mp.lu_solve(rows, right)
        coefficients = [solution[i] for i in range(len(powers))]
        level = abs(solution[count - 1])
        errors = [
            (value - sum(c * x**p for c, p in zip(coefficients, powers))) * weight
            for x, value, weight in zip(grid, values, weights)
        ]
        extrema = alternating(errors, count)
        if extrema is None:
            break
        worst = max(abs(e) for e in errors)
        reference = extrema
        if worst <= level * mpf("1.001"):
            break
    return coefficients, max(abs(e) for e in errors)


def alternating(errors, count):
    """The places of `count` extrema of alternating sign, the greatest ones."""
    runs = []
    for i, error in enumerate(errors):
        if runs and (errors[runs[-1]] > 0) == (error > 0):
            if abs(error) > abs(errors[runs[-1]]):
                runs[-1] = i
        else:
            runs.append(i)
    if len(runs) < count:
        return None
    while len(runs) > count:
        if abs(errors[runs[0]]) < abs(errors[runs[-1]]):
            runs.pop(0)
        else:
            runs.pop()
    return runs


def single(number):
    """The nearest number of f32."""
    return struct.unpack("f", struct.pack("f", float(number)))[0]


def text_of_single(number):
    """The shortest decimal number that is this one when it is rounded to f32."""
    texts = (f"{number:.{digits}g}" for digits in range(1, 10))
    return repr(float(next(text for text in texts if single(text) == number)))


def polynomial(function, weight, low, high, degree, to_number=float):
    """Coefficients from the constant on, as numbers of f64 or f32, and the bits of the error."""
    grid = chebyshev_points(mpf(low), mpf(high), 40 * (degree + 2))
    values = [function(x) for x in grid]
    weights = [weight(x) for x in grid]
    rounded = []
    left = values
    if low < 0:
        # Powers from the first on are no basis where zero is within the interval.
        found, _ = remez(values, weights, grid, list(range(degree + 1)))
        rounded = [to_number(c) for c in found]
        left = [v - sum(mpf(c) * x**p for p, c in enumerate(rounded)) for v, x in zip(values, grid)]
        error = max(abs(v) * w for v, w in zip(left, weights))
        return rounded, float(mp.log(error, 2))
    for first in range(degree + 1):
        found, _ = remez(left, weights, grid, list(range(first, degree + 1)))
        rounded.append(to_number(found[0]))
        left = [v - mpf(rounded[-1]) * x**first for v, x in zip(left, grid)]
    error = max(abs(v) * w for v, w in zip(left, weights))
    return rounded, float(mp.log(error, 2))


def removable(formula, limit, width=mpf(10) ** -12):
    """A formula with a removable singularity at zero, where it takes its limit."""
    return lambda x: limit if abs(x) < width else formula(x)


def precise(formula):
    """Computes a formula that cancels near zero with many more digits."""

    def value(x):
        with mp.workprec(700):
            return formula(mpf(x))

    return value


def root(formula):
    """A formula of x as a function of x², from its limit at zero on."""
    return precise(lambda z: formula(mp.sqrt(max(z, mpf(10) ** -30))))


def const(name, text, doc):
    return f"/// {doc}\npub(crate) const {name}: f64 = {text};\n"


def table(name, doc, function, weight, low, high, degree, kind="f64"):
    to_number, to_text = (float, repr) if kind == "f64" else (single, text_of_single)
    numbers, bits = polynomial(function, weight, low, high, degree, to_number)
    lines = "\n".join(f"    {to_text(number)}," for number in numbers)
    print(f"{name}: 2^{bits:.1f}", file=sys.stderr)
    return (
        f"/// {doc} Error 2^{bits:.1f}.\n"
        f"pub(crate) const {name}: [{kind}; {degree + 1}] = [\n{lines}\n];\n"
    )


def parts(value, bits, count):
    """A number as a sum of `count` numbers, all but the last of the given count of bits."""
    result = []
    for _ in range(count - 1):
        scale = mpf(2) ** (bits - 1 - mp.floor(mp.log(abs(value), 2)))
        part = mp.floor(value * scale) / scale
        result.append(float(part))
        value -= part
    result.append(float(value))
    return result


def tables():
    half_ln_2 = mp.log(2) / 2 * mpf("1.0001")
    near = mpf("0.0294373")  # ((√2 − 1) / (√2 + 1))²
    quarter = (mp.pi / 4 * mpf("1.0001")) ** 2
    eighth = mp.tan(mp.pi / 8) ** 2 * mpf("1.0001")
    atanh_tail = root(lambda s: (mp.log((1 + s) / (1 - s)) / s - 2) / s**2)
    atanh_rest = root(lambda s: ((mp.log((1 + s) / (1 - s)) / s - 2) / s**2 - mpf(2) / 3) / s**2)
    sine_tail = root(lambda r: (mp.sin(r) / r - 1) / r**2)
    cosine_tail = root(lambda r: ((mp.cos(r) - 1) / r**2 + mpf(1) / 2) / r**2)
    cosine_f32 = root(lambda r: (mp.cos(r) - 1) / r**2)
    atan_tail = root(lambda t: (mp.atan(t) / t - 1) / t**2)
    asin_tail = root(lambda t: (mp.asin(t) / t - 1) / t**2)
    tanh_tail = root(lambda t: (mp.tanh(t) / t - 1) / t**2)
    erf_tail = root(lambda t: mp.erf(t) / t - 1)

    def scaled_erfc(t):
        x = CENTRE * (1 + t) / (1 - t)
        return mp.exp(x * x) * mp.erfc(x) * (1 + 2 * x) - 1

    one = lambda x: mpf(1)
    to_t = lambda x: (mpf(x) - CENTRE) / (mpf(x) + CENTRE)
    return [
        table("EXP", "(exp(r) − 1 − r) / r² for |r| ≤ ln(2) / 2.",
              precise(removable(lambda r: (mp.exp(r) - 1 - r) / r**2, mpf(1) / 2, mpf(10) ** -40)),
              lambda r: r**2 + mpf(10) ** -20, -half_ln_2, half_ln_2, 10),
        table("LN", "(ln((1 + s) / (1 − s)) / s − 2) / s² as a function of s² for 1 + s over 1 − s between √½ and √2.",
              atanh_tail, lambda z: z + mpf(10) ** -20, 0, near, 6),
        table("LN_REST", "((ln((1 + s) / (1 − s)) / s − 2) / s² − 2/3) / s² as a function of s², for powers.",
              atanh_rest, lambda z: z**2 + mpf(10) ** -20, 0, near, 6),
        table("SIN", "(sin(r) / r − 1) / r² as a function of r² for |r| ≤ π/4.",
              sine_tail, lambda z: z + mpf(10) ** -20, 0, quarter, 5),
        table("COS", "((cos(r) − 1) / r² + ½) / r² as a function of r² for |r| ≤ π/4.",
              cosine_tail, lambda z: z**2 + mpf(10) ** -20, 0, quarter, 5),
        table("ATAN", "(atan(t) / t − 1) / t² as a function of t² for |t| ≤ tan(π/8).",
              atan_tail, lambda z: z + mpf(10) ** -20, 0, eighth, 10),
        table("ASIN", "(asin(t) / t − 1) / t² as a function of t² for |t| ≤ ½.",
              asin_tail, lambda z: z + mpf(10) ** -20, 0, mpf("0.25001"), 12),
        table("ERF", "erf(x) / x − 1 as a function of x² for |x| ≤ 0.65.",
              erf_tail, one, 0, mpf("0.42251"), 10),
        table("ERFC", "exp(x²) erfc(x) (1 + 2x) − 1 as a function of (x − 7/2) / (x + 7/2) for x from 0.65 to 28.",
              scaled_erfc, one, to_t(mpf("0.6499")), to_t(28), 21),
        table("EXP_F32", "(2^f − 1) / f for |f| ≤ ½, for f32.",
              precise(removable(lambda f: (mpf(2) ** f - 1) / f, mp.log(2), mpf(10) ** -40)),
              lambda f: abs(f) + mpf(10) ** -4, mpf("-0.50001"), mpf("0.50001"), 5),
        table("EXP_M1_F32", "(2^f − 1) / f for |f| ≤ ½, for f32, where 1 is taken away from the result.",
              precise(removable(lambda f: (mpf(2) ** f - 1) / f, mp.log(2), mpf(10) ** -40)),
              one, mpf("-0.50001"), mpf("0.50001"), 6),
        table("EXP_SINGLE", "Like EXP, in f32.",
              precise(removable(lambda r: (mp.exp(r) - 1 - r) / r**2, mpf(1) / 2, mpf(10) ** -40)),
              lambda r: r**2 + mpf(10) ** -12, -half_ln_2, half_ln_2, 4, "f32"),
        table("TANH_SINGLE", "(tanh(t) / t − 1) / t² as a function of t² for |t| ≤ ¾, in f32.",
              tanh_tail, lambda z: z, mpf(10) ** -12, mpf("0.56251"), 5, "f32"),
        table("LN_F32", "Like LN, for f32.", atanh_tail, lambda z: z + mpf(10) ** -6, 0, near, 2),
        table("LN_SINGLE", "(ln(1 + f) − f + f²/2) / f³ for 1 + f from √½ to √2, in f32.",
              precise(removable(lambda f: (mp.log(1 + f) - f + f**2 / 2) / f**3, mpf(1) / 3, mpf(10) ** -40)),
              lambda f: f**3 / mp.log(1 + f) if abs(f) > mpf(10) ** -12 else f**2,
              mp.sqrt(mpf(1) / 2) - 1 - mpf(10) ** -6, mp.sqrt(2) - 1 + mpf(10) ** -6, 7, "f32"),
        table("LN_POWER_F32", "Like LN, for powers of f32.", atanh_tail, lambda z: z + mpf(10) ** -6, 0, near, 4),
        table("SIN_F32", "Like SIN, for f32.", sine_tail, lambda z: z + mpf(10) ** -6, 0, quarter, 3),
        table("COS_F32", "(cos(r) − 1) / r² as a function of r² for |r| ≤ π/4, for f32.",
              cosine_f32, lambda z: z + mpf(10) ** -6, 0, quarter, 3),
        table("ATAN_F32", "Like ATAN, for f32.", atan_tail, lambda z: z + mpf(10) ** -6, 0, eighth, 4),
        table("ASIN_F32", "Like ASIN, for f32.", asin_tail, lambda z: z + mpf(10) ** -6, 0, mpf("0.25001"), 5),
        table("ERF_F32", "Like ERF for |x| ≤ ½, for f32.", erf_tail, one, 0, mpf("0.25001"), 5),
        table("ERFC_F32", "Like ERFC for x from 0 to 12, for f32.",
              scaled_erfc, one, to_t(0), to_t(12), 12),
    ]


CENTRE = mpf(7) / 2


def words():
    """2/π in words of 64 bits, after 54 zeros."""
    count = 19
    with mp.workprec(1400):
        number = int(mp.floor(2 / mp.pi * mpf(2) ** (64 * count - 54)))
    lines = []
    for i in range(count):
        word = (number >> (64 * (count - 1 - i))) & (2**64 - 1)
        text = f"{word:016x}"
        lines.append("    0x" + "_".join(text[j : j + 4] for j in range(0, 16, 4)) + ",")
    return (
        "/// The bits of 2/π after the point, after 54 zeros.\n"
        f"pub(crate) const TWO_OVER_PI: [u64; {count}] = [\n" + "\n".join(lines) + "\n];\n"
    )


def window(first, name, doc):
    """Four parts of 2/π from the bit after 2^-first on: three of 29 bits and one of 53."""
    with mp.workprec(400):
        left = 2 / mp.pi
        left -= mp.floor(left * mpf(2) ** first) / mpf(2) ** first
        found = []
        for i in range(1, 4):
            scale = mpf(2) ** (first + 29 * i)
            part = mp.floor(left * scale) / scale
            found.append(float(part))
            left -= part
        found.append(float(left))
    lines = "\n".join(f"    {number!r}," for number in found)
    return f"/// {doc}\npub(crate) const {name}: [f64; 4] = [\n{lines}\n];\n"


def pair(name, value, doc, bits=None):
    """A number as a sum of two of f64."""
    if bits is None:
        high = float(value)
        low = float(value - mpf(high))
    else:
        high, low = parts(value, bits, 2)
    return const(f"{name}_HIGH", repr(high), f"{doc}, its upper part.") + const(
        f"{name}_LOW", repr(low), f"{doc}, less its upper part."
    )


def pi_parts():
    names = ["FIRST", "SECOND", "THIRD"]
    found = parts(mp.pi / 2, 43, 3)
    return "".join(
        const(f"HALF_PI_{n}", repr(v), f"The {n.lower()} of three parts of π/2, of 43, 43 and 53 bits.")
        for n, v in zip(names, found)
    )


HEAD = """//! Coefficients and constants, written by `coefficients/generate.py`.

#![allow(clippy::approx_constant, reason = "parts of constants are no constants of the library")]
"""

if __name__ == "__main__":
    pieces = [
        HEAD,
        pair("LN_2", mp.log(2), "ln(2), of 40 bits and the rest", 40),
        pair("LN_2_SHORT", mp.log(2), "ln(2), of 26 bits and the rest", 26),
        pair("LOG2_E", 1 / mp.log(2), "log2(e), of 26 bits and the rest", 26),
        pair("LOG10_E", 1 / mp.log(10), "log10(e), of 26 bits and the rest", 26),
        pair("LOG10_2", mp.log10(2), "log10(2), of 40 bits and the rest", 40),
        pair("HALF_PI", mp.pi / 2, "π/2"),
        pair("QUARTER_PI", mp.pi / 4, "π/4"),
        pair("PI", mp.pi, "π"),
        pair("TWO_THIRDS", mpf(2) / 3, "2/3"),
        pair("SQRT_HALF", mp.sqrt(mpf(1) / 2), "√½"),
        pi_parts(),
        words(),
        window(0, "TWO_OVER_PI_NEAR", "2/π, for f32 below 2⁸²."),
        window(57, "TWO_OVER_PI_FAR", "2/π after its 57th bit, for f32 from 2⁸² on, where what is left out makes whole turns."),
        *tables(),
    ]
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(pieces))
