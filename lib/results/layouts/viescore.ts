import { provenanceOf } from "../json_lines.ts";
import { type FilePeek, peek } from "./peek.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { fieldOf, foldersOf, numberOf, textOf } from "./records.ts";

type Picture = Partial<Record<"SC" | "PQ", Side>>;
type Side = ReturnType<typeof sidesOf>[number];

const SCORES = ["task", "generator", "item", "judge", "shots", "component", "parts", "is_list", "guessed"];
const RATINGS = ["task", "generator", "item", "rater", "SC", "PQ"];
const METRICS = ["task", "generator", "item", "metric", "value"];
const RATER_FILE = /^(.+)_rater(\d+)$/;

/** VIEScore (Ku et al. 2024): `_answers/results_<judge>_<shots>/<task>/<generator>/{SC,PQ}.json`, or a table: √(min SC / 10 · min PQ / 10). */
export const viescore: Layout = layout("viescore", {
  results: isScoreFile,
  index: (files, records) => scoredPictures(files.flatMap(records)),
  *rows(_, at) {
    for (const side of sidesOf(at)) {
      const key = keyOf(side), picture = at.index.get(key)!, { status, score } = overall(picture);
      if (at.nth(key) > 1) continue; // a picture is a row, and has two sides
      at.count(status.split("_")[0]);
      yield {
        image_id: `${side.task}/${side.item}`,
        generator: side.generator,
        evaluator: side.evaluator,
        score: status === "scored" ? score : null,
        source_score: score,
        sc: picture.SC?.score ?? null,
        pq: picture.PQ?.score ?? null,
        status,
        task: side.task,
        ...(picture.SC ?? picture.PQ)!.origin,
      };
    }
  },
});

function isScoreFile({ kind, stem, columns, record }: FilePeek): boolean {
  if (kind === "csv") return SCORES.every((column) => columns.includes(column));
  const [first] = Object.values(record);
  return (stem === "SC" || stem === "PQ") && typeof first === "object" && first !== null && "score" in first;
}

const keyOf = (
  { task, generator, item, evaluator }: Pick<Side, "task" | "generator" | "item" | "evaluator">,
) => `${task}\n${generator}\n${item}\n${evaluator}`;

function scoredPictures(found: readonly Found[]): Map<string, Picture> {
  const pictures = new Map<string, Picture>();
  for (const side of found.flatMap(sidesOf)) {
    const key = keyOf(side);
    pictures.set(key, { ...pictures.get(key), [side.component]: side });
  }
  return pictures;
}

function overall({ SC, PQ }: Picture): { status: string; score: number | null } {
  if (!SC || !PQ) return { status: `missing_${SC ? "pq" : "sc"}`, score: null };
  const product = Math.max(0, (SC.score / 10) * (PQ.score / 10));
  return {
    status: SC.guessed || PQ.guessed
      ? `guessed${SC.guessed ? "_sc" : ""}${PQ.guessed ? "_pq" : ""}`
      : "scored",
    score: Math.min(1, Math.sqrt(product)),
  };
}

const least = (parts: readonly number[], isList: boolean) =>
  Math.min(...isList ? parts.map(Math.trunc) : parts);

function sidesOf({ file, record }: Found) {
  if (file.kind === "csv") {
    const { parts, is_list, guessed, judge, shots } = record;
    if (parts === null) return [];
    const [task, generator, item, component] = SCORES.slice(0, 3).concat("component").map((name) =>
      String(record[name])
    );
    return [{
      ...{ task, generator, item, component, evaluator: `${judge}-${shots}`, origin: provenanceOf({}) },
      score: least(String(parts).split("|").map(Number), is_list === "true"),
      guessed: guessed === "true",
    }];
  }
  const [generator, task, run] = foldersOf(file);
  const [, judge, shots] = /^results_(.+)_(\d+)shot$/.exec(run) ?? [, run, "0"];
  const answers = Object.entries(record as Record<string, Json>);
  return answers.filter(([, { score }]) => score !== undefined && score !== null).map(([item, answer]) => ({
    ...{ task: taskName(task), generator, item, component: file.stem, evaluator: `${judge}-${shots}` },
    origin: provenanceOf(answer),
    score: least([answer.score].flat().map(Number), Array.isArray(answer.score)),
    // The source could not read the reply and drew a random number in its place.
    guessed: /^\s*guess_if_cannot_parse/.test(textOf(answer.reasoning) ?? ""),
  }));
}

const taskName = (folder: string) => folder.replace(/^ImagenHub_/, "");

/** VIEScore's raters: `<task>_rater<n>.tsv`, a column per generator with cells `[SC, PQ]`, or a table; `human` = √(SC · PQ). */
export const viescoreRatings: Layout = layout("viescore-ratings", {
  results: ({ kind, stem, columns }) => kind === "tsv" && RATER_FILE.test(stem) && columns[0] === "uid",
  beside: (file) => isScoreFile(file) || METRICS.every((column) => file.columns.includes(column)),
  index(files, records) {
    const found = files.filter((file) => isScoreFile(peek(file))).flatMap(records);
    const pictures = scoredPictures(found);
    const evaluators = [...new Set([...pictures.values()].map(({ SC, PQ }) => (SC ?? PQ)!.evaluator))].sort();
    return { pictures, evaluators };
  },
  evaluators: ({ evaluators }) => evaluators,
  *rows(_, at) {
    for (const { task, generator, item, rater, sc, pq } of ratingsOf(at)) {
      const scores = at.index.evaluators.map((evaluator) => {
        const { status, score } = overall(
          at.index.pictures.get(keyOf({ task, generator, item, evaluator })) ?? {},
        );
        return [evaluator, status === "scored" ? score : null];
      });
      yield {
        item_id: `${task}/${generator}/${item}`,
        image_id: `${task}/${item}`,
        human: sc === null || pq === null ? null : Math.sqrt(sc * pq),
        ...Object.fromEntries(scores),
        rater,
        task,
        generator,
        sc: sc === null ? null : String(sc),
        pq: pq === null ? null : String(pq),
      };
    }
  },
});

function ratingsOf(found: Found) {
  const { file, record } = found, field = fieldOf(found);
  if (file.kind === "csv") {
    const [task, generator, item, rater] = RATINGS.map((name) => String(record[name]));
    const [sc, pq] = ["SC", "PQ"].map((name) =>
      numberOf(field(name, "a number or nothing", (value) => value === null || numberOf(value) !== null))
    );
    return [{ task, generator, item, rater, sc, pq }];
  }
  const [, , rater] = RATER_FILE.exec(file.stem)!, { uid, provenance: _, ...cells } = record;
  return Object.keys(cells).filter((generator) => generator !== "").map((generator) => {
    const cell = (textOf(cells[generator]) ?? "").trim();
    const [, sc, pq] = /^\[\s*([\d.]+)\s*,\s*([\d.]+)\s*\]$/.exec(cell) ?? [];
    field(generator, "[SC, PQ] or nothing", () => cell === "" || sc !== undefined);
    const task = taskName(foldersOf(file)[0]);
    return { task, generator, item: String(uid), rater, sc: numberOf(sc), pq: numberOf(pq) };
  });
}
