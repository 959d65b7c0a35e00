/**
 * Makes the files of this folder: small simulated results, one per frame and per official layout. Every value is drawn by
 * a seeded generator; nothing is measured, and no judge in it exists.
 *
 *     deno run --allow-all data/examples/make_examples.ts
 */
import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import { writeFrame } from "@/results/write_frame.ts";
import { random } from "@/stats/random.ts";

const FOLDER = fileURLToPath(new URL("./", import.meta.url));
const generator = random(20261121);
const pick = <T>(values: readonly T[]): T => values[generator.integer(values.length)];
const chance = (p: number): boolean => generator.uniform() < p;
const other = (letter: string): string => letter === "A" ? "B" : "A";
const WORDS = "the picture shows a red bus near two trees and one dog under a clear sky with people walking"
  .split(" ");
const sentence = (words: number): string => Array.from({ length: words }, () => pick(WORDS)).join(" ");

/** 65 pairs on 64 images, judged by three invented judges, with and without image, and in both orders with image. */
function pairs() {
  const items = Array.from({ length: 100 }, (_, i) => {
    const human = pick(["A", "B"]);
    const more_informative = chance(0.04) ? "tie" : chance(0.66) ? human : other(human);
    const long = 20 + generator.integer(60), short = 5 + generator.integer(long - 4);
    const longer = more_informative === "tie" || chance(0.3) ? pick(["A", "B"]) : more_informative;
    return {
      benchmark: "example",
      item_id: `pair-${String(i + 1).padStart(3, "0")}`,
      image_id: `image-${String(1 + i % 64).padStart(3, "0")}`,
      domain: pick(["charts", "photos", "documents"]),
      human,
      more_informative,
      words_a: longer === "A" ? long : short,
      words_b: longer === "A" ? short : long,
    };
  });
  const judges = [
    { judge: "simulated-judge-a", skill: 0.35, bias: 0.5, first: 0.05 },
    { judge: "simulated-judge-b", skill: 0.55, bias: 0.25, first: 0.15 },
    { judge: "simulated-judge-c", skill: 0.7, bias: 0.1, first: 0.02 },
  ];
  return judges.flatMap(({ judge, skill, bias, first }) =>
    items.flatMap((item) =>
      [[true, false], [true, true], [false, false]].map(([image, swapped]) => {
        const drawn = generator.uniform();
        const sees = image ? skill : skill / 3;
        let choice: string | null = drawn < sees
          ? item.human
          : drawn < sees + bias && item.more_informative !== "tie"
          ? item.more_informative
          : pick(["A", "B"]);
        if (chance(first)) choice = swapped ? "B" : "A";
        if (chance(0.02)) choice = pick(["tie", null]);
        return { ...item, judge, image, swapped, choice, provenance: "simulated" };
      })
    )
  );
}

// Drawn at their first size and cut: so the other files stay as they are, and the folder small.
const rows = pairs().filter(({ item_id }) => Number(item_id.slice(-3)) <= 65);
const table = (records: Record<string, string | number | boolean | null>[]) =>
  pl.DataFrame(
    Object.keys(records[0]).map((name) => {
      const values = records.map((record) => record[name]);
      const sample = values.find((value) => value !== null);
      if (typeof sample === "number") {
        const numbers = pl.Series(name, values, pl.Float64);
        return values.every((value) => value === null || Number.isInteger(value))
          ? numbers.cast(pl.Int32)
          : numbers;
      }
      return pl.Series(name, values, typeof sample === "boolean" ? pl.Bool : pl.Utf8);
    }),
  );

writeFrame(table(rows), `${FOLDER}pairs.csv`);

const first = rows.filter(({ judge, image, swapped }) => judge === "simulated-judge-a" && image && !swapped);
writeFrame(
  table(
    first.slice(0, 60).flatMap(({ benchmark, item_id, more_informative }) => [
      { benchmark, item_id, labeller: "human", more_informative, provenance: "simulated" },
      {
        benchmark,
        item_id,
        labeller: "model",
        more_informative: chance(0.9) ? more_informative : other(more_informative),
        provenance: "simulated",
      },
    ]),
  ),
  `${FOLDER}labels.csv`,
);

