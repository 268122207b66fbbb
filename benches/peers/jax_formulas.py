"""The formulas of race.py as one writes them for JAX."""

import jax
import jax.numpy as np

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


def softplus(x):
    return np.log(1 + np.exp(x))


def gelu(x):
    return 0.5 * x * (1 + np.tanh(0.7978846 * (x + 0.044715 * x * x * x)))


def softmax(x):
    shares = np.exp(x - x.max())
    return shares / shares.sum()


def waves(x):
    return np.sin(x) * np.cos(0.5 * x) + np.exp(-x * x)


def logistic(t):
    return 3 / (1 + np.exp(-1.5 * (t - 2)))


def powers(x):
    return x**1.7


def gravity(x, y, z):
    square = x * x + y * y + z * z + 1e-6
    return 1 / (square * np.sqrt(square))


def box_muller(u, v):
    radius, angle = np.sqrt(-2 * np.log(u)), 6.283185307179586 * v
    return radius * np.cos(angle), radius * np.sin(angle)


def cumulative(x):
    t = 1 / (1 + 0.2316419 * np.abs(x))
    series = t * (
        0.31938153
        + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))
    )
    tail = np.exp(-0.5 * x * x) * 0.3989422804014327 * series
    return np.where(x > 0, 1 - tail, tail)


def black_scholes(spot, strike, years):
    spread = 0.3 * np.sqrt(years)
    d1 = (np.log(spot / strike) + (0.02 + 0.5 * 0.3 * 0.3) * years) / spread
    present = strike * np.exp(-0.02 * years)
    call = spot * cumulative(d1) - present * cumulative(d1 - spread)
    return call, call + present - spot
