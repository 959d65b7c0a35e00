"""Functions of means, non-inferiority and stratified permutation from numpy 1.24, scipy 1.10, R 4.2.2 and plain enumeration.

Functions of means: the clustered covariance (CR2) of the means from sums by cluster, the gradient by hand. Non-inferiority: R's
t.test(alternative = "greater", mu = -margin) on the same data. Strata: all ways to choose the first group within each stratum.
Run: /usr/bin/python3 contrasts.py > contrasts.json
"""
import itertools
import json
import subprocess

import numpy as np
from scipy import stats

from generator import Generator

g = Generator(11)
n, clusters = 120, 30
group = [g.integer(0, clusters) for _ in range(n)]
level = [g.normal() for _ in range(clusters)]
x = np.array([0.5 * level[c] + g.normal() + 3 for c in group]).round(6)
y = np.array([0.8 * level[c] + g.normal() + 5 for c in group]).round(6)
z = np.array([float(g.uniform() < 1 / (1 + np.exp(-level[c]))) for c in group])


def covariance(columns):
    data = np.column_stack(columns)
    groups = np.unique(group, return_inverse=True)[1]
    sums = np.zeros((groups.max() + 1, data.shape[1]))
    np.add.at(sums, groups, data - data.mean(0))
    sizes = np.bincount(groups)
    sums /= np.sqrt(1 - sizes / len(data))[:, None]  # CR2
    return sums.T @ sums / len(data) ** 2, len(sums)


def delta(columns, value, gradient):
    V, G = covariance(columns)
    error = float(np.sqrt(gradient @ V @ gradient))
    return {"estimate": float(value), "standardError": error, "clusters": G}


mx, my, mz = x.mean(), y.mean(), z.mean()
functions = {
    "ratio": delta([x, y], mx / my, np.array([1 / my, -mx / my**2])),
    "logit": delta([z], np.log(mz / (1 - mz)), np.array([1 / (mz * (1 - mz))])),
    "product": delta([x, y, z], mx * my - mz, np.array([my, mx, -1.0])),
}

d = np.array([g.normal() * 0.1 - 0.01 for _ in range(25)]).round(6)
code = f'd <- c({",".join(map(repr, d.tolist()))}); r <- t.test(d, mu = -0.05, alternative = "greater"); cat(format(c(r$p.value, r$conf.int[1]), digits = 17))'
p, low = [float(v) for v in subprocess.check_output(["Rscript", "-e", code], text=True).split()]
inferior = {"estimate": d.mean(), "standardError": d.std(ddof=1) / np.sqrt(25), "df": 24, "margin": 0.05, "pValue": p, "low": low}

values = [[0, 1, 1, 0, 1], [1, 1, 0, 0], [2, 3, 1]]
first = [2, 1, 2]  # so many of each stratum's first values are group 0
weight = [f * (len(v) - f) / len(v) for v, f in zip(values, first)]
def statistic(chosen):
    total = 0
    for v, c, w in zip(values, chosen, weight):
        inside = [v[i] for i in c]
        outside = [v[i] for i in range(len(v)) if i not in c]
        total += w * (np.mean(inside) - np.mean(outside))
    return total / sum(weight)
observed = statistic([tuple(range(f)) for f in first])
every = [statistic(c) for c in itertools.product(*[itertools.combinations(range(len(v)), f) for v, f in zip(values, first)])]
strata = {"values": values, "first": first, "estimate": observed,
          "twoSided": float(np.mean(np.abs(every) >= abs(observed) - 1e-12)), "greater": float(np.mean(np.array(every) >= observed - 1e-12))}

print(json.dumps({"x": x.tolist(), "y": y.tolist(), "z": z.tolist(), "group": group, "functions": functions,
                  "inferior": inferior, "strata": strata}, separators=(",", ":")))
