"""Golden values of the metrics on named models, judges and raters; `/usr/bin/python3 models.py` writes models.json beside it.

Made-up verdicts of two judges (who wrote answers themselves) on pairs of five models' answers, and made-up ratings. statsmodels 0.13, scipy 1.10, pandas 1.5, scikit-learn 1.2.
"""
import itertools, json, pathlib
import numpy as np, pandas as pd, statsmodels.api as sm
from scipy import optimize, stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.multitest import multipletests

rng = np.random.default_rng(19)
MODELS = ["m1", "m2", "m3", "m4", "m5"]
strength = dict(zip(MODELS, [0.9, 0.5, 0.1, -0.4, -0.9]))
rows = []
for judge, own in (("m1", 0.8), ("m3", 0.0)):
    for question in range(40):
        state = np.random.default_rng(500 + question)
        for k in range(3):
            a, b = state.choice(MODELS, 2, replace=False)
            wa, wb = (int(w) for w in state.integers(5, 60, 2))
            swapped = bool(state.integers(2))
            lean = strength[a] - strength[b]
            human = "tie" if state.uniform() < 0.08 else "A" if state.uniform() < 1 / (1 + np.exp(-lean)) else "B"
            lean += own * ((a == judge) - (b == judge)) + 0.6 * (wa - wb) / (wa + wb) + (-0.3 if swapped else 0.3)
            u = rng.uniform()
            choice = None if u < 0.04 else "tie" if u < 0.1 else "A" if rng.uniform() < 1 / (1 + np.exp(-lean)) else "B"
            rows.append(dict(item_id=f"{question}-{k}", image_id=f"q{question}", judge=judge, swapped=swapped, human=human, choice=choice,
                             words_a=wa, words_b=wb, model_a=str(a), model_b=str(b)))
d = pd.DataFrame(rows)
out = dict(rows=rows, strength={}, own={}, family={}, circles={}, board=[])

def centred(params, cov, m):
    beta, V = np.r_[0, params[:m - 1]], np.zeros((m, m)); V[1:, 1:] = cov[:m - 1, :m - 1]
    C = np.eye(m) - 1 / m
    return C @ beta, C @ V @ C.T

for judge, g in d.groupby("judge"):
    for name, names in (("plain", []), ("controlled", ["words", "first_slot"])):
        k = g[g.choice.notna()].reset_index(drop=True)
        X = pd.DataFrame({m: (k.model_a == m).astype(float) - (k.model_b == m).astype(float) for m in MODELS[1:]})
        if names:
            x = (k.words_a - k.words_b) / (k.words_a + k.words_b)
            X["words"] = x / x.std(ddof=0)
            X["first_slot"] = np.where(k.swapped, -1.0, 1.0)
        # A tie is half a win each: every row twice.
        twice = np.repeat(np.arange(len(k)), 2)
        y = np.where(k.choice.values[twice] == "tie", np.arange(len(twice)) % 2, (k.choice.values[twice] == "A").astype(int))
        fit = sm.Logit(y, X.values[twice]).fit(disp=0, cov_type="cluster", cov_kwds=dict(groups=pd.factorize(k.image_id)[0][twice]))
        value, cov = centred(np.asarray(fit.params), np.asarray(fit.cov_params()), len(MODELS))
        half = stats.t.ppf(0.975, k.image_id.nunique() - 1) * np.sqrt(np.diag(cov))
        wins = {m: ((k.choice == "A") & (k.model_a == m)).sum() + ((k.choice == "B") & (k.model_b == m)).sum() + 0.5 * ((k.choice == "tie") & ((k.model_a == m) | (k.model_b == m))).sum() for m in MODELS}
        n = {m: int(((k.model_a == m) | (k.model_b == m)).sum()) for m in MODELS}
        out["strength"].setdefault(judge, {})[name] = dict(
            models={m: dict(strength=value[i], low=value[i] - half[i], high=value[i] + half[i], n=n[m], win_share=wins[m] / n[m]) for i, m in enumerate(MODELS)},
            effects={c: dict(effect=fit.params[4 + i], p_value=2 * stats.t.sf(abs(fit.params[4 + i] / fit.bse[4 + i]), k.image_id.nunique() - 1)) for i, c in enumerate(names)})
    voted = g[g.human.isin(["A", "B"])]
    def own(mine, keep=lambda r: True):
        t = [(r.human, r.choice, "A" if mine(r.model_a) else "B") for r in voted.itertuples() if mine(r.model_a) != mine(r.model_b) and keep(r)]
        x, z = [c == h for h, c, s in t if h == s], [c == h for h, c, s in t if h != s]
        return dict(n_own=len(x), n_other=len(z), rate_own=np.mean(x), rate_other=np.mean(z), self_preference=np.mean(x) - np.mean(z))
    family = {"m1": ["m1", "m2"], "m3": ["m3", "m4"]}[judge]
    out["own"][judge] = own(lambda m: m == judge)
    out["family"][judge] = own(lambda m: m in family, lambda r: judge not in (r.model_a, r.model_b))
    lead = {}
    for r in g.itertuples():
        w = {"A": 0.5, "B": -0.5}.get(r.choice, 0)
        lead[r.model_a, r.model_b] = lead.get((r.model_a, r.model_b), 0) + w
        lead[r.model_b, r.model_a] = lead.get((r.model_b, r.model_a), 0) - w
    t = [(lead[x, y] > 0, lead[y, z] > 0, lead[z, x] > 0) for x, y, z in itertools.combinations(MODELS, 3) if lead.get((x, y)) and lead.get((y, z)) and lead.get((z, x))]
    out["circles"][judge] = dict(n_triples=len(t), n_cyclic=sum(len(set(c)) == 1 for c in t))

