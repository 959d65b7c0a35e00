"""Reference values of the distribution functions from mpmath with 40 digits (mpmath 1.2.1).

scipy 1.10 is not the reference: its t.ppf(0.975, 1) is 12.706204736432095, the true value tan(0.475π) 12.706204736174706.
Run: python3 distributions.py > distributions.json
"""
import json

import mpmath as mp

mp.mp.dps = 40


def text(x):
    return float(mp.nstr(x, 20))


def normal_quantile(p):
    p = mp.mpf(p)
    if p > mp.mpf("1e-15"):
        return mp.sqrt(2) * mp.erfinv(2 * p - 1)
    root = mp.sqrt(-2 * mp.log(p))
    return mp.findroot(lambda z: mp.log(mp.ncdf(z)) - mp.log(p), -root + (mp.log(root) + 0.9) / root)


def student_cdf(t, df):
    t, df = mp.mpf(t), mp.mpf(df)
    tail = mp.betainc(df / 2, mp.mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
    return tail if t < 0 else 1 - tail


def student_quantile(p, df):
    p = mp.mpf(p)
    if p > 0.5:
        return -student_quantile(1 - p, df)
    low, high = mp.mpf(-1), mp.mpf(0)
    while student_cdf(low, df) > p:
        low *= 2
    for _ in range(110):
        middle = (low + high) / 2
        if student_cdf(middle, df) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def chi_square_tail(x, df):
    return mp.gammainc(mp.mpf(df) / 2, mp.mpf(x) / 2, mp.inf, regularized=True)


def two_sided_fair(k, n):
    return min(mp.mpf(1), 2 * mp.fsum(mp.binomial(n, i) for i in range(k + 1)) / mp.mpf(2) ** n)


zs = [-37, -30, -20, -10, -8, -5, -3, -2.5000001, -2.5, -2.4999, -2, -1, -0.5, -1e-3, 0, 0.3, 1, 2, 2.6, 5, 9]
ps = [1e-300, 1e-100, 1e-20, 1e-10, 1e-5, 0.001, 0.02, 0.02425, 0.03, 0.1, 0.25, 0.4, 0.49, 0.7, 0.975, 0.999, 1 - 1e-12]
ts = [-1e6, -1e3, -100, -40, -10, -5, -2, -1.96, -1, -0.5, -0.01, 0.7, 2.5]
print(json.dumps({
    "normalCdf": [[z, text(mp.ncdf(mp.mpf(z)))] for z in zs],
    "normalQuantile": [[p, text(normal_quantile(p))] for p in ps],
    "studentCdf": [
        [t, df, text(student_cdf(t, df))]
        for df in (0.5, 1, 2, 3, 10, 30, 100, 1000, 1e6)
        for t in ts if df <= 1000 or abs(t) <= 10
    ],
    "studentQuantile": [
        [p, df, text(student_quantile(p, df))]
        for df in (1, 2, 3, 11, 99, 1e4, 1e6)
        for p in (1e-9, 0.005, 0.025, 0.2, 0.9, 0.975, 0.995)
    ],
    "chiSquareTail": [
        [x, df, text(chi_square_tail(x, df))]
        for df in (0.5, 1, 2, 3, 10, 100)
        for x in (1e-10, 0.001, 0.1, 0.9 * df, df, df + 2, 2 * df, 5 * df, 100, 700, 1400)
        if chi_square_tail(x, df) > mp.mpf("1e-300")
    ],
    "mcnemarExact": [[b, c, text(two_sided_fair(min(b, c), b + c))] for b, c in (
        (0, 1), (1, 5), (5, 1), (0, 24), (12, 12), (10, 15), (20, 30), (20, 31), (25, 26), (5, 60), (40, 60), (900, 1100)
    )],
}, indent=2))
