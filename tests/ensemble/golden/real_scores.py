"""The real judge scores of ../shared/data/mllm-judge-scores with plain numpy, pandas and scipy: expected scores from token
log-probabilities, tau against the humans, and scikit-learn's ElasticNetCV on all three judges.

Run from the project's folder: /usr/bin/python3 tests/ensemble/golden/real_scores.py
Printed with scipy 1.10.1 and scikit-learn 1.2.1; the test holds these numbers, as the data may not be part of the project.
"""
import json

import numpy as np
import pandas as pd
from scipy.stats import kendalltau
from sklearn.linear_model import ElasticNetCV

FOLDER, FILLER = "../shared/data/mllm-judge-scores/", -11.512925464970229
columns = {}
for judge in ["gemini-2.5-flash", "llava-critic-7b", "phi-4-multimodal"]:
    d = pd.read_csv(f"{FOLDER}{judge}.csv").set_index("sample_id")
    logs = d[[f"s2_lp{k}" for k in range(1, 6)]].to_numpy()
    p = np.where(logs == FILLER, 0, np.exp(logs))
    mass = p.sum(axis=1)
    mean = p @ np.arange(1, 6) / np.where(mass == 0, 1, mass)
    columns[judge] = pd.Series(np.where(mass >= 0.5, np.round(mean, 12), np.nan), d.index)
    columns["human"] = d["gt_score"]
table = pd.DataFrame(columns).sort_index()
result = {}
for judge in columns:
    if judge != "human":
        d = table[[judge, "human"]].dropna()
        result[judge] = {"n": len(d), **{v: kendalltau(d[judge], d["human"], variant=v)[0] for v in "bc"}}
d = table.dropna()
train, test = d.iloc[: len(d) // 2], d.iloc[len(d) // 2 :]
judges = [c for c in d.columns if c != "human"]
m = ElasticNetCV(l1_ratio=0.5, cv=5, tol=1e-14, max_iter=1_000_000).fit(train[judges], train["human"])
result["all three, first half"] = {
    "judges": judges, "alpha": m.alpha_, "coefficients": list(m.coef_), "intercept": m.intercept_,
    "tau": kendalltau(np.round(m.predict(test[judges]), 12), test["human"])[0],
}
print(json.dumps(result, indent=1))
