import { refusing } from "../results/said.ts";
import type { PaperName } from "../papers/papers.ts";
import { rowNames } from "./chart.ts";
import { columnsFor } from "../results/frame_features.ts";
import { isModel } from "./colors.ts";
import { displayName, NAMES, ORDERS } from "./paper_order.ts";
import { evidence, leftOut, undecided } from "./evidence.ts";
import { type Named, type Slots, wordsOf } from "./figure_entry.ts";
import type { Drawing, FigureContext, FigureSpec } from "./figure_spec.ts";
import type { Source } from "./provenance.ts";
import { heatmap } from "./recipes/heatmap.ts";
import type { HeatOptions } from "./recipes/heat_panel.ts";
import { isKnown, type Look, type Recipe } from "./recipes/recipe.ts";
import { bars, dots, type DumbbellOptions, dumbbells, intervals } from "./recipes/rows.ts";
import { scatter } from "./recipes/scatter.ts";
import type { ScatterOptions } from "./recipes/scatter_panel.ts";
import { curves, type SlopeOptions, slopes } from "./recipes/curves.ts";
import type { TableOptions } from "./recipes/table_options.ts";
import { table } from "./recipes/table.ts";
import { pick, type Value, valueFrame, warned, withoutInterval } from "./values/value.ts";

const RECIPES = { bars, curves, dots, dumbbells, heatmap, intervals, scatter, slopes, table };

type Shown = Partial<DumbbellOptions | HeatOptions | ScatterOptions | SlopeOptions | TableOptions> & {
  as?: keyof typeof RECIPES;
  drawn?: Readonly<Record<string, readonly string[]>>;
};

export interface NumberFigure extends Named {
  /** The numbers that the paper prints, or that follow from these. */
  published?: () => Value[];
  /** Numbers computed from public verdicts, as they are committed. */
  findings?: () => Value[];
  /** The same from a frame, the user's or the simulated one: what counts as which is said of them afterwards. */
  computed?: (context: FigureContext) => Promise<Value[]>;
  options?: Shown | ((values: readonly Value[], look: Look) => Shown);
  marks?: (values: readonly Value[], look: Look) => readonly Value[];
  draws?: Recipe;
  /** What must be said of the numbers drawn where it is so, each below the picture; of most there is nothing. */
  notes?: (values: readonly Value[], context: FigureContext) => string[] | Promise<string[]>;
}

export const sourcesFor = ({ published, findings, computed }: NumberFigure): FigureSpec["available"] => [
  ...(published ? ["published" as const] : []),
  ...(findings ? ["findings" as const] : []),
  ...(computed ? ["simulated" as const] : []),
];

export async function buildNumbers(
  id: string,
  paper: PaperName,
  spec: NumberFigure,
  context: FigureContext,
): Promise<Drawing> {
  const { source, origin } = context;
  const stamped = async () =>
    (await spec.computed!(context)).map((value): Value =>
      /results|simulated/.test(value.provenance)
        ? { ...value, provenance: origin, intervalProvenance: value.interval && origin }
        : value
    );
  const settings = new Map<string, string>();
  const values = source === "published"
    ? spec.published!()
    : source === "findings"
    ? spec.findings!()
    : source === "simulated"
    ? unnamed(await stamped(), isBare(id, spec), settings)
    : await stamped();
  if (!values.some(isKnown)) {
    throw refusing("no_numbers", { id, columns: columnsFor(spec.frames ?? [], spec.needs ?? []) });
  }
  const look = { ...context.look, coarse: source === "simulated" };
  const picture = await drawNumbers(paper, spec, values, source, look);
  const { body, legend, intervals, delta = false, notes: drawn = [] } = picture;
  const { finding, caption, footnotes, alt } = wordsOf(id, source, {
    ...Object.fromEntries(Object.entries(values[0].keys).map(([key, name]) => [key, displayName(name)])),
    quantity: values[0].quantity,
    ...seenIn(body),
    interval: Number(intervals),
    delta: Number(delta),
  });
  const said = caption.includes("95% interval");
  const unseen = !intervals && !said && source !== "published" && source !== "findings" &&
    values.some(({ interval }) => interval === "95%");
  const set = [...settings].map(([name, to]) => `${name} to ${to}`).join(", ");
  const notes = [
    ...footnotes,
    ...(await spec.notes?.(values, context) ?? []).filter((note) => note !== ""),
    ...(unseen ? ["95% intervals are in the CSV."] : []),
    ...(set === "" || isBare(id, spec) ? [] : [`${set.replace(" to ", " is set to ")}.`]),
    ...await leftOut(values, spec, context),
    ...(source === "results" ? warned(values, rowNames(values, picture.names)) : []),
  ];
  return {
    ...(source !== sourcesFor(spec)[0] && spec.ownTitle ? { title: spec.ownTitle } : {}),
    body,
    legend,
    ...(body.kind === "table" ? {} : { width: context.look.width }),
    data: valueFrame(values),
    caption: [
      finding,
      caption,
      await undecided(values, spec, context),
      await evidence(values, intervals && !said, spec, context),
    ].filter((part) => part !== "").join(" "),
    footnotes: drawn.length === 0 ? notes : [[...drawn, ...notes.slice(0, 1)].join(" "), ...notes.slice(1)],
    alt,
  };
}

