import { PAPERS } from "@/papers/papers.ts";
import { CHANGES } from "@/report/changes.ts";
import { kept } from "@/report/number_text.ts";
import { QUESTIONS } from "@/report/questions.ts";
import { FEATURES } from "@/results/frame_features.ts";
import { FRAMES } from "@/results/frames.ts";
import { drawVotedPairs } from "../../data/solve/draw_voted_pairs.ts";
import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { checkGate } from "judgebias/report";
import { heldReports } from "../outcomes/held_reports.ts";
import { random } from "judgebias/stats";

const held = heldReports("sections_held"), { report } = held;

const silent = { silent: true };
const other = (verdict: string) => verdict === "A" ? "B" : "A";

held.test("a leaderboard of judges, with the ranks that stay open", async () => {
  const draw = random(2), judges = { good: 0.9, same: 0.9, bad: 0.55 };
  const pairs = pl.DataFrame(
    Object.entries(judges).flatMap(([judge, right]) =>
      Array.from({ length: 300 }, (_, i) => {
        const human = i % 2 ? "A" : "B";
        return { item_id: `q${i}`, judge, human, choice: draw.uniform() < right ? human : other(human) };
      })
    ),
  );
  const { json } = await report(pairs, silent);
  const board = json.lines.filter(({ question }) => question === "leaderboard");
  assert.deepEqual(board.map(({ group }) => group.judge).at(-1), "bad");
  assert.match(board[0].note, /^ranks 1–2$/);
  assert.match(board[1].note, /^ranks 1–2, not told from the first$/);
  assert.equal(board[2].note, "rank 3");
});

held.test("strengths of models, and circles only where verdicts go in circles", async () => {
  // Models of known strength, of which a judge names the better as people do.
  const draw = random(3), models = { x: 1, y: 0, z: -1 }, names = ["x", "y", "z"] as const;
  const ordered = pl.DataFrame(Array.from({ length: 600 }, (_, i) => {
    const [model_a, model_b] = [names[i % 3], names[(i + 1 + i % 2) % 3]];
    const human = draw.uniform() < 1 / (1 + Math.exp(models[model_b] - models[model_a])) ? "A" : "B";
    return { item_id: `q${i}`, judge: "j", model_a, model_b, human, choice: human };
  }));
  const { json } = await report(ordered, silent);
  const strengths = json.lines.filter(({ question }) => question === "strengths");
  assert.deepEqual(
    strengths.map(({ group, note }) => [group.model, note]),
    [["x", "rank 1"], ["y", "rank 2"], ["z", "rank 3"]],
  );
  const circles = (one: typeof json) => one.lines.find(({ question }) => question === "circles")!;
  assert.deepEqual([circles(json).estimate, circles(json).verdict], [0, "not tested"]);
  // Thirteen models in a ring, each beats the next six, ten times in eleven.
  const round = Array.from(
    { length: 13 },
    (_, a) =>
      [1, 2, 3, 4, 5, 6].flatMap((step) =>
        Array.from({ length: 11 }, (_, i) => ({
          ...{ item_id: `${a} ${step} ${i}`, judge: "j", model_a: `m${a}`, model_b: `m${(a + step) % 13}` },
          ...{ human: "A", choice: i ? "A" : "B" },
        }))
      ),
  ).flat();
  const turned = (await report(pl.DataFrame(round), { ...silent, questions: ["circles"] })).json;
  assert.deepEqual([circles(turned).estimate, circles(turned).verdict], [kept(91 / 286), "not tested"]); // as many as thirteen can have
});

held.test("several people: who may stand in for one, and how well people agree", async () => {
  const draw = random(4);
  const rows = (right: number) =>
    Array.from({ length: 160 }, (_, i) => {
      const truth = (i >> 2) % 2 ? "A" : "B",
        said = (chance: number) => draw.uniform() < chance ? truth : other(truth);
      return { item_id: String(i >> 2), annotator: "pqrs"[i % 4], human: said(0.85), right, truth };
    });
  const votes = (right: number) => {
    const judged = new Map<string, string>();
    return pl.DataFrame(
      rows(right).map(({ right, truth, ...row }) => {
        if (!judged.has(row.item_id)) judged.set(row.item_id, draw.uniform() < right ? truth : other(truth));
        return { ...row, judge: "j", choice: judged.get(row.item_id)! };
      }),
    );
  };
  const line = async (right: number) =>
    (await report(votes(right), silent)).json.lines.find(({ question }) => question === "stand_in")!;
  const [good, bad] = [await line(1), await line(0.3)];
  assert.deepEqual([good.verdict, good.estimate], ["supported", 1]);
  assert.match(good.note, /^4 of 4 people; /);
  assert.ok(bad.verdict !== "supported" && bad.estimate === 0);

  const ratings = pl.DataFrame(Array.from({ length: 200 }, (_, i) => {
    const item = i >> 1, judge = item % 10, human = judge + draw.normal();
    return { item_id: String(item), rater: "pq"[i % 2], human, noise: item * 37 % 101, judge };
  }));
  const { json } = await report(ratings, silent);
  const ceilings = json.lines.filter(({ question }) => question === "ceiling");
  const ceiling = Object.fromEntries(ceilings.map(({ group, ...rest }) => [group.evaluator, rest]));
  assert.ok(ceiling.noise.verdict === "supported" && ceiling.noise.estimate! > 0.4);
  assert.ok(ceiling.judge.estimate! < 0);
  assert.match(ceiling.judge.note, /^τ 0\.\d+ with a person, people 0\.\d+ with each other$/);
});

