"""Golden values of Philautia-Eval by numpy and scipy; `python3 philautia.py` writes philautia.json beside it.

numpy 2.x, scipy 1.x (versions stand in the file). Data: 40 images, 5 generators, 6 evaluators, some scores missing.
"""
import json, pathlib
import numpy as np, scipy
from scipy import stats

rng = np.random.default_rng(20261121)
N, G, E = 40, 5, 6
quality = rng.normal(0, 0.08, (G, 1)); habit = rng.normal(0.6, 0.1, (1, E)); taste = rng.normal(0, 0.03, (G, E))
image = rng.normal(0, 0.05, (N, 1, 1))
score = np.clip(quality + habit + taste + image + rng.normal(0, 0.08, (N, G, E)), 0, 1).round(4)
score[rng.uniform(size=score.shape) < 0.03] = np.nan

def matrix(s): return np.nanmean(s, axis=0)
def tilde(phi, ddof=0):
    z = (phi - phi.mean(0)) / phi.std(0, ddof=ddof)
    return z, (z - z.mean(1, keepdims=True)) / z.std(1, ddof=ddof, keepdims=True)
def centred(phi): return phi - phi.mean(0) - phi.mean(1, keepdims=True) + phi.mean()
def spread(x, axis):
    """1.4826 MAD; where that is 0, 1.2533 times the mean absolute deviation from the median (Iglewicz and Hoaglin 1993)."""
    mad = stats.median_abs_deviation(x, axis=axis, scale="normal")
    mean = np.abs(x - np.median(x, axis, keepdims=True)).mean(axis) * np.sqrt(np.pi / 2)
    return np.expand_dims(np.where(mad < 1e-12, mean, mad), axis)
def robust(phi):
    z = (phi - np.median(phi, 0)) / spread(phi, 0)
    return (z - np.median(z, 1, keepdims=True)) / spread(z, 1)

def jackknife(f):
    full = f(matrix(score))
    left = np.array([f(matrix(np.delete(score, k, 0))) for k in range(N)])
    corrected = N * full - (N - 1) * left.mean(0)
    se = np.sqrt((N - 1) / N * ((left - left.mean(0)) ** 2).sum(0))
    half = stats.t.ppf(0.975, N - 1) * se
    return dict(estimate=full.tolist(), corrected=corrected.tolist(), se=se.tolist(), low=(corrected - half).tolist(), high=(corrected + half).tolist())

def noise_share():
    """Within-row variance of the noise of the column-standardised means, beside the row's variance."""
    z = tilde(matrix(score))[0]
    left = np.array([tilde(matrix(np.delete(score, k, 0)))[0] for k in range(N)])
    d = left - left.mean(0); d = d - d.mean(2, keepdims=True)
    noise = (N - 1) / N * (d ** 2).sum(0).mean(1)
    return (noise / z.var(1)).tolist()

phi = matrix(score)
common = score[~np.isnan(score).any((1, 2))]
out = dict(
    versions=dict(numpy=np.__version__, scipy=scipy.__version__),
    score=[[[None if np.isnan(x) else x for x in row] for row in image] for image in score],
    phi=phi.tolist(), counts=(~np.isnan(score)).sum(0).tolist(),
    common=dict(n=len(common), phi=matrix(common).tolist()),
    byEvaluator=tilde(phi)[0].tolist(), phiTilde=tilde(phi)[1].tolist(),
    ddof1=tilde(phi, 1)[1].tolist(),
    without2=tilde(np.delete(phi, 2, 1))[1].tolist(),
    doubleCentred=centred(phi).tolist(), robust=robust(phi).tolist(),
    jackknife=dict(standardized=jackknife(lambda p: tilde(p)[1]), double_centred=jackknife(centred), robust=jackknife(robust)),
    noiseShare=noise_share(),
)
pathlib.Path(__file__).with_name("philautia.json").write_text(json.dumps(out))
