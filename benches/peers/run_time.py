"""Times the paper's programs in NumPy, numexpr, polars, JAX and ndarray, beside arrays at run time.

    cargo build --release --package fusus-lazy --example planning
    cargo build --release --package fusus-benches --example eager
    taskset -c 0 python benches/peers/run_time.py

Sizes are those of `lazy/examples/planning`, which prints its times itself; this script runs it and
adds columns. Those of ndarray, an array for each operation, are `eager.rs`. Everything runs on one core. Programs are written as users of each write them: NumPy
with updates in place, numexpr with an expression for each loop that it can do, JAX with `jit` around
a step. Libraries that are not installed are left out.
"""

import os
import pathlib
import subprocess
import sys
import time

for name in ("OMP_NUM_THREADS", "NUMEXPR_NUM_THREADS", "POLARS_MAX_THREADS", "RAYON_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import numpy as np

try:
    import numexpr
except ImportError:
    numexpr = None
try:
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
except ImportError:
    jax = None

try:
    import polars
except ImportError:
    polars = None

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "target/release/examples"


#: The time of each measurement.
SECONDS = float(os.environ.get("SECONDS", "1.5"))


def numbers(*shape):
    """Numbers between 0 and 1, as the example has them."""
    count = int(np.prod(shape))
    return (np.arange(count) * 7919 % 10_007 / 10_007.0).reshape(shape)


def put(array, where, new):
    """An array with other elements in a section: in place, if that is how the library works."""
    if isinstance(array, np.ndarray):
        array[where] = new
        return array
    return array.at[where].set(new)


def black_scholes(xp, stock):
    def normal(x):
        size = xp.abs(x)
        k = 1.0 / (1.0 + 0.2316419 * size)
        sum_ = 0.31938153 * k - 0.356563782 * k**2 + 1.781477937 * k**3
        sum_ = sum_ - 1.821255978 * k**4 + 1.330274429 * k**5
        w = 1.0 - xp.exp(size * size * -0.5) / np.sqrt(2 * np.pi) * sum_
        return xp.where(x < 0, 1.0 - w, w)

    years, spread = 0.5, 0.3 * np.sqrt(0.5)
    d1 = (xp.log(stock / 65.0) + (0.08 + 0.045) * years) / spread
    d2 = d1 - spread
    return xp.sum(stock * normal(d1) - 65.0 * np.exp(-0.08 * years) * normal(d2)) / len(stock)


def leibnitz(xp, count):
    k = xp.arange(count).astype(np.float64)
    return xp.sum(1.0 / (4.0 * k + 1.0) - 1.0 / (4.0 * k + 3.0)) * 4.0


def rosenbrock(xp, x):
    steep, flat = x[1:] - x[:-1] * x[:-1], 1.0 - x[:-1]
    return xp.sum(100.0 * (steep * steep) + flat * flat)


def life(xp, state):
    own = state[1:-1, 1:-1]
    around = state[:-2, :-2] + state[:-2, 1:-1] + state[:-2, 2:] + state[1:-1, :-2]
    around = around + state[1:-1, 2:] + state[2:, :-2] + state[2:, 1:-1] + state[2:, 2:]
    lives = ((around == 2) & (own == 1)) | (around == 3)
    return put(state, np.s_[1:-1, 1:-1], lives.astype(np.uint8))


def heat(xp, grid):
    own = grid[1:-1, 1:-1]
    new = (own + grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:]) * 0.2
    change = xp.sum(xp.abs(new - own))
    return put(grid, np.s_[1:-1, 1:-1], new), change


def stencil_27(xp, data):
    side, sum_ = len(data), 0.0
    for x in range(3):
        for y in range(3):
            for z in range(3):
                sum_ = sum_ + data[x : x + side - 2, y : y + side - 2, z : z + side - 2]
    return put(data, np.s_[1:-1, 1:-1, 1:-1], sum_ / 27.0)


