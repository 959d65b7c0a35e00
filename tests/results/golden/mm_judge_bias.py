"""Golden values of the MM-JudgeBias report; `python3 mm_judge_bias.py` (3.11: plain sums) writes mm_judge_bias.jsonl beside it.

The rules of the authors' public evaluation (mm_judgebias/evaluate.py, scoring.py, metrics.py of 2026), written down anew.
Records are as untidy as judges are: scores only in the text, none at all, off the scale, foreign bias types, empty records.
"""
import json, math, pathlib, random, re

TYPES = {
    "text_dominance": "bd", "image_dominance": "bd", "response_dominance": "bd",
    "instruction_misalignment": "bd", "image_misalignment": "bd",
    "detail_description": "bc", "unnecessary_image": "bc", "visual_transformation": "bc", "texture_insertion": "bc",
}
ODD = ["7", "### Score: 8/10", "no score", "### Score: N/A, but 3 of 4", "4 of 10", "### Score: 9 ### Score: ", "", " 6.5\n",
       "### Score: 11", "0", "1e1", "+4", "5.", "1_0", ".5", "### Score: ten", "\u0663", "### Score: **8**", "### score: 3", "10 10"]
draw = random.Random(20261121)

def side(name):
    score = draw.randint(1, 10)
    answer = {name: f"### Feedback: 2 points.\n### Score: {score}", name + "_score": float(score)}
    kind = draw.random()
    if kind < 0.10: answer[name + "_score"] = None
    elif kind < 0.15: del answer[name + "_score"]
    elif kind < 0.30: answer = {name: draw.choice(ODD), name + "_score": None}
    elif kind < 0.33: del answer[name]
    elif kind < 0.35: answer = {name: None, name + "_score": None}
    elif kind < 0.37: answer[name + "_score"] = 12.5
    elif kind < 0.39: answer[name + "_score"] = 0
    elif kind < 0.41: answer[name + "_score"] = "7"
    return answer

def record(i):
    judges = {m: side("unbiased") | side("biased") for m in ("judge-a", "judge-b(reasoning)")}
    if draw.random() < 0.05: judges = {"judge-a": {}}
    kind = draw.random()
    type_ = "colour" if kind < 0.03 else list(TYPES)[i * i % 9]  # squares: some types stay empty for judge-b below
    out = {"judgement": judges, "meta": {"id": i, "bias_type": type_, "difficulty": "Easy", "domain_type": "Math"}}
    if 0.03 < kind < 0.05: return {}
    if 0.05 < kind < 0.07: del out["judgement"]
    return out

NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
def parsed(text):
    if text is None: return None
    text = text.strip()
    try: return float(text)
    except ValueError: pass
    if "### Score:" in text:
        found = NUMBER.search(text.rsplit("### Score:", 1)[1])
        if found: return float(found[0])
    found = NUMBER.findall(text)
    return float(found[-1]) if found else None

def score(answer, name):
    stored = answer.get(name + "_score")
    return parsed(answer.get(name)) if stored is None else float(stored)

def report(records, judge):
    pairs = {type_: [] for type_ in TYPES}
    for r in records:
        answer = r.get("judgement", {}).get(judge)
        if not answer or r["meta"]["bias_type"] not in TYPES: continue
        y, z = score(answer, "unbiased"), score(answer, "biased")
        if y is not None and z is not None: pairs[r["meta"]["bias_type"]].append((y, z))
    values = {}
    for type_, metric in TYPES.items():
        if not pairs[type_]: continue
        if metric == "bd": v = [max(0.0, y - z) / (y - 1) for y, z in pairs[type_] if y > 1]
        else: v = [1.0 - abs(y - z) / max(y - 1, 10 - y) for y, z in pairs[type_]]
        values[type_] = {"value": sum(v) / len(v) if v else 0.0, "samples": len(pairs[type_])}
    groups = {"integrality": list(TYPES)[:3], "congruity": list(TYPES)[3:5], "robustness": list(TYPES)[5:], "overall": list(TYPES)}
    means = {}
    for name, types in groups.items():
        own = [values[t]["value"] for t in types if t in values]
        means[name] = sum(own) / len(own) if own else None
    return {"types": values, **means}

seeds = {seed: [record(i) for i in range(90)] for seed in (1234, 99)}
golden = {seed: {judge: report(records, judge) for judge in ("judge-a", "judge-b(reasoning)")} for seed, records in seeds.items()}
lines = [{"seed": seed, "record": r} for seed, records in seeds.items() for r in records] + [{"reports": golden}]
pathlib.Path(__file__).with_name("mm_judge_bias.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
