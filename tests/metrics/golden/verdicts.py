"""Golden values of the metrics on verdicts by pandas and numpy; `/usr/bin/python3 verdicts.py` writes verdicts.json beside it.

Made-up judgments of two judges on 90 pairs of 30 images, in both orders, with ties and unreadable replies. pandas 1.5, numpy 1.24.
"""
import json, pathlib
import numpy as np, pandas as pd

rng = np.random.default_rng(17)
rows = []
for judge, slot in (("j1", 0.7), ("j2", -0.4)):
    for item in range(90):
        state = np.random.default_rng(1000 + item)
        human = state.choice(["A", "B", "tie"], p=[0.5, 0.4, 0.1])
        wa, wb = (int(w) for w in state.integers(5, 40, 2))
        model = ["m1", "m2", "m3"][item % 3]
        for swapped in (False, True):
            lean = (0.9 if human == "A" else -0.9 if human == "B" else 0) + slot * (-1 if swapped else 1) - 0.03 * (wb - wa) + 0.4 * (item % 3 - 1)
            u, p = rng.uniform(size=2)
            choice = None if u < 0.06 else "tie" if u < 0.14 else "A" if p < 1 / (1 + np.exp(-lean)) else "B"
            rows.append(dict(item_id=str(item), image_id=f"i{item // 3}", judge=judge, swapped=swapped, human=human, choice=choice, words_a=wa, words_b=wb, model=model))
d = pd.DataFrame(rows)
d["first"] = np.where(d.swapped, "B", "A")
out = dict(rows=rows, slot={}, order={}, longer={}, audit={})
for judge, g in d.groupby("judge"):
    decided = g[g.choice.isin(["A", "B"])]
    voted = g[g.human.isin(["A", "B"])]
    ok = (voted.choice == voted.human).astype(float)
    f = voted.human == voted["first"]
    out["slot"][judge] = dict(n=len(decided), share_first=(decided.choice == decided["first"]).mean(), acc_first=ok[f].mean(), acc_second=ok[~f].mean(),
                              gap=ok[f].mean() - ok[~f].mean(), human_share_first=f.mean(), n_first=int(f.sum()), n_second=int((~f).sum()))
    wide = g.assign(choice=g.choice.fillna("none")).pivot(index="item_id", columns="swapped", values="choice")
    both = wide[(wide[False] != "none") & (wide[True] != "none")]
    a, b = both[False], both[True]
    flips = both[((a == "A") & (b == "B")) | ((a == "B") & (b == "A"))]
    one_tie = both[((a == "tie") ^ (b == "tie"))]
    firsts = ((a == "A") & (b != "A")).sum() + ((a == "tie") & (b == "B")).sum()
    lasts = ((a == "B") & (b != "B")).sum() + ((a == "tie") & (b == "A")).sum()
    out["order"][judge] = dict(n=len(both), consistency=(a == b).mean(), first_when_inconsistent=(flips[False] == "A").mean(), n_incomplete=len(wide) - len(both),
                               n_inconsistent=len(flips), n_one_tie=len(one_tie), n_both_tie=int(((a == "tie") & (b == "tie")).sum()), fairness=(lasts - firsts) / len(both))
    k = decided[decided.words_a != decided.words_b]
    L, W = (k.words_b > k.words_a).astype(float), (k.choice == "B").astype(float)
    cov = lambda x, y: ((x - x.mean()) * (y - y.mean())).mean()
    within = sum(len(i) / len(k) * cov(L[i.index], W[i.index]) for _, i in k.groupby("model"))
    out["longer"][judge] = dict(n=len(k), share=(L == W).mean(), n_equal_length=len(decided) - len(k), share_b_longer=L.mean(), share_b_wins=W.mean(), excess=2 * cov(L, W),
                                within=2 * within, between=2 * (cov(L, W) - within), n_levels=3)
    none = voted.choice.isna()
    out["audit"][judge] = dict(wrong=ok.mean(), dropped=ok[~none].mean(), worst=ok.mean(), best=(ok + none).mean(), n=len(voted), n_unparsed=int(none.sum()))
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=None, separators=(",", ":"), default=float) + "\n")
