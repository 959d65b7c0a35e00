import pl from "nodejs-polars";
import { takeRows } from "../results/take_rows.ts";
import { rowsBehind } from "../metrics/pair_outcomes.ts";
import { isMany } from "../metrics/undecided.ts";
import { inWords } from "../progress/show.ts";
import { preferring } from "../results/only.ts";
import { clusterUnit } from "../results/frame.ts";
import { FEATURES } from "../results/frame_features.ts";
import type { Named } from "./figure_entry.ts";
import type { FigureContext } from "./figure_spec.ts";
import { isKnown } from "./recipes/recipe.ts";
import { counted, countRange, listText } from "./theme.ts";
import { namesOf, type Value } from "./values/value.ts";

const CALLED = ["benchmark", "judge", "evaluator", "generator", "pipeline", "prompt"], MANY = 12;

const ALONE = { pipeline: ["base", "of the pipeline base"], image: [true, "with the image"] } as const;

/** Who of the user's results is not in the picture, and why: nobody is left out without a word. */
export async function leftOut(values: readonly Value[], spec: Named, context: FigureContext) {
  const { frames, needs = [], one, only = [] } = spec, { frame, source } = context;
  const [name] = frames ?? needs.map((need) => FEATURES[need].frame);
  if (source !== "results" || !name) return [];
  const rows = await frame(name);
  const taken = only.filter((column) => {
    const given = rows.getColumn(column).unique().toArray();
    return given.length > 1 && given.includes(ALONE[column][0]);
  }).map((column) => ALONE[column][1]);
  const called = CALLED.filter((key) => rows.columns.includes(key) && !only.some((other) => other === key));
  const names = called.flatMap((key) => {
    const shown = new Set(values.filter(isKnown).map(({ keys }) => keys[key]));
    const given = rows.getColumn(key).unique().toArray().filter((one) => one !== null).map(String).sort();
    const isAgainst = (one: string) => one === "score" && needs.includes("prompts");
    const missing = given.filter((one) => !shown.has(one) && !isAgainst(one));
    if (key === "benchmark" && given.length > 1 && !values.some(({ keys }) => key in keys)) {
      return [`Over ${given.length} benchmarks together: ${given.join(", ")}.`];
    }
    // A figure that pools them, or calls them otherwise, shows all of them.
    if (missing.length === 0 || missing.length === given.length) return [];
    const more = missing.length > MANY ? [inWords(missing.length - MANY, "other")] : [];
    const named = [...missing.slice(0, MANY), ...more].join(", ");
    if (key === "pipeline" || key === "prompt") return [`Also in the results, of ${key}: ${named}.`];
    const why = key === one ? "this figure is of one" : "their rows hold no number of it";
    return [`Not shown (${missing.length} of ${given.length} ${key}s; ${why}): ${named}.`];
  });
  const { all, left } = await behind(values, spec, context);
  const lacking = [...left].map(([what, count]) => `${counted(count)} ${what}`);
  return [
    ...taken.length === 0 ? [] : [`Only rows ${taken.join(", ")}; the results have others too.`],
    ...names,
    ...lacking.length === 0 ? [] : [`Left out of ${counted(all)} rows: ${listText(lacking)}.`],
  ];
}

const DRAWN = ["benchmark", "judge", "pipeline", "prompt", "domain"];

const WHOLE = /^(change of )?(Acc|Acc_image|Acc_no_image|IRS)$/;