# Four judges on the same 150 pairs, each of an image of its own: MOVER of the shares of gains and losses by Wilson with n - 1 trials and Student's t
# (n trials of a share of 0), inverted at 0; here more than nine differ, so that the exact test of few asks for no more.
def gaps(p, n, t):
    middle, reach = (p + t * t / 2 / n) / (1 + t * t / n), t * np.sqrt(p * (1 - p) / n + (t / 2 / n) ** 2) / (1 + t * t / n)
    return p - middle + reach, middle + reach - p
def paired_p(b, c, n):
    gain, loss = max(b, c) / n, min(b, c) / n
    r = -np.sqrt(gain * loss / (1 - gain) / (1 - loss))
    def low(z):
        t = stats.t.isf(stats.norm.sf(z), n - 1)
        down, up = gaps(gain, n - 1, t)[0], gaps(loss, n - 1 if loss > 0 else n, t)[1]
        return gain - loss - np.sqrt(down ** 2 + up ** 2 - 2 * r * down * up)
    assert b + c > 9
    return 1.0 if b == c else 2 * stats.norm.sf(optimize.brentq(low, 1e-6, 8, xtol=1e-14))
board = []
state = np.random.default_rng(7)
hard = state.normal(0, 1, 150)
for judge, skill in (("b1", 1.2), ("b2", 1.05), ("b3", 0.4), ("b4", -0.2)):
    board += [dict(item_id=str(i), judge=judge, human="A", choice="A" if state.uniform() < 1 / (1 + np.exp(-(skill - hard[i]))) else "B") for i in range(150)]
w = pd.DataFrame(board).assign(right=lambda x: x.choice == "A").pivot(index="item_id", columns="judge", values="right")
order = list(w.mean().sort_values(ascending=False).index)
ps = {}
for x, y in itertools.combinations(order, 2):
    b, c = int((w[x] & ~w[y]).sum()), int((~w[x] & w[y]).sum())
    ps[x, y] = paired_p(b, c, 150)
adjusted = dict(zip(ps, multipletests(list(ps.values()), method="holm")[1]))
sure = [(x, y) if w[x].mean() > w[y].mean() else (y, x) for (x, y), p in adjusted.items() if p <= 0.05]
out["boardRows"] = board
out["board"] = [dict(judge=j, accuracy=w[j].mean(), p_first=adjusted.get((order[0], j)), rank_low=1 + sum(y == j for _, y in sure), rank_high=4 - sum(x == j for x, _ in sure)) for j in order]

# Ratings of three people and two judges on 80 items, one judge silent on some.
state = np.random.default_rng(11)
truth = state.normal(0, 1, 80)
people = [np.clip(np.round((truth + state.normal(0, s, 80)) * 2) / 2, -1, 1) for s in (0.6, 0.8, 1.0)]
judges = dict(good=np.round(truth + state.normal(0, 0.7, 80), 1), poor=np.where(state.uniform(size=80) < 0.1, np.nan, np.round(0.3 * truth + state.normal(0, 1, 80))))
out["ratings"] = [dict(item_id=str(i), annotator=f"p{p}", human=people[p][i], **{j: None if np.isnan(v[i]) else v[i] for j, v in judges.items()}) for i in range(80) for p in range(3)]
def taus(v, at):
    t = np.mean([stats.kendalltau(v[at], p[at]).statistic for p in people])
    c = np.mean([stats.kendalltau(p[at], q[at]).statistic for p, q in itertools.combinations(people, 2)])
    return np.array([t, c, c - t])
out["ceiling"] = {}
for j, v in judges.items():
    at = np.flatnonzero(~np.isnan(v))
    left = np.array([taus(v, np.delete(at, i)) for i in range(len(at))])
    se = np.sqrt((len(at) - 1) / len(at) * ((left - left.mean(0)) ** 2).sum(0))
    x = taus(v, at)
    kappa = lambda a, b: cohen_kappa_score(np.rint(10 * a).astype(int), np.rint(10 * b).astype(int), labels=range(-60, 61), weights="quadratic")
    def kappas(at):
        t, c = np.mean([kappa(v[at], p[at]) for p in people]), np.mean([kappa(p[at], q[at]) for p, q in itertools.combinations(people, 2)])
        return np.array([t, c, c - t])
    left = np.array([kappas(np.delete(at, i)) for i in range(len(at))])
    kse = np.sqrt((len(at) - 1) / len(at) * ((left - left.mean(0)) ** 2).sum(0))
    k = kappas(at)
    out["ceiling"][j] = dict(tau=x[0], ceiling=x[1], gap=x[2], n=len(at), jackknife=list(se), kappa=k[0], kappa_ceiling=k[1], kappa_gap=k[2], kappa_jackknife=list(kse))
out["saturation"] = {j: dict(n=int((~np.isnan(v)).sum()), share=pd.Series(v).value_counts(normalize=True).max(), n_values=int(pd.Series(v).nunique())) for j, v in judges.items()}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, separators=(",", ":"), default=float) + "\n")
