import pl from "nodejs-polars";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { agreementCeiling } from "@/metrics/agreement_ceiling.ts";
import { type Estimand, infer } from "@/stats/infer.ts";
import { krippendorffAlpha } from "@/stats/krippendorff_alpha.ts";
import { type Random, random } from "@/stats/random.ts";
import { lengthPairs } from "./length_processes.ts";
import { COVERAGE, type Scenario } from "./scenario.ts";

/** Processes that attacked the intervals (few images that err, crossed templates, α, few clusters): what is asked of a data set of so many clusters. */
interface Process {
  procedure: string;
  setting: string;
  clusters: number;
  /** The estimate and its interval, from a data set of so many clusters. */
  ask: (generator: Random, clusters: number) => Asked;
  /** The true value; that of one data set of 40,000 clusters without it. */
  truth?: number;
}

type Asked = { estimate: number; low: number; high: number; warning: string };

const expit = (x: number) => 1 / (1 + Math.exp(-x));
const share = (name: string, value: (row: number) => number): Estimand => [{ name, weight: 1, value }];
const difference = (value: (row: number) => number, second: ArrayLike<number>): Estimand =>
  [1, -1].map((weight, s) => ({
    ...{ name: s === 0 ? "IDS" : "CDS", weight },
    value: (row) => second[row] === s ? value(row) : NaN,
  }));

/** Accuracy on images of some sizes, each right with its own chance. */
function accuracyOn(size: (g: Random) => number, chance: (g: Random) => number): Process["ask"] {
  return (g, clusters) => {
    const right: number[] = [], codes: number[] = [];
    for (let image = 0; image < clusters; image++) {
      const p = chance(g);
      for (let k = size(g); k > 0; k--) {
        right.push(Number(g.uniform() < p));
        codes.push(image);
      }
    }
    return infer(share("accuracy", (row) => right[row]), right.length, codes, { level: 0.95 });
  };
}

/** So many images, all of 12 templates, whose effects are drawn too; clusters are both, or the images alone. */
const crossed = (isIb: boolean, both: boolean): Process["ask"] => (g, images) => {
  const templates = images > 1000 ? 400 : 12,
    effects = Array.from({ length: templates }, () => 0.8 * g.normal());
  const right: number[] = [], subset: number[] = [], image: number[] = [], template: number[] = [];
  for (let i = 0; i < (images > 1000 ? 1000 : images); i++) {
    const own = 0.8 * g.normal();
    effects.forEach((effect, t) => {
      right.push(Number(g.uniform() < expit(0.8 + own + effect)));
      subset.push(Number(t % 3 === 0)); // a template is all IDS or all CDS
      image.push(i);
      template.push(t);
    });
  }
  const value = (row: number) => right[row];
  const estimand = isIb ? difference(value, subset) : share("accuracy", value);
  return infer(estimand, right.length, both ? [image, template] : image, { level: 0.95 });
};

/** Two runs that share an item's chance, items of an image its mood. */
const alpha: Process["ask"] = (g, images) => {
  const units: number[][] = [], clusters: number[] = [];
  for (let image = 0; image < images; image++) {
    const mood = g.uniform() < 0.5 ? 0.97 : 0.7;
    for (let item = 0; item < 8; item++) {
      const likes = g.uniform() < 0.5;
      units.push([0, 1].map(() => Number((g.uniform() < mood) === likes)));
      clusters.push(image);
    }
  }
  const { alpha: estimate, low, high, warning } = krippendorffAlpha(units, {
    difference: "nominal",
    clusters,
  });
  return { estimate, low, high, warning: warning ?? "" };
};

/** The change of accuracy in CDS less that in IDS, rows of a cluster alike. */
const changes: Process["ask"] = (g, clusters) => {
  const change: number[] = [], subset: number[] = [], codes: number[] = [];
  for (let c = 0; c < clusters; c++) {
    const ease = g.uniform();
    for (let k = 0; k < 10; k++) {
      const [one, two] = [0, 1].map(() => Number((g.uniform() < 0.55 ? ease : g.uniform()) < 0.95));
      change.push(one - two);
      subset.push(Number(g.uniform() < 0.3));
      codes.push(c);
    }
  }
  const half = (sign: number): Estimand =>
    difference((row) => Math.max(0, sign * change[row]), subset).map((term) => ({
      ...term,
      name: `${term.name} ${sign}`,
      weight: sign * term.weight,
    }));
  return infer([...half(1), ...half(-1)], change.length, codes, { level: 0.95 });
};

