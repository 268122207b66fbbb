"""The programs of stencils.py as one writes them for NumPy: operations on whole arrays."""

import numpy as np


def _of(function):
    """A call of the function, whose results replace those of before."""

    def prepare(inputs, outputs):
        def call():
            results = function(*inputs)
            for output, result in zip(outputs, results if isinstance(results, tuple) else (results,)):
                output[...] = result

        return call

    return prepare


def _four(a):
    return 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])


def jacobi_in_place(inputs, outputs):
    a = outputs[0]

    def call():
        a[1:-1, 1:-1] = _four(a)

    return call


def _heat(a):
    def sums(distances):
        every = [(i, j, k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)]
        near = [d for d in every if abs(d[0]) + abs(d[1]) + abs(d[2]) == distances]
        total = None
        for d in near:
            part = a[tuple(slice(1 + along, along - 1 or None) for along in d)]
            total = part.copy() if total is None else np.add(total, part, out=total)
        return total

    return 0.4 * sums(0) + 0.05 * sums(1) + 0.015 * sums(2) + 0.015 * sums(3)


def _nine_points(a):
    p = np.pad(a, 1, "reflect")
    near = p[:-2, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] + p[2:, 1:-1]
    far = p[:-2, :-2] + p[:-2, 2:] + p[2:, :-2] + p[2:, 2:]
    return 0.5 * a + 0.1 * near + 0.025 * far


def _blur(a):
    third = np.float32(1 / 3)
    across = third * (a[:, :-2] + a[:, 1:-1] + a[:, 2:])
    return third * (across[:-2] + across[1:-1] + across[2:])


def _blur_u16(a):
    across = (a[:, :-2] + a[:, 1:-1] + a[:, 2:]) // 3
    return (across[:-2] + across[1:-1] + across[2:]) // 3


def _sobel(a):
    across = a[:-2, 2:] + a[2:, 2:] - (a[:-2, :-2] + a[2:, :-2]) + 2 * (a[1:-1, 2:] - a[1:-1, :-2])
    down = a[2:, :-2] + a[2:, 2:] - (a[:-2, :-2] + a[:-2, 2:]) + 2 * (a[2:, 1:-1] - a[:-2, 1:-1])
    return np.where(np.sqrt(across * across + down * down) > 1, np.uint8(255), np.uint8(0))


def _life(a):
    p = np.pad(a, 1, "wrap")
    n = p[:-2, :-2] + p[:-2, 1:-1] + p[:-2, 2:] + p[1:-1, :-2] + p[1:-1, 2:]
    n = n + p[2:, :-2] + p[2:, 1:-1] + p[2:, 2:]
    return (n == 3) | (n == 2) & (a == 1)


def _softmax_rows(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def _layer_norm(x):
    centred = x - x.mean(axis=1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + np.float32(1e-5))


def _integral_image(a):
    return a.cumsum(0, np.uint32).cumsum(1, np.uint32)


def _common(a, b):
    n, m = len(a), len(b)
    b = b[::-1].copy()
    # Antidiagonals, in which position i is a row; before the first row all is 0.
    old, last = (np.zeros(n + 1, np.uint32) for _ in range(2))
    for k in range(n + m - 1):
        top, end = max(0, k - m + 1), min(n, k + 1)
        same = a[top:end] == b[m - 1 - k + top : m - 1 - k + end]
        most = np.maximum(last[top:end], last[top + 1 : end + 1])
        old[top + 1 : end + 1] = np.where(same, old[top:end] + 1, most)
        old, last = last, old
    return last[n : n + 1]


def _shallow_water(u, v, p, u0, v0, p0):
    ratio, smooth = 0.01, 0.001

    def west(a):
        return np.roll(a, 1, 1)

    def north(a):
        return np.roll(a, 1, 0)

    def east(a):
        return np.roll(a, -1, 1)

    def south(a):
        return np.roll(a, -1, 0)

    cu = 0.5 * (p + west(p)) * u
    cv = 0.5 * (p + north(p)) * v
    z = (v - west(v) - u + north(u)) / (p + west(p) + north(p) + north(west(p)))
    h = p + 0.25 * (u * u + east(u) ** 2 + v * v + south(v) ** 2)
    u1 = u0 + 0.5 * ratio * (south(z) + z) * (south(cv) + south(west(cv)) + west(cv) + cv) - ratio * (h - west(h))
    v1 = v0 - 0.5 * ratio * (east(z) + z) * (east(cu) + cu + north(cu) + north(east(cu))) - ratio * (h - north(h))
    p1 = p0 - ratio * (east(cu) - cu + south(cv) - cv)
    now = zip((u, v, p), (u1, v1, p1), (u0, v0, p0))
    return (u1, v1, p1, *(a + smooth * (new - 2 * a + old) for a, new, old in now))


jacobi = _of(_four)
heat = _of(_heat)
nine_points = _of(_nine_points)
blur = _of(_blur)
blur_u16 = _of(_blur_u16)
padded_blur = _of(lambda a: _blur(np.pad(a, 1, "edge")))
sobel = _of(_sobel)
life = _of(_life)
softmax_rows = _of(_softmax_rows)
layer_norm = _of(_layer_norm)
integral_image = _of(_integral_image)
common = _of(_common)
shallow_water = _of(_shallow_water)
