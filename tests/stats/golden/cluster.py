"""Cluster-robust standard errors from statsmodels 0.13.5: OLS on one dummy per part, cov_type="cluster".

use_correction=False gives Σ u_g²; the library's factor G/(G-1) is put on by hand (statsmodels' own has (N-1)/(N-K) more).
Values come from the generator beside this file; rows without a part are in the data and leave the regression.
Limits: R's qt (through mpmath's digits, scipy's ppf is short of them) are not needed: the test multiplies by studentQuantile.
Run: python3 cluster.py > cluster.json
"""
import json

import numpy as np
import statsmodels.api as sm

from generator import Generator


def case(name, seed, sizes, weights, share, missing):
    g = Generator(seed)
    values, parts, clusters = [], [], []
    for cluster, size in enumerate(sizes):
        level = g.uniform()
        for _ in range(size):
            clusters.append(3 * cluster + 2)  # gaps between the codes
            parts.append(-1 if g.uniform() < missing else g.integer(0, len(weights)))
            values.append(float(g.uniform() < level) if share else round(10 * level + g.normal(), 3))
    y, k, c = np.array(values), np.array(parts), np.array(clusters)
    keep = k >= 0
    X = (k[keep, None] == np.arange(len(weights))).astype(float)
    fit = sm.OLS(y[keep], X).fit(
        cov_type="cluster", cov_kwds={"groups": c[keep], "use_correction": False, "df_correction": False}
    )
    w = np.array(weights)
    G = len(set(c[keep]))
    return {
        "name": name, "values": values, "parts": parts, "clusters": clusters, "weights": weights, "share": share,
        "estimate": float(w @ fit.params), "means": fit.params.tolist(), "counts": X.sum(0).astype(int).tolist(),
        "standardError": float(np.sqrt(G / (G - 1) * w @ fit.cov_params() @ w)), "n": int(keep.sum()), "g": G,
    }


print(json.dumps([
    case("one mean, equal clusters", 1, [4] * 15, [1], True, 0),
    case("difference, lopsided clusters", 2, [1, 1, 2, 3, 3, 5, 8, 13, 21, 2, 1, 1], [1, -1], True, 0.2),
    case("real values, three parts, fractional weights", 3, [2, 7, 1, 9, 4, 4, 6, 3, 5, 8], [0.5, 0.5, -1], False, 0.1),
    case("every row its own cluster", 4, [1] * 40, [1, -1], True, 0.1),
    case("two clusters", 5, [9, 12], [1], False, 0),
]))
