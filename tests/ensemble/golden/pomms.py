"""Greedy forward selection with scikit-learn 1.2.1's ElasticNetCV and scipy 1.10.1's kendalltau, written out plainly.

Run: /usr/bin/python3 tests/ensemble/golden/pomms.py > tests/ensemble/golden/pomms.json
"""
import json
import sys
from pathlib import Path

import numpy as np
from scipy.stats import kendalltau
from sklearn.linear_model import ElasticNetCV

sys.path.insert(0, str(Path(__file__).parents[2] / "stats" / "golden"))
from generator import Generator

EVALUATORS, NOISE = 5, [0.9, 1.0, 1.1, 1.3, 3.0]


def ratings(seed, n):
    g = Generator(seed)
    X, y = [], []
    for _ in range(n):
        quality = g.normal()
        X.append([round(0.5 + 0.1 * (quality + noise * g.normal()), 3) for noise in NOISE])
        y.append(float(min(4, max(1, round(2.5 + quality + 0.5 * g.normal())))))
    return np.array(X), np.array(y)


def select(train, validation, l1_ratio, variant, positive):
    (X, y), (V, z) = train, validation
    chosen, steps = [], []
    while len(chosen) < EVALUATORS:
        best = None
        for candidate in range(EVALUATORS):
            if candidate in chosen:
                continue
            members = chosen + [candidate]
            m = ElasticNetCV(l1_ratio=l1_ratio, cv=5, n_alphas=100, eps=1e-3, tol=1e-14, max_iter=1_000_000, positive=positive)
            m.fit(X[:, members], y)
            tau = kendalltau(np.round(m.predict(V[:, members]), 12), z, variant=variant)
            tau = getattr(tau, "statistic", None) or tau[0]
            if best is None or tau > best["validationTau"] + 1e-13:
                best = {"members": members, "alpha": m.alpha_, "coefficients": list(m.coef_), "intercept": m.intercept_,
                        "validationTau": tau}
        chosen = best["members"]
        steps.append(best)
    return {"l1Ratio": l1_ratio, "criterion": f"tau_{variant}", "nonNegative": positive, "steps": steps}


train, validation = ratings(41, 160), ratings(42, 90)
print(json.dumps({
    "train": {"X": train[0].tolist(), "y": train[1].tolist()},
    "validation": {"X": validation[0].tolist(), "y": validation[1].tolist()},
    "fits": [select(train, validation, *options) for options in [(0.5, "b", False), (0.9, "c", False), (0.2, "b", True)]],
}))