function seenIn(body: Drawing["body"]): Slots {
  const cells = body.kind === "table" ? body.table.rows.flatMap(({ cells }) => Object.values(cells)) : [];
  const seen = (mark: "bold" | "underlined" | "tint") =>
    Number(cells.some((cell) => typeof cell === "object" && (cell[mark] ?? false) !== false));
  return { bold: seen("bold"), underlined: seen("underlined"), tint: seen("tint") };
}

function drawNumbers(
  paper: PaperName,
  { options = {}, marks, draws, ...spec }: NumberFigure,
  values: readonly Value[],
  source: Source,
  look: Look,
): ReturnType<Recipe> {
  const computed = source === "results" || source === "simulated" ? spec.from?.computed : undefined;
  const own = typeof options === "function" ? options(values, look) : options;
  const told = [spec.show, computed, spec.from?.[source], own].map((one = {}) => one as Shown);
  const { as, drawn = {}, ...shown } = Object.assign({}, ...told) as Shown;
  if (as === undefined) return draws!(values, look);
  return (RECIPES[as] as (options: object) => Recipe)({
    ...shown,
    order: Object.assign(ordersOf(paper, shown), ...told.map(({ order }) => order)),
    names: Object.assign(
      {},
      NAMES[source === "findings" ? "real" : paper],
      ...told.map(({ names }) => names),
    ),
  })(pick(marks?.(values, look) ?? values, drawn), look);
}

function ordersOf(paper: PaperName, shown: Readonly<Record<string, unknown>>) {
  const orders: Readonly<Record<string, readonly string[]>> = ORDERS[paper];
  const given = Object.entries({ rows: "judge", series: "judge", ...shown }).flatMap(([option, channel]) => {
    const lists = [channel].flat().map((key) => orders[String(key)]);
    if (!CHANNELS.includes(option) || lists.length === 0 || lists.includes(undefined as never)) return [];
    const joined = lists.reduce((all, list) => all.flatMap((one) => list.map((name) => `${one}\n${name}`)));
    return [[option, joined]];
  });
  return Object.fromEntries(given) as Record<string, readonly string[]>;
}

const CHANNELS = ["rows", "panels", "series", "groups", "columns"];

const MODELS: Readonly<Record<string, string>> = {
  ...{ judge: "Judge", evaluator: "Model", generator: "Model", model: "Model" },
};

/** Whether simulated intervals are left out: of a paper's chart they would be the simulation's noise, not the paper's. */
const isBare = (id: string, { kind = /-table/.test(id) ? "table" : "chart" }: Named) =>
  kind === "chart" && !id.startsWith("hypotheses");

/** Simulated values without the names of real models, of which they say nothing; `settings` gets what each is set to. */
function unnamed(values: readonly Value[], bare: boolean, settings: Map<string, string>): Value[] {
  const nameOf = (kind: string, name: string) => {
    const own = [...settings].filter(([one]) => one.startsWith(kind));
    const known = own.find(([, to]) => to === name)?.[0];
    const next = `${kind} ${own.length < 26 ? String.fromCharCode(65 + own.length) : own.length + 1}`;
    if (!known) settings.set(next, name);
    return known ?? next;
  };
  const called = ([key, name]: [string, string]) => [
    key,
    key in MODELS && isModel(name) ? nameOf(MODELS[key], name) : name,
  ];
  return values.map((value) => {
    if (value.provenance !== "simulated") return value;
    const keys = Object.fromEntries(Object.entries(value.keys).map(called));
    return { ...(bare && value.interval === "95%" ? withoutInterval(value) : value), keys };
  });
}
