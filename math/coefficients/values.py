"""Writes tests/reference/values.txt: values of the functions, computed with mpmath.

A line has a name, two arguments (the second one 0 where there is none), and the value as a sum of two
numbers times a power of two.
"""

import sys

from mpmath import mp, mpf

mp.prec = 3000


def value(name, x, y):
    x, y = mpf(x), mpf(y)
    one = mpf(1)
    return {
        "exp": lambda: mp.exp(x),
        "exp2": lambda: mpf(2) ** x,
        "exp_m1": lambda: mp.exp(x) - 1,
        "sigmoid": lambda: 1 / (1 + mp.exp(-x)),
        "ln": lambda: mp.log(x),
        "ln_1p": lambda: mp.log(1 + x),
        "log2": lambda: mp.log(x) / mp.log(2),
        "log10": lambda: mp.log(x) / mp.log(10),
        "softplus": lambda: mp.log(1 + mp.exp(x)),
        "sin": lambda: mp.sin(x),
        "cos": lambda: mp.cos(x),
        "tan": lambda: mp.tan(x),
        "asin": lambda: mp.asin(x),
        "acos": lambda: mp.acos(x),
        "atan": lambda: mp.atan(x),
        "sinh": lambda: mp.sinh(x),
        "cosh": lambda: mp.cosh(x),
        "tanh": lambda: mp.tanh(x),
        "cbrt": lambda: mp.sign(x) * abs(x) ** (one / 3),
        "erf": lambda: mp.erf(x),
        "erfc": lambda: mp.erfc(x),
        "normal_cdf": lambda: mp.erfc(-x / mp.sqrt(2)) / 2,
        "pow": lambda: x**y,
        "atan2": lambda: mp.atan2(x, y),
        "hypot": lambda: mp.sqrt(x * x + y * y),
    }[name]()


SMALL = [1e-300, 1e-20, 1e-5, 0.1, 0.3466, 0.5, 0.7, 1.0, 1.5, 2.7, 5.5]
SIGNED = [s * x for x in SMALL for s in (1, -1)]
ANGLES = SIGNED + [0.785398, 3.141592653589793, 1e3, 1e5, 1e10, 1e22, 1.7e308, 6381956970095103.0 * 2.0**797]
POSITIVE = SMALL + [0.999999, 1.0000001, 1e5, 1e20, 1e300]
PAIRS = [(0.5, 3.25), (1.5, -700.0), (1e-5, 40.0), (3e5, -33.3), (0.999, 5e5), (2.0, 0.5), (1e100, 3.07)]
INPUTS = {
    "exp": SIGNED + [-700.0, 40.1, 700.0],
    "exp2": SIGNED + [-1000.0, 40.1, 1000.5],
    "exp_m1": SIGNED + [-30.0, 40.1, 299.0],
    "sigmoid": SIGNED + [-700.0, -40.0, 30.0],
    "ln": POSITIVE,
    "ln_1p": SMALL + [-x for x in SMALL if x < 1] + [1e5, 1e300],
    "log2": POSITIVE,
    "log10": POSITIVE,
    "softplus": SIGNED + [-700.0, -40.0, 30.0],
    "sin": ANGLES,
    "cos": ANGLES,
    "tan": ANGLES,
    "asin": [x for x in SIGNED if abs(x) <= 1 and abs(x) > 1e-290] + [0.999999],
    "acos": [x for x in SIGNED if abs(x) <= 1] + [0.999999],
    "atan": SIGNED + [1e3, 1e20],
    "sinh": SIGNED + [39.4, -39.4, 300.0],
    "cosh": SIGNED + [39.4, -39.4, 300.0],
    "tanh": SIGNED + [18.2],
    "cbrt": [x for x in SIGNED if abs(x) > 1e-290] + [1e200],
    "erf": [x for x in SIGNED if abs(x) > 1e-290] + [3.9, 4.1],
    "erfc": SIGNED + [3.9, 4.1, 10.0, 26.0],
    "normal_cdf": SIGNED + [-5.6, -5.7, -14.0, -37.0],
}


def line(name, x, y):
    exact = value(name, x, y)
    exponent = 0
    if exact != 0:
        exponent = int(mp.floor(mp.log(abs(exact), 2)))
        exact = exact / mpf(2) ** exponent
    high = float(exact)
    low = float(exact - mpf(high))
    return f"{name} {x!r} {y!r} {high!r} {low!r} {exponent}\n"


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        for name, inputs in INPUTS.items():
            file.writelines(line(name, x, 0.0) for x in inputs)
        for x, y in PAIRS:
            file.writelines(line(name, x, y) for name in ("pow", "atan2", "hypot"))
