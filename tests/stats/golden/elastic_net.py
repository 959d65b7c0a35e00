"""Elastic nets from scikit-learn 1.2.1 (ElasticNet, Lasso via l1_ratio 1, Ridge, LinearRegression, ElasticNetCV) and
glmnet 4.1-6 (R 4.2.2), on small problems that stand in the file.

glmnet divides y by its standard deviation (population) before it applies lambda: lambda_glmnet = alpha holds for y/sd, so
that its coefficients for alpha are sd · those that it gives for y/sd with lambda = alpha/sd in the l1 part. That is exact
for the lasso only; for other mixtures both penalties are rescaled here (see `glmnet`).

Run: /usr/bin/python3 elastic_net.py > elastic_net.json
"""
import json
import subprocess
import tempfile

import numpy as np
from sklearn.linear_model import ElasticNet, ElasticNetCV, LinearRegression, Ridge
from sklearn.model_selection import KFold

from generator import Generator


def problem(seed, n, p, shared, noise, weights, shift=0.0):
    g = Generator(seed)
    X, y = [], []
    for _ in range(n):
        z = g.normal()
        row = [round(shift + shared * z + g.normal(), 4) for _ in range(p)]
        X.append(row)
        y.append(round(sum(w * v for w, v in zip(weights, row)) + noise * g.normal() + 2, 4))
    return X, y


TIGHT = {"tol": 1e-15, "max_iter": 10_000_000}


def sk(X, y, alpha, l1_ratio, intercept=True, positive=False):
    if alpha == 0:
        m = LinearRegression(fit_intercept=intercept).fit(X, y)
    elif l1_ratio == 0:
        m = Ridge(alpha=alpha * len(y), fit_intercept=intercept, solver="cholesky").fit(X, y)
    else:
        m = ElasticNet(alpha=alpha, l1_ratio=l1_ratio, fit_intercept=intercept, positive=positive, **TIGHT).fit(X, y)
    return {
        "options": {"alpha": alpha, "l1Ratio": l1_ratio, "fitIntercept": intercept, "nonNegative": positive},
        "coefficients": list(m.coef_),
        "intercept": float(m.intercept_),
    }


def glmnet(X, y, alpha, l1_ratio):
    """glmnet minimises 1/(2n)|y/s - Xb/s|^2 + lambda(mix |b/s|_1 + (1 - mix)/2 |b/s|_2^2) with s = sd(y): times s^2 its
    l1 weight on b is lambda·mix·s and its l2 weight lambda·(1 - mix). Given y/s (whose sd is 1) nothing is rescaled: there
    lambda·mix = alpha·l1_ratio/s and lambda·(1 - mix) = alpha·(1 - l1_ratio) give our problem, with b/s as its solution."""
    s = float(np.std(y))
    l1, l2 = alpha * l1_ratio / s, alpha * (1 - l1_ratio)
    with tempfile.TemporaryDirectory() as folder:
        np.savetxt(f"{folder}/X.csv", X, delimiter=",", fmt="%.17g")
        np.savetxt(f"{folder}/y.csv", np.array(y) / s, fmt="%.17g")
        code = f"""
        suppressMessages(library(glmnet))
        X <- as.matrix(read.csv("{folder}/X.csv", header = FALSE)); y <- scan("{folder}/y.csv", quiet = TRUE)
        f <- glmnet(X, y, alpha = {l1 / (l1 + l2)!r}, lambda = {l1 + l2!r}, standardize = FALSE, thresh = 1e-22, maxit = 1e8)
        cat(sprintf("%.17g", c(as.numeric(f$a0), as.numeric(f$beta))), sep = " ")
        """
        out = subprocess.run(["Rscript", "-e", code], capture_output=True, text=True, check=True).stdout
    a0, *beta = [s * float(v) for v in out.split()]
    return {"options": {"alpha": alpha, "l1Ratio": l1_ratio}, "coefficients": beta, "intercept": a0}


def cv(X, y, l1_ratio, folds=5, positive=False, alphas=None, fold_of=None):
    split = folds
    if fold_of is not None:
        fold_of = np.array(fold_of)
        split = [(np.flatnonzero(fold_of != f), np.flatnonzero(fold_of == f)) for f in range(folds)]
    m = ElasticNetCV(l1_ratio=l1_ratio, cv=split, positive=positive, alphas=alphas, **TIGHT).fit(X, y)
    return {
        "options": {"l1Ratio": l1_ratio, "folds": folds, "nonNegative": positive, **({"alphas": alphas} if alphas else {})},
        "alpha": float(m.alpha_),
        "coefficients": list(m.coef_),
        "intercept": float(m.intercept_),
        "alphas": list(m.alphas_),
        "errors": [list(row) for row in m.mse_path_],
    }


problems = {
    "plain": problem(11, 40, 5, 0.0, 0.5, [1, -0.5, 0, 0.25, 0]),
    "correlated, far from 0": problem(12, 60, 6, 3.0, 0.5, [0.6, 0.4, 0, 0, -0.3, 0], shift=1000.0),
    "more columns than rows": problem(13, 12, 20, 0.5, 0.1, [2, -1] + [0] * 18),
}
fits = []
for name, (X, y) in problems.items():
    wide = len(X[0]) > len(X)
    grid = [(0.05, 0.5), (0.3, 0.9), (0.01, 1.0), (0.2, 0.0)] + ([] if wide else [(0.0, 0.5)])
    for alpha, ratio in grid:
        fits.append({"problem": name, "by": "scikit-learn", **sk(X, y, alpha, ratio)})
    fits.append({"problem": name, "by": "scikit-learn", **sk(X, y, 0.05, 0.5, positive=True)})
    if "far from 0" not in name:  # without an intercept scikit-learn does not converge there within ten million sweeps
        fits.append({"problem": name, "by": "scikit-learn", **sk(X, y, 0.02, 0.7, intercept=False, positive=True)})
        fits.append({"problem": name, "by": "scikit-learn", **sk(X, y, 0.05, 0.4, intercept=False)})
    for alpha, ratio in [(0.05, 0.5), (0.1, 1.0), (0.02, 0.2)]:
        fits.append({"problem": name, "by": "glmnet", **glmnet(X, y, alpha, ratio)})
validated = [
    {"problem": "plain", **cv(*problems["plain"], 0.5)},
    {"problem": "plain", **cv(*problems["plain"], 1.0, folds=7)},
    {"problem": "plain", **cv(*problems["plain"], 0.3, alphas=[0.001, 0.5, 0.02, 0.1])},
    {"problem": "correlated, far from 0", **cv(*problems["correlated, far from 0"], 0.5)},
    {"problem": "correlated, far from 0", **cv(*problems["correlated, far from 0"], 0.5, positive=True)},
]
kfold = [[n, k, [int(f) for f in np.concatenate([np.full(len(t), i) for i, (_, t) in enumerate(KFold(k).split(np.zeros(n)))])]]
         for n, k in [(5, 2), (13, 5), (20, 4), (11, 10)]]
print(json.dumps({"problems": {k: {"X": X, "y": y} for k, (X, y) in problems.items()}, "fits": fits, "validated": validated,
                  "kfold": kfold}))