const BIASES = [
  "text_dominance",
  "image_dominance",
  "instruction_misalignment",
  "detail_description",
  "texture_insertion",
];
writeFrame(
  table(Array.from({ length: 60 }, (_, i) => {
    const unbiased = 5 + generator.integer(6);
    return {
      judge: pick(["simulated-judge-a", "simulated-judge-b"]),
      prompt: "score",
      run: 1,
      sample_id: `sample-${String(i + 1).padStart(3, "0")}`,
      bias_type: pick(BIASES),
      task_type: "example",
      domain: "example",
      difficulty: pick(["easy", "moderate", "hard"]),
      generator: pick(["simulated-generator-a", "simulated-generator-b"]),
      unbiased,
      biased: Math.max(1, unbiased - generator.integer(6)),
      unbiased_status: "scored",
      biased_status: "scored",
      words_query: 5 + generator.integer(30),
      words_query_biased: 5 + generator.integer(30),
      words_response: 20 + generator.integer(100),
      provenance: "simulated",
    };
  })),
  `${FOLDER}score_pairs.csv`,
);

const MODELS = ["simulated-model-a", "simulated-model-b", "simulated-model-c"];
writeFrame(
  table(
    Array.from(
      { length: 12 },
      (_, image) =>
        MODELS.flatMap((generatorName) =>
          MODELS.flatMap((evaluator) =>
            ["ref_based", "ref_free"].map((setting) => {
              const expected = Math.min(
                1,
                0.6 + 0.1 * generator.normal() + (generatorName === evaluator ? 0.1 : 0),
              );
              return {
                image_id: `image-${String(image + 1).padStart(3, "0")}`,
                generator: generatorName,
                evaluator,
                setting,
                run: 1,
                score: Math.max(0, Number(expected.toFixed(4))),
                parsed: Math.max(0, Math.round(expected * 100) / 100),
                expected: Math.max(0, Number(expected.toFixed(4))),
                provenance: "simulated",
              };
            })
          )
        ),
    ).flat(),
  ),
  `${FOLDER}caption_scores.csv`,
);

writeFrame(
  table(Array.from({ length: 80 }, (_, i) => {
    const quality = generator.uniform();
    const noisy = (sd: number) =>
      Number(Math.min(1, Math.max(0, quality + sd * generator.normal())).toFixed(3));
    return {
      item_id: `caption-${String(i + 1).padStart(3, "0")}`,
      image_id: `image-${String(1 + Math.floor(i / 2)).padStart(3, "0")}`,
      split: i < 48 ? "train" : i < 64 ? "validation" : "test",
      human: Math.round(quality * 4) / 4,
      "simulated-model-a": noisy(0.1),
      "simulated-model-b": noisy(0.2),
      "simulated-model-c": noisy(0.4),
      provenance: "simulated",
    };
  })),
  `${FOLDER}ratings.csv`,
);

// From here on criteria have a generator of their own: what they draw changes nothing in the other files.
const own = random(5);
const pickOwn = <T>(values: readonly T[]): T => values[own.integer(values.length)];
const chanceOwn = (p: number): boolean => own.uniform() < p;
const sentenceOwn = (words: number): string => Array.from({ length: words }, () => pickOwn(WORDS)).join(" ");

const CRITERIA = {
  open_ended: ["completeness", "grounding", "no_hallucination", "expressiveness", "clarity"],
  reasoning: ["grounding", "logic", "no_hallucination", "reflection", "efficiency"],
};

/** 14 pairs with three to five criteria, judged by two invented judges, criterion by criterion and all at once. */
function criteria() {
  const items = Array.from({ length: 14 }, (_, i) => {
    const split: keyof typeof CRITERIA = i < 8 ? "open_ended" : "reasoning";
    const overall = pickOwn(["A", "B"]);
    return {
      split,
      item_id: `item-${String(i + 1).padStart(3, "0")}`,
      pair_type: i % 2 === 0 ? "cross" : "intra",
      overall,
      labels: own.shuffle(CRITERIA[split]).slice(0, 3 + own.integer(3)).map((criterion) => ({
        criterion,
        human: chanceOwn(0.65) ? overall : other(overall),
      })),
      words_a: 20 + own.integer(80),
      words_b: 20 + own.integer(80),
    };
  });
  const judges = [{ judge: "simulated-judge-a", skill: 0.45 }, { judge: "simulated-judge-b", skill: 0.7 }];
  return judges.flatMap(({ judge, skill }) =>
    ["single", "joint"].flatMap((mode) =>
      items.flatMap(({ overall, labels, ...item }) =>
        labels.map(({ criterion, human }) => ({
          judge,
          mode,
          thinking: false,
          split: item.split,
          item_id: item.item_id,
          pair_type: item.pair_type,
          criterion,
          human,
          choice: chanceOwn(0.02)
            ? null
            : chanceOwn(mode === "joint" ? 0.7 * skill : skill)
            ? human
            : chanceOwn(0.7)
            ? overall
            : other(human),
          words_a: item.words_a,
          words_b: item.words_b,
          provenance: "simulated",
        }))
      )
    )
  );
}

