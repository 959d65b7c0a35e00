"""Tests on pairs from numpy and statsmodels 0.13.5 (Logit) with numpy's stacked estimating equations.

Contrasts of accuracies: CR2 and its degrees of freedom from full matrices; limits only where no cell is near 0 or 1. Sums of shares take
Johnson's limit on the longer side of every share, added in squares with the errors' correlation (MOVER); p by root finding.
g-computation: coefficients from sm.Logit; error from the stacked estimating equations of coefficients and both mean predictions
(sandwich with a numerical derivative, HC2), clustered, times G/(G − 1), t with the clusters of the smaller subset − 1: written independently of the library's influence functions.
Limits agree to 1e-9 only: scipy 1.10's t.ppf(0.975, 39) is 2.0226909117, mpmath and R say 2.0226909200.
Run: /usr/bin/python3 pairs.py > pairs.json
"""
import json
import sys

import numpy as np
import statsmodels.api as sm
from scipy import optimize, stats

sys.path.insert(0, "../../stats/golden")
from generator import Generator


def study(seed, n, images, cds):
    """Pairs with four verdicts each: base, without image, birch, after lengthening."""
    g = Generator(seed)
    level = [g.normal() for _ in range(images)]
    rows = []
    for i in range(n):
        image = g.integer(0, images)
        human = "A" if g.uniform() < 0.5 else "B"
        is_cds = g.uniform() < cds
        other = "B" if human == "A" else "A"
        preferred = g.integer(5, 60)
        rest = max(1, preferred + round((8 if is_cds else -8) + 15 * g.normal()))
        swapped = g.uniform() < 0.3
        row = {
            "item_id": f"i{i}", "image_id": f"p{image}", "human": human, "more_informative": other if is_cds else human,
            "words": [preferred, rest] if human == "A" else [rest, preferred], "swapped": bool(swapped), "choice": {},
        }
        after = [min(preferred, rest), max(preferred, rest)]
        after[0] = max(after[0], after[1] - g.integer(0, 9))
        row["words_after"] = after if g.uniform() < 0.5 else after[::-1]
        for name, ids, drop, length in (("base", 1.3, 1.2, 0.03), ("blind", 1.3, 1.9, 0.05), ("birch", 1.25, 0.5, 0.01), ("equal", 1.3, 0.9, 0.0)):
            eta = ids - (drop if is_cds else 0) + length * (preferred - rest) + 0.6 * level[image] + (0.3 if (human == "A") != swapped else 0)
            row["choice"][name] = human if g.uniform() < 1 / (1 + np.exp(-eta)) else other
        rows.append(row)
    return rows


def contrast(cells, weights, clusters, y, null=0.0, limits=True):
    """Σ weight · mean of cell: CR2 and Bell–McCaffrey degrees of freedom under exchangeable clusters, every matrix in full."""
    y, w, cells = np.array(y, float), np.array(weights, float), np.array(cells)
    groups = np.unique(clusters, return_inverse=True)[1]
    D = (cells[:, None] == np.arange(len(w))).astype(float)
    count = D.sum(0)
    means = D.T @ y / count
    e = y - D @ means
    G = groups.max() + 1
    M = np.zeros((G, len(w)))
    np.add.at(M, groups, D)
    left = 1 - M / count
    factor = np.where(left > 0, 1 / np.sqrt(np.where(left > 0, left, 1)), 0)
    P = np.zeros((G, len(y)))
    P[groups, np.arange(len(y))] = w[cells] / count[cells] * factor[groups, cells]
    estimate, error = float(w @ means), float(np.sqrt(((P @ e) ** 2).sum()))
    same = groups[:, None] == groups[None, :]
    part = cells[:, None] == cells[None, :]
    np.fill_diagonal(same, False)
    products, variance = np.outer(e, e), (e**2).mean()
    mean = lambda where: products[where].mean() / variance if where.any() else None
    within = min(1, max(0, mean(same & part) or 0))
    across = mean(same & ~part)
    across = within if across is None else min(within, max(across, -within / (len(w) - 1)))
    omega = np.where(same & part, within, np.where(same, across, 0.0)) + np.eye(len(y))
    R = P - (P @ D / count) @ D.T
    V = R @ omega @ R.T
    df = float(np.trace(V) ** 2 / (V**2).sum())
    result = {"estimate": estimate, "clusters": int(G), "standardError": error, "df": df}
    for k in np.flatnonzero(w):
        scores = np.bincount(groups, weights=np.where(cells == k, e, 0), minlength=G) * factor[:, k] / count[k]
        square = (scores**2).sum()
        if square == 0 or means[k] * (1 - means[k]) / square * min(means[k], 1 - means[k]) < 8:
            return result  # near an edge: the library's limits are Wilson's
    if not limits:
        return result
    if (w >= 0).all():
        return {**result, **sum_of_shares(result, cells, w, groups, y, null)}
    t = stats.t.ppf(0.975, df)
    return {**result, "low": estimate - t * error, "high": estimate + t * error,
            "pValue": float(2 * stats.t.sf(abs(estimate - null) / error, df))}


