import { z } from "zod";
import { BIASES } from "../../papers/biases.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { PICTURE } from "../schematic/tree.ts";
import { type Plate, plateFigure } from "./plate.ts";
import { readCards, TEXT } from "./read_cards.ts";

/** What a judge gave one side of a pair, as printed, and why, in our words. */
const SCORE = z.strictObject({ score: TEXT, reason: TEXT });

/** A sample and what a bias type made of it, after a card of the paper or of its project page. */
const PAIR = z.strictObject({
  bias: z.enum(BIASES.map(({ type }) => type)),
  /** Null for a task of text alone. */
  picture: PICTURE.nullable(),
  /** The picture, the query that take the place of the sample's: an empty query where that is taken away. */
  biasedPicture: PICTURE.optional(),
  biasedQuery: z.string().optional(),
  added: TEXT.optional(),
  query: TEXT,
  response: TEXT,
  judge: TEXT.optional(),
  /** How the project page calls the judge, where not as the paper does. */
  pageJudge: TEXT.optional(),
  scores: z.tuple([SCORE, SCORE]).optional(),
  caption: TEXT,
  /** Where the example contradicts the paper. */
  footnotes: z.array(TEXT).optional(),
});
type Pair = z.output<typeof PAIR>;

/** The page's nine pairs, one per bias type in the order of the tables, and the paper's three judged ones. */
export const PAIRS: Readonly<Record<string, Pair>> = readCards("mm-judgebias", z.record(z.string(), PAIR));

const biasOf = ({ bias }: Pair) => BIASES.find(({ type }) => type === bias)!;

function headingOf(pair: Pair): string {
  const { name, dimension } = biasOf(pair);
  return `${name} (${dimension})`;
}

const biasedQuery = ({ query, biasedQuery, added }: Pair) =>
  biasedQuery ?? (added === undefined ? query : `${query} ${added}`);

function pairPlate(pair: Pair, own: string): Plate {
  const { query, added, response, scores, judge } = pair, { metric } = biasOf(pair);
  const sides = [["unbiased", pair.picture], ["biased", pair.biasedPicture]] as const;
  const changed = pair.biasedPicture !== undefined;
  return {
    ours: scores
      ? "picture, query, response and reasons; scores are as printed."
      : "picture, query and response, which stand for those of the page.",
    pictures: sides.flatMap(([side, one]) =>
      one ? [{ ...one, own: `${own}-${side}`, ...(changed ? { label: `Picture, ${side}` } : {}) }] : []
    ),
    texts: [
      ["Query", query],
      ...(pair.biasedQuery === undefined
        ? []
        : [["Biased query", `{wrong:${pair.biasedQuery || "none: it is emptied"}}`] as const]),
      ...(added === undefined ? [] : [["Added to the query", `{wrong:${added}}`] as const]),
      ["Response", response],
      ...(scores ? [] : [["Its score", `should ${metric === "BD" ? "fall" : "stay"}`] as const]),
    ],
    verdicts: scores && {
      who: judge,
      columns: ["score"],
      rows: scores.map(({ score, reason }, s) => ({
        by: `on the ${sides[s][0]} side`,
        verdict: [score],
        reason,
      })),
      why: "why",
    },
  };
}

function pairRows(pair: Pair) {
  return [pair.query, biasedQuery(pair)].map((query, s) => ({
    example: biasOf(pair).name,
    side: ["unbiased", "biased"][s],
    query,
    judge: pair.judge ?? "",
    score: pair.scores?.[s].score ?? "",
    provenance: pair.scores ? "published" : "redrawn",
  }));
}

function altOf(pair: Pair): string {
  const given = pair.scores
    ? ` ${pair.judge} gives ${pair.scores[0].score} and then ${pair.scores[1].score}.`
    : "";
  return `Unbiased query: ${pair.query} Biased query: ${biasedQuery(pair) || "none."}${given}`;
}

/** A card of the project page, with the judge's name as the page has it. */
function pairFigure(id: string): FigureSpec {
  const pair = { ...PAIRS[id], judge: PAIRS[id].pageJudge ?? PAIRS[id].judge };
  const shapes = [pair.picture, pair.biasedPicture].some((one) => one && "scene" in one);
  const sizes = `Sizes are those of the page’s pictures, in pixels${
    shapes ? "; our drawings have a format of their own" : ""
  }.`;
  return plateFigure(id, {
    file: "data/cards/mm-judgebias.json",
    number: "Project page",
    title: pair.judge ? `Judged example: ${biasOf(pair).name}` : `Example pair: ${headingOf(pair)}`,
    notebook: "05_perturbations",
    plates: [pairPlate(pair, id)],
    rows: pairRows(pair),
    caption: pair.caption,
    footnotes: [...(pair.footnotes ?? []), ...(pair.judge ? [] : [sizes])],
    alt: altOf(pair),
  });
}

const JUDGED = Object.values(PAIRS).filter(({ judge }) => judge);

const fig7 = plateFigure("mm-judgebias-fig7", {
  file: "lib/figures/cards/pair_figures.ts",
  title: "Judges led astray, one per dimension",
  notebook: "05_perturbations",
  plates: JUDGED.map((pair, i) => ({
    ...pairPlate(pair, `mm-judgebias-fig7-${i + 1}`),
    ...(i > 0 ? { ours: undefined } : {}),
    heading: headingOf(pair),
  })),
  rows: JUDGED.flatMap(pairRows),
  caption: "A black picture and another sample’s cost no point, a description earns three.",
  footnotes: ["The page calls the third judge Claude-Haiku-4.5 (think)."],
  alt: JUDGED.map(altOf).join(" "),
});

/** The paper's judged examples in one picture, and the page's twelve cards. */
export const pairFigures: readonly FigureSpec[] = [fig7, ...Object.keys(PAIRS).map(pairFigure)];