held.test("families of captions are asked about where they are named: members by what they write and evaluate", async () => {
  const draw = random(12), models = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const family = ["a", "b"];
  const scores = (bonus: number) =>
    pl.DataFrame(
      Array.from({ length: 60 }, (_, image) =>
        models.flatMap((generator) =>
          models.map((evaluator) => ({
            image_id: `i${image}`,
            generator,
            evaluator,
            setting: "ref_free",
            score: Math.min(
              1,
              0.4 + 0.2 * draw.uniform() +
                (generator !== evaluator && family.includes(generator) && family.includes(evaluator)
                  ? bonus
                  : 0),
            ),
          }))
        )).flat(),
    );
  const lineOf = async (bonus: number, families: Record<string, string[]>) => {
    const { json } = await report(scores(bonus), { ...silent, families, questions: ["caption_family"] });
    return { lines: json.lines, notAsked: json.not_asked };
  };
  const { lines: [liked] } = await lineOf(0.3, { maker: family });
  assert.ok(liked.estimate! > 1, `${liked.estimate}`);
  assert.deepEqual([liked.group.family, liked.note], [
    "maker",
    "a, b; compared with all sets of 2 of 8 models",
  ]);
  // The smallest p of 28 sets of two is 2/28: large as it is, it is no finding.
  assert.equal(liked.verdict, "untestable");
  assert.match(liked.warning, /among 28 arrangements p is 0.071 at least/);
  const { lines: [fair] } = await lineOf(0, { maker: family });
  assert.ok(Math.abs(fair.estimate!) < liked.estimate!);
  // A family of one, or whose members only write, has no line; without families nothing is asked.
  assert.equal((await lineOf(0.3, { maker: ["a", "nobody"] })).lines.length, 0);
  assert.match((await lineOf(0.3, {})).notAsked[0].allow, /--family maker=name,name/);
});

/** Verdicts of one judge on 400 items of a part, right where it is shown first with one chance and where second with another. */
function slotted(part: string, first: number, second: number): Record<string, unknown>[] {
  const draw = random(part.length);
  return Array.from({ length: 400 }, (_, i) => {
    const human = i % 2 ? "A" : "B", right = draw.uniform() < (human === "A" ? first : second);
    return { item_id: `${part}${i}`, judge: "j", domain: part, human, choice: right ? human : other(human) };
  });
}