async function behind(
  values: readonly Value[],
  { frames, needs = [], only = [], matched, tiesAreWrong }: Named,
  { frame }: FigureContext,
): Promise<{ rows: pl.DataFrame; all: number; left: Map<string, number> }> {
  const [name] = frames ?? needs.map((need) => FEATURES[need].frame);
  const quantities = [...new Set(values.map(({ quantity }) => quantity))];
  const lengthened = "length_equalized";
  const both = needs.includes(lengthened) || namesOf(values, "series").includes(lengthened);
  const asked = preferring(await frame(name), {
    ...Object.fromEntries(only.map((column) => [column, ALONE[column][0]])),
    ...(both ? {} : { variant: "original" }),
  });
  const isDrawn = (rows: pl.DataFrame, key: string) => {
    if (!rows.columns.includes(key) || !values.some(({ keys }) => key in keys)) return rows;
    return rows.filter(pl.col(key).isIn(namesOf(values, key)).or(pl.col(key).isNull()));
  };
  const drawn = DRAWN.reduce(isDrawn, asked), left = new Map<string, number>();
  const without = (what: string, rows: pl.DataFrame, lacks: pl.Expr) => {
    const kept = rows.filter(lacks.not()), lost = rows.height - kept.height;
    if (lost > 0) left.set(what, lost);
    return kept;
  };
  if (name === "score pairs") {
    const unscored = pl.col("unbiased").isNull().or(pl.col("biased").isNull());
    return { rows: without("without both scores", drawn, unscored), all: drawn.height, left };
  }
  if (!tiesAreWrong && !needs.includes("labelled")) return { rows: drawn, all: drawn.height, left };
  if (name !== "pairs") {
    return { rows: drawn.filter(pl.col("human").isIn(["A", "B"])), all: drawn.height, left };
  }
  const isByDomain = values.some(({ keys }) => "domain" in keys);
  const placed = isByDomain ? without("without a domain", drawn, pl.col("domain").isNull()) : drawn;
  const isSplit = needs.includes("informativeness") && !quantities.some((one) => WHOLE.test(one));
  const found = rowsBehind("renderFigure", placed, {
    matched,
    splits: isSplit ? ["informativeness", ...quantities.includes("LB") ? ["length" as const] : []] : [],
  });
  return { rows: takeRows(placed, found.rows), all: drawn.height, left: new Map([...left, ...found.left]) };
}

export async function undecided(values: readonly Value[], spec: Named, context: FigureContext) {
  if (context.source !== "results" || !spec.tiesAreWrong) return "";
  const { rows } = await behind(values, spec, context), isPairs = rows.columns.includes("more_informative");
  const ties = rows.filter(pl.col("choice").eq(pl.lit("tie"))).height;
  // Of criteria an answer that is missing is left out by some of the metrics.
  const unread = isPairs ? rows.filter(pl.col("choice").isNull()).height : 0, found = ties + unread;
  if (!isMany(found, rows.height)) return "";
  const what = [inWords(ties, "tie"), inWords(unread, "unread reply", "unread replies")];
  return `${listText(what.filter((one) => !one.startsWith("0 ")))} of ${counted(rows.height)} ${
    isPairs ? `count${found === 1 ? "s" : ""} as wrong` : "prefer neither response, which is never right"
  }.`;
}

export async function evidence(
  values: readonly Value[],
  unsaid: boolean,
  { frames, needs = [] }: Named,
  { frame, origin, source }: FigureContext,
): Promise<string> {
  const [name] = frames ?? needs.map((need) => FEATURES[need].frame);
  const counts = (source === "results" ? values.filter(isKnown) : values).map(({ n }) => n);
  const bounded = values.filter(({ interval }) => interval === "95%"), isBounded = bounded.length > 0;
  const isImplied = source === "published" &&
    bounded.some(({ intervalProvenance }) => intervalProvenance === "computed from published");
  const isClustered = unsaid && !isImplied && name && source !== "findings" && isBounded;
  const of = isImplied
    ? " of the counts that the percentages imply"
    : isClustered
    ? ` clustered by ${clusterUnit(await frame(name))}`
    : "";
  const isCounted = (source !== "simulated" || isBounded) && counts.length > 0 && counts.every((n) => n > 0);
  const whose = source === "results" && origin === "simulated"
    ? "the results say so of themselves"
    : "says nothing of models or people";
  const text = [
    unsaid ? `95% intervals${of}` : "",
    isCounted ? countRange(counts) : "",
    values.some(({ provenance }) => provenance === "simulated") ? `simulated: ${whose}` : "",
  ].filter((fact) => fact !== "").join("; ");
  // A sentence that begins with a symbol keeps it: n is not N.
  return text === "" ? "" : `${text.startsWith("n ") ? "n" : text[0].toUpperCase()}${text.slice(1)}.`;
}
