# What philautia.ts is compared with from CSV: pandas told which columns and which types there are, nothing checked.
import sys

import pandas as pd

types = {"setting": "category", "generator": "category", "evaluator": "category", "score": "float64"}
scores = pd.read_csv(sys.argv[1], usecols=list(types), dtype=types, engine="c")
for setting in ["ref_based", "ref_free"]:
    cells = scores[scores.setting == setting].groupby(["generator", "evaluator"], observed=True).score
    phi = cells.mean().unstack().to_numpy()
    by_evaluator = (phi - phi.mean(0)) / phi.std(0)
    print((by_evaluator - by_evaluator.mean(1, keepdims=True)) / by_evaluator.std(1, keepdims=True))