held.test("conditions of one's own are compared by themselves, and a mitigation that works is no harm", async () => {
  const rows = (condition: string | null, first: number, second: number) =>
    slotted("part", first, second).map((row) => ({ ...row, condition }));
  const pairs = pl.DataFrame([...rows("fair prompt", 0.8, 0.8), ...rows(null, 0.95, 0.45)]);
  const { json, html } = await report(pairs, silent);
  const of = (question: string) => json.lines.filter((line) => line.question === question);
  const [slot] = of("slot_by_condition");
  assert.deepEqual([slot.verdict, slot.tone, slot.n], ["supported", "effect", 400]);
  assert.ok(slot.estimate! < -0.3);
  assert.deepEqual(slot.group, { judge: "j", conditions: "fair prompt instead of none" });
  assert.deepEqual(checkGate(json, "slot_by_condition > 0.5").untested, []);
  assert.match(slot.note, /^from \d\d\.\d \[.*\] to −?\d\.\d \[.*\] points$/);
  assert.match(
    json.answers.find(({ id }) => id === "slot_by_condition")!.answers[0],
    /fair prompt instead of none/,
  );
  const named = pairs.withColumns(pl.col("condition").fillNull(pl.lit("plain")));
  for (const frame of [named, named.sort("condition", true), named.sort("condition")]) {
    const asked = { ...silent, questions: ["slot_by_condition"] };
    assert.ok((await report(frame, asked)).json.lines[0].estimate! < -0.3); // the rows' order decides nothing
    const { json: turned } = await report(frame, { ...asked, baseline: "fair prompt" });
    assert.deepEqual(turned.lines[0].group.conditions, "plain instead of fair prompt");
    await assert.rejects(() => report(frame, { ...asked, baseline: "pain" }), /wanted a baseline among/);
  }
  assert.match(of("accuracy_by_condition")[0].note, /^from \d\d\.\d% to \d\d\.\d%$/);
  const unasked = json.not_asked.find(({ id }) => id === "mitigation_lb_by_condition")!;
  assert.match(unasked.allow, /words_a/); // there are conditions
  assert.deepEqual(of("slot").map(({ tone }) => tone), ["open", "effect"]); // the fair prompt, none (of one order: the slot, or what stands there)
  assert.match(html, /<tr class="help"><th scope="row">/);
  assert.equal(
    (await report(pl.DataFrame(rows(null, 0.9, 0.5)), silent)).json.not_asked.some(({ id }) =>
      /condition/.test(id)
    ),
    false,
  );
});

held.test("people's votes open a question of their own", async () => {
  const { html, json, estimates } = await report(drawVotedPairs({ pairs: 200 }), silent);
  const found = json.lines.filter(({ question }) => question === "beyond_people");
  assert.deepEqual([found[0].group.judge, found[0].verdict], ["as noisy as people, biased", "supported"]);
  assert.ok(found.slice(1).every(({ verdict }) => verdict !== "supported"));
  assert.ok(html.includes("IB where votes are even"));
  // An estimate of a judge has one interval and one p, wherever it stands.
  const tested = estimates.toRecords().filter(({ p }) => Number.isFinite(p));
  const same = Map.groupBy(tested, ({ judge, n, estimate }) => `${judge}: ${estimate}, n = ${n}`);
  assert.ok([...same.values()].filter(({ length }) => length > 1).length >= 3);
  for (const [which, own] of same) {
    assert.equal(new Set(own.map(({ low, high, p }) => `[${low}, ${high}], ${p}`)).size, 1, which);
  }
});

held.test("the page: round ticks, one warning for all that it is true of, how sure in whole sentences", async () => {
  const draw = random(4), judges = ["a", "b", "c", "d"];
  const pairs = pl.DataFrame(judges.flatMap((judge) =>
    Array.from({ length: 200 }, (_, i) => {
      const human = i % 2 ? "A" : "B", isRead = judge === "a" || i % 4 > 0;
      const [model_a, model_b] = [["x", "y"], ["y", "z"], ["z", "x"]][i % 3];
      const choice = isRead ? draw.uniform() < 0.7 ? human : other(human) : null;
      return { item_id: `q${i}`, judge, human, choice, model_a, model_b };
    })
  ));
  const { json, html } = await report(pairs, silent);
  const slot = html.slice(html.indexOf('<section id="slot"'));
  assert.match(slot, /<li>b, c, d: 50 of 200 replies are unread and name no slot/);
  const ticks = [...html.matchAll(/<b style="left:[^"]+">([^<]+)<\/b>/g)].map(([, text]) => text);
  assert.deepEqual(ticks.filter((text) => /\.\d*0$|\.$/.test(text)), []);
  assert.match(
    json.verdict_words,
    /^4 tested lines: (none shows|1 shows|\d show) an effect .*undecided, neither shown nor ruled out/,
  );
});

held.test("every question of the list is answered, and its words, needs and papers are known ones", () => {
  const units = ["points", "percent", "number", "rank"], papers = PAPERS.map(({ name }) => name);
  for (
    const { id, title, question, frame, unit, needs, cite, method, estimates, looks } of [
      ...QUESTIONS,
      ...CHANGES,
    ]
  ) {
    assert.ok([title, question, method].every((text) => text !== "") && Object.hasOwn(FRAMES, frame), id);
    assert.ok(typeof estimates === "function" && units.includes(unit), id);
    for (const need of [needs, ...looks.map((look) => look.needs ?? [])].flat()) {
      assert.ok(Object.hasOwn(FEATURES, need), `${id} ${need}`);
    }
    assert.ok(looks.every(({ name, words, unit = "rank" }) => name && words && units.includes(unit)), id);
    assert.deepEqual(cite.filter((name) => !papers.includes(name)), [], id);
  }
});

held.hold();
