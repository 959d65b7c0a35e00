"""Wilson's interval and Cohen's kappa from statsmodels 0.13.5 (proportion_confint, cohens_kappa).

statsmodels' kappa interval is kappa ± z·std_kappa, unclipped. Run: python3 agreement.py > agreement.json
"""
import json

import numpy as np
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

tables = [
    [[20, 5], [10, 15]],
    [[1, 0, 3], [2, 40, 1], [0, 6, 2]],
    [[0, 7], [9, 0]],
    [[50, 1, 0], [0, 1, 0], [2, 0, 0]],
    [[3000, 700, 60], [900, 2500, 40], [150, 130, 276]],
]
kappas = []
for table in tables:
    r = cohens_kappa(np.array(table))
    kappas.append({"table": table, "kappa": r.kappa, "low": r.kappa_low, "high": r.kappa_upp})
wilsons = []
for k, n in [(0, 1), (1, 1), (0, 10), (8, 10), (10, 10), (1, 7756), (3100, 7756), (7756, 7756), (650000, 1296000)]:
    for level in (0.8, 0.95, 0.99):
        low, high = proportion_confint(k, n, alpha=1 - level, method="wilson")
        wilsons.append([k, n, level, low, high])
print(json.dumps({"kappa": kappas, "wilson": wilsons}))