def skewness(groups, y):
    """Of a share: that of the clusters' pulls, times min(3, 2|z|), z of the mean over rows less the mean over clusters."""
    size = np.bincount(groups).astype(float)
    here = size > 0
    size, right, n = size[here], np.bincount(groups, weights=y)[here], len(y)
    share, mean, G = right / size, y.mean(), here.sum()
    pull = (right - size * mean) / n / np.sqrt(1 - size / n)
    gamma = (pull**3).sum() / (pull**2).sum() ** 1.5
    apart = mean - share.mean()
    z = apart / np.sqrt((((right - size * mean) / n - (share - share.mean()) / G) ** 2).sum())
    return gamma * min(3, 2 * abs(z)) if z * gamma > 0 else 0.0


def sum_of_shares(whole, cells, w, groups, y, null):
    alone = [contrast(np.zeros((cells == k).sum(), int), [1], groups[cells == k], y[cells == k], limits=False)
             for k in range(len(w))]
    gammas = [skewness(groups[cells == k], y[cells == k]) for k in range(len(w))]
    pulls = []
    for k in range(len(w)):
        here = cells == k
        size = np.bincount(groups[here], minlength=groups.max() + 1)
        pulls.append(np.bincount(groups[here], weights=y[here] - y[here].mean(), minlength=groups.max() + 1)
                     / here.sum() / np.sqrt(1 - size / here.sum()))
    correlation = np.array([[a @ b / np.sqrt(a @ a * (b @ b)) for b in pulls] for a in pulls])
    squares = lambda gaps: max(0.0, float(np.array(gaps) @ correlation @ np.array(gaps)))

    def limits(level):
        t = stats.t.ppf(0.5 + level / 2, whole["df"])
        below, above = [], []
        for k, (one, gamma) in enumerate(zip(alone, gammas)):
            own = stats.t.ppf(0.5 + level / 2, one["df"])
            longer = own + abs(gamma) * (1 + 2 * own**2) / 6
            below.append(w[k] * min(one["estimate"], one["standardError"] * (longer if gamma < 0 else own)))
            above.append(w[k] * min(1 - one["estimate"], one["standardError"] * (longer if gamma > 0 else own)))
        rest = max(0.0, (t * whole["standardError"]) ** 2 - squares([w[k] * t * one["standardError"] for k, one in enumerate(alone)]))
        return whole["estimate"] - np.sqrt(rest + squares(below)), whole["estimate"] + np.sqrt(rest + squares(above))

    if not any(gammas):
        reach = lambda level: stats.t.ppf(0.5 + level / 2, whole["df"]) * whole["standardError"]
        low, high = whole["estimate"] - reach(0.95), whole["estimate"] + reach(0.95)
    else:
        low, high = limits(0.95)
    above = whole["estimate"] > null
    gap = lambda log_p: (limits(-np.expm1(log_p))[0] - null if above else null - limits(-np.expm1(log_p))[1])
    p = np.exp(optimize.brentq(gap, -36, -1e-12, xtol=1e-15, rtol=1e-14)) if any(gammas) else \
        2 * stats.t.sf(abs(whole["estimate"] - null) / whole["standardError"], whole["df"])
    return {"low": float(low), "high": float(high), "pValue": float(p)}


def g_computation(X, y, clusters, fixed):
    """Difference of mean predictions with column 1 set to 1 and 0 and the columns of `fixed` to 0; X has the intercept first."""
    beta = sm.Logit(y, X).fit(disp=0, method="newton", maxiter=200, tol=1e-14).params
    n = len(y)
    expit = lambda z: 1 / (1 + np.exp(-z))
    def at(exposed):
        Z = X.copy()
        Z[:, 1] = exposed
        for j in fixed:
            Z[:, j] = 0
        return Z
    Z1, Z0 = at(1), at(0)
    theta = np.concatenate([beta, [expit(Z1 @ beta).mean(), expit(Z0 @ beta).mean()]])
    def psi(t):
        b, m1, m0 = t[:-2], t[-2], t[-1]
        return np.column_stack([X * (y - expit(X @ b))[:, None], expit(Z1 @ b) - m1, expit(Z0 @ b) - m0])
    bread = np.zeros((len(theta), len(theta)))
    for j in range(len(theta)):
        h = 1e-5 * max(1, abs(theta[j]))
        step = np.zeros(len(theta))
        step[j] = h
        # Richardson: the derivative is good to about 1e-11
        d1 = (psi(theta + step) - psi(theta - step)).sum(0) / (2 * h)
        d2 = (psi(theta + 2 * step) - psi(theta - 2 * step)).sum(0) / (4 * h)
        bread[:, j] = (4 * d1 - d2) / 3
    groups = np.unique(clusters, return_inverse=True)[1]
    mu = expit(X @ beta)
    hat = np.diag(X @ np.linalg.inv(X.T @ (X * (mu * (1 - mu))[:, None])) @ X.T) * mu * (1 - mu)
    parts = psi(theta)
    parts[:, :-2] /= np.sqrt(1 - hat)[:, None]  # HC2
    sums = np.zeros((groups.max() + 1, len(theta)))
    np.add.at(sums, groups, parts)
    inverse = np.linalg.inv(bread)
    G = len(sums)
    V = inverse @ (sums.T @ sums) @ inverse.T * G / (G - 1)
    w = np.zeros(len(theta))
    w[-2], w[-1] = 1, -1
    estimate, error = float(w @ theta), float(np.sqrt(w @ V @ w))
    df = min(len(np.unique(groups[X[:, 1] == side])) for side in (0, 1)) - 1
    t = stats.t.ppf(0.975, df)
    return {"estimate": estimate, "low": estimate - t * error, "high": estimate + t * error, "clusters": int(G),
            "pValue": float(2 * stats.t.sf(abs(estimate) / error, df)), "coefficients": beta.tolist()}


