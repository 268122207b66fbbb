"""Times the paper's programs in NumPy, numexpr and JAX, beside arrays at run time.

    cargo build --release --package fusus-lazy --example planning
    taskset -c 0 python benches/peers/run_time.py

Sizes are those of `lazy/examples/planning`, which prints its times itself; this script runs it and
adds columns. Everything runs on one core. Programs are written as users of each write them: NumPy
with updates in place, numexpr with an expression for each loop that it can do, JAX with `jit` around
a step. Libraries that are not installed are left out.
"""

import os
import pathlib
import subprocess
import time

for name in ("OMP_NUM_THREADS", "NUMEXPR_NUM_THREADS", "RAYON_NUM_THREADS"):
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

PLANNING = pathlib.Path(__file__).resolve().parents[2] / "target/release/examples/planning"


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
            return evaluate("sum(stock * n1 - 62.45 * n2)") / len(stock)

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
    return None


def milliseconds(step, arrays):
    """The fastest time of a step, which may change its arrays."""
    wait = jax.block_until_ready if jax else lambda result: result
    times = []
    wait(step(*arrays))
    until = time.perf_counter() + 1.5
    while len(times) < 5 or time.perf_counter() < until:
        start = time.perf_counter()
        wait(step(*arrays))
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def copied(arrays):
    return [array.copy() for array in arrays]


def main():
    print("| program | NumPy, ms | numexpr, ms | JAX, ms |")
    print("|---|---|---|---|")
    for name, program, arrays, rest in PROGRAMS:
        own = copied(arrays)
        row = [milliseconds(lambda *a: program(np, *a, *rest), own)]
        step = by_numexpr(name, arrays) if numexpr else None
        row.append(milliseconds(step, copied(arrays)) if step else None)
        if jax:
            step = jax.jit(lambda *a: program(jnp, *a, *rest))
            row.append(milliseconds(step, [jnp.asarray(array) for array in arrays]))
        print(f"| {name} |", " | ".join("" if t is None else f"{t:.3f}" for t in row), "|", flush=True)
    if PLANNING.exists():
        print(flush=True)
        subprocess.run([PLANNING], check=True)


if __name__ == "__main__":
    main()
