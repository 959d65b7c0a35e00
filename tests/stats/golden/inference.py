"""Regression, intervals, tests and corrections from statsmodels 0.13.5 and scipy 1.10, sandwich errors also from R 4.2.2.

Logit: sm.Logit(y, X).fit(tol=1e-14), cov_type nonrobust, HC0, cluster (statsmodels' default correction G/(G-1)·(N-1)/(N-K)).
Newcombe independent: statsmodels confint_proportions_2indep(method="newcomb", compare="diff"); paired: written out here from
Newcombe's paper with mpmath-free floats, independent of the library's code path (limits by solving the score equation).
Corrections: statsmodels multipletests(method="holm" | "fdr_bh"); z: proportions_ztest; permutation: scipy permutation_test (exact).
Run: python3 inference.py > inference.json   (/usr/bin/python3 with Debian's statsmodels; R's r-cran-sandwich for the R part)
"""
import json
import subprocess
import tempfile

import numpy as np
import statsmodels.api as sm
from scipy import optimize, stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest

from generator import Generator


def logit_case(name, seed, n, p, clusters, scale=1.0, intercept=True):
    g = Generator(seed)
    group = [g.integer(0, clusters) for _ in range(n)]
    level = [0.7 * g.normal() for _ in range(clusters)]
    X, y = [], []
    for i in range(n):
        row = [g.normal() * scale if j % 2 == 0 else float(g.uniform() < 0.3) for j in range(p)]
        eta = 0.4 + level[group[i]] + sum(v / (scale if j % 2 == 0 else 1) * (0.5 - 0.3 * j) for j, v in enumerate(row))
        X.append(row)
        y.append(int(g.uniform() < 1 / (1 + np.exp(-eta))))
    A = sm.add_constant(np.array(X), has_constant="add") if intercept else np.array(X)
    model = sm.Logit(np.array(y), A)
    fit = lambda **kw: model.fit(disp=0, method="newton", maxiter=200, tol=1e-14, **kw)
    plain, robust = fit(), fit(cov_type="HC0")
    cluster = fit(cov_type="cluster", cov_kwds={"groups": np.array(group)})
    return {
        "name": name, "X": X, "y": y, "clusters": group, "intercept": intercept,
        "coefficients": plain.params.tolist(), "logLikelihood": plain.llf,
        "model": plain.bse.tolist(), "robust": robust.bse.tolist(), "cluster": cluster.bse.tolist(),
        "pModel": plain.pvalues.tolist(), "pCluster": cluster.pvalues.tolist(), "covariance": cluster.cov_params().tolist(),
        "r": r_errors(X, y, group) if intercept else None,
    }


def r_errors(X, y, group):
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as f:
        f.write(",".join([f"x{j}" for j in range(len(X[0]))] + ["y", "g"]) + "\n")
        for row, a, b in zip(X, y, group):
            f.write(",".join(repr(v) for v in [*row, a, b]) + "\n")
        f.flush()
        code = (
            f'd <- read.csv("{f.name}"); suppressMessages(library(sandwich));'
            "m <- glm(y ~ . - g, family = binomial, data = d, control = glm.control(epsilon = 1e-15, maxit = 100));"
            'cat(format(c(coef(m), sqrt(diag(vcovCL(m, cluster = d$g, type = "HC1"))), sqrt(diag(vcovHC(m, type = "HC0")))), digits = 17))'
        )
        values = [float(v) for v in subprocess.check_output(["Rscript", "-e", code], text=True).split()]
    k = len(X[0]) + 1
    return {"coefficients": values[:k], "cluster": values[k : 2 * k], "robust": values[2 * k :]}


def newcombe(k1, n1, k2, n2, level):
    low, high = confint_proportions_2indep(k1, n1, k2, n2, method="newcomb", compare="diff", alpha=1 - level)
    return {"counts": [k1, n1, k2, n2], "level": level, "low": low, "high": high}


def score_limits(k, n, level):
    z = stats.norm.ppf((1 + level) / 2)
    p = k / n
    f = lambda t: (p - t) ** 2 - z * z * t * (1 - t) / n
    low = 0.0 if k == 0 else optimize.brentq(f, 1e-16, p - 1e-9, xtol=1e-16)
    high = 1.0 if k == n else optimize.brentq(f, p + 1e-9, 1 - 1e-16, xtol=1e-16)
    return low, high


def newcombe_paired(a, b, c, d, level):
    n = a + b + c + d
    (l1, u1), (l2, u2) = score_limits(a + b, n, level), score_limits(a + c, n, level)
    p1, p2 = (a + b) / n, (a + c) / n
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    top = a * d - b * c
    if top > 0:
        top = max(top - n / 2, 0)
    phi = 0 if margins == 0 else top / np.sqrt(margins)
    low = np.sqrt((p1 - l1) ** 2 - 2 * phi * (p1 - l1) * (u2 - p2) + (u2 - p2) ** 2)
    high = np.sqrt((u1 - p1) ** 2 - 2 * phi * (u1 - p1) * (p2 - l2) + (p2 - l2) ** 2)
    return {"counts": [a, b, c, d], "level": level, "low": (b - c) / n - low, "high": (b - c) / n + high}


def ztest(k1, n1, k2, n2, alternative):
    z, p = proportions_ztest([k1, k2], [n1, n2], alternative=alternative)
    return {"counts": [k1, n1, k2, n2], "alternative": {"larger": "greater", "smaller": "less"}.get(alternative, alternative),
            "statistic": z, "pValue": p}


def signs(values, alternative):
    result = stats.permutation_test((np.array(values),), lambda x, axis=-1: np.mean(x, axis=axis), permutation_type="samples",
                                    alternative=alternative, n_resamples=np.inf, vectorized=True)
    return {"values": values, "alternative": alternative, "pValue": result.pvalue}


g = Generator(77)
p_lists = [[g.uniform() ** 3 for _ in range(m)] for m in (1, 2, 7, 40)] + [[0.01, 0.01, 0.02, 1.0, 0.0]]
print(json.dumps({
    "logit": [
        logit_case("small", 1, 60, 2, 12), logit_case("unbalanced clusters", 2, 400, 3, 90),
        logit_case("large numbers", 3, 300, 4, 40, scale=250.0), logit_case("no intercept", 4, 200, 2, 30, intercept=False),
    ],
    "newcombe": [newcombe(*c) for c in [(56, 70, 48, 80, 0.95), (9, 10, 3, 10, 0.95), (10, 10, 0, 20, 0.95), (0, 15, 0, 11, 0.9),
                                        (4000, 5281, 700, 2475, 0.99)]],
    "newcombePaired": [newcombe_paired(*c) for c in [(36, 12, 2, 0, 0.95), (53, 1, 16, 30, 0.95), (0, 5, 0, 9, 0.95), (20, 0, 0, 0, 0.95),
                                                     (700, 40, 90, 417, 0.99), (1, 0, 1, 28, 0.9)]],
    "z": [ztest(30, 40, 20, 40, a) for a in ("two-sided", "larger", "smaller")] + [ztest(3, 1000, 11, 400, "two-sided")],
    "corrections": [{"p": p, "holm": multipletests(p, method="holm")[1].tolist(), "bh": multipletests(p, method="fdr_bh")[1].tolist()}
                    for p in p_lists],
    "signs": [signs(v, a) for v in ([0.3, -0.1, 0.4, 0.25, -0.02, 0.6, 0.11], [1, 1, -1, 1, 1, -1, 1, 1, 1, 1])
              for a in ("two-sided", "greater", "less")],
}))
