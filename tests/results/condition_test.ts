import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { conflictMatchingRate } from "@/metrics/conflict_matching_rate.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { preferenceMatrix } from "@/metrics/preference_matrix.ts";
import { abstentionRatio } from "@/metrics/abstention_ratio.ts";
import { describe } from "@/results/describe.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readCriteria } from "@/results/read_criteria.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { tempFolder } from "../judge/temp_folder.ts";

// A condition is whatever the user varies: a prompt, a mitigation, a temperature.

const groups = (table: pl.DataFrame) => table.getColumn("condition").toArray();

Deno.test("a condition is in the key of each frame, and groups metrics where there are several", () => {
  using folder = tempFolder();
  const twice = (header: string, row: string, theirs = "condition") => {
    const path = `${folder.path}/own.csv`;
    Deno.writeTextFileSync(path, `${header},${theirs}\n${row},plain\n${row},terse\n`);
    return path;
  };
  const pairs = readPairs(
    twice("item_id,judge,human,choice,more_informative", "1,j,A,A,B", "prompt_ver"),
    { columns: { condition: "prompt_ver" } },
  );
  assert.deepEqual(groups(informativenessBias(pairs)), ["plain", "terse"]);
  assert.deepEqual(groups(describe(pairs)), ["plain", "terse"]);
  assert.ok(!informativenessBias(pairs.head(1)).columns.includes("condition"));
  const says = (options: Parameters<typeof informativenessBias>[1]) =>
    informativenessBias(pairs, options).toRecords().map(({ warning }) => /several conditions/.test(warning!));
  assert.deepEqual(says({ by: "judge" }), [true]);
  assert.deepEqual([says({ where: { condition: "plain" }, by: "judge" }), says({})], [[false], [
    false,
    false,
  ]]);
  assert.throws(
    () => judgesDiffer(pairs, { first: "j", second: "k" }),
    /wanted rows of one condition, found plain, terse; take one of them: only\(frame, \{ condition: "plain" \}\)/,
  );
  const scores = readScorePairs(twice("judge,sample_id,bias_type,unbiased,biased", "j,1,text_dominance,5,4"));
  assert.deepEqual(groups(abstentionRatio(scores)).slice(0, 1), ["plain"]);
  const criteria = readCriteria(
    twice("judge,split,item_id,criterion,human,choice", "j,open_ended,1,clarity,A,A"),
  );
  assert.deepEqual(groups(conflictMatchingRate(criteria)), ["plain", "terse"]);
  const captions = readCaptionScores(
    twice("image_id,generator,evaluator,setting,score", "1,g,e,ref_free,0.5"),
  );
  assert.throws(() => preferenceMatrix(captions), /wanted rows of one condition, found plain, terse/);
});

Deno.test("an unknown word in pipeline, and rows that only a prompt tells apart, lead to condition", () => {
  using folder = tempFolder();
  const path = `${folder.path}/own.csv`;
  Deno.writeTextFileSync(path, "item_id,judge,human,choice,prompt_ver\n1,j,A,A,v1\n1,j,A,B,v2\n");
  assert.throws(
    () => readPairs(path, { columns: { pipeline: "prompt_ver" } }),
    /whatever else you vary yourself is a condition: columns: \{ condition: "prompt_ver" \}, on the command line --columns condition=prompt_ver/,
  );
  Deno.writeTextFileSync(`${path}.csv`, "item_id,judge,human,choice,variant\n1,j,A,A,Original\n");
  assert.throws(() => readPairs(`${path}.csv`), /values: \{ variant: \{ "Original": "original" \} \}/);
  assert.throws(
    () => readPairs(path),
    /if its column prompt_ver is our condition, say so: columns: \{ condition: "prompt_ver" \}/,
  );
  assert.equal(readPairs(path, { columns: { condition: "prompt_ver" } }).height, 2);
});
