"""Differences of two evaluators' Kendall's τ-b with people in data/examples/ratings.csv: scipy 1.10's τ, its jackknife over images
(standard error of the difference), and the bootstrap of images: 2.5% and 97.5% of 10,000 draws.

Run: /usr/bin/python3 ratings.py > ratings.json
"""
import csv
import json
from pathlib import Path

import numpy as np
from scipy import stats

path = Path(__file__).parents[3] / "data" / "examples" / "ratings.csv"
records = list(csv.DictReader(path.open()))
images = sorted({record["image_id"] for record in records})
number = lambda text: float(text) if text else np.nan
columns = {name: np.array([number(r[name]) for r in records]) for name in records[0] if name == "human" or "model" in name}
of_image = np.array([images.index(r["image_id"]) for r in records])
rows_of = [np.flatnonzero(of_image == i) for i in range(len(images))]
rng = np.random.default_rng(20261201)


def differs(first, second):
    one, two, human = columns[first], columns[second], columns["human"]
    known = ~np.isnan(one + two + human)

    def difference(chosen):
        rows = np.concatenate([rows_of[i][known[rows_of[i]]] for i in chosen])
        return stats.kendalltau(one[rows], human[rows])[0] - stats.kendalltau(two[rows], human[rows])[0]

    n = len(images)
    without = np.array([difference([j for j in range(n) if j != i]) for i in range(n)])
    draws = [difference(rng.integers(0, n, n)) for _ in range(10_000)]
    return {
        **{"first": first, "second": second, "n": int(known.sum()), "estimate": difference(range(n))},
        "standardError": float(np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())),
        **{"low": float(np.quantile(draws, 0.025)), "high": float(np.quantile(draws, 0.975))},
    }


names = [name for name in columns if name != "human"]
print(json.dumps([differs(a, b) for i, a in enumerate(names) for b in names[i + 1:]], indent=2))