def sor(xp, r0, b0, b1, r1):
    up, down = slice(1, None), slice(None, -1)

    def step(own, at, a, b, c, d):
        new = (own[at] + a + b + c + d) * 0.2
        change = xp.sum(xp.abs(new - own[at]))
        return put(own, at, new), change

    r0, c0 = step(r0, (up, up), b0[up, down], b0[up, up], b1[down, up], b1[up, up])
    r1, c1 = step(r1, (down, down), b1[down, down], b1[down, up], b0[down, down], b0[up, down])
    b0, c2 = step(b0, (up, down), r0[up, down], r0[up, up], r1[down, down], r1[up, down])
    b1, c3 = step(b1, (down, up), r1[down, down], r1[down, up], r0[down, up], r0[up, up])
    return r0, b0, b1, r1, c0 + c1 + c2 + c3


def gauss(xp, a, k):
    factors = a[k:, k - 1] / a[k - 1, k - 1]
    return put(a, np.s_[k:, k - 1 :], a[k:, k - 1 :] - factors[:, None] * a[k - 1, k - 1 :][None, :])


def lu(xp, lower, upper, k):
    factors = upper[k:, k - 1] / upper[k - 1, k - 1]
    lower = put(lower, np.s_[k:, k - 1], factors)
    rest = upper[k:, k - 1 :] - factors[:, None] * upper[k - 1, k - 1 :][None, :]
    return lower, put(upper, np.s_[k:, k - 1 :], rest)


