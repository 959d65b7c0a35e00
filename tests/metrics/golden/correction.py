"""Golden values of correction, stand-in test, calibration and repeatability by numpy and scipy; `/usr/bin/python3 correction.py` writes correction.json beside it.

The formulas of the papers written out anew (PPI++: Angelopoulos et al. 2024, section 6; Lang and Reiczigel 2014; Calderon et al. 2025). numpy 1.24, scipy 1.10, statsmodels 0.13.
"""
import json, pathlib
import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

rng = np.random.default_rng(23)
out = {}

def judged(truth, se, sp): return np.where(truth == 1, rng.uniform(size=len(truth)) < se, rng.uniform(size=len(truth)) > sp).astype(int)
truthL, truthU = rng.binomial(1, 0.6, 120), rng.binomial(1, 0.6, 900)
fL, fU = judged(truthL, 0.85, 0.7), judged(truthU, 0.85, 0.7)
out["rows"] = dict(predicted=fU.tolist(), labelled=dict(predicted=fL.tolist(), truth=truthL.tolist()))
n, N = len(fL), len(fU)
def ppi(lam=None):
    if lam is None:
        lam = np.cov(truthL, fL, ddof=0)[0, 1] / ((1 + n / N) * np.var(np.r_[fU, fL], ddof=1))
    est = lam * fU.mean() + (truthL - lam * fL).mean()
    half = stats.t.ppf(0.975, n - 1) * np.sqrt(lam ** 2 * fU.var() / N + (truthL - lam * fL).var(ddof=1) / n)
    return dict(estimate=est, low=est - half, high=est + half, lam=lam)
out["ppi"], out["ppi1"], out["labels"] = ppi(), ppi(1.0), ppi(0.0)
z = stats.norm.ppf(0.975)
n1, n0 = int((truthL == 1).sum()), int((truthL == 0).sum())
se, sp, p = fL[truthL == 1].mean(), 1 - fL[truthL == 0].mean(), fU.mean()
N_, n1_, n0_ = N + z ** 2, n1 + 2, n0 + 2
p_, se_, sp_ = (N * p + z ** 2 / 2) / N_, (n1 * se + 1) / n1_, (n0 * sp + 1) / n0_
pi = (p_ + sp_ - 1) / (se_ + sp_ - 1)
dp = 2 * z ** 2 * (pi * se_ * (1 - se_) / n1_ - (1 - pi) * sp_ * (1 - sp_) / n0_)
s = np.sqrt(p_ * (1 - p_) / N_ + (1 - pi) ** 2 * sp_ * (1 - sp_) / n0_ + pi ** 2 * se_ * (1 - se_) / n1_) / abs(se_ + sp_ - 1)
out["rogan_gladen"] = dict(estimate=(p + sp - 1) / (se + sp - 1), low=pi + dp - z * s, high=pi + dp + z * s, sensitivity=se, specificity=sp)

# Stratified by a covariate, equal strata sizes not wanted.
sU, sL = (rng.uniform(size=N) < 0.3).astype(int), (rng.uniform(size=n) < 0.5).astype(int)
est = var = 0
for h in (0, 1):
    u, l, t = fU[sU == h], fL[sL == h], truthL[sL == h]
    lam = np.clip(np.cov(t, l, ddof=0)[0, 1] / ((1 + len(l) / len(u)) * np.var(np.r_[u, l], ddof=1)), 0, 1)
    w = len(u) / N
    est += w * (lam * u.mean() + (t - lam * l).mean()); var += w ** 2 * (lam ** 2 * u.var() / len(u) + (t - lam * l).var(ddof=1) / len(l))
half = stats.t.ppf(0.975, n - 2) * np.sqrt(var)
out["strata"] = dict(predicted=sU.tolist(), labelled=sL.tolist(), estimate=est, low=est - half, high=est + half)

# The alternative-annotator test: three people, 60 items; one judge on verdicts, one on ratings.
truth = rng.integers(0, 2, 60)
people = [np.where(rng.uniform(size=60) < a, truth, 1 - truth) for a in (0.9, 0.8, 0.7)]
judge = np.where(rng.uniform(size=60) < 0.85, truth, 1 - truth)
ratings = [np.clip(np.round(truth * 3 + rng.normal(1, s, 60)), 0, 5) for s in (0.6, 0.9, 1.2)]
score = np.round(truth * 3 + rng.normal(1, 0.7, 60), 2)
def alt(judge, people, fit, eps):
    p, rho = [], []
    for j, own in enumerate(people):
        others = [q for k, q in enumerate(people) if k != j]
        f, h = fit(judge, others), fit(own, others)
        wf, wh = (f >= h).astype(float), (h >= f).astype(float)
        p.append(stats.ttest_1samp(wh - wf, eps, alternative="less").pvalue); rho.append(wf.mean())
    adj = multipletests(p, alpha=0.05, method="fdr_by")[1]
    return dict(winning_rate=(adj <= 0.05).mean(), advantage=np.mean(rho), p_adjusted=np.sort(adj)[int(np.ceil(len(p) / 2)) - 1], each=adj.tolist())
acc = lambda v, others: np.mean([v == o for o in others], axis=0)
rmse = lambda v, others: -np.sqrt(np.mean([(v - o) ** 2 for o in others], axis=0))
out["annotators"] = dict(people=[x.tolist() for x in people], judge=judge.tolist(), ratings=[x.tolist() for x in ratings], score=score.tolist(),
                         verdicts={str(e): alt(judge, people, acc, e) for e in (0.0, 0.1, 0.2)}, scores={str(e): alt(score, ratings, rmse, e) for e in (0.0, 0.1, 0.2)})

# Calibration.
prob = np.round(rng.beta(2, 1.2, 400), 3); y = (rng.uniform(size=400) < prob ** 1.5).astype(int)
b = np.clip(np.ceil(prob * 10).astype(int) - 1, 0, 9)
ece = rel = res = within = 0
for k in np.unique(b):
    i = b == k; w = i.mean(); pk, yk = prob[i].mean(), y[i].mean()
    ece += w * abs(pk - yk); rel += w * (pk - yk) ** 2; res += w * (yk - y.mean()) ** 2
    within += w * (prob[i].var() - 2 * np.cov(prob[i], y[i], ddof=0)[0, 1])
out["calibration"] = dict(probabilities=prob.tolist(), outcomes=y.tolist(), ece=ece, brier=((prob - y) ** 2).mean(), reliability=rel, resolution=res, uncertainty=y.mean() * (1 - y.mean()), within=within)

# Krippendorff's reliability data of four observers and twelve units (2011, example C); printed: nominal .743, ordinal .815, interval .849.
nan = None
out["krippendorff"] = [[1, 2, 3, 3, 2, 1, 4, 1, 2, nan, nan, nan], [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nan, 3], [nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, nan], [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nan]]

# Repeated verdicts: 50 items, 4 runs.
base = rng.normal(0, 1.5, 50)
runs = np.array([["A" if rng.uniform() < 1 / (1 + np.exp(-x)) else "B" for x in base] for _ in range(4)])
right = (runs == "A").astype(float)
flip = np.mean([np.mean([runs[i, u] != runs[j, u] for i in range(4) for j in range(i)]) for u in range(50)])
out["runs"] = dict(choice=runs.tolist(), flip_rate=flip, pass_low=right.mean(axis=1).min(), pass_high=right.mean(axis=1).max())
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, separators=(",", ":"), default=float) + "\n")