// The shared generator goes on where it did before criteria had their own.
for (let i = 0; i < 90; i++) {
  pick(["A", "B"]);
  chance(0.7);
  generator.integer(80);
  generator.integer(80);
}

const lines = (name: string, records: unknown[]) =>
  Deno.writeTextFileSync(
    `${FOLDER}${name}`,
    records.map((record) => JSON.stringify(record)).join("\n") + "\n",
  );

const judged = Array.from({ length: 24 }, (_, i) => ({
  id: Math.floor(i / 2),
  pair_id: i + 1,
  image_path: `image/${Math.floor(i / 2)}.jpg`,
  original_dataset: pick(["example-photos", "example-charts"]),
  instruction: "simulated",
  answer1: { name: "simulated-model-a", answer: sentence(5 + generator.integer(30)) },
  answer2: { name: "simulated-model-b", answer: sentence(5 + generator.integer(30)) },
  human_answer: pick(["A", "B", "A", "B", "C"]),
}));
Deno.mkdirSync(`${FOLDER}mllm_as_a_judge`, { recursive: true });
// These files, too, are drawn at their first size and cut.
lines("mllm_as_a_judge/pair.jsonl", judged.slice(0, 5));
for (const judge of ["simulated-judge-a", "simulated-judge-b"]) {
  lines(
    `mllm_as_a_judge/${judge}.jsonl`,
    judged.map(({ pair_id, human_answer }) => ({
      pair_id,
      result: {
        name: judge,
        judge: chance(0.6) ? human_answer : pick(["A", "B", "C", "unclear"]),
      },
      provenance: "simulated",
    })).slice(0, 5),
  );
}

const pairsOfResponses = Array.from({ length: 20 }, (_, i) => ({
  id: `example-${i + 1}`,
  image_path: `images/${pick(["example-photos", "example-charts"])}/${i + 1}.jpg`,
  query: "simulated",
  response: [sentence(5 + generator.integer(30)), sentence(5 + generator.integer(30))],
  human_ranking: pick([[0, 1], [1, 0]]),
}));
Deno.mkdirSync(`${FOLDER}vl_rewardbench`, { recursive: true });
lines("vl_rewardbench/data.jsonl", pairsOfResponses.slice(0, 4));
lines(
  "vl_rewardbench/simulated-judge-a.jsonl",
  pairsOfResponses.flatMap(({ human_ranking, ...item }) =>
    [0, 1].map((random_number) => {
      const better = human_ranking.indexOf(0) + 1;
      const shown = random_number === 0 ? better : 3 - better;
      return {
        ...item,
        ranking: human_ranking,
        meta: {
          "filtering model": "simulated-judge-a",
          filter_choice: "Overall Judgment: simulated",
          filter_number: chance(0.05) ? -1 : chance(0.65) ? shown : 3 - shown,
          random_number,
        },
        provenance: "simulated",
      };
    })
  ).slice(0, 8),
);

lines(
  "judgebench.jsonl",
  Array.from({ length: 20 }, (_, i) => {
    const label = pick(["A>B", "B>A"]);
    const flip = (decision: string) => decision === "A>B" ? "B>A" : "A>B";
    const game = (right: string) => ({
      judgment: { judge_model: "simulated-judge-a", response: "simulated" },
      decision: chance(0.05) ? null : chance(0.08) ? "A=B" : chance(0.7) ? right : flip(right),
    });
    return {
      pair_id: `example-${String(i + 1).padStart(2, "0")}`,
      source: pick(["example-mathematics", "example-law"]),
      question: "simulated",
      response_model: "simulated-model-a",
      response_A: sentence(20 + generator.integer(40)),
      response_B: sentence(20 + generator.integer(40)),
      label,
      judge_name: "simulated",
      judgments: [game(label), game(flip(label))],
      provenance: "simulated",
    };
  }).slice(0, 4),
);

writeFrame(table(criteria()), `${FOLDER}criteria.csv`);

