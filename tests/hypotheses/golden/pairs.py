"""Tests on pairs from numpy and statsmodels 0.13.5 (Logit) with numpy's stacked estimating equations.

Contrasts of accuracies: CR2 and its degrees of freedom from full matrices; Wilson's limits of every cell with Student's t (longer where clusters are
skewer than trials, in sums), added in squares with the errors' correlation (MOVER), or Wilson's of the sum itself where that is wider; p by root finding in the level.
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


def contrast(cells, weights, clusters, y, null=0.0):
    """Σ weight · mean of cell: CR2 and Bell–McCaffrey degrees of freedom under exchangeable clusters, every matrix in full; limits by MOVER."""
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
    mean = lambda where: products[where].mean() / variance if where.any() and variance else None
    within = min(1, max(0, mean(same & part) or 0))
    across = mean(same & ~part)
    across = within if across is None else min(within, max(across, -within / (len(w) - 1)))
    omega = np.where(same & part, within, np.where(same, across, 0.0)) + np.eye(len(y))
    R = P - (P @ D / count) @ D.T
    V = R @ omega @ R.T
    df = float(np.trace(V) ** 2 / (V**2).sum())
    result = {"estimate": estimate, "clusters": int(G), "standardError": error, "df": df}
    if len(w) == 1:
        return result
    # MOVER (Zou and Donner 2008) of Wilson's limits with as many trials as each part's error is worth, and Student's t.
    scores = np.array([np.bincount(groups, weights=np.where(cells == k, e, 0), minlength=G) * factor[:, k] / count[k]
                       for k in range(len(w))])
    errors = np.sqrt((scores**2).sum(1))
    scale = np.outer(errors, errors)
    correlation = np.where(scale > 0, scores @ scores.T / np.where(scale > 0, scale, 1), 0)
    np.fill_diagonal(correlation, 1)
    trials, dfs = [], []
    for k in range(len(w)):
        if errors[k] > 1e-12:
            trials.append(means[k] * (1 - means[k]) / errors[k] ** 2)
            dfs.append(contrast(np.zeros((cells == k).sum(), int), [1], groups[cells == k], y[cells == k])["df"])
        else:  # nothing varies: equal clusters that would tell as much
            trials.append(count[k] ** 2 / (M[:, k] ** 2).sum())
            dfs.append(max(1, trials[-1] - 1))
    trials = np.array(trials)

    # Where all parts pull one way the variance grows towards the middle as it does of such trials, or as the clusters show, whichever is more.
    slopes = [(1 - 2 * means) / trials] * 2
    adds_up = np.ptp(np.sign(w)) == 0
    if adds_up:
        own = (scores**3).sum(1) / (scores**2).sum(1)
        high = means > 0.5
        slopes = [np.where(high, np.minimum(slopes[0], own), slopes[0]), np.where(high, slopes[0], np.maximum(slopes[0], own))]

    def limits(level):
        t = stats.t.ppf(0.5 + level / 2, dfs)
        one = 1 + t * t / trials
        shifts = [t * t * slope / 2 for slope in slopes]
        reach = [np.sqrt(shift**2 + one * t * t * means * (1 - means) / trials) for shift in shifts]
        down = np.where(means <= 0, 0, (reach[0] - shifts[0]) / one)
        up = np.where(means >= 1, 0, (reach[1] + shifts[1]) / one)
        below, above = w * np.where(w > 0, down, up), w * np.where(w > 0, up, down)
        low, high = estimate - np.sqrt(below @ correlation @ below), estimate + np.sqrt(above @ correlation @ above)
        if not adds_up:
            return low, high
        p, z2 = estimate / w.sum(), stats.t.ppf(0.5 + level / 2, df) ** 2
        n = p * (1 - p) * w.sum() ** 2 / error**2
        whole = w.sum() * (p + z2 / 2 / n + np.array([-1, 1]) * np.sqrt(z2 * (p * (1 - p) + z2 / 4 / n) / n)) / (1 + z2 / n)
        return min(low, whole[0]), max(high, whole[1])

    def p_value(null):
        gap = lambda log_p: (limits(-np.expm1(log_p))[0] - null if estimate > null else null - limits(-np.expm1(log_p))[1])
        return float(np.exp(optimize.brentq(gap, -36, -1e-12, xtol=1e-15, rtol=1e-14)))

    low, high = limits(0.95)
    return {**result, "low": float(low), "high": float(high), "pValue": p_value(null), "pOf": p_value}


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
    two_sided = lost["pOf"](-0.01)
    out["notWorse"] = two_sided / 2 if lost["estimate"] > -0.01 else 1 - two_sided / 2
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
    for found in out.values():
        if isinstance(found, dict):
            found.pop("pOf", None)
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
