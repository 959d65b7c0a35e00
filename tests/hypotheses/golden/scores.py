"""Paired tests on scores from scipy 1.10: with one bias type and complete runs the clustered tests are t-tests on samples.

BD − floor, BC − ceiling: ttest_1samp on each sample's value; two judges: ttest_rel.
Limits agree to 1e-9 only: scipy 1.10's t.ppf(0.975, 39) is 2.0226909117, mpmath and R say 2.0226909200.
Run: /usr/bin/python3 scores.py > scores.json
"""
import json

import numpy as np
from scipy import stats

rng = np.random.default_rng(20261121)


def interval(result, differences):
    n = len(differences)
    half = stats.t.ppf(0.975, n - 1) * differences.std(ddof=1) / np.sqrt(n)
    return {"estimate": differences.mean(), "low": differences.mean() - half, "high": differences.mean() + half,
            "pValue": float(result.pvalue), "n": n}


bd = lambda y, x: np.maximum(y - x, 0) / (y - 1)
bc = lambda y, x: 1 - np.abs(y - x) / np.maximum(y - 1, 10 - y)

samples, runs = 40, 3
level = rng.uniform(3, 9, samples)
unbiased = np.clip(level + rng.normal(0, 0.8, (runs, samples)), 1.5, 10).round(2)
biased = np.clip(level - 1.5 + rng.normal(0, 1.5, (runs, samples)), 1, 10).round(2)
noise = {}
for name, f in (("bd", bd), ("bc", bc)):
    own = np.mean([f(unbiased[r], biased[r]) for r in range(runs)], 0)
    floor = np.mean([f(unbiased[r], unbiased[s]) for r in range(runs) for s in range(runs) if r != s], 0)
    noise[name] = interval(stats.ttest_1samp(own - floor, 0), own - floor)

second = np.clip(biased + rng.normal(0.4, 1, biased.shape), 1, 10).round(2)
one = np.mean([bd(unbiased[r], biased[r]) for r in range(runs)], 0)
two = np.mean([bd(unbiased[r], second[r]) for r in range(runs)], 0)
judges = interval(stats.ttest_rel(one, two), one - two)

print(json.dumps({"unbiased": unbiased.tolist(), "biased": biased.tolist(), "second": second.tolist(), "noise": noise,
                  "judges": judges}, separators=(",", ":")))
