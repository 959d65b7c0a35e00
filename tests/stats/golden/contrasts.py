"""Functions of means from numpy 1.24 (2.4 for log_ratio): the clustered covariance (CR2) of the means from sums by cluster, the gradient by hand.

Run: /usr/bin/python3 contrasts.py > contrasts.json
"""
import json

import numpy as np

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
    "log_ratio": delta([x, y], np.log(mx / my), np.array([1 / mx, -1 / my])),
    "logit": delta([z], np.log(mz / (1 - mz)), np.array([1 / (mz * (1 - mz))])),
    "product": delta([x, y, z], mx * my - mz, np.array([my, mx, -1.0])),
}

print(json.dumps({"x": x.tolist(), "y": y.tolist(), "z": z.tolist(), "group": group, "functions": functions}, separators=(",", ":")))
