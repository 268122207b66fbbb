"""The programs of stencils.py for JAX: those of NumPy, compiled."""

import functools
import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_ENABLE_X64"] = "1"

import jax
import jax.numpy as jnp
import numpy as np
import numpy_stencils


def _of(function):
    """A call of the compiled function, and its results as they are first."""
    compiled = jax.jit(function)

    def prepare(inputs, outputs):
        given = [jnp.asarray(array) for array in inputs]
        results = jax.block_until_ready(compiled(*given))
        for output, result in zip(outputs, results if isinstance(results, tuple) else (results,)):
            output[...] = np.asarray(result)
        return lambda: jax.block_until_ready(compiled(*given))

    return prepare


def jacobi_in_place(inputs, outputs):
    @functools.partial(jax.jit, donate_argnums=0)
    def step(a):
        return a.at[1:-1, 1:-1].set(numpy_stencils._four(a))

    state = [step(jnp.asarray(outputs[0]))]
    outputs[0][...] = np.asarray(state[0])

    def call():
        state[0] = jax.block_until_ready(step(state[0]))

    return call


def _heat(a):
    near = [0.4, 0.05, 0.015, 0.015]
    total = 0.0
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            for k in (-1, 0, 1):
                part = a[tuple(slice(1 + along, along - 1 or None) for along in (i, j, k))]
                total = total + near[abs(i) + abs(j) + abs(k)] * part
    return total


def _padded(function, how):
    return lambda a: function(jnp.pad(a, 1, how))


def _nine_points(a):
    p = jnp.pad(a, 1, "reflect")
    near = p[:-2, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] + p[2:, 1:-1]
    far = p[:-2, :-2] + p[:-2, 2:] + p[2:, :-2] + p[2:, 2:]
    return 0.5 * a + 0.1 * near + 0.025 * far


def _sobel(a):
    across = a[:-2, 2:] + a[2:, 2:] - (a[:-2, :-2] + a[2:, :-2]) + 2 * (a[1:-1, 2:] - a[1:-1, :-2])
    down = a[2:, :-2] + a[2:, 2:] - (a[:-2, :-2] + a[:-2, 2:]) + 2 * (a[2:, 1:-1] - a[:-2, 1:-1])
    return jnp.where(jnp.sqrt(across * across + down * down) > 1, jnp.uint8(255), jnp.uint8(0))


def _life(a):
    p = jnp.pad(a, 1, "wrap")
    n = p[:-2, :-2] + p[:-2, 1:-1] + p[:-2, 2:] + p[1:-1, :-2] + p[1:-1, 2:]
    n = n + p[2:, :-2] + p[2:, 1:-1] + p[2:, 2:]
    return ((n == 3) | (n == 2) & (a == 1)).astype(jnp.uint8)


def _layer_norm(x):
    centred = x - x.mean(axis=1, keepdims=True)
    return centred / jnp.sqrt((centred * centred).mean(axis=1, keepdims=True) + 1e-5)


def _integral_image(a):
    return jnp.cumsum(jnp.cumsum(a, 0, dtype=jnp.uint32), 1, dtype=jnp.uint32)


def _common(a, b):
    n, m = len(a), len(b)
    # Antidiagonals of all rows; what lies outside equals no letter.
    padded = jnp.concatenate([jnp.full(n, 255, b.dtype), b[::-1], jnp.full(n, 255, b.dtype)])

    def step(state, k):
        old, last = state
        same = a == jax.lax.dynamic_slice(padded, (n + m - 1 - k,), (n,))
        above, before = (jnp.concatenate([jnp.zeros(1, jnp.uint32), x[:-1]]) for x in (last, old))
        return (last, jnp.where(same, before + 1, jnp.maximum(above, last))), None

    start = jnp.zeros(n, jnp.uint32)
    (_, last), _ = jax.lax.scan(step, (start, start), jnp.arange(n + m - 1))
    return last[-1:]


def _shallow_water(u, v, p, u0, v0, p0):
    ratio, smooth = 0.01, 0.001
    west, north = functools.partial(jnp.roll, shift=1, axis=1), functools.partial(jnp.roll, shift=1, axis=0)
    east, south = functools.partial(jnp.roll, shift=-1, axis=1), functools.partial(jnp.roll, shift=-1, axis=0)
    cu = 0.5 * (p + west(p)) * u
    cv = 0.5 * (p + north(p)) * v
    z = (v - west(v) - u + north(u)) / (p + west(p) + north(p) + north(west(p)))
    h = p + 0.25 * (u * u + east(u) ** 2 + v * v + south(v) ** 2)
    u1 = u0 + 0.5 * ratio * (south(z) + z) * (south(cv) + south(west(cv)) + west(cv) + cv) - ratio * (h - west(h))
    v1 = v0 - 0.5 * ratio * (east(z) + z) * (east(cu) + cu + north(cu) + north(east(cu))) - ratio * (h - north(h))
    p1 = p0 - ratio * (east(cu) - cu + south(cv) - cv)
    now = zip((u, v, p), (u1, v1, p1), (u0, v0, p0))
    return (u1, v1, p1, *(a + smooth * (new - 2 * a + old) for a, new, old in now))


jacobi = _of(numpy_stencils._four)
heat = _of(_heat)
nine_points = _of(_nine_points)
blur = _of(numpy_stencils._blur)
blur_u16 = _of(numpy_stencils._blur_u16)
padded_blur = _of(_padded(numpy_stencils._blur, "edge"))
sobel = _of(_sobel)
life = _of(_life)
softmax_rows = _of(jax.nn.softmax)
layer_norm = _of(_layer_norm)
integral_image = _of(_integral_image)
common = _of(_common)
shallow_water = _of(_shallow_water)