def answers(rows):
    image = np.array([r["image_id"] for r in rows])
    right = {name: np.array([r["choice"][name] == r["human"] for r in rows], float) for name in rows[0]["choice"]}
    ids = np.array([r["more_informative"] == r["human"] for r in rows])
    pair = np.array([r["words"] if r["human"] == "A" else r["words"][::-1] for r in rows], float)
    d = pair[:, 0] - pair[:, 1]
    first = np.array([(r["human"] == "A") != r["swapped"] for r in rows], float)
    side = np.where(ids, 0, 1)
    out = {}
    gap = np.array([abs(r["words_after"][0] - r["words_after"][1]) for r in rows])
    kept = gap <= 5
    out["equalized"] = contrast(side[kept], [1, -1], image[kept], right["equal"][kept])
    out["equalisation"] = contrast(
        np.concatenate([side[kept], side[kept] + 2]), [-1, 1, 1, -1], np.concatenate([image[kept]] * 2),
        np.concatenate([right["base"][kept], right["equal"][kept]]))
    out["balanced"] = contrast(side, [0.5, 0.5], image, right["base"], null=0.5)
    known = d != 0
    out["exceeds"] = contrast(
        np.concatenate([side, np.where(d[known] > 0, 2, 3)]), [1, -1, -1, 1], np.concatenate([image, image[known]]),
        np.concatenate([right["base"], right["base"][known]]))
    both = lambda other, w: contrast(
        np.concatenate([side, side + 2]), w, np.concatenate([image] * 2), np.concatenate([right["base"], right[other]]))
    out["blind"] = both("blind", [-1, 1, 1, -1])
    out["drop"] = both("birch", [1, -1, -1, 1])
    out["lost"] = both("birch", [-1, 0, 1, 0])
    lost = out["lost"]
    out["notWorse"] = float(stats.t.sf((lost["estimate"] + 0.01) / lost["standardError"], lost["df"]))
    # quantile groups of the difference, by numpy's linear quantiles
    for strata in (5, 10):
        cuts = np.unique(np.quantile(d, np.arange(1, strata) / strata))
        stratum = (d[:, None] > cuts).sum(1)
        usable = [s for s in range(len(cuts) + 1) if len(set(side[stratum == s])) == 2]
        inside = np.isin(stratum, usable)
        place = np.array([usable.index(s) if s in usable else -1 for s in stratum])
        sizes = np.array([(stratum == s).sum() for s in usable]) / inside.sum()
        cell = (2 * place + side)[inside]
        out[f"matched{strata}"] = contrast(
            cell, np.column_stack([sizes, -sizes]).ravel(), image[inside], right["base"][inside])
    one = np.ones(len(d))
    out["adjusted"] = g_computation(np.column_stack([one, ids, d, first]), right["base"], image, [2])
    ratio = np.log((pair[:, 0] + 1) / (pair[:, 1] + 1))
    out["logRatio"] = g_computation(np.column_stack([one, ids, ratio, first]), right["base"], image, [2])
    out["interaction"] = g_computation(
        np.column_stack([one, ids, d, d * (ids - 0.5), first]), right["base"], image, [2, 3])
    return out


cases = [("300 pairs on 150 images", 3, 300, 150, 0.35), ("500 pairs on 60 images", 5, 500, 60, 0.3)]
result = []
for name, seed, n, images, cds in cases:
    rows = study(seed, n, images, cds)
    text = lambda values: "".join(values)
    table = {
        "image": [int(r["image_id"][1:]) for r in rows], "human": text(r["human"] for r in rows),
        "informative": text(r["more_informative"] for r in rows), "swapped": text("01"[r["swapped"]] for r in rows),
        "words_a": [r["words"][0] for r in rows], "words_b": [r["words"][1] for r in rows],
        "after_a": [r["words_after"][0] for r in rows], "after_b": [r["words_after"][1] for r in rows],
        **{name: text(r["choice"][name] for r in rows) for name in rows[0]["choice"]},
    }
    result.append({"name": name, "table": table, "answers": answers(rows)})
print(json.dumps(result, separators=(",", ":")))
