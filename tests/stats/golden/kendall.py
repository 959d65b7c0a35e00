"""Kendall's tau-b and tau-c with p-values from scipy 1.10.1 (scipy.stats.kendalltau).

Run: /usr/bin/python3 kendall.py > kendall.json
"""
import json

from scipy.stats import kendalltau

from generator import Generator


def case(name, x, y):
    record = {"name": name, "x": x, "y": y}
    for variant in "bc":
        result = kendalltau(x, y, variant=variant)
        record[variant] = [result.statistic if hasattr(result, "statistic") else result.correlation, result.pvalue]
    return record


def noisy(seed, n, levels_x, levels_y, noise):
    g = Generator(seed)
    x, y = [], []
    for _ in range(n):
        q = g.normal()
        a, b = q + noise * g.normal(), q + noise * g.normal()
        x.append(round(a * levels_x) / levels_x if levels_x else a)
        y.append(round(b * levels_y) / levels_y if levels_y else b)
    return x, y


cases = [
    case("no ties, n = 2", [1, 2], [2, 1]),
    case("no ties, n = 5", [1, 2, 3, 4, 5], [2, 1, 4, 3, 5]),
    case("no ties, n = 33", *noisy(1, 33, 0, 0, 1)),
    case("no ties, n = 34", *noisy(2, 34, 0, 0, 1)),
    case("no ties, n = 120, weak", *noisy(3, 120, 0, 0, 6)),
    case("sorted, n = 60", list(range(60)), list(range(60))),
    case("reversed but for one pair, n = 60", list(range(60)), [58, 59] + list(range(57, -1, -1))),
    case("ties in x", *noisy(4, 40, 1, 0, 1)),
    case("ties in y", *noisy(5, 40, 0, 1, 1)),
    case("ties in both", *noisy(6, 200, 1, 2, 1)),
    case("ties in both, few rows", [1, 1, 2], [3, 4, 4]),
    case("two levels each", *noisy(7, 50, 0.4, 0.4, 1)),
    case("lopsided", [0] * 95 + [1, 2, 3, 4, 5], [1] * 90 + [2, 1, 1, 3, 2, 5, 4, 6, 7, 9]),
    case("negative zero and infinities", [0.0, -0.0, float("inf"), -5.5, 3.0], [1.0, 2.0, 8.0, -3.0, 4.0]),
    case("large", *noisy(8, 400, 3, 0, 2)),
]
print(json.dumps(cases).replace("Infinity", '"inf"'))
