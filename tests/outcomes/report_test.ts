import { type FrameName, readResults } from "judgebias";
import { type Report, report, reportChange, type ReportOptions } from "judgebias/report";
import { random } from "@/stats/random.ts";
import fc from "fast-check";
import { letGo, SEED } from "../property/rules.ts";
import { VALID_FRAMES } from "../property/valid_frames.ts";
import { gatesOf, paged, saidBy } from "./held_reports.ts";
import { Outcomes } from "./outcomes.ts";
import pl from "nodejs-polars";

const EXAMPLES = "pairs ratings caption_scores score_pairs criteria".split(" ").map((name) => `${name}.csv`)
  .concat("layouts/mt_bench_votes");
/** What reports of frames as anybody may have them are asked with, in turn. */
const WAYS: ReportOptions[] = [
  {},
  { alpha: 0.3 },
  { title: "<T> & co", seed: 9, alpha: 0.5 },
  { alpha: 0.2 },
  { epsilon: 0.01, families: { one: ["gpt-4o", "Judge A, v2"], two: ["constructor"] }, alpha: 0.4 },
];
const PAIRED: ReportOptions[] = [{}, { by: ["judge"] }, { questions: ["+ib_by_judge", "+slot_by_judge"] }];
const told = { silent: true, epsilon: 0.2 };

/** A page without its words: its elements, the numbers that are shown and the heads of columns, in their order. */
const boned = (html: string) =>
  paged(html).match(/<\/?[a-z]+|(?<=scope="col"[^>]*>(?:<button[^>]*>)?)[^<]+|[\d.]+/g);

/** Every line with its numbers, verdict and warning; what was not asked or left out, what limits come to, and all words. */
function outcomeOf(made: Report): unknown[] {
  const { lines, left_out, not_asked, problems, not_compared, answers, verdict_words, cannot_say } =
    made.json;
  return [...lines, {
    left_out,
    not_compared,
    said: [verdict_words, answers, cannot_say],
    gates: gatesOf(made),
    not_asked: not_asked.map(({ id }) => id),
    problems: problems.length,
    page: boned(made.html),
    words: saidBy(made),
  }];
}

Deno.test("reports give what is kept of every example, and of what changed where half of the rows are turned", async () => {
  const outcomes = new Outcomes("reports"), draw = random(3);
  for (const example of EXAMPLES) {
    const frames = Object.entries(readResults(`data/examples/${example}`)) as [FrameName, pl.DataFrame][];
    for (const [name, frame] of frames) {
      if (name === "labels") continue;
      outcomes.of(`${example}, ${name}`, outcomeOf(await report(frame, { ...told, frame: name })));
      if (name !== "pairs") continue;
      const choice = frame.getColumn("choice").toArray().map((one) => draw.uniform() < 0.2 ? "A" : one);
      const turned = frame.withColumns(pl.Series("choice", choice, pl.Utf8));
      outcomes.of(`${example}, turned`, outcomeOf(await reportChange(frame, turned, told)));
      await letGo();
    }
  }
  outcomes.hold();
});

Deno.test("reports give what is kept of frames as anybody may have them", async () => {
  const outcomes = new Outcomes("reports_of_any");
  for (const [name, frames] of Object.entries(VALID_FRAMES).filter(([name]) => name !== "labels")) {
    for (const [i, frame] of fc.sample(frames, { seed: SEED, numRuns: 12 }).entries()) {
      const own = { ...told, frame: name as FrameName, ...WAYS[i % WAYS.length] };
      const found = report(frame, { ...own, ...name === "pairs" ? PAIRED[i % 3] : {} });
      outcomes.of(`${name} ${i}`, await found.then(outcomeOf).catch((error) => [error]));
      await letGo();
    }
  }
  outcomes.hold();
});
