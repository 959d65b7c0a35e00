import pl from "nodejs-polars";
import { type Block, card, level, row, stack, words } from "../schematic/layout.ts";
import { INK, SIZE } from "../theme.ts";

/** One side of a pair: what a judge is shown besides the response, and what it answers. */
export interface PairSide {
  query: string;
  /** The picture; null for a task of text alone. */
  image: Block | null;
  verdict?: { score: string; reason: string };
}

/** A sample as it was and as a perturbation left it, with the response that is the same on both sides. */
export interface PairCard {
  title?: string;
  unbiased: PairSide;
  biased: PairSide;
  /** Gist of the response; nothing where only the paper's page has it. */
  response?: string;
  judge?: string;
  /** What the perturbation made of a part: `added`, `changed`; nothing of those that it left alone. */
  became?: Readonly<Partial<Record<Part, string>>>;
}

/** What a judge is shown, in the order in which a side shows it. */
const PARTS = ["Picture", "Query", "Response"] as const;
type Part = typeof PARTS[number];

/** The size of the drawings, which a missing picture leaves free. */
const PICTURE = { width: 200, height: 150 };

/** Where there is no picture, a box of its size says so. */
function noPicture(): Block {
  const { width, height } = PICTURE;
  const box = card(words("none: a task of text alone", { color: INK.soft, align: "middle" }), {
    dashed: true,
    middle: true,
  });
  return { ...box, width, height: () => height };
}

/** A side of a pair; the biased one says of each part what became of the unbiased one's. */
function side(
  name: string,
  { query, image }: PairSide,
  other: PairSide,
  response?: string,
  became?: Readonly<Partial<Record<Part, string>>>,
): Block {
  const shown: Record<Part, Block | undefined> = {
    // As high as beside it, so that what follows stands on one height.
    Picture: level([image ?? noPicture(), other.image ?? noPicture()])[0],
    Query: level([words(query), words(other.query)])[0],
    Response: response === undefined ? undefined : words(became ? `{soft:${response}}` : response),
  };
  const heading = (part: Part) =>
    words(
      `**${part}**` + (!became ? "" : became[part] ? ` · {wrong:${became[part]}}` : " · the same"),
      { size: SIZE.note, color: INK.soft },
    );
  return card(
    stack(
      PARTS.flatMap((part) => shown[part] ? [stack([heading(part), shown[part]], { gap: 4 })] : []),
      { gap: 8 },
    ),
    { title: name },
  );
}

/** A judged side: the picture, and beside it what the judge made of it. */
function judgedSide(name: string, { image }: PairSide, { score, reason }: SideVerdict): Block {
  const told = stack([
    words("{soft:Score} **" + score + "**", { size: SIZE.panel }),
    words(reason, { size: SIZE.note }),
  ], { gap: 6 });
  return card(image === null ? told : row([image, told], { gap: 12 }), { title: name, padding: 9 });
}

type SideVerdict = NonNullable<PairSide["verdict"]>;

/** How a score stands in a headline: `10 of 10` is 10. */
const points = ({ score }: SideVerdict) => score.split(" ")[0];

/** A judged pair: what the judge did in large, what it was asked, and what it made of either side. */
function judgedBlock(
  { title, unbiased, biased, response, judge = "Judge" }: PairCard,
  verdicts: SideVerdict[],
): Block {
  const [before, after] = verdicts;
  const note = (text: string) => words(text, { size: SIZE.note, bold: true, color: INK.soft });
  return stack([
    row([
      stack([
        ...(title === undefined ? [] : [words(title, { size: SIZE.panel, bold: true })]),
        words(judge, { color: INK.soft }),
      ], { gap: 2 }),
      stack([
        words(`${points(before)} → ${points(after)}`, { size: 24, bold: true, align: "middle" }),
        words("score, unbiased → biased", { size: SIZE.note, color: INK.soft, align: "middle" }),
      ], { gap: 2 }),
    ], { weights: [2, 1] }),
    row([
      stack([
        stack([note("Query"), words(unbiased.query)], { gap: 2 }),
        stack([note("Biased query"), words(biased.query)], { gap: 2 }),
      ], { gap: 9 }),
      ...(response === undefined
        ? []
        : [stack([note("Response, the same on both sides"), words(response)], { gap: 2 })]),
    ], { gap: 18, weights: [1.5, 1] }),
    row([judgedSide("Unbiased", unbiased, before), judgedSide("Biased", biased, after)], { gap: 12 }),
  ], { gap: 8 });
}

/** A pair as a block: the two inputs beside each other, part by part; a judged one with its scores as the headline. */
export function pairBlock(pair: PairCard): Block {
  const { title, unbiased, biased, response, became = {} } = pair;
  if (unbiased.verdict && biased.verdict) return judgedBlock(pair, [unbiased.verdict, biased.verdict]);
  const sides = row([
    side("Unbiased", unbiased, biased, response),
    side("Biased", biased, unbiased, response, became),
  ], {
    gap: 12,
  });
  return title === undefined
    ? sides
    : stack([words(title, { size: SIZE.panel, bold: true }), sides], { gap: 10 });
}

/** The facts of pairs as a table, one row per side. */
export function pairData(pairs: readonly (PairCard & { example: string })[]): pl.DataFrame {
  return pl.DataFrame(
    pairs.flatMap(({ example, judge, unbiased, biased }) =>
      [["unbiased", unbiased] as const, ["biased", biased] as const].map(([name, { query, verdict }]) => ({
        example,
        side: name,
        query: query.replace(/\{\w+:([^}]*)\}/g, "$1"),
        judge: judge ?? "",
        score: verdict?.score ?? "",
        provenance: "redrawn",
      }))
    ),
  );
}
