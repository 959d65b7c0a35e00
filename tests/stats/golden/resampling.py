"""Bootstrap and permutation results computed again from the same generator (generator.py), numpy 1.24 and scipy 1.10.

Bootstrap: numpy.quantile (linear) of the replicates; BCa by Efron and Tibshirani 1993, equations 14.10, 14.14, 14.15,
with ties of replicate and estimate counted half, found in exact fractions. Exact distributions by enumeration.
Run: python3 resampling.py > resampling.json
"""
import itertools
import json
from fractions import Fraction

import numpy as np
from scipy.stats import norm

from generator import Generator


def interval(values, labels, statistic, replicates, seed, method, level):
    exact = [Fraction(str(v)) for v in values]
    values = np.array(values)
    names = list(dict.fromkeys(labels))
    members = [[i for i, l in enumerate(labels) if l == name] for name in names]
    g = Generator(seed)
    reps, exact_reps = [], []
    for _ in range(replicates):
        rows = [i for _ in members for i in members[g.integer(0, len(members))]]
        reps.append(statistic(values[rows]))
        exact_reps.append(exactly(statistic, [exact[i] for i in rows]))
    reps = np.array(reps)
    estimate = statistic(values)
    tails = np.array([(1 - level) / 2, (1 + level) / 2])
    if method == "bca":
        centre = exactly(statistic, exact)
        below = sum(r < centre for r in exact_reps) + 0.5 * sum(r == centre for r in exact_reps)
        z0 = norm.ppf(below / replicates)
        jack = np.array([
            statistic(values[[i for i in range(len(values)) if i not in left]]) for left in map(set, members)
        ])
        d = jack.mean() - jack
        a = np.sum(d**3) / (6 * np.sum(d**2) ** 1.5)
        shifted = z0 + norm.ppf(tails)
        tails = norm.cdf(z0 + shifted / (1 - a * shifted))
    low, high = np.quantile(reps, tails)
    return {"estimate": float(estimate), "low": float(low), "high": float(high),
            "standardError": float(np.std(reps, ddof=1)), "clusters": len(members)}


def mean(v):
    return sum(v.tolist()) / len(v)


def variance(v):
    return sum(((v - mean(v)) ** 2).tolist()) / len(v)


def exactly(statistic, v):
    m = sum(v) / len(v)
    return m if statistic is mean else sum((x - m) ** 2 for x in v) / len(v)


skewed = [0.1, 0.2, 0.2, 0.4, 0.5, 0.7, 1.1, 1.6, 2.4, 3.9, 7.5, 15.2]
groups = ["a", "b", "a", "c", "c", "c", "d", "e", "e", "f", "f", "b"]
out = {"values": skewed, "labels": groups, "cases": []}
for statistic in ("mean", "variance"):
    for labels in ("rows", "clusters"):
        for method in ("percentile", "bca"):
            for level in (0.95, 0.8):
                out["cases"].append({
                    "statistic": statistic, "labels": labels, "method": method, "level": level, "replicates": 499, "seed": 11,
                    **interval(skewed, list(range(12)) if labels == "rows" else groups,
                               {"mean": mean, "variance": variance}[statistic], 499, 11, method, level),
                })

# All 5⁵ resamples of five values
tiny = [1.0, 2.0, 4.0, 8.0, 16.0]
exact = np.array([sum(s) / 5 for s in itertools.product(tiny, repeat=5)])
out["tiny"] = {"values": tiny, "standardError": float(exact.std()),
               "low": float(np.quantile(exact, 0.025)), "high": float(np.quantile(exact, 0.975)),
               "cdf": [[x, float(np.mean(exact <= x))] for x in (2, 3, 5, 6.2, 8, 10, 12)]}

# All ways to choose which 3 of 10 are the first group: exact permutation p-values of a difference of means
pool, size = [3.1, 9.7, 8.8, 1.2, 2.5, 4.4, 5.0, 0.3, 6.1, 2.2], 3
diffs = []
for chosen in itertools.combinations(range(10), size):
    first = sum(pool[i] for i in chosen)
    diffs.append(first / size - (sum(pool) - first) / (10 - size))
observed = diffs[0]
out["permutation"] = {"pool": pool, "size": size, "observed": observed,
                      "greater": float(np.mean([d >= observed - 1e-12 for d in diffs])),
                      "less": float(np.mean([d <= observed + 1e-12 for d in diffs])),
                      "two-sided": float(np.mean([abs(d) >= abs(observed) - 1e-12 for d in diffs]))}
print(json.dumps(out))
