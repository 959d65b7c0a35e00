"""Paired comparisons of mean scores with numpy and scipy 1.10: of complete runs the mean over runs is the mean of samples' means over runs.

Wilson's limits of each mean with as many trials as its error is worth and Student's t of samples − 1, added in squares with the
correlations of the means (MOVER); p by root finding. scipy 1.10's t.ppf(0.975, 39) is 2.0226909117, mpmath and R say 2.0226909200: 1e-8 at best.
Run: /usr/bin/python3 scores.py > scores.json
"""
import json

import numpy as np
from scipy import optimize, stats

rng = np.random.default_rng(20261121)


def interval(first, second):
    """Mean of `first` less that of `second`, a list of samples' values for every run (or two runs)."""
    rows, w = np.array([np.mean(first, 0), np.mean(second, 0)]), np.array([1, -1])
    n = rows.shape[1]
    means, errors, r = rows.mean(1), rows.std(1, ddof=1) / np.sqrt(n), np.corrcoef(rows)
    trials = means * (1 - means) / errors**2
    estimate = float(w @ means)

    def limits(p):
        t = stats.t.isf(p / 2, n - 1)
        one = 1 + t * t / trials
        centre = means + t * t / (2 * trials)
        reach = t * np.sqrt(means * (1 - means) / trials + t * t / (4 * trials**2))
        down, up = means - (centre - reach) / one, (centre + reach) / one - means
        below, above = w * np.where(w > 0, down, up), w * np.where(w > 0, up, down)
        return estimate - np.sqrt(below @ r @ below), estimate + np.sqrt(above @ r @ above)

    low, high = limits(0.05)
    gap = lambda log_p: limits(np.exp(log_p))[0] if estimate > 0 else -limits(np.exp(log_p))[1]
    p = np.exp(optimize.brentq(gap, -60, -1e-12, xtol=1e-15, rtol=1e-14))
    return {"estimate": estimate, "low": low, "high": high, "pValue": float(p), "n": n}


bd = lambda y, x: np.maximum(y - x, 0) / (y - 1)
bc = lambda y, x: 1 - np.abs(y - x) / np.maximum(y - 1, 10 - y)

samples, runs = 40, 3
level = rng.uniform(3, 9, samples)
unbiased = np.clip(level + rng.normal(0, 0.8, (runs, samples)), 1.5, 10).round(2)
biased = np.clip(level - 1.5 + rng.normal(0, 1.5, (runs, samples)), 1, 10).round(2)
noise = {}
for name, f in (("bd", bd), ("bc", bc)):
    own = [f(unbiased[r], biased[r]) for r in range(runs)]
    noise[name] = interval(own, [f(unbiased[r], unbiased[s]) for r in range(runs) for s in range(runs) if r != s])

second = np.clip(biased + rng.normal(0.4, 1, biased.shape), 1, 10).round(2)
judges = interval(*[[bd(unbiased[r], scores[r]) for r in range(runs)] for scores in (biased, second)])

print(json.dumps({"unbiased": unbiased.tolist(), "biased": biased.tolist(), "second": second.tolist(), "noise": noise,
                  "judges": judges}, separators=(",", ":")))
