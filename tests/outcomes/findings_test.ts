import assert from "node:assert/strict";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import pl from "nodejs-polars";
import { FIGURES } from "@/figures/figure_entry.ts";
import { adjusted, answered, computeFindings, FINDING_QUESTIONS } from "@/findings/compute_findings.ts";
import { correctionFindings, DRAWS } from "@/findings/correction.ts";
import { type Finding, findings, findingTable, type FindingUnit } from "@/findings/findings.ts";
import { genaiRows } from "@/findings/public_rows.ts";
import { fontFile, useProjectFonts } from "@/fonts/project_fonts.ts";
import { PAPER_ITEMS, paperText } from "@/papers/papers.ts";
import { PUBLISHED_TABLES, type PublishedTable, publishedTable } from "@/papers/published_tables.ts";
import type { DataSourceName } from "@/results/data_sources.ts";
import { random } from "@/stats/random.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { letGo } from "../property/rules.ts";
import { upTo } from "../stats/golden.ts";
import { Outcomes } from "./outcomes.ts";

const { integer } = random(1), one = <T>(...of: readonly T[]): T => of[integer(of.length)];
const JUDGES = ["gpt4o", "gemini-1.5-pro", "llava", "random", "deaf", "few"];
const SUBSETS = "Natural Neighbor GPTInst GPTOut Manual Constraint Negation Normal Base_9 Base_10 other"
  .split(" ");
const EVALUATORS = "gemini-0 gemini-1 gpt4o-0 gpt4o-1 gpt4v-0 llava-0 llava-1 qwenvl-0 qwenvl-1 few-0 fewer-0"
  .split(" ");
const PICTURES = upTo(208).map((i) => ({
  ...{ task: i < 120 ? "Text-Guided_IE" : "Control-Guided_IG", generator: "abcd"[i % 4], item: `${i >> 2}` },
  quality: integer(5),
}));

/** Made-up tables as `deno task data` fetches them: judges that name nothing, tie or guess, and are scored just often enough or once too little. */
const TABLES: Record<DataSourceName, Record<string, Record<string, unknown>[]>> = {
  "genai-bench": {
    verdicts: JUDGES.flatMap((judge) =>
      upTo(judge === "few" ? 3 : 370).map((idx) => {
        const human = ["A", "B", "A", "B", "A", "tie", "bothbad"][idx * idx % 17 % 8] ?? "B";
        const vote = judge === "deaf"
          ? one("tie", null)
          : one(human, human, human, "A", "B", "A", "tie", null);
        return {
          ...{ task: idx < 340 ? "image_generation" : "image_edition", idx, judge, vote, human },
          ...{ correct: Number(vote === human), form: "A>B", status: vote ? "ok" : "none" },
          ...{ labels_named: one(1, 1, 2, 3), last_vote: one("A", "B", "bothbad"), response_words: idx },
          ...{ prompt_id: idx >> 1, prompt_words: 8, source_words: 7, target_words: 12 },
        };
      })
    ),
  },
  llmbar: {
    verdicts: ["GPT-4/Vanilla", "GPT-4/Rating_2shot", "PaLM2/Swap"].flatMap((name) =>
      upTo(99).flatMap((item) => {
        const [judge, strategy] = name.split("/"),
          label = 1 + item * item % 11 % 2,
          scores = [one(3, 4), one(3, 5, null)];
        const [score_1, score_2] = strategy === "Swap" ? [] : scores, subset = SUBSETS[item % 11];
        return [false, true].map((swapped) => ({
          ...{ subset, item, input_id: item >> 1, judge, strategy, swapped },
          choice: one(label, label, 1, 2, null),
          ...{ label, words_1: 20 + item, words_2: [30, 60, 20 + item][item % 3], words_input: 9, stages: 1 },
          ...{ first_choice: null, score_1, score_2, response_words: 4, ambiguous: false },
        }));
      })
    ),
  },
  wildvision: {
    verdicts: ["m", "n", "base", "claude-3-sonnet-20240229"].flatMap((model) =>
      upTo(60).map((i) => {
        const score = one("A>>B", "A>B", "A=B", "B>A", "B>>A"),
          words = 7 * i * (1 + i) % 199,
          words_base = 40 + i;
        return {
          ...{ question_id: i, model, judge: "gpt-4o", game: 1, score, status: "ok", words, tokens: words },
          ...{ words_base, tokens_base: 50, words_input: 3, response_words: 2, labels_named: 1 },
        };
      })
    ),
  },
  viescore: {
    human: PICTURES.flatMap(({ quality, ...picture }, i) =>
      upTo(i % 9 ? 3 : 2).map((rater) => {
        const [SC, PQ] = [one(0, 0.5, quality / 4), one(0.5, 1, quality / 4)].map((x) =>
          Math.round(2 * x) / 2
        );
        return { ...picture, rater, SC, PQ, O: Math.sqrt(SC * PQ) };
      })
    ),
    scores: EVALUATORS.flatMap((name, e) =>
      PICTURES.slice(0, [208, 200, 199][Math.max(0, e - 8)]).flatMap(({ quality, ...picture }, i) =>
        ["SC", "PQ"].filter((side) => side === "SC" || e > 3 || i !== 7).map((component) => ({
          ...{ ...picture, judge: name.slice(0, -2), shots: name.at(-1), component },
          ...{ score: 5, parts: `${one(2 * quality, integer(9))}|9`, is_list: true },
          ...{ guessed: e % 4 === 3 && i % 40 === 0, reason_words: 9, reason_repeats: 1 },
        }))
      )
    ),
  },
};

