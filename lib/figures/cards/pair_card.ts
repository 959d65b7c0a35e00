import pl from "nodejs-polars";
import { type Block, card, row, stack, words } from "../schematic/layout.ts";
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
}

function side(name: string, { query, image }: PairSide): Block {
  return card(
    stack([
      image ??
        card(words("No picture: a task of text alone", { color: INK.soft, align: "middle" }), {
          dashed: true,
        }),
      stack([words("Query", { size: SIZE.note, bold: true, color: INK.soft }), words(query)], { gap: 2 }),
    ], { gap: 8 }),
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
      words(`${points(before)} → ${points(after)}`, { size: 24, bold: true, align: "middle" }),
    ], { weights: [2, 1] }),
    row([
      stack([note("Query"), words(unbiased.query), note("Biased query"), words(biased.query)], { gap: 2 }),
      ...(response === undefined
        ? []
        : [stack([note("Response, the same on both sides"), words(response)], { gap: 2 })]),
    ], { gap: 18, weights: [1.5, 1] }),
    row([judgedSide("Unbiased", unbiased, before), judgedSide("Biased", biased, after)], { gap: 12 }),
  ], { gap: 8 });
}

/** A pair as a block: the two inputs beside each other, and the response; a judged one with its scores as the headline. */
export function pairBlock(pair: PairCard): Block {
  const { title, unbiased, biased, response } = pair;
  if (unbiased.verdict && biased.verdict) return judgedBlock(pair, [unbiased.verdict, biased.verdict]);
  const blocks = [row([side("Unbiased", unbiased), side("Biased", biased)], { gap: 12 })];
  if (title !== undefined) blocks.unshift(words(title, { size: SIZE.panel, bold: true }));
  if (response !== undefined) {
    blocks.push(card(words(response), { title: "Response, the same on both sides" }));
  }
  return stack(blocks, { gap: 10 });
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