def monte_carlo(xp, positions):
    def scattered(positions):
        mixed = positions * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        mixed = (mixed ^ (mixed // np.uint64(1 << 33))) * np.uint64(0xFF51AFD7ED558CCD)
        return (mixed // np.uint64(1 << 11)).astype(np.float64) / float(1 << 53)

    x = scattered(positions * np.uint64(2))
    y = scattered(positions * np.uint64(2) + np.uint64(1))
    return xp.sum(xp.sqrt(x * x + y * y) <= 1.0) * 4.0 / len(positions)


def shallow_water(xp, h, u, v):
    gravity, time = 9.8, 0.02

    def sides(field, rows, columns):
        field = put(field, np.s_[:, 0], field[:, 1] * columns)
        field = put(field, np.s_[:, -1], field[:, -2] * columns)
        field = put(field, np.s_[0, :], field[1, :] * rows)
        return put(field, np.s_[-1, :], field[-2, :] * rows)

    def along(u, h):
        return u * u / h + gravity / 2.0 * (h * h)

    def between_rows(field, flow):
        mean = (field[1:, 1:-1] + field[:-1, 1:-1]) / 2.0
        return mean - time / 2.0 * (flow[1:, 1:-1] - flow[:-1, 1:-1])

    def between_columns(field, flow):
        mean = (field[1:-1, 1:] + field[1:-1, :-1]) / 2.0
        return mean - time / 2.0 * (flow[1:-1, 1:] - flow[1:-1, :-1])

    def whole(field, rows, columns):
        change = time * (rows[1:, :] - rows[:-1, :]) + time * (columns[:, 1:] - columns[:, :-1])
        return put(field, np.s_[1:-1, 1:-1], field[1:-1, 1:-1] - change)

    h, u, v = sides(h, 1.0, 1.0), sides(u, -1.0, 1.0), sides(v, 1.0, -1.0)
    across = u * v / h
    hx, hy = between_rows(h, u), between_columns(h, v)
    ux, uy = between_rows(u, along(u, h)), between_columns(u, across)
    vx, vy = between_rows(v, across), between_columns(v, along(v, h))
    new_h = whole(h, ux, vy)
    new_u = whole(u, along(ux, hx), uy * vy / hy)
    return new_h, new_u, whole(v, ux * vx / hx, along(vy, hy))


#: Rest, faces and edges: the opposite of each direction but the first is its neighbour.
DIRECTIONS = [(0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
DIRECTIONS += [(1, 1, 0), (-1, -1, 0), (1, -1, 0), (-1, 1, 0), (1, 0, 1), (-1, 0, -1), (1, 0, -1)]
DIRECTIONS += [(-1, 0, 1), (0, 1, 1), (0, -1, -1), (0, 1, -1), (0, -1, 1)]
OPPOSITE = [0] + [at + 1 if at % 2 else at - 1 for at in range(1, 19)]
WEIGHT = [1 / 3] + [1 / 18] * 6 + [1 / 36] * 12


def lattice_boltzmann(xp, densities, walls):
    of = [xp.roll(densities[at], by, (0, 1, 2)) for at, by in enumerate(DIRECTIONS)]
    mass = sum(of[1:], of[0])
    speed = []
    for axis in range(3):
        parts = [of[at] * by[axis] for at, by in enumerate(DIRECTIONS) if by[axis]]
        speed.append(sum(parts[1:], parts[0]) / mass)
    square = (speed[0] * speed[0] + speed[1] * speed[1] + speed[2] * speed[2]) * 1.5
    new = []
    for at, by in enumerate(DIRECTIONS):
        along = sum(u * b for u, b in zip(speed, by) if b)
        equilibrium = (along * 3.0 + along * along * 4.5 + 1.0 - square) * mass * WEIGHT[at]
        new.append(xp.where(walls, of[OPPOSITE[at]], of[at] + (equilibrium - of[at]) * 1.2))
    return xp.stack(new), walls


#: The coefficients of `lazy/tests/paper/programs/water_ice.rs`.
DENSITY = [
    [999.842594, 6.793952e-2, -9.095290e-3, 1.001685e-4, -1.120083e-6, 6.536332e-9],
    [8.24493e-1, -4.0899e-3, 7.6438e-5, -8.2467e-7, 5.3875e-9],
    [-5.72466e-3, 1.0227e-4, -1.6546e-6],
]
MODULUS = [
    [19652.21, 148.4206, -2.327105, 1.360477e-2, -5.155288e-5],
    [54.6746, -0.603459, 1.09987e-2, -6.1670e-5],
    [7.944e-2, 1.6483e-2, -5.3009e-4],
]
BY_PRESSURE = [
    [3.239908, 1.43713e-3, 1.16092e-4, -5.77905e-7],
    [2.2838e-3, -1.0981e-5, -1.6078e-6],
    [1.91075e-4],
]
BY_SQUARE = [[8.50935e-5, -6.12293e-6, 5.2787e-8], [-9.9348e-7, 2.0816e-8, 9.1697e-10]]
CAPACITY = [
    [
        [4217.4, -3.720283, 0.1412855, -2.654387e-3, 2.093236e-5],
        [-7.643575, 0.1072763, -1.38385e-3],
        [0.1770383, -4.07718e-3, 5.148e-5],
    ],
    [
        [-4.9592e-1, 1.45747e-2, -3.13885e-4, 2.0357e-6, 1.7168e-8],
        [4.9247e-3, -1.28315e-4, 9.802e-7, 2.5941e-8, -2.9179e-10],
        [-1.2331e-4, -1.517e-6, 3.122e-8],
    ],
    [
        [2.4931e-4, -1.08645e-5, 2.87533e-7, -4.0027e-9, 2.2956e-11],
        [-2.9558e-6, 1.17054e-7, -2.3905e-9, 1.8448e-11],
        [9.971e-8],
    ],
    [
        [-5.422e-8, 2.6380e-9, -6.5637e-11, 6.136e-13],
        [5.540e-10, -1.7682e-11, 3.513e-13],
        [0.0, -1.4300e-12],
    ],
]


def of_salt(xp, t, s, by):
    def polynomial(coefficients):
        total = coefficients[-1]
        for c in reversed(coefficients[:-1]):
            total = total * t + c
        return total

    total = polynomial(by[0]) + polynomial(by[1]) * s
    return total + polynomial(by[2]) * (s * xp.sqrt(s)) if len(by) > 2 else total


def water_ice(xp, t, salt, ice):
    p, height = np.array([0.5, 2.0, 5.0, 10.0]), np.array([10.0, 20.0, 40.0, 60.0])
    side, layers = t.shape[0], t.shape[2]
    modulus = of_salt(xp, t, salt, BY_PRESSURE) + of_salt(xp, t, salt, BY_SQUARE) * p
    modulus = of_salt(xp, t, salt, MODULUS) + modulus * p
    density = (of_salt(xp, t, salt, DENSITY) + salt * salt * 4.8314e-4) / (1.0 - p / modulus)
    surface, linear, square, cube = (of_salt(xp, t, salt, by) for by in CAPACITY)
    capacity = surface + ((cube * p + square) * p + linear) * p
    mass = density * height

    thin = ice < 0.1
    thickness = xp.where(thin, xp.sqrt(ice * 0.1), ice)
    cover = xp.where(thin, ice / xp.maximum(thickness, 1e-9), 1.0)
    between = (cover * 1e-5 + (1.0 - cover) * 4e-5)[:, :, None]

    def closed(shape, where, inner):
        return put(xp.zeros(shape), where, inner)

    def flows(content):
        m, all_ = slice(1, -1), slice(None)
        down = (content[:, :, :-1] - content[:, :, 1:]) * between / (height[:-1] + height[1:])
        down = closed((side, side, layers + 1), np.s_[:, :, 1:-1], down)
        total = down[:, :, :-1] - down[:, :, 1:]
        flow = (content[:-1] - content[1:]) * 2e-3 / height
        flow = closed((side + 1, side, layers), np.s_[m, all_, all_], flow)
        total = total + flow[:-1] - flow[1:]
        flow = (content[:, :-1] - content[:, 1:]) * 2e-3 / height
        flow = closed((side, side + 1, layers), np.s_[all_, m, all_], flow)
        total = total + flow[:, :-1] - flow[:, 1:]
        flow = (content[:-1, :-1] - content[1:, 1:]) * 1e-3 / height
        flow = closed((side + 1, side + 1, layers), np.s_[m, m, all_], flow)
        total = total + flow[:-1, :-1] - flow[1:, 1:]
        flow = (content[:-1, 1:] - content[1:, :-1]) * 1e-3 / height
        flow = closed((side + 1, side + 1, layers), np.s_[m, m, all_], flow)
        return total + flow[:-1, 1:] - flow[1:, :-1]

    heat, salts = flows(density * t * capacity), flows(density * salt)
    top = t[:, :, 0]
    lost = (1.0 - cover) * ((top + 10.0) * 15.0) + cover * ((top + 1.8) * 40.0)
    grown = cover * (8.2 * 2.0 / (thickness + 0.1)) - cover * (top + 1.8) * 40.0
    grown = (grown + (1.0 - cover) * xp.maximum(-1.8 - top, 0.0) * 1e4) * (60.0 / 3e8)
    new_ice = xp.maximum(ice + grown, 0.0)
    heat = put(heat, np.s_[:, :, 0], heat[:, :, 0] - lost)
    salts = put(salts, np.s_[:, :, 0], salts[:, :, 0] + (new_ice - ice) * (30.0 * 1e3 / 60.0))
    new_t = t + heat * 60.0 / (mass * capacity)
    return new_t, xp.maximum(salt + salts * 60.0 / mass, 0.0), new_ice


def accelerations(xp, of, by, same):
    dx, dy, dz = (b[None, :] - a[:, None] for a, b in zip(of[1:4], by[1:4]))
    square = dx * dx + dy * dy + dz * dz
    if same:
        square = xp.where(xp.eye(len(of[0]), dtype=bool), np.inf, square)
    force = by[0][None, :] / (xp.sqrt(square) * square)
    return [xp.sum(d * force, axis=1) for d in (dx, dy, dz)]


def moved(bodies, by):
    speeds = [speed + force * 0.01 for speed, force in zip(bodies[4:], by)]
    return [bodies[0]] + [p + s * 0.01 for p, s in zip(bodies[1:4], speeds)] + speeds


def n_body(xp, *bodies):
    return moved(bodies, accelerations(xp, bodies, bodies, True))


def n_body_nice(xp, *both):
    planets, asteroids = both[:7], both[7:]
    by = accelerations(xp, asteroids, planets, False)
    between = accelerations(xp, planets, planets, True)
    return moved(planets, between) + moved(asteroids, by)


def bodies(count):
    return list(numbers(7, count))


def heavy(side):
    return numbers(side, side) + side * np.eye(side)


#: Name, function, arrays, the arguments that are no arrays.
PROGRAMS = [
    ("Black-Scholes", black_scholes, [55.0 + 10.0 * numbers(150_000)], ()),
    ("Leibnitz PI", leibnitz, [], (1_000_000,)),
    ("Rosenbrock", rosenbrock, [numbers(2_000_000)], ()),
    ("Game of Life", life, [(numbers(1000, 1000) < 0.3).astype(np.uint8)], ()),
    ("Heat Equation", heat, [numbers(1200, 1200)], ()),
    ("27 Point Stencil", stencil_27, [numbers(70, 70, 70)], ()),
    ("SOR", sor, [numbers(600, 600) for _ in range(4)], ()),
    ("Gauss Elimination", gauss, [heavy(280)], (10,)),
    ("LU Factorization", lu, [heavy(280), heavy(280)], (10,)),
    ("Monte Carlo PI", monte_carlo, [np.arange(1_000_000, dtype=np.uint64)], ()),
    (
        "Shallow Water",
        shallow_water,
        [1.0 + 0.1 * numbers(320, 320), np.zeros((320, 320)), np.zeros((320, 320))],
        (),
    ),
    (
        "Lattice Boltzmann",
        lattice_boltzmann,
        [
            np.array(WEIGHT)[:, None, None, None] * (1.0 + 0.1 * numbers(19, 40, 40, 40)),
            numbers(40, 40, 40) < 0.1,
        ],
        (),
    ),
    (
        "Water-Ice",
        water_ice,
        [5.8 * numbers(80, 80, 4) - 1.8, 30.0 + 6.0 * numbers(80, 80, 4), numbers(80, 80)],
        (),
    ),
    ("N-body", n_body, bodies(600), ()),
    ("N-body Nice", n_body_nice, bodies(20) + bodies(20_000), ()),
]


def by_numexpr(name, arrays):
    """A step in numexpr, for programs whose loops are expressions; None for others."""
    evaluate = numexpr.evaluate
    if name == "Black-Scholes":
        tail = (
            "exp({x} * {x} * -0.5) / 2.5066282746310002 * {k} * (0.31938153 + {k} * (-0.356563782 "
            "+ {k} * (1.781477937 + {k} * (-1.821255978 + {k} * 1.330274429))))"
        )

        def step(stock):
            spread = 0.3 * np.sqrt(0.5)
            d1 = evaluate("(log(stock / 65) + 0.0625) / spread")
            d2 = evaluate("d1 - spread")
            k1 = evaluate("1 / (1 + 0.2316419 * abs(d1))")
            k2 = evaluate("1 / (1 + 0.2316419 * abs(d2))")
            t1, t2 = evaluate(tail.format(x="d1", k="k1")), evaluate(tail.format(x="d2", k="k2"))
            n1 = evaluate("where(d1 < 0, t1, 1 - t1)")
            n2 = evaluate("where(d2 < 0, t2, 1 - t2)")
            return evaluate("sum(stock * n1 - 62.451313544901 * n2)") / len(stock)

        return step
    if name == "Leibnitz PI":
        k = np.arange(1_000_000).astype(np.float64)
        return lambda: evaluate("sum(1 / (4 * k + 1) - 1 / (4 * k + 3))", {"k": k}) * 4
    if name == "Rosenbrock":

        def step(x):
            a, b = x[:-1], x[1:]
            return evaluate("sum(100 * (b - a * a) ** 2 + (1 - a) ** 2)")

        return step
    if name == "Heat Equation":

        def step(grid):
            c, n, s = grid[1:-1, 1:-1], grid[:-2, 1:-1], grid[2:, 1:-1]
            w, e = grid[1:-1, :-2], grid[1:-1, 2:]
            new = evaluate("(c + n + s + w + e) * 0.2")
            change = evaluate("sum(abs(new - c))")
            grid[1:-1, 1:-1] = new
            return grid, change

        return step
    if name == "27 Point Stencil":

        def step(data):
            side = len(data) - 2
            parts = {
                f"a{x}{y}{z}": data[x : x + side, y : y + side, z : z + side]
                for x in range(3) for y in range(3) for z in range(3)
            }
            data[1:-1, 1:-1, 1:-1] = evaluate(f"({' + '.join(parts)}) / 27", parts)
            return data

        return step
    if name == "Gauss Elimination":

        def step(a):
            k = 10
            factors, row = (a[k:, k - 1] / a[k - 1, k - 1])[:, None], a[k - 1, k - 1 :][None, :]
            own = a[k:, k - 1 :]
            a[k:, k - 1 :] = evaluate("own - factors * row")
            return a

        return step
    if name == "LU Factorization":

        def step(lower, upper):
            k = 10
            pivot = upper[k - 1, k - 1]
            factors, row = (upper[k:, k - 1] / pivot)[:, None], upper[k - 1, k - 1 :][None, :]
            lower[k:, k - 1] = factors[:, 0]
            own = upper[k:, k - 1 :]
            upper[k:, k - 1 :] = evaluate("own - factors * row")
            return lower, upper

        return step
    if name == "Monte Carlo PI":
        # There are no integers without a sign: shifts are masked.
        mixed = "({p}) * 6364136223846793005 + 1442695040888963407"
        scattered = "((m ^ ((m >> 33) & 2147483647)) * (-49064778989728563))"
        unit = "((m >> 11) & 9007199254740991) / 9007199254740992.0"

        def number(position):
            m = evaluate(mixed.format(p=position[0]), {"p": position[1]})
            m = evaluate(scattered, {"m": m})
            return evaluate(unit, {"m": m})

        def step(positions):
            p = positions.view(np.int64)
            x, y = number(("p * 2", p)), number(("p * 2 + 1", p))
            hits = evaluate("sum(where(sqrt(x * x + y * y) <= 1, 1, 0))")
            return hits * 4.0 / len(positions)

        return step
    if name == "Shallow Water":
        mean = "(b + a) / 2 - 0.01 * (fb - fa)"

        def half(field, flow, at_b, at_a):
            return evaluate(mean, {"b": field[at_b], "a": field[at_a], "fb": flow[at_b], "fa": flow[at_a]})

        def along(u, h):
            return evaluate("u * u / h + 4.9 * (h * h)", {"u": u, "h": h})

        def across(u, v, h):
            return evaluate("u * v / h", {"u": u, "v": v, "h": h})

        def sides(field, rows, columns):
            field[:, 0], field[:, -1] = field[:, 1] * columns, field[:, -2] * columns
            field[0, :], field[-1, :] = field[1, :] * rows, field[-2, :] * rows

        def whole(field, rows, columns):
            parts = {
                "own": field[1:-1, 1:-1], "r1": rows[1:], "r0": rows[:-1],
                "c1": columns[:, 1:], "c0": columns[:, :-1],
            }
            return evaluate("own - (0.02 * (r1 - r0) + 0.02 * (c1 - c0))", parts)

        def step(h, u, v):
            sides(h, 1.0, 1.0), sides(u, -1.0, 1.0), sides(v, 1.0, -1.0)
            below, above = np.s_[1:, 1:-1], np.s_[:-1, 1:-1]
            right, left = np.s_[1:-1, 1:], np.s_[1:-1, :-1]
            uv, uu, vv = across(u, v, h), along(u, h), along(v, h)
            hx, hy = half(h, u, below, above), half(h, v, right, left)
            ux, uy = half(u, uu, below, above), half(u, uv, right, left)
            vx, vy = half(v, uv, below, above), half(v, vv, right, left)
            new = whole(h, ux, vy), whole(u, along(ux, hx), across(uy, vy, hy))
            new = new + (whole(v, across(ux, vx, hx), along(vy, hy)),)
            for field, inner in zip((h, u, v), new):
                field[1:-1, 1:-1] = inner
            return h, u, v

        return step
    return None


def by_polars(name, arrays):
    """A step by expressions of polars, for programs on columns; None for others."""
    x = polars.col("x")
    if name == "Black-Scholes":

        def normal(x):
            size = x.abs()
            k = 1.0 / (1.0 + 0.2316419 * size)
            sum_ = 0.31938153 * k - 0.356563782 * k**2 + 1.781477937 * k**3
            sum_ = sum_ - 1.821255978 * k**4 + 1.330274429 * k**5
            w = 1.0 - (size * size * -0.5).exp() / np.sqrt(2 * np.pi) * sum_
            return polars.when(x < 0).then(1.0 - w).otherwise(w)

        d1 = ((x / 65.0).log() + 0.0625) / (0.3 * np.sqrt(0.5))
        d2 = d1 - 0.3 * np.sqrt(0.5)
        mean = (x * normal(d1) - 65.0 * np.exp(-0.04) * normal(d2)).mean()
    elif name == "Leibnitz PI":
        arrays = [np.arange(1_000_000).astype(np.float64)]
        mean = (1.0 / (4.0 * x + 1.0) - 1.0 / (4.0 * x + 3.0)).sum() * 4.0
    elif name == "Rosenbrock":
        steep, flat = x.shift(-1) - x * x, 1.0 - x
        mean = (100.0 * (steep * steep) + flat * flat).sum()
    else:
        return None
    frame = polars.DataFrame({"x": arrays[0]}).lazy().select(mean)
    return lambda *_: frame.collect().item()


def check():
    """Compares the programs of NumPy with those of numexpr and JAX, where one step tells."""
    for name, program, arrays, rest in PROGRAMS:
        expected = program(np, *copied(arrays), *rest)
        found = []
        if numexpr and (step := by_numexpr(name, arrays)):
            found.append(step(*copied(arrays)))
        if polars and (step := by_polars(name, arrays)):
            found.append(step())
        if jax:
            found.append(program(jnp, *(jnp.asarray(array) for array in arrays), *rest))
        for own in found:
            for a, b in zip(own if isinstance(own, (tuple, list)) else [own],
                            expected if isinstance(expected, (tuple, list)) else [expected]):
                assert np.allclose(np.asarray(a, np.float64), np.asarray(b, np.float64)), name


def milliseconds(step, arrays):
    """The fastest time of a step, which may change its arrays."""
    wait = jax.block_until_ready if jax else lambda result: result
    times = []
    wait(step(*arrays))
    until = time.perf_counter() + SECONDS
    while len(times) < 5 or time.perf_counter() < until:
        start = time.perf_counter()
        wait(step(*arrays))
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def copied(arrays):
    return [array.copy() for array in arrays]


def main():
    check()
    if "--check" in sys.argv:
        return
    print("| program | NumPy, ms | numexpr, ms | polars, ms | JAX, ms | ndarray, ms |")
    print("|---|---|---|---|---|---|")
    eager = {}
    if (EXAMPLES / "eager").exists():
        lines = subprocess.run([EXAMPLES / "eager"], check=True, capture_output=True, text=True)
        eager = {name: float(ms) for name, ms in (line.split("|") for line in lines.stdout.split("\n") if line)}
    for name, program, arrays, rest in PROGRAMS:
        own = copied(arrays)
        row = [milliseconds(lambda *a: program(np, *a, *rest), own)]
        step = by_numexpr(name, arrays) if numexpr else None
        row.append(milliseconds(step, copied(arrays)) if step else None)
        step = by_polars(name, arrays) if polars else None
        row.append(milliseconds(step, []) if step else None)
        if jax:
            step = jax.jit(lambda *a: program(jnp, *a, *rest))
            row.append(milliseconds(step, [jnp.asarray(array) for array in arrays]))
        else:
            row.append(None)
        row.append(eager.get(name))
        print(f"| {name} |", " | ".join("" if t is None else f"{t:.3f}" for t in row), "|", flush=True)
    if (EXAMPLES / "planning").exists():
        print(flush=True)
        subprocess.run([EXAMPLES / "planning"], check=True)


if __name__ == "__main__":
    main()
