import type { PaperName } from "../papers/papers.ts";
import { clusterUnit } from "../results/cluster_unit.ts";
import { columnsFor, type Feature, FEATURES } from "../results/frame_features.ts";
import type { FrameName } from "../results/frames.ts";
import { isModel } from "./colors.ts";
import type { Drawing, FigureContext, FigureSpec } from "./figure_spec.ts";
import type { Look, Recipe } from "./recipes/recipe.ts";
import { countRange } from "./theme.ts";
import { type Value, valueFrame, withoutInterval } from "./values/value.ts";
import { type Slots, wordsOf } from "./words.ts";

/** What every figure's file says. */
interface Named {
  title: string;
  kind?: FigureSpec["kind"];
  /** As in the paper, where the id does not tell: `Own figure`. */
  number?: string;
  notebook?: string;
  /** The file that one would change, where not `charts`, `tables` or named after the number: `domains`, `data/cards/birch.json`. */
  file?: string;
  /** Frames that it can be drawn from; by default those of its needs. */
  frames?: readonly FrameName[];
  /** What these must hold for it. */
  needs?: readonly Feature[];
}

/** A figure of numbers: where these come from, how they are drawn, and the words around them. */
export interface NumberFigure extends Named {
  /** Stands for the title where that speaks of the paper's judges and these are others. */
  ownTitle?: string;
  /** The numbers that the paper prints, or that follow from these. */
  published?: () => Value[];
  /** Numbers computed from public verdicts, as they are committed. */
  findings?: () => Value[];
  /** The same from a frame, the user's or the simulated one: what counts as which is said of them afterwards. */
  computed?: (context: FigureContext) => Promise<Value[]>;
  /** How they are drawn, or what makes of them how. */
  recipe: (values: readonly Value[], look: Look) => Recipe | ReturnType<Recipe>;
  /** Whether it shows one benchmark, the paper's where it is there: others of the user's are said not to be in it. */
  oneBenchmark?: boolean;
  /** What its words (`data/cards/words.json`) say of what is drawn. */
  words?: (values: readonly Value[], context: FigureContext) => Slots | Promise<Slots>;
}

/** A drawing: a schematic, an example, a prompt, a table of words. */
export interface DrawnFigure extends Named {
  available?: FigureSpec["available"];
  draw: (context: FigureContext) => Promise<Drawn> | Drawn;
}

/** A drawing, with its words or what these say of it. */
export type Drawn = Partial<Drawing> & Pick<Drawing, "body" | "data"> & { told?: Slots };

/** A figure with its id as a type, so that an editor completes it. */
export type NamedFigure<Id extends string> = FigureSpec & { id: Id };

/** Where a paper's figures lie, and the notebook that tells its story. */
const HOMES: Record<PaperName, { folder: string; notebook: string }> = {
  birch: { folder: "birch", notebook: "01_informativeness_bias" },
  "mm-judgebias": { folder: "mm_judgebias", notebook: "04_compositional_bias" },
  philautia: { folder: "philautia", notebook: "02_philautia" },
  "multi-crit": { folder: "multi_crit", notebook: "06_multi_crit" },
  hypotheses: { folder: "hypotheses", notebook: "08_length_equalized" },
  real: { folder: "real", notebook: "10_real_judges" },
};

/** A figure of the registry. Its id says the rest: `birch-fig3` is Figure 3 of the paper `birch`, and is made in its folder. */
export function figure<const Id extends string>(
  id: Id,
  spec: NumberFigure | DrawnFigure,
): NamedFigure<Id> {
  const paper = (Object.keys(HOMES) as PaperName[]).find((name) => id.startsWith(`${name}-`)) ??
    "mm-judgebias";
  const part = id.slice(id.startsWith(`${paper}-`) ? paper.length + 1 : 0);
  const { title, needs = [], kind = /^table/.test(part) ? "table" : "chart" } = spec;
  const file = spec.file ?? { table: "tables", chart: "charts" }[kind as string] ?? part.replaceAll("-", "_");
  const needed = [...new Set(needs.map((need) => FEATURES[need].frame))];
  const drawn = "draw" in spec;
  return {
    id,
    paper,
    number: spec.number ?? numberOf(part),
    title,
    kind,
    source: file.includes("/") ? file : `lib/figures/${HOMES[paper].folder}/${file}.ts`,
    notebook: `notebooks/${spec.notebook ?? HOMES[paper].notebook}.ipynb`,
    frames: spec.frames ?? needed,
    needs,
    available: drawn ? spec.available ?? ["published"] : sourcesFor(spec),
    async build(context) {
      if (!drawn) return await buildNumbers(id, spec, context);
      const { told = {}, ...drawing } = await spec.draw(context);
      return { ...wordsOf(id, context.source, told), ...drawing };
    },
  };
}

