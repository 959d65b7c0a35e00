"""The generator of lib/stats/random.ts written again from its papers, for golden sequences.

xoshiro128**: Blackman and Vigna 2021; seeding: a Weyl sequence of 0x9e3779b9 through MurmurHash3's 32-bit finaliser,
the upper half of the seed mixed into its start and once more half-way.
Import it, or `python3 generator.py > random.json` for the sequences of random_golden_test.ts.
"""
import json
import math

M = 0xFFFFFFFF


def rotl(x, k):
    return ((x << k) | (x >> (32 - k))) & M


class Generator:
    def __init__(self, seed):
        upper = seed >> 32
        mix = (seed ^ (upper * 0x9E3779B1)) & M

        def splitmix():
            nonlocal mix
            mix = (mix + 0x9E3779B9) & M
            z = mix
            z = ((z ^ (z >> 16)) * 0x85EBCA6B) & M
            z = ((z ^ (z >> 13)) * 0xC2B2AE35) & M
            return z ^ (z >> 16)

        a, b = splitmix(), splitmix()
        mix ^= upper
        c, d = splitmix(), splitmix()
        self.s = [a, b, c, d]
        self.spare = None

    def next(self):
        s = self.s
        result = (rotl((s[1] * 5) & M, 7) * 9) & M
        t = (s[1] << 9) & M
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 11)
        return result

    def uniform(self):
        high = self.next() >> 5  # 27 bits, then 26
        return (high * 2**26 + (self.next() >> 6)) / 2**53

    def integer(self, low, high):
        span = high - low
        limit = 2**32 - 2**32 % span
        while True:
            value = self.next()
            if value < limit:
                return low + value % span

    def normal(self):
        if self.spare is not None:
            value, self.spare = self.spare, None
            return value
        while True:
            x, y = 2 * self.uniform() - 1, 2 * self.uniform() - 1
            s = x * x + y * y
            if 0 < s < 1:
                break
        scale = math.sqrt(-2 * math.log(s) / s)
        self.spare = y * scale
        return x * scale

    def shuffle(self, values):
        copy = list(values)
        for i in range(len(copy) - 1, 0, -1):
            j = math.floor(self.uniform() * (i + 1))
            copy[i], copy[j] = copy[j], copy[i]
        return copy

    def hypergeometric(self, good, bad, draws):
        """Inversion in the order mode, +1, -1, +2, … with exact whole-number probabilities."""
        from fractions import Fraction

        lowest, highest = max(0, draws - bad), min(draws, good)
        mode = min(highest, max(lowest, (draws + 1) * (good + 1) // (good + bad + 2)))
        total = math.comb(good + bad, draws)
        left = Fraction(self.uniform())
        order = [mode]
        for step in range(1, highest - lowest + 1):
            order += [k for k in (mode + step, mode - step) if lowest <= k <= highest]
        for k in order:
            left -= Fraction(math.comb(good, k) * math.comb(bad, draws - k), total)
            if left < 0:
                return k
        raise AssertionError("probabilities did not add up to 1")


def sequences(seed):
    def fresh():
        return Generator(seed)

    def many(n, draw):
        g = fresh()
        return [draw(g) for _ in range(n)]

    return {
        "seed": seed,
        "uniform": many(5, lambda g: g.uniform()),
        "integer10": many(12, lambda g: g.integer(0, 10)),
        "integerSigned": many(6, lambda g: g.integer(-5, 2**31)),
        "integerWide": many(6, lambda g: g.integer(0, 3 * 2**30)),
        "normal": many(5, lambda g: g.normal()),
        "shuffle": fresh().shuffle(range(10)),
        "hypergeometric": many(8, lambda g: g.hypergeometric(300, 120, 90)),
        "hypergeometricLopsided": many(8, lambda g: g.hypergeometric(4, 3000, 1500)),
    }


if __name__ == "__main__":
    print(json.dumps([sequences(seed) for seed in (0, 1, 7, 2**31, 2**32 + 5, 2**53 - 1)], indent=2))