/** Ratings of three people and a judge, items of an image alike; τ and κ of the judge. */
const ceiling = (name: "tau" | "kappa"): Process["ask"] => (g, images) => {
  const rows = Array.from({ length: Math.min(images, 2000) }, (_, image) => {
    const level = 0.6 * g.normal();
    return Array.from({ length: 12 }, (_, k) => {
      const quality = level + 0.8 * g.normal();
      const rating = (noise: number) =>
        Math.max(1, Math.min(5, Math.round(3 + quality + noise * g.normal())));
      return ["p", "q", "r"].map((annotator) => ({
        ...{ item_id: `${image}/${k}`, image_id: String(image), annotator, human: rating(0.6) },
        judge: Math.round(3 + quality * 1.2),
      }));
    }).flat();
  }).flat();
  const [row] = agreementCeiling(pl.DataFrame(rows), { evaluators: ["judge"] }).toRecords();
  const [low, high] = name === "tau" ? [row.low, row.high] : [row.kappa_low, row.kappa_high];
  return {
    ...{ estimate: Number(row[name]), low: Number(low), high: Number(high) },
    warning: String(row.warning ?? ""),
  };
};

const geometric = (g: Random) => 1 + Math.floor(-4 * Math.log(g.uniform()));
const few = (bad: number) => (g: Random) => g.uniform() < bad ? 0.1 : 0.98;
const matched: Process["ask"] = (g, images) => {
  const logit = ({ d }: { d: number }) => 0.6 + 0.04 * d;
  const shape = { cdsShare: 0.3, spread: 15, scale: "words", apart: 8, icc: 0.1, logit } as const;
  return biasAtEqualLength(lengthPairs({ ...shape, pairs: 40 * images, images }, g.integer(1e9)));
};

const PROCESSES: readonly Process[] = [
  ...([[30, 8, 0.05], [25, 10, 0.08], [60, 5, 0.03]] as const).map(([clusters, size, bad]): Process => ({
    procedure: "accuracy",
    setting: `D3: ${size} pairs each, ${100 * bad}% of images right in 10%, the rest in 98%`,
    ...{ clusters, ask: accuracyOn(() => size, few(bad)), truth: 0.1 * bad + 0.98 * (1 - bad) },
  })),
  {
    ...{ procedure: "accuracy", setting: "D3: geometric sizes, .78", clusters: 100, truth: 0.78 },
    ask: accuracyOn(geometric, (g) => g.uniform() < 0.5 ? 0.68 : 0.88),
  },
  ...[true, false].flatMap((both) =>
    [false, true].map((isIb): Process => ({
      procedure: isIb ? "IB" : "accuracy",
      setting: `D4: 12 templates crossed, clusters ${both ? "images and templates" : "images alone"}`,
      ...{ clusters: 30, ask: crossed(isIb, both), ...isIb ? { truth: 0 } : {} },
    }))
  ),
  { procedure: "α", setting: "D5: two runs of 8 items each", clusters: 20, ask: alpha },
  ...[8, 12, 19].map((clusters): Process => ({
    ...{ procedure: "accuracy", setting: "D8: 10 independent rows each, .5", clusters, truth: 0.5 },
    ask: accuracyOn(() => 10, () => 0.5),
  })),
  {
    procedure: "difference of differences",
    setting: "D8: 10 rows each, .95",
    clusters: 15,
    truth: 0,
    ask: changes,
  },
  {
    procedure: "IB at the same difference",
    setting: "D8: 40 pairs each",
    clusters: 8,
    truth: 0,
    ask: matched,
  },
  ...(["tau", "kappa"] as const).map((name): Process => ({
    ...{ procedure: `agreement with people, ${name}`, setting: "D9: 12 items each", clusters: 8 },
    ask: ceiling(name),
  })),
];

const truths = new Map<string, number>();

function tally({ ask, clusters, truth, procedure, setting }: Process, simulations: number, seed: number) {
  const name = `${procedure} ${setting}`;
  if (!truths.has(name)) truths.set(name, truth ?? ask(random(99), 40_000).estimate);
  const wanted = truths.get(name)!;
  let covered = 0, warned = 0, silent = 0;
  for (let s = 0; s < simulations; s++) {
    const { low, high, warning } = ask(random(seed * 1_000_003 + s), clusters);
    const none = Number.isNaN(low + high), holds = none || low <= wanted && wanted <= high;
    covered += Number(holds);
    if (warning !== "" || none) warned++;
    else silent += Number(holds);
  }
  return { rate: covered / simulations, warned: warned / simulations, silent: silent / simulations };
}

/** Coverage on processes that no interval was chosen on. */
export const CLUSTER_PROCESSES: readonly Scenario[] = PROCESSES.map((process): Scenario => ({
  name: `${process.procedure}, ${process.clusters} clusters, ${process.setting}`,
  kind: "coverage",
  band: COVERAGE,
  cell: { procedure: process.procedure, clusters: `${process.clusters} clusters`, setting: process.setting },
  run: (simulations, seed) => tally(process, simulations, seed).rate,
  tally: (simulations, seed) => tally(process, simulations, seed),
}));
