import { type FrameName, readResults } from "judgebias";
import { checkGate, report, reportChange, type ReportJson } from "judgebias/report";
import { random } from "@/stats/random.ts";
import fc from "fast-check";
import { letGo, SEED } from "../property/rules.ts";
import { VALID_FRAMES } from "../property/valid_frames.ts";
import { Outcomes } from "./outcomes.ts";
import pl from "nodejs-polars";

const EXAMPLES = [
  "pairs.csv",
  "ratings.csv",
  "caption_scores.csv",
  "score_pairs.csv",
  "criteria.csv",
  "layouts/mt_bench_votes",
];
const told = { silent: true, epsilon: 0.2 };

/** A page without its words: its elements, the numbers that are shown and the heads of columns, in their order. */
const boned = (html: string) =>
  html.replace(/<(style|script)[\s\S]*?<\/\1>| data-sort="[^"]*"/g, "").match(
    /<\/?[a-z]+|(?<=scope="col"[^>]*>(?:<button[^>]*>)?)[^<]+|[\d.]+/g,
  );

/** Every line with its numbers, verdict and warning, the answers in short, what was not asked, and whether each question crosses a limit. */
function outcomeOf(json: ReportJson): unknown[] {
  const { lines, left_out, not_asked, problems, not_compared, answers, verdict_words, cannot_say } = json;
  const questions = [...new Set(lines.map(({ question }) => question))];
  const gates = questions.flatMap((question) =>
    ["> 0", "< 0.5", "> 0.9"].map((limit) => {
      const { checked, crossed, uncertain, untested } = checkGate(json, `${question} ${limit}`);
      return [checked, crossed.length, uncertain.length, untested.map(({ what }) => what)];
    })
  );
  return [...lines, {
    left_out,
    not_compared,
    said: [verdict_words, answers, cannot_say],
    gates,
    not_asked: not_asked.map(({ id }) => id),
    problems: problems.length,
  }];
}

Deno.test("reports give what is kept of every example, and of what changed where half of the rows are turned", async () => {
  const outcomes = new Outcomes("reports"), draw = random(3);
  for (const example of EXAMPLES) {
    const frames = Object.entries(readResults(`data/examples/${example}`)) as [FrameName, pl.DataFrame][];
    for (const [name, frame] of frames) {
      if (name === "labels") continue;
      const { json, html } = await report(frame, { ...told, frame: name });
      outcomes.of(`${example}, ${name}`, [...outcomeOf(json), { page: boned(html) }]);
      if (name !== "pairs") continue;
      const choice = frame.getColumn("choice").toArray().map((one) => draw.uniform() < 0.2 ? "A" : one);
      const turned = frame.withColumns(pl.Series("choice", choice, pl.Utf8));
      outcomes.of(`${example}, turned`, outcomeOf((await reportChange(frame, turned, told)).json));
      await letGo();
    }
  }
  outcomes.hold();
});

Deno.test("reports give what is kept of frames as anybody may have them", async () => {
  const outcomes = new Outcomes("reports_of_any");
  for (const [name, frames] of Object.entries(VALID_FRAMES).filter(([name]) => name !== "labels")) {
    for (const [i, frame] of fc.sample(frames, { seed: SEED, numRuns: 8 }).entries()) {
      try {
        const { json, html } = await report(frame, { ...told, frame: name as FrameName });
        outcomes.of(`${name} ${i}`, [...outcomeOf(json), { page: boned(html) }]);
      } catch (error) {
        outcomes.of(`${name} ${i}`, [error]);
      }
      await letGo();
    }
  }
  outcomes.hold();
});