Deno.test("findings are what is kept of made-up verdicts in the layout of each public collection", async () => {
  const outcomes = new Outcomes("findings");
  for (const [source, tables] of Object.entries(TABLES) as [DataSourceName, typeof TABLES.llmbar][]) {
    using folder = tempFolder();
    for (const [name, rows] of Object.entries(tables)) {
      const columns = Object.keys(rows[0]), lines = rows.map((row) => columns.map((one) => row[one] ?? ""));
      writeFileSync(`${folder.path}/${name}.csv`, [columns, ...lines].join("\n"));
    }
    const isOfPairs = source === "genai-bench", given = isOfPairs ? genaiRows(folder.path) : null;
    // Of 400 studies, which take long, eight.
    const found = given
      ? [
        ...adjusted(answered(given, FINDING_QUESTIONS[source]), "gap"),
        ...correctionFindings(given.frame, 8),
      ]
      : computeFindings(source, folder.path).toRecords() as unknown as Finding[];
    const byQuantity = Map.groupBy(found, ({ quantity }) => quantity);
    for (const [quantity, own] of byQuantity) outcomes.of(`${source} ${quantity}`, own);
    await letGo();
  }
  const committed = [
    ...findings("genai-bench").filter(pl.col("quantity").eq(pl.lit("coverage_ppi"))).getColumn("n"),
  ];
  assert.deepEqual(new Set(committed), new Set([DRAWS]));
  const units: (FindingUnit | undefined)[] = [undefined, "points", "rank", "number"];
  for (const unit of units) {
    for (const own of [{}, { conditions: ["image_generation"] }, { judges: ["gpt4o", "random"] }]) {
      const table = findingTable(findings("genai-bench"), ["rank", "gap", "accuracy"], { unit, ...own });
      outcomes.of(`table in ${unit}, ${Object.keys(own)}`, [table]);
    }
  }
  outcomes.hold();
});

Deno.test("what papers print and are called, as functions say it, is what is kept", async () => {
  const outcomes = new Outcomes("papers");
  for (const name of globSync("lib/papers/*.ts").sort()) {
    const held: Record<string, unknown> = await import(`../../${name}`);
    for (const [called, one] of Object.entries(held)) {
      if (called === called.toUpperCase() && !called.endsWith("FOLDER")) {
        outcomes.of(called, [{ value: one }]);
      }
      if (typeof one === "function" && one.length === 0) outcomes.of(called, [{ value: one() }]);
    }
  }
  const tables = Object.keys(PUBLISHED_TABLES) as PublishedTable[];
  for (const name of tables) outcomes.of(name, [{ value: publishedTable(name) }]);
  for (const ofResults of [false, true]) {
    const named = ["x", ...PAPER_ITEMS.map(({ id }) => id), ...Object.keys(FIGURES)];
    outcomes.of(`texts ${ofResults}`, [{ value: named.map((id) => paperText(id, ofResults)) }]);
  }
  outcomes.hold();
});

Deno.test("fonts: the file of each cut; an old configuration is written anew, with the project's fonts under every name", () => {
  const cuts = [[], [true], [false, true], [true, true], [false, false, true], [true, true, true]];
  assert.deepEqual(cuts.map((own) => basename(fontFile(...own)).slice("DejaVuSans".length)), [
    ...[".ttf", "-Bold.ttf", "-Oblique.ttf", "-BoldOblique.ttf", "Mono.ttf", "Mono-BoldOblique.ttf"],
  ]);
  useProjectFonts();
  const path = Deno.env.get("FONTCONFIG_FILE")!, before = readFileSync(path, "utf8");
  writeFileSync(path, `${before}<!-- old -->`);
  useProjectFonts();
  assert.equal(readFileSync(path, "utf8"), before);
  const alias = /<family>([\w-]+)<\/family><prefer><family>DejaVu Sans( Mono)?</g;
  assert.deepEqual([...before.matchAll(alias)].map(([, name, mono = ""]) => name + mono), [
    ...["system-ui", "sans-serif", "serif", "monospace Mono"],
  ]);
});