const PAIRS_OF_CRITERIA = Array.from({ length: 6 }, (_, i) => ({
  question_id: `question-${i + 1}`,
  question: "simulated",
  pred_a: sentenceOwn(4 + own.integer(12)),
  pred_b: sentenceOwn(4 + own.integer(12)),
  model_a: "simulated-model-a",
  model_b: pickOwn(["simulated-model-a", "simulated-model-b"]),
  split: i < 4 ? "open_ended" : "reasoning",
}));
const annotated = PAIRS_OF_CRITERIA.flatMap((pair, i) =>
  (i < 4
    ? ["Completeness and Coverage", "Factuality / No Hallucination", "Clarity and Coherence"]
    : ["Visual Grounding", "Reflection and Exploration", "Conciseness and Efficiency"])
    .map((criterion, c) => ({
      ...pair,
      question_id: `${pair.question_id}-${c + 1}`,
      prompt_id: `prompt-${i + 1}`,
      criterion,
      preference: pickOwn(["A", "B"]),
    }))
);
Deno.mkdirSync(`${FOLDER}multi_crit`, { recursive: true });
lines("multi_crit/data.jsonl", annotated);
for (const mode of ["single", "joint"]) {
  lines(
    `multi_crit/simulated-judge-a-${mode}.jsonl`,
    annotated.map(({ prompt_id, split, criterion, preference }) => {
      const verdict = chanceOwn(0.7) ? preference : other(preference);
      return {
        judge: "simulated-judge-a",
        mode,
        prompt_id,
        split,
        criterion,
        provenance: "simulated",
        output: chanceOwn(0.05) ? "Unclear. (simulated)" : `(simulated)\nResponse ${verdict} is better.`,
      };
    }),
  );
}

/** Output of MM-JudgeBias' public code: two seeds, one model, two samples of each bias type. */
const official = random(20261122);
const OFFICIAL_BIASES = [
  ...["text_dominance", "image_dominance", "response_dominance"],
  ...["instruction_misalignment", "image_misalignment"],
  ...["detail_description", "unnecessary_image", "visual_transformation", "texture_insertion"],
];
for (const seed of [1234, 5678]) {
  const folder = `${FOLDER}mm_judgebias/judgements/seed_${seed}`;
  Deno.mkdirSync(folder, { recursive: true });
  OFFICIAL_BIASES.flatMap((type) => [type, type]).forEach((bias_type, id) => {
    const unbiased = 6 + official.integer(5);
    const stays = id >= 10;
    const biased = stays
      ? Math.min(10, Math.max(1, unbiased + official.integer(-1, 2)))
      : 1 + official.integer(unbiased);
    const judged = (score: number | string) => `### Score: ${score}`;
    const record = {
      judgement: {
        "simulated-judge-a": {
          // A score that is missing is parsed from the text; N/A is an abstention.
          biased: judged(id === 3 ? "N/A" : biased),
          biased_score: id === 3 ? null : biased,
          unbiased: judged(unbiased),
          unbiased_score: id === 5 ? null : unbiased,
        },
      },
      meta: {
        bias_category: id < 6 ? "integrality" : id < 10 ? "congruity" : "robustness",
        bias_type,
        biased_source: "example",
        difficulty: ["Easy", "Moderate", "Hard"][official.integer(3)],
        domain_type: "Math",
        id,
        task_type: "Reasoning",
        unbiased_source: "example",
      },
      provenance: "simulated",
    };
    Deno.writeTextFileSync(
      `${folder}/${String(id).padStart(4, "0")}.json`,
      `${JSON.stringify(record)}\n`,
    );
  });
}

/** 80 pairs of one invented judge before and after the shorter answer was lengthened. */
const lengthening = random(20261122);
writeFrame(
  table(
    Array.from({ length: 80 }, (_, i) => {
      const human = lengthening.uniform() < 0.5 ? "A" : "B";
      const more_informative = lengthening.uniform() < 0.65 ? human : other(human);
      const long = 20 + lengthening.integer(50), short = 5 + lengthening.integer(long - 4);
      const longer = lengthening.uniform() < 0.75 ? more_informative : other(more_informative);
      const lengthened = long - lengthening.integer(8);
      return ["original", "length_equalized"].map((variant) => {
        const rest = variant === "original" ? short : Math.max(short, lengthened);
        const drawn = lengthening.uniform();
        const bias = variant === "original" ? 0.4 : 0.3;
        const guess = lengthening.uniform() < 0.5 ? "A" : "B";
        return {
          item_id: `pair-${String(i + 1).padStart(2, "0")}`,
          judge: "simulated-judge-a",
          variant,
          human,
          choice: drawn < 0.35 ? human : drawn < 0.35 + bias ? more_informative : guess,
          more_informative,
          words_a: longer === "A" ? long : rest,
          words_b: longer === "A" ? rest : long,
          provenance: "simulated",
        };
      });
    }).flat(),
  ),
  `${FOLDER}pairs_equalized.csv`,
);