/** What a figure of numbers can be drawn from without results, the best first. */
const sourcesFor = ({ published, findings, computed }: NumberFigure): FigureSpec["available"] => [
  ...(published ? ["published" as const] : []),
  ...(findings ? ["findings" as const] : []),
  ...(computed ? ["simulated" as const] : []),
];

/** `fig3` → `Figure 3`, `table4` → `Table 4`, `figA` → `Figure A`; what has no number of the paper's is our own. */
function numberOf(part: string): string {
  const [, kind, number] = /^(fig|table|alg)([0-9]+|[A-D])$/.exec(part) ?? [];
  return kind ? `${{ fig: "Figure", table: "Table", alg: "Algorithm" }[kind]} ${number}` : "Own figure";
}

async function buildNumbers(id: string, spec: NumberFigure, context: FigureContext): Promise<Drawing> {
  const { source, origin } = context;
  const stamped = async () =>
    (await spec.computed!(context)).map((value): Value =>
      /results|simulated/.test(value.provenance)
        ? { ...value, provenance: origin, intervalProvenance: value.interval && origin }
        : value
    );
  const values = source === "published"
    ? spec.published!()
    : source === "findings"
    ? spec.findings!()
    : source === "simulated"
    ? unnamed(await stamped(), isBare(id, spec))
    : await stamped();
  if (!values.some(({ value, interval }) => !Number.isNaN(value) || interval === "bounds")) {
    throw new RangeError(
      `${id}: wanted rows that a number of it can be computed from (columns ${
        columnsFor(spec.frames ?? [], spec.needs ?? []).join(", ")
      }), found none`,
    );
  }
  const look = { ...context.look, coarse: source === "simulated" };
  const made = await spec.recipe(values, look);
  const { body, legend, intervals, notes: drawn = [] } = typeof made === "function"
    ? await made(values, look)
    : made;
  const { finding, caption, footnotes, alt } = wordsOf(id, source, {
    ...values[0].keys,
    ...await spec.words?.(values, context),
  });
  const notes = [...footnotes, ...await leftOut(values, spec, context)];
  return {
    ...(source !== sourcesFor(spec)[0] && spec.ownTitle ? { title: spec.ownTitle } : {}),
    body,
    legend,
    ...(body.kind === "table" ? {} : { width: context.look.width }),
    data: valueFrame(values),
    caption: [
      finding,
      caption,
      await evidence(values, intervals && !caption.includes("95% interval"), spec, context),
    ].filter((part) => part !== "").join(" "),
    footnotes: drawn.length === 0 ? notes : [[...drawn, ...notes.slice(0, 1)].join(" "), ...notes.slice(1)],
    alt,
  };
}

/** Keys that name a model, and what a simulated one is called instead. */
const MODELS: Readonly<Record<string, string>> = {
  judge: "Judge",
  evaluator: "Model",
  generator: "Model",
  model: "Model",
};

/** Whether simulated intervals are left out: of a paper's chart they would be the simulation's noise, not the paper's. */
const isBare = (id: string, { kind = /-table/.test(id) ? "table" : "chart" }: Named) =>
  kind === "chart" && !id.startsWith("hypotheses");

