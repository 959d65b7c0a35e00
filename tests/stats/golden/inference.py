"""Regression and corrections from statsmodels 0.13.5, sandwich errors also from R 4.2.2.

Logit: sm.Logit(y, X).fit(tol=1e-14), cov_type nonrobust, HC0, cluster (statsmodels' default correction G/(G-1)·(N-1)/(N-K)).
Corrections: statsmodels multipletests(method="holm" | "fdr_bh").
Run: python3 inference.py > inference.json   (/usr/bin/python3 with Debian's statsmodels; R's r-cran-sandwich for the R part)
"""
import json
import subprocess
import tempfile

import numpy as np
import statsmodels.api as sm
from statsmodels.stats.multitest import multipletests

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


g = Generator(77)
p_lists = [[g.uniform() ** 3 for _ in range(m)] for m in (1, 2, 7, 40)] + [[0.01, 0.01, 0.02, 1.0, 0.0]]
print(json.dumps({
    "logit": [
        logit_case("small", 1, 60, 2, 12), logit_case("unbalanced clusters", 2, 400, 3, 90),
        logit_case("large numbers", 3, 300, 4, 40, scale=250.0), logit_case("no intercept", 4, 200, 2, 30, intercept=False),
    ],
    "corrections": [{"p": p, "holm": multipletests(p, method="holm")[1].tolist(), "bh": multipletests(p, method="fdr_bh")[1].tolist()}
                    for p in p_lists],
}))