/** Simulated values without the names of real models that they are set to: nothing is said of these. */
function unnamed(values: readonly Value[], bare: boolean): Value[] {
  const known = new Map<string, string>();
  const nameOf = (kind: string, name: string) => {
    const place = `${kind}\n${name}`;
    const count = [...known.values()].filter((one) => one.startsWith(kind)).length;
    // More than 26 are numbered.
    if (!known.has(place)) {
      known.set(place, `${kind} ${count < 26 ? String.fromCharCode(65 + count) : count + 1}`);
    }
    return known.get(place)!;
  };
  return values.map((value) => {
    if (value.provenance !== "simulated") return value;
    const keys = Object.fromEntries(
      Object.entries(value.keys).map((
        [key, name],
      ) => [key, key in MODELS && isModel(name) ? nameOf(MODELS[key], name) : name]),
    );
    return { ...(bare && value.interval === "95%" ? withoutInterval(value) : value), keys };
  });
}

/** What may be left out of a picture, and the most names that are said of it one by one. */
const NAMED = ["benchmark", "judge", "evaluator", "generator"], MANY = 12;

/** Who of the user's results is not in the picture, and why: nobody is left out without a word. */
async function leftOut(
  values: readonly Value[],
  { frames, needs = [], oneBenchmark = false }: NumberFigure,
  { frame, source }: FigureContext,
): Promise<string[]> {
  const [name] = frames ?? needs.map((need) => FEATURES[need].frame);
  if (source !== "results" || !name) return [];
  const rows = await frame(name);
  return NAMED.filter((key) => rows.columns.includes(key)).flatMap((key) => {
    const shown = new Set(
      values.filter(({ value, interval }) => !Number.isNaN(value) || interval === "bounds")
        .map(({ keys }) => keys[key]),
    );
    const given = rows.getColumn(key).unique().toArray().filter((one) => one !== null).map(String).sort();
    const missing = given.filter((one) => !shown.has(one));
    if (key === "benchmark" && given.length > 1 && !values.some(({ keys }) => key in keys)) {
      return [`Over ${given.length} benchmarks together: ${given.join(", ")}.`];
    }
    // A figure that pools them, or calls them otherwise, shows all of them.
    if (missing.length === 0 || missing.length === given.length) return [];
    const named = [
      ...missing.slice(0, MANY),
      ...(missing.length > MANY ? [`${missing.length - MANY} others`] : []),
    ];
    const why = oneBenchmark && key === "benchmark"
      ? "this figure is of one"
      : "their rows hold no number of it";
    return [`Not shown (${missing.length} of ${given.length} ${key}s; ${why}): ${named.join(", ")}.`];
  });
}

/**
 * What the numbers rest on, in a sentence made from them: intervals that are drawn (unless the caption
 * names them) and their clusters, counts, and what is simulated. Of
 * committed results the figure's own words say how they are clustered: no frame is at hand.
 */
async function evidence(
  values: readonly Value[],
  unsaid: boolean,
  { frames, needs = [] }: Named,
  { frame, origin, source }: FigureContext,
): Promise<string> {
  const [name] = frames ?? needs.map((need) => FEATURES[need].frame);
  const counts = values.map(({ n }) => n);
  const facts = [
    ...(!unsaid
      ? []
      : source === "published" && values.some((value) =>
          value.intervalProvenance === "computed from published" && value.interval === "95%"
        )
      ? ["95% intervals of the counts that the percentages imply"]
      : name &&
          source !== "findings" && values.some(({ interval }) => interval === "95%")
      ? [`95% intervals clustered by ${clusterUnit(await frame(name))}`]
      : ["95% intervals"]),
    ...((source !== "simulated" || values.some(({ interval }) => interval === "95%")) && counts.length > 0 &&
        counts.every((n) => n > 0)
      ? [countRange(counts)]
      : []),
    ...(values.some(({ provenance }) => provenance === "simulated")
      ? [
        source === "results" && origin === "simulated"
          ? "simulated: the results say so of themselves"
          : "simulated: says nothing of models or people",
      ]
      : []),
  ];
  const text = facts.join("; ");
  // A sentence that begins with a symbol keeps it: n is not N.
  return text === "" ? "" : `${text.startsWith("n ") ? "n" : text[0].toUpperCase()}${text.slice(1)}.`;
}
